import ClockTime
@testable import HAL
import SimulatedBoard
import Testing

@Suite("A simulated rotary encoder")
struct SimulatedEncoderTests {
    private static let turns = BoardDescription.Turns(clockwise: .noise, counterclockwise: .snooze)

    @Test("makes the edges from which the board's decoder reads each detent, both ways")
    func detents() {
        var encoder = SimulatedEncoder(
            BoardDescription.Encoder(a: 9, b: 10, turns: SimulatedEncoderTests.turns))
        let now = BootTime(nanoseconds: 7)
        func edges(_ button: BoardDescription.Button) -> [ButtonEdge] {
            [true, false].map { ButtonEdge(button, isDown: $0, at: now, from: .encoder) }
        }
        #expect(encoder.turn(.clockwise, detents: 1, at: now) == edges(.noise))
        #expect(
            encoder.turn(.counterclockwise, detents: 2, at: now)
                == edges(.snooze) + edges(.snooze))
        #expect(encoder.turn(.clockwise, detents: 1, at: now) == edges(.noise))
    }
}
