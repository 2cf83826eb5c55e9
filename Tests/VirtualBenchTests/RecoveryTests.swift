import ClockTime
import Foundation
import Glibc
import TestKit
import Testing

extension RealTimeBench {
    /// Each part fails while the rest works, and recovers by itself.
    @Suite("Faults and recovery")
    struct Recovery {
        @Test("A display that does not answer is said once; keys and sound go on; it comes back")
        func displayGone() throws {
            let recorder = try Recorder()
            defer { recorder.stop() }
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z")
            #expect(try clock.shows("21:46"))
            try clock.display.setPresent(false)
            defer { try? clock.display.setPresent(true) }
            try VirtualBench.setWallClock("2037-03-10T21:47:00Z")
            #expect(clock.logs("event=health.changed", "part=display", "does not answer"))
            let from = recorder.frames
            try clock.pins.tap(.stop)
            #expect(VirtualBench.wait { recorder.firstSound(from: from) != nil })
            VirtualBench.rest(.seconds(2))
            #expect(clock.logged(["part=display"]) == 1)
            try clock.display.losePower()
            try clock.display.setPresent(true)
            let back = VirtualBench.bootTime
            #expect(try clock.shows("21:47", upTo: .seconds(20)))
            #expect(try clock.display.isLit())
            Figures.note(
                "display back to its face", nanoseconds: [VirtualBench.bootTime - back])
            #expect(VirtualBench.wait { clock.logged(["part=display"]) == 2 })
        }

        @Test("A single message that is not acknowledged is made good at once, and nobody is told")
        func singleFailure() throws {
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z")
            #expect(try clock.shows("21:46"))
            try clock.display.fail(times: 1)
            try VirtualBench.setWallClock("2037-03-10T21:47:00Z")
            #expect(try clock.shows("21:47"))
            let status = try clock.say("status")
            #expect(clock.logged(["event=health.changed"]) == 0, "\(status)")
        }

        @Test("The bus goes with its device file and comes back")
        func busGone() throws {
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z")
            #expect(try clock.shows("21:46"))
            try clock.wires.unplug()
            var isPlugged = false
            defer { if !isPlugged { try? clock.wires.plug() } }
            try VirtualBench.setWallClock("2037-03-10T21:47:00Z")
            #expect(clock.logs("event=health.changed", "part=display", "on a bus that is gone"))
            try clock.display.losePower()
            try clock.wires.plug()
            isPlugged = true
            let back = VirtualBench.bootTime
            #expect(try clock.shows("21:47", upTo: .seconds(20)))
            Figures.note(
                "bus back to the clock's face", nanoseconds: [VirtualBench.bootTime - back])
            #expect(
                VirtualBench.wait(upTo: .seconds(30)) {
                    (try? clock.say("status", "--json").contains(#""problems":[]"#)) == true
                })
        }

        @Test("A bus that hangs holds up neither the stop button nor the sound")
        func busHangs() throws {
            let recorder = try Recorder()
            defer { recorder.stop() }
            let clock = try BenchClock(at: "2037-03-10T06:20:00Z")
            #expect(try clock.rings("--ramp", "0s"))
            #expect(VirtualBench.wait { recorder.peak(ofLast: 100) > 1000 })
            try clock.wires.hang(.seconds(3))
            defer { try? clock.wires.hang(nil) }
            // Until a transfer hangs, within half a second, because the colon blinks.
            VirtualBench.rest(.milliseconds(700))
            let tap = try clock.pins.tap(.stop)
            #expect(clock.logs("event=alarm.stopped", upTo: .seconds(2)))
            #expect(VirtualBench.wait(upTo: .seconds(2)) { recorder.peak(ofLast: 60) <= 2 })
            Figures.note(
                "stop pressed to silence, the bus hanging",
                nanoseconds: [VirtualBench.bootTime - tap.pressed])
            try clock.wires.hang(nil)
            #expect(try clock.shows("06:30", upTo: .seconds(20)))
        }

        @Test(
            "The GPIO chip goes and comes back: what was held counts as let go, and keys work again"
        )
        func chipGone() throws {
            let clock = try BenchClock()
            try clock.pins.press(.snooze)
            VirtualBench.rest(.milliseconds(100))
            try clock.pins.unplug()
            var isPlugged = false
            defer { if !isPlugged { try? clock.pins.plug() } }
            #expect(clock.logs("event=health.changed", "part=buttons"))
            try clock.pins.plug()
            isPlugged = true
            let back = VirtualBench.bootTime
            #expect(
                VirtualBench.wait(upTo: .seconds(20)) {
                    clock.logged(["event=health.changed", "part=buttons"]) == 2
                })
            Figures.note("GPIO chip back to keys", nanoseconds: [VirtualBench.bootTime - back])
            try clock.pins.tap(.stop)
            #expect(clock.logs("event=noise.changed"))
        }

