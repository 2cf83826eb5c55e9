import CLinux
import Glibc
import TestKit
import Testing

extension SimulatedTimeBench {
    /// Keys beside the six on lines: input devices of the kernel, and a knob.
    @Suite("More keys")
    struct OtherKeys {
        private static let inputKeys = #"""
            "keys": {
                "snooze": { "gpio": 17, "evdev": "KEY_SPACE" },
                "stop": { "evdev": ["KEY_STOPCD", "KEY_ESC"] }
            }, "dial": {}
            """#

        @Test(
            "A keypad answers rings; unplugged in mid-press it lets go, and plugged in it works again"
        )
        func keypad() throws {
            let bench = try Workbench()
            let board = try bench.board(keys: OtherKeys.inputKeys)
            var keypad: KernelKeyboard? = try KernelKeyboard(keys: [KEY_SPACE, KEY_ESC])
            let clock = try BenchClock(at: "2037-03-10T06:20:00Z", board: board, bench: bench)
            #expect(try clock.rings("--snooze", "1m"))
            try keypad?.tap(KEY_SPACE)
            #expect(clock.logs("event=alarm.snoozed"))
            #expect(clock.logs("event=alarm.rangAgain", upTo: .seconds(90)))
            // It goes with the key down, in the ring that this press snoozes.
            try keypad?.press(KEY_SPACE)
            #expect(VirtualBench.wait { clock.logged(["event=alarm.snoozed"]) == 2 })
            keypad = nil
            #expect(clock.logs("event=health.changed", "part=buttons"))
            #expect(
                VirtualBench.wait(upTo: .seconds(90)) {
                    clock.logged(["event=alarm.rangAgain"]) == 2
                })
            keypad = try KernelKeyboard(keys: [KEY_SPACE, KEY_ESC])
            #expect(VirtualBench.wait { clock.logged(["part=buttons"]) == 2 })
            try keypad?.tap(KEY_ESC)
            #expect(clock.logs("event=alarm.stopped"))
            #expect(clock.stop() == 0)
        }

        @Test("A keypad whose keys all have lines, too, works again after it was unplugged")
        func spareKeypad() throws {
            let bench = try Workbench()
            let board = try bench.board(
                keys: #""keys": { "plus": { "gpio": 24, "evdev": "KEY_VOLUMEUP" } }"#)
            let clock = try BenchClock(board: board, bench: bench)
            try clock.say("noise", "play", "pink", "--volume", "30")
            for volume in [35, 40, 45] {
                let keypad = try KernelKeyboard(keys: [KEY_VOLUMEUP])
                // Long enough for the clock, which the kernel tells of each new device, to open it.
                VirtualBench.rest(.milliseconds(500))
                try keypad.tap(KEY_VOLUMEUP)
                VirtualBench.rest(.milliseconds(100))
                #expect(try clock.volume() == volume)
            }
            #expect(clock.stop() == 0)
        }

        @Test("A knob with a driver of the kernel turns the volume")
        func dial() throws {
            let bench = try Workbench()
            let board = try bench.board(keys: OtherKeys.inputKeys)
            let knob = try KernelKeyboard(keys: [KEY_ESC], axes: [REL_DIAL])
            let clock = try BenchClock(board: board, bench: bench)
            try clock.say("noise", "play", "pink", "--volume", "30")
            try knob.turn(REL_DIAL, by: 3)
            #expect(try VirtualBench.wait { try clock.volume() == 45 })
            try knob.turn(REL_DIAL, by: -1)
            #expect(try VirtualBench.wait { try clock.volume() == 40 })
            #expect(clock.stop() == 0)
        }

        @Test(
            "A knob on two lines turns the volume by one step a click, however its contacts bounce")
        func encoder() throws {
            let bench = try Workbench()
            let board = try bench.board(
                keys: #""encoder": { "a": 9, "b": 10, "switch": 11 }"#)
            let knob = Knob()
            let clock = try BenchClock(board: board, bench: bench)
            try clock.say("noise", "play", "pink", "--volume", "30")
            for _ in 1...3 { try knob.click(toTheRight: true) }
            #expect(try VirtualBench.wait { try clock.volume() == 45 })
            try knob.click(toTheRight: false)
            #expect(try VirtualBench.wait { try clock.volume() == 40 })
            try knob.click(toTheRight: true, bounces: 4)
            #expect(try VirtualBench.wait { try clock.volume() == 45 })
            try knob.click(toTheRight: false, bounces: 4)
            #expect(try VirtualBench.wait { try clock.volume() == 40 })
            // Halfway and back.
            try knob.turnBack()
            VirtualBench.rest(.seconds(1))
            #expect(try clock.volume() == 40)
            #expect(clock.stop() == 0)
        }
    }
}

/// The two contacts of a knob, which close to ground.
private struct Knob {
    private static let a = 9
    private static let b = 10

    private let pins = SimulatedPins()

    /// A full click: one contact closes, then the other, and they open in that order.
    func click(toTheRight isRight: Bool, bounces: Int = 0) throws {
        let (first, second) = isRight ? (Knob.a, Knob.b) : (Knob.b, Knob.a)
        for (line, isClosed) in [(first, true), (second, true), (first, false), (second, false)] {
            try set(line, isClosed, bounces)
        }
    }

    /// Turns half a click to the right and then back.
    func turnBack() throws {
        for (line, isClosed) in [(Knob.a, true), (Knob.b, true), (Knob.b, false), (Knob.a, false)] {
            try set(line, isClosed, 0)
        }
    }

    private func set(_ line: Int, _ isClosed: Bool, _ bounces: Int) throws {
        for _ in 0..<bounces {
            try pins.setHigh(!isClosed, line: line)
            VirtualBench.rest(.milliseconds(2))
            try pins.setHigh(isClosed, line: line)
            VirtualBench.rest(.milliseconds(2))
            try pins.setHigh(!isClosed, line: line)
            VirtualBench.rest(.milliseconds(2))
        }
        try pins.setHigh(!isClosed, line: line)
        VirtualBench.rest(.milliseconds(4))
    }
}
