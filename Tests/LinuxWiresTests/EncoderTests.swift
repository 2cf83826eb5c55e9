import ClockTime
@testable import HAL
import LinuxHost
import Synchronization
import Testing

@testable import LinuxWires

@Suite("A rotary encoder")
struct EncoderTests {
    @Test("presses and releases a button for each click, in order with the keys")
    func onItsLines() throws {
        let calls = ScriptedGPIOCalls()
        let heard = Heard<ButtonEvent>()
        calls.change { state in
            state.labels = GPIOTests.chip
            state.levels = [false, false, false, false]
        }
        var buttons = BoardDescription(name: "bench").buttons
        buttons.keys[.stop] = BoardDescription.Key(line: BoardDescription.KeyLine(offset: 27))
        buttons.encoder = BoardDescription.Encoder(a: 9, b: 10, switchLine: 11)
        let lines = try GPIOButtons(
            chip: .automatic, buttons: buttons, time: StandingClock(), calls: calls)
        try lines.start(on: LinuxThreads()) { [heard] in heard.add($0) }
        defer { lines.stop() }
        let inputs = try GPIOTests.inputs(of: calls)
        #expect(
            calls.state.withLock { $0.requests }
                == ["inputs [27, 11, 9, 10] of /dev/gpiochip4, 0 or 15 ms"])
        func event(_ offset: Int, _ isActive: Bool, _ time: Int64, _ sequence: Int) -> LineEvent {
            LineEvent(offset: offset, isActive: isActive, monotonic: time, sequence: sequence)
        }
        inputs.push(
            .success([
                event(9, true, 1, 1), event(10, true, 2, 1), event(27, true, 3, 1),
                event(9, false, 4, 2), event(10, false, 5, 2), event(11, true, 6, 1),
            ]))
        func edge(
            _ button: BoardDescription.Button, _ isDown: Bool, _ time: Int64, _ from: KeySource
        ) -> ButtonEvent {
            .edge(ButtonEdge(button, isDown: isDown, at: BootTime(nanoseconds: time), from: from))
        }
        #expect(
            heard.first(4) == [
                edge(.stop, true, 1003, .line(27)), edge(.plus, true, 1005, .encoder),
                edge(.plus, false, 1005, .encoder), edge(.menu, true, 1006, .line(11)),
            ])
    }
}
