import CLinux
import ClockTime
import Glibc
@testable import HAL
import LinuxHost
import Synchronization
import Testing

@testable import LinuxWires

@Suite("Keys of input devices")
struct InputKeyTests {
    let calls = ScriptedInputCalls()
    let heard = Heard<InputKeyEvent>()

    func start(_ change: (inout BoardDescription.Buttons) -> Void = { _ in }) throws -> InputKeys {
        var buttons = BoardDescription(name: "bench").buttons
        buttons.keys = [
            .stop: BoardDescription.Key(codes: [Int(KEY_STOPCD), Int(KEY_S)]),
            .snooze: BoardDescription.Key(
                line: BoardDescription.KeyLine(offset: 17), codes: [Int(KEY_SPACE)]),
        ]
        change(&buttons)
        let keys = try InputKeys(buttons: buttons, time: StandingClock(), calls: calls)
        try keys.start(on: LinuxThreads()) { [heard] in heard.add($0) }
        return keys
    }

    func key(_ code: Int32, _ value: Int, at time: Int64) -> InputEvent {
        InputEvent(.key(code: Int(code), value: value), at: BootTime(nanoseconds: time))
    }

    func edge(
        _ button: BoardDescription.Button, _ isDown: Bool, _ code: Int32, at time: Int64,
        device: Int = 0
    ) -> InputKeyEvent {
        let source = KeySource.input(device: device, code: Int(code))
        let time = BootTime(nanoseconds: time)
        return .edge(ButtonEdge(button, isDown: isDown, at: time, from: source))
    }

