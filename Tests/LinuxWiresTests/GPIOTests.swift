import ClockTime
import Glibc
@testable import HAL
import LinuxHost
import LinuxWires
import Synchronization
import Testing

@Suite("GPIO lines of the kernel")
struct GPIOTests {
    let calls = ScriptedGPIOCalls()
    let heard = Heard<ButtonEvent>()

    static let chip = ["/dev/gpiochip4": "pinctrl-rp1"]

    func makeButtons(
        chip: BoardDescription.GPIOChip = .automatic, encoder: BoardDescription.Encoder? = nil
    ) throws -> GPIOButtons {
        var buttons = BoardDescription(name: "bench").buttons
        buttons.keys = [
            .snooze: BoardDescription.Key(line: BoardDescription.KeyLine(offset: 17)),
            .stop: BoardDescription.Key(line: BoardDescription.KeyLine(offset: 27)),
            .menu: BoardDescription.Key(codes: [1]),
        ]
        buttons.encoder = encoder
        return try GPIOButtons(
            chip: chip, buttons: buttons, time: StandingClock(), calls: calls)
    }

    func start(_ buttons: GPIOButtons) throws {
        try buttons.start(on: LinuxThreads()) { [heard] in heard.add($0) }
    }

    /// The requested lines, after at most five seconds, which only a failure takes.
    func inputs(after old: ScriptedInputs? = nil) throws -> ScriptedInputs {
        try GPIOTests.inputs(of: calls, after: old)
    }

    static func inputs(
        of calls: ScriptedGPIOCalls, after old: ScriptedInputs? = nil
    ) throws -> ScriptedInputs {
        for _ in 0..<5000 {
            if let inputs = calls.state.withLock({ $0.inputs }), inputs !== old { return inputs }
            usleep(1000)
        }
        return try #require(nil as ScriptedInputs?)
    }

    func edge(
        _ button: BoardDescription.Button, _ isDown: Bool, at nanoseconds: Int64
    ) -> ButtonEvent {
        let source = KeySource.line(button == .snooze ? 17 : 27)
        let time = BootTime(nanoseconds: nanoseconds)
        return .edge(ButtonEdge(button, isDown: isDown, at: time, from: source))
    }

    func event(_ offset: Int, _ isActive: Bool, at time: Int64, sequence: Int) -> LineEvent {
        LineEvent(offset: offset, isActive: isActive, monotonic: time, sequence: sequence)
    }

