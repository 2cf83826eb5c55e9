import ClockTime
import Foundation
import Glibc
import TestKit
import Testing

extension RealTimeBench {
    /// Each gesture, from the pull on a line to its effect (product, B2 and B3).
    @Suite("Gestures")
    struct Gestures {
        @Test("Ringing, stop stops and every other key snoozes, on the press and not the release")
        func whileRinging() throws {
            let clock = try BenchClock(at: "2037-03-10T05:59:50Z")
            var delays: [Int64] = []
            for (index, key) in SimulatedPins.Key.allCases.enumerated() {
                let minute = String(format: "%02d", index + 1)
                try clock.say("alarm", "add", "06:\(minute)", "--snooze", "60m")
                try VirtualBench.setWallClock("2037-03-10T06:\(String(format: "%02d", index)):59Z")
                #expect(VirtualBench.wait { clock.logged(["event=alarm.fired"]) == index + 1 })
                let event = key == .stop ? "event=alarm.stopped" : "event=alarm.snoozed"
                let before = clock.logged([event])
                // Away from the colon's blink, which also uses the bus.
                #expect(try clock.shows("06:\(minute)"))
                VirtualBench.rest(.milliseconds(60))
                try clock.wires.clearLog()
                let pressed = VirtualBench.bootTime
                try clock.pins.press(key)
                #expect(VirtualBench.wait { clock.logged([event]) == before + 1 }, "\(key)")
                #expect(
                    try VirtualBench.wait {
                        try !clock.wires.transfers(to: SimulatedDisplay.address).isEmpty
                    })
                let first = try clock.wires.transfers(to: SimulatedDisplay.address).first
                delays.append(try #require(first?.time) - pressed)
                try clock.pins.release(key)
                VirtualBench.rest(.milliseconds(100))
                if key != .stop { try clock.say("alarm", "stop", "\(index + 1)") }
            }
            Figures.note("press to the display's first byte", nanoseconds: delays)
            #expect(delays.sorted()[delays.count / 2] < 50_000_000, "\(delays)")
        }

        @Test("Told to want a held stop, a tap does not end a ring, and two seconds do")
        func holdToStop() throws {
            let clock = try BenchClock(at: "2037-03-10T06:20:00Z")
            try clock.say("alarm", "hold-to-stop", "on")
            #expect(try clock.rings())
            try clock.pins.tap(.stop)
            #expect(clock.logs("event=key.refused"))
            #expect(clock.logged(["event=alarm.stopped"]) == 0)
            let tap = try clock.pins.tap(.stop, for: .milliseconds(2300))
            #expect(clock.logs("event=alarm.stopped"))
            #expect(tap.released - tap.pressed < 3_000_000_000)
        }

        @Test("Stop plays and stops the noise; the noise key goes on to the next")
        func noiseKeys() throws {
            let clock = try BenchClock()
            try clock.pins.tap(.stop)
            #expect(clock.logs("event=sound.started", "sound=pink"))
            try clock.pins.tap(.noise)
            #expect(clock.logs("event=sound.started", "sound=white"))
            try clock.pins.tap(.stop)
            #expect(clock.logs("event=sound.stopped", "sound=noise"))
        }

        @Test(
            "The noise key held previews the next noise for three seconds, and it is silent again")
        func preview() throws {
            let clock = try BenchClock()
            try clock.pins.tap(.noise, for: .milliseconds(900))
            #expect(clock.logs("event=sound.started"))
            let started = VirtualBench.bootTime
            #expect(clock.logs("event=sound.stopped", "sound=noise"))
            let heard = Double(VirtualBench.bootTime - started) / 1e9
            #expect(heard > 2 && heard < 5, "\(heard) s")
        }

        @Test("Plus and minus act on the press, and go on while they are held")
        func repeats() throws {
            let clock = try BenchClock()
            try clock.say("noise", "play", "pink", "--volume", "30")
            // The client may take longer to ask than a key to repeat.
            let changes = clock.logged(["event=noise.changed"])
            try clock.pins.press(.plus)
            #expect(VirtualBench.wait { clock.logged(["event=noise.changed"]) > changes })
            try clock.pins.release(.plus)
            VirtualBench.rest(.milliseconds(300))
            #expect(try clock.volume() == 35)
            // On the press, after 0.5 s, then every 0.2 s: seven steps in 1.6 s.
            try clock.pins.tap(.plus, for: .milliseconds(1600))
            let loud = try clock.volume()
            #expect(loud >= 35 + 5 * 6 && loud <= 35 + 5 * 10, "\(loud)")
            VirtualBench.rest(.milliseconds(500))
            #expect(try clock.volume() == loud)
            try clock.pins.tap(.minus)
            #expect(try VirtualBench.wait { try clock.volume() == loud - 5 })
        }