    @Test("are edges with the kernel's time; its own repetition and other keys are not")
    func edges() throws {
        let remote = ScriptedInput("remote", keys: [KEY_STOPCD, KEY_A])
        calls.plug(remote, at: "event0")
        let keys = try start()
        defer { keys.stop() }
        remote.push(
            .success([
                key(KEY_A, 1, at: 1), key(KEY_STOPCD, 1, at: 2), key(KEY_STOPCD, 2, at: 3),
                key(KEY_STOPCD, 0, at: 4),
            ]))
        #expect(
            heard.first(2) == [
                edge(.stop, true, KEY_STOPCD, at: 2), edge(.stop, false, KEY_STOPCD, at: 4),
            ])
        #expect(!remote.isGrabbed)
    }

    @Test("that the kernel dropped events of are read again, and what is incomplete is left out")
    func dropped() throws {
        let remote = ScriptedInput("remote", keys: [KEY_STOPCD, KEY_S])
        calls.plug(remote, at: "event0")
        let keys = try start()
        defer { keys.stop() }
        // Only once the device is open does a key that is down count as pressed.
        remote.push(.success([key(KEY_S, 1, at: 1), key(KEY_S, 0, at: 1)]))
        #expect(heard.first(2).count == 2)
        let now = BootTime(nanoseconds: 1)
        remote.down.withLock { $0 = [Int(KEY_S)] }
        remote.push(
            .success([
                InputEvent(.dropped, at: now), key(KEY_STOPCD, 1, at: 2),
                InputEvent(.report, at: now),
            ]))
        #expect(
            heard.first(3).dropFirst(2) == [
                edge(.stop, true, KEY_S, at: StandingClock.boot.nanoseconds)
            ])
    }

    @Test("are let go when their device goes, which is said where nothing else has the button")
    func plugged() throws {
        let keys = try start()
        defer { keys.stop() }
        #expect(heard.first(1) == [.failed(.missing([.stop]))])
        let remote = ScriptedInput("remote", keys: [KEY_STOPCD])
        remote.down.withLock { $0 = [Int(KEY_STOPCD)] }
        calls.plug(remote, at: "event3")
        let held = KeySource.input(device: 0, code: Int(KEY_STOPCD))
        #expect(heard.first(3).dropFirst() == [.heldAtStart(.stop, from: held), .failed(nil)])
        calls.unplug("event3")
        remote.push(.failure(WireFailure(errno: ENODEV)))
        #expect(
            heard.first(5).dropFirst(3) == [
                edge(.stop, false, KEY_STOPCD, at: StandingClock.boot.nanoseconds),
                .failed(.missing([.stop])),
            ])
    }

    @Test("that may not be read are said so, and taken up when they may")
    func refused() throws {
        calls.plug(ScriptedInput("remote", keys: [KEY_STOPCD]), at: "event0")
        calls.state.withLock { $0.failure = EACCES }
        let keys = try start()
        defer { keys.stop() }
        #expect(heard.first(1) == [.failed(.refused(errno: EACCES))])
        calls.state.withLock { $0.failure = nil }
        #expect(heard.first(2).dropFirst() == [.failed(nil)])
    }

    @Test("come only from the devices that the board file names, and are grabbed if it asks")
    func named() throws {
        let keyboard = ScriptedInput("keyboard", keys: [KEY_S])
        let remote = ScriptedInput("remote", keys: [KEY_S])
        calls.plug(keyboard, at: "event0")
        calls.plug(remote, at: "event1")
        let keys = try start {
            $0.input.names = ["remote"]
            $0.input.isGrabbed = true
        }
        defer { keys.stop() }
        keyboard.push(.success([key(KEY_S, 1, at: 1)]))
        remote.push(.success([key(KEY_S, 1, at: 2)]))
        #expect(heard.first(1) == [edge(.stop, true, KEY_S, at: 2)])
        #expect(remote.isGrabbed)
        #expect(!keyboard.isGrabbed)
    }

    @Test("include a knob with a kernel driver: each click is a press, and no mouse is a knob")
    func knob() throws {
        let knob = ScriptedInput("rotary", keys: [], isKnob: true)
        calls.plug(ScriptedInput("mouse", keys: []), at: "event0")
        calls.plug(knob, at: "event1")
        let keys = try start {
            $0.keys = [:]
            $0.input.dial = BoardDescription.Turns()
        }
        defer { keys.stop() }
        let time = BootTime(nanoseconds: 7)
        knob.push(.success([InputEvent(.turn(-1), at: time), InputEvent(.turn(2), at: time)]))
        func turn(_ button: BoardDescription.Button, _ isDown: Bool) -> InputKeyEvent {
            .edge(ButtonEdge(button, isDown: isDown, at: time, from: .encoder))
        }
        let pairs: [BoardDescription.Button] = [.minus, .plus, .plus]
        #expect(heard.first(6) == pairs.flatMap { [turn($0, true), turn($0, false)] })
    }

    @Test("come as the kernel's structures through the file of a device")
    func structures() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let device = KernelInputDevice(taking: ends[0])
        for (type, code, value) in [
            (EV_MSC, MSC_SCAN, 3), (EV_KEY, KEY_STOPCD, 1), (EV_REL, REL_DIAL, -1),
            (EV_SYN, SYN_REPORT, 0), (EV_SYN, SYN_DROPPED, 0),
        ] as [(Int32, Int32, Int32)] {
            var event = noiseclock_input_event(
                nanoseconds: 2_000_003_000, type: UInt16(type), code: UInt16(code), value: value)
            #expect(noiseclock_input_write(ends[1], &event) > 0)
        }
        let kinds: [InputEvent.Kind] = [
            .key(code: Int(KEY_STOPCD), value: 1), .turn(-1), .report, .dropped,
        ]
        let time = BootTime(nanoseconds: 2_000_003_000)
        let events = try device.events()
        #expect(events == kinds.map { InputEvent($0, at: time) })
        close(ends[1])
        #expect(throws: WireFailure(errno: ENODEV)) { try device.events() }
        // What is no input device has no keys and no name.
        #expect(device.keys.isEmpty && !device.isKnob && device.name.isEmpty)
    }

    @Test("of a kernel without input devices are no failure of the calls")
    func realKernel() throws {
        let folder = try TemporaryInputs()
        let calls = KernelInputCalls(folder: folder.path)
        #expect(calls.devices() == [])
        let watch = try #require(calls.watch())
        #expect(KernelInputCalls(folder: folder.path + "/no/no").watch() == nil)
        try folder.add("event4")
        try folder.add("mice")
        #expect(calls.devices() == [folder.path + "/event4"])
        var polled = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&polled, 1, 5000) == 1)
        #expect(watch.clear())
        #expect(poll(&polled, 1, 0) == 0)
        // A plain file has no clock to choose.
        #expect(throws: WireFailure(errno: ENOTTY)) { _ = try calls.open(calls.devices()[0]) }
        #expect(throws: WireFailure(errno: ENOENT)) { _ = try calls.open(folder.path + "/event5") }
    }

    @Test("are found when the folder of the devices comes with its first one, and comes again")
    func folderThatGoes() throws {
        let outer = try TemporaryInputs()
        let calls = KernelInputCalls(folder: outer.path + "/input")
        for _ in 1...2 {
            let outside = try #require(calls.watch())
            #expect(outside.clear())
            try #require(mkdir(outer.path + "/input", 0o700) == 0)
            var polled = pollfd(fd: outside.descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&polled, 1, 5000) == 1)
            #expect(!outside.clear())
            let inside = try #require(calls.watch())
            #expect(inside.clear())
            try outer.add("input/event4")
            #expect(inside.clear())
            unlink(outer.path + "/input/event4")
            #expect(inside.clear())
            try #require(rmdir(outer.path + "/input") == 0)
            #expect(!inside.clear())
        }
    }
}