    @Test(
        "All lines are taken up in one request, and edges come with the time at which they happened"
    )
    func edges() throws {
        calls.change { state in
            state.labels = ["/dev/gpiochip0": "something-else"].merging(GPIOTests.chip) { $1 }
            state.levels = [false, false]
        }
        let buttons = try makeButtons()
        try start(buttons)
        defer { buttons.stop() }
        let inputs = try inputs()
        #expect(
            calls.state.withLock { $0.requests } == ["inputs [17, 27] of /dev/gpiochip4, 15 ms"])
        inputs.push(
            .success([
                event(17, true, at: 10, sequence: 1), event(27, true, at: 11, sequence: 1),
                event(17, false, at: 12, sequence: 2),
            ]))
        // Here, boot time is 1000 ns ahead of the events' clock.
        #expect(
            heard.first(3) == [
                edge(.snooze, true, at: 1010), edge(.stop, true, at: 1011),
                edge(.snooze, false, at: 1012),
            ])
    }

    @Test("A chip is found by a name, a path or a label that the board gives")
    func chipByName() throws {
        for name in ["gpiochip4", "/dev/gpiochip4", "my-expander"] {
            calls.change { state in
                state.labels = ["/dev/gpiochip0": "a", "/dev/gpiochip4": "my-expander"]
                state.requests = []
                state.inputs = nil
                state.levels = [false, false]
            }
            let buttons = try makeButtons(chip: .named(name))
            try start(buttons)
            _ = try inputs()
            buttons.stop()
            #expect(
                calls.state.withLock { $0.requests }
                    == ["inputs [17, 27] of /dev/gpiochip4, 15 ms"])
        }
    }

    @Test(
        "A button that is held when the lines are taken up is told apart from one that is pressed")
    func heldAtStart() throws {
        calls.change { state in
            state.labels = GPIOTests.chip
            state.levels = [true, false]
        }
        let buttons = try makeButtons()
        try start(buttons)
        defer { buttons.stop() }
        try inputs().push(
            .success([
                event(17, false, at: 1, sequence: 1), event(17, true, at: 2, sequence: 2),
            ]))
        #expect(
            heard.first(3) == [
                .heldAtStart(.snooze, from: .line(17)), edge(.snooze, false, at: 1001),
                edge(.snooze, true, at: 1002),
            ])
    }

    @Test(
        "Edges that the kernel dropped show as a gap: a press is made up, and the levels are read again"
    )
    func overflow() throws {
        calls.change { state in
            state.labels = GPIOTests.chip
            state.levels = [false, false]
        }
        let buttons = try makeButtons()
        try start(buttons)
        defer { buttons.stop() }
        let inputs = try inputs()
        inputs.push(.success([event(17, true, at: 1, sequence: 1)]))
        #expect(heard.first(1).count == 1)
        // Snooze went up and down again, and only the second edge was kept. An edge of stop was
        // lost completely; only its level shows it.
        inputs.push(.success([event(17, true, at: 3, sequence: 3)]), levels: [true, true])
        #expect(
            heard.first(4) == [
                edge(.snooze, true, at: 1001), edge(.snooze, false, at: 1003),
                edge(.snooze, true, at: 1003),
                edge(.stop, true, at: StandingClock.boot.nanoseconds),
            ])
        // The levels already showed this edge, so it is not reported again.
        inputs.push(
            .success([
                event(27, true, at: 4, sequence: 1), event(27, false, at: 5, sequence: 2),
            ]))
        #expect(heard.first(5).dropFirst(4) == [edge(.stop, false, at: 1005)])
    }

    @Test("A chip that vanishes lets its buttons go and is told once, and so is its return")
    func chipComesBack() throws {
        calls.change { state in
            state.labels = GPIOTests.chip
            state.levels = [false, false]
        }
        let buttons = try makeButtons()
        try start(buttons)
        defer { buttons.stop() }
        let old = try inputs()
        old.push(.success([event(17, true, at: 1, sequence: 1)]))
        #expect(heard.first(1).count == 1)
        calls.change { $0.levels = [true, false] }
        old.push(.failure(WireFailure(errno: ENODEV)))
        let fresh = try inputs(after: old)
        fresh.push(.success([event(27, true, at: 9, sequence: 1)]))
        #expect(
            heard.first(6) == [
                edge(.snooze, true, at: 1001),
                edge(.snooze, false, at: StandingClock.boot.nanoseconds), .failed(.gone),
                .failed(nil), .heldAtStart(.snooze, from: .line(17)), edge(.stop, true, at: 1009),
            ])
    }

    @Test("Lines that are not there, or taken, are said once and waited for")
    func waitsForLines() throws {
        let buttons = try makeButtons()
        try start(buttons)
        let missing = LineError.noChip("pinctrl-bcm2835, pinctrl-bcm2711, pinctrl-rp1")
        #expect(heard.first(1) == [.failed(missing)])
        calls.change { state in
            state.labels = GPIOTests.chip
            state.requestFailure = EBUSY
        }
        #expect(heard.first(2) == [.failed(missing), .failed(.taken)])
        buttons.stop()
        #expect(heard.first(2).count == 2)
    }

    @Test("An output is off when it is taken up, is taken up anew after a failure, and ends off")
    func output() throws {
        calls.change { $0.labels = GPIOTests.chip }
        let output = GPIOOutput(
            chip: .automatic, line: BoardDescription.OutputLine(line: 12, isActiveLow: true),
            calls: calls)
        try output.set(false)
        #expect(
            calls.state.withLock { $0.requests } == ["output 12 active low of /dev/gpiochip4"])
        #expect(calls.state.withLock { $0.outputs } == [])
        try output.set(true)
        calls.change { $0.outputFailure = ENODEV }
        #expect(throws: LineError.gone) { try output.set(true) }
        calls.change { $0.outputFailure = nil }
        try output.set(true)
        #expect(calls.state.withLock { $0.requests.count } == 2)
        output.stop()
        #expect(calls.state.withLock { $0.outputs } == [true, true, true, false])
        calls.change { $0.labels = [:] }
        #expect(throws: LineError.self) { try output.set(true) }
    }

    @Test("libgpiod itself says what is no chip")
    func realLibrary() throws {
        let calls = LibgpiodCalls()
        #expect(throws: WireFailure.self) { try calls.label(ofChip: "/dev/null") }
        #expect(throws: WireFailure(errno: ENOENT)) { try calls.label(ofChip: "/dev/gpiochip-no") }
        #expect(throws: WireFailure(errno: ENOENT)) {
            try calls.requestInputs(
                [InputLine(offset: 1, isActiveLow: true, pull: .up, debounce: .milliseconds(15))],
                ofChip: "/dev/gpiochip-no")
        }
        for path in calls.chips() { #expect(path.hasPrefix("/dev/gpiochip")) }
        #expect(calls.bootMinusMonotonic() >= 0)
    }
}