        @Test("With nothing playing, plus and minus are the brightness of the display")
        func brightness() throws {
            let clock = try BenchClock()
            // By then the first light readings have been applied.
            VirtualBench.rest(.seconds(6))
            let before = try clock.display.dimming()
            for _ in 1...2 { try clock.pins.tap(.minus) }
            #expect(try VirtualBench.wait { try clock.display.dimming() < before })
            let dark = try clock.display.dimming()
            for _ in 1...4 { try clock.pins.tap(.plus) }
            #expect(try VirtualBench.wait { try clock.display.dimming() > dark })
        }

        @Test("A contact that bounces is one press")
        func bounces() throws {
            let clock = try BenchClock()
            try clock.say("noise", "play", "pink", "--volume", "30")
            VirtualBench.rest(.milliseconds(200))
            for _ in 1...8 {
                try clock.pins.press(.plus)
                VirtualBench.rest(.milliseconds(2))
                try clock.pins.release(.plus)
                VirtualBench.rest(.milliseconds(2))
            }
            try clock.pins.tap(.plus, for: .milliseconds(150))
            #expect(try VirtualBench.wait { try clock.volume() == 35 })
            VirtualBench.rest(.milliseconds(400))
            #expect(try clock.volume() == 35)
        }

        @Test("More edges than the kernel keeps: no key stays down, and the next press works")
        func lostEdges() throws {
            let clock = try BenchClock()
            // Nobody reads. Of 160 debounced edges the kernel keeps 128: 16 for each of the six lines, rounded up to
            // a power of two.
            clock.firmware.send(SIGSTOP)
            for _ in 1...80 {
                try clock.pins.tap(.noise, for: .milliseconds(25))
                VirtualBench.rest(.milliseconds(25))
            }
            clock.firmware.send(SIGCONT)
            #expect(clock.logs("event=noise.changed"))
            VirtualBench.rest(.seconds(1))
            let presses = clock.logged(["event=noise.changed"])
            #expect(presses >= 60 && presses <= 70, "\(presses)")
            // The last press does not count as a hold, so no preview starts.
            VirtualBench.rest(.seconds(1))
            #expect(clock.logged(["event=noise.changed"]) == presses)
            try clock.pins.tap(.noise)
            #expect(VirtualBench.wait { clock.logged(["event=noise.changed"]) == presses + 1 })
        }

        @Test(
            "A key that is down at the start is told and ignored; a ring is answered by the others")
        func stuckKey() throws {
            // With an external resistor on the board, because requesting the Pi's pull-up from the simulated chip
            // would pull the line up even when pressed.
            let bench = try Workbench()
            var board = try String(contentsOfFile: Workbench.board, encoding: .utf8)
            board.replace(#""gpio": 17 }"#, with: #""gpio": 17, "pull": "off" }"#)
            try bench.write(board, to: "board.json")
            try SimulatedPins().press(.snooze)
            let clock = try BenchClock(
                at: "2037-03-10T06:20:00Z", board: bench.file("board.json"), bench: bench)
            #expect(clock.logs("event=health.changed", "part=keys"))
            #expect(try clock.rings())
            VirtualBench.rest(.seconds(1))
            #expect(clock.logged(["event=alarm.snoozed"]) == 0)
            try clock.pins.tap(.stop)
            #expect(clock.logs("event=alarm.stopped"))
            try clock.pins.release(.snooze)
            #expect(VirtualBench.wait { clock.logged(["event=health.changed", "part=keys"]) == 2 })
            try clock.pins.tap(.snooze)
            #expect(try clock.shows("_A L_"))
        }
    }
}

extension BenchClock {
    /// The noise's volume in percent, according to the client.
    func volume() throws -> Int {
        guard let status = try firmware.json("status")?["status"] as? [String: Any],
            let noise = status["noise"] as? [String: Any], let volume = noise["volume"] as? Int
        else { throw BenchError("no status") }
        return volume
    }
}