        @Test("The sound card goes while it plays and comes back: the noise resumes by itself")
        func cardGone() throws {
            let clock = try BenchClock()
            try clock.say("noise", "play", "pink")
            #expect(clock.logs("event=sound.started"))
            VirtualBench.rest(.seconds(1))
            try SoundCard.unplug()
            var isPlugged = false
            defer { if !isPlugged { try? SoundCard.plug() } }
            #expect(clock.logs("event=health.changed", "part=sound", "gone"))
            // What is wrong comes first, then what plays.
            for page in ["warning", "nowPlaying"] {
                try clock.pins.tap(.snooze)
                #expect(clock.logs("event=page.shown", "page=\(page)"))
                VirtualBench.rest(.milliseconds(200))
            }
            try clock.pins.tap(.snooze)
            #expect(try clock.shows("_A L_"))
            try SoundCard.plug()
            isPlugged = true
            let back = VirtualBench.bootTime
            let recorder = try Recorder()
            defer { recorder.stop() }
            #expect(VirtualBench.wait(upTo: .seconds(30)) { recorder.peak(ofLast: 100) > 10 })
            let took = VirtualBench.bootTime - back
            Figures.note("sound card back to noise", nanoseconds: [took])
            #expect(took <= 1_000_000_000)
        }

        @Test("The sound card goes while nothing plays: that is told in a minute, and its return")
        func cardGoneWhileIdle() throws {
            let bench = try Workbench()
            var board = try String(contentsOfFile: Workbench.board, encoding: .utf8)
            board.replace(#""keepOpen": true"#, with: #""keepOpen": false"#)
            try bench.write(board, to: "board.json")
            let clock = try BenchClock(board: bench.file("board.json"), bench: bench)
            VirtualBench.rest(.seconds(3))
            try SoundCard.unplug()
            var isPlugged = false
            defer { if !isPlugged { try? SoundCard.plug() } }
            #expect(
                clock.logs("event=health.changed", "part=sound", "gone", upTo: .seconds(60)),
                "\(clock.firmware.log)")
            try SoundCard.plug()
            isPlugged = true
            #expect(
                VirtualBench.wait(upTo: .seconds(60)) {
                    clock.logged(["event=health.changed", "part=sound"]) == 2
                }, "\(clock.firmware.log)")
        }

        @Test("A ring without any sound card flashes the whole display")
        func ringsWithoutCard() throws {
            try SoundCard.unplug()
            defer { try? SoundCard.plug() }
            var board = try String(contentsOfFile: Workbench.board, encoding: .utf8)
            board.replace(#""fallback": ["default"]"#, with: #""fallback": ["hw:CARD=Other"]"#)
            let bench = try Workbench()
            try bench.write(board, to: "board.json")
            let clock = try BenchClock(
                at: "2037-03-10T06:20:00Z", board: bench.file("board.json"), bench: bench)
            #expect(try clock.rings())
            #expect(try VirtualBench.wait { try !clock.display.isLit() })
            #expect(try VirtualBench.wait { try clock.display.isLit() })
            #expect(try VirtualBench.wait { try !clock.display.isLit() })
            try clock.pins.tap(.stop)
            #expect(clock.logs("event=alarm.stopped"))
        }

        @Test("A light sensor that goes leaves the brightness as it was, and is taken up again")
        func lightSensorGone() throws {
            let clock = try BenchClock()
            #expect(clock.logged(["part=light"]) == 0)
            VirtualBench.rest(.seconds(4))
            let dimming = try clock.display.dimming()
            try clock.wires.setLightSensor(isPresent: false)
            defer { try? clock.wires.setLightSensor(isPresent: true) }
            #expect(clock.logs("event=health.changed", "part=light"))
            VirtualBench.rest(.seconds(3))
            #expect(try clock.display.dimming() == dimming)
            try clock.wires.setLight(2000)
            try clock.wires.setLightSensor(isPresent: true)
            #expect(
                VirtualBench.wait(upTo: .seconds(40)) {
                    clock.logged(["event=health.changed", "part=light"]) == 2
                })
            #expect(
                try VirtualBench.wait(upTo: .seconds(30)) { try clock.display.dimming() > dimming })
        }

        @Test("Started with nothing there, it takes up each part when it comes")
        func everythingComesLater() throws {
            let pins = SimulatedPins()
            let wires = SimulatedWires()
            try pins.unplug()
            try wires.unplug()
            try SoundCard.unplug()
            var isPlugged = false
            func plug() throws {
                isPlugged = true
                try wires.plug()
                try pins.plug()
                try SoundCard.plug()
            }
            defer { if !isPlugged { try? plug() } }
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z")
            for part in ["display", "light", "buttons", "outputs"] {
                #expect(clock.logs("event=health.changed", "part=\(part)"))
            }
            try plug()
            #expect(try clock.shows("21:46", upTo: .seconds(20)))
            let recorder = try Recorder()
            defer { recorder.stop() }
            #expect(
                VirtualBench.wait(upTo: .seconds(60)) {
                    (try? clock.say("status", "--json").contains(#""problems":[]"#)) == true
                }, "\(clock.firmware.log)")
            try clock.pins.tap(.stop)
            #expect(VirtualBench.wait { recorder.peak(ofLast: 100) > 10 })
        }
    }
}
