import ClockTime
import Testing

@testable import ClockCore

@Suite("What counts down, on the face (product, O)")
struct ShownCountdownTests {
    @Test("The minute that runs counts, as in the menu, and the face wakes for the next one alone")
    func minutes() throws {
        var night = try Night(at: "2025-01-14 22:00")
        night.send(.timer(.add(.minutes(30), name: nil, starts: true)))
        func left() -> Int? { night.machine.snapshot.running.first?.minutesLeft }
        #expect(left() == 30)
        let context = night.machine.showingContext
        let change = try #require(night.machine.nextCountdownChange(context))
        // A whole second is shown at its very beginning.
        #expect(change - night.now.boot == .seconds(59) + .nanoseconds(1))
        night.wait(.seconds(59))
        #expect(left() == 30)
        night.wait(.nanoseconds(1))
        #expect(left() == 29)
        // In a longer wait nobody follows the pictures.
        for _ in 0..<28 { night.wait(.minutes(1)) }
        #expect(left() == 1)
        night.wait(.seconds(60))
        #expect(left() == 0)
    }
}
