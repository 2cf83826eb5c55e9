import ClockTime
import Foundation
import TestKit
import Testing

extension RealTimeBench {
    /// The chosen device does not play, but an alarm rings all the same.
    @Suite("A ring without its sound card")
    struct CardLoss {
        @Test(
            "The card goes in the midst of a ring: buzzer and motor work, health tells, and it is back within 2 s"
        )
        func goesAndComesBack() throws {
            // It accepts all frames, but nobody hears them.
            try SoundCard.plugSilentCard()
            defer { try? SoundCard.unplugSilentCard() }
            let clock = try BenchClock(at: "2037-03-10T06:20:00Z")
            #expect(try clock.rings("--ramp", "0s"))
            #expect(clock.logs("event=ring.heard"))
            #expect(try !clock.pins.isHigh(SimulatedPins.vibration))
            try SoundCard.unplug()
            var isPlugged = false
            defer { if !isPlugged { try? SoundCard.plug() } }
            #expect(clock.logs("event=ring.rungTaken", "rung=card"))
            #expect(clock.logs("event=health.changed", "part=sound"))
            // Longer than the whole ladder takes, and longer than a borrowed card is trusted.
            VirtualBench.rest(.seconds(15))
            #expect(clock.logged(["event=ring.heard"]) == 1, "\(clock.firmware.log)")
            for line in [SimulatedPins.vibration, SimulatedPins.buzzer] {
                #expect(try VirtualBench.wait(upTo: .seconds(3)) { try clock.pins.isHigh(line) })
            }
            #expect(try !clock.say("status", "--json").contains(#""problems":[]"#))
            try SoundCard.plug()
            isPlugged = true
            let back = VirtualBench.bootTime
            let recorder = try Recorder()
            defer { recorder.stop() }
            // The tone has pauses, but they contain dither.
            #expect(VirtualBench.wait { recorder.firstSound(above: 0) != nil })
            let took = VirtualBench.bootTime - back
            Figures.note("sound card back to the ring", nanoseconds: [took])
            #expect(took <= 2_000_000_000)
            try clock.pins.tap(.stop)
            #expect(clock.logs("event=alarm.stopped"))
            for line in [SimulatedPins.vibration, SimulatedPins.buzzer] {
                #expect(try VirtualBench.wait(upTo: .seconds(3)) { try !clock.pins.isHigh(line) })
            }
            var status = ""
            let isWell = try VirtualBench.wait(upTo: .seconds(30)) {
                status = try clock.say("status")
                // Another output may find the card busy, because the first one keeps it open.
                return !status.contains("Sound: The")
            }
            #expect(isWell, "\(status) \(clock.firmware.log)")
            // What plugins added to the card disappears with it.
            #expect(clock.stop() == 0)
            recorder.stop()
            try SoundCard.unplug()
            try SoundCard.plug()
        }

        @Test(
            "A device whose every write fails is left for the fallback within 2 s, buzzer and motor with it"
        )
        func everyWriteFails() throws {
            let bench = try Workbench()
            // ALSA's own file plugin on a full disk.
            let configuration = """
                pcm.failing {
                    type file
                    slave.pcm "null"
                    file "/dev/full"
                    format "raw"
                }
                """
            try bench.write(configuration, to: ".asoundrc")
            var board = try String(contentsOfFile: Workbench.board, encoding: .utf8)
            board.replace(#""fallback": ["default"]"#, with: #""fallback": ["\#(card)"]"#)
            board.replace(#""device": "\#(card)""#, with: #""device": "failing""#)
            // The ring opens it, so that all of its sound counts.
            board.replace(#""keepOpen": true"#, with: #""keepOpen": false"#)
            try bench.write(board, to: "board.json")
            let clock = try BenchClock(
                at: "2037-03-10T06:20:00Z", board: bench.file("board.json"), bench: bench)
            let recorder = try Recorder()
            defer { recorder.stop() }
            #expect(try clock.rings("--ramp", "0s"))
            let wallAhead = VirtualBench.wallTime - VirtualBench.bootTime
            let boundary = VirtualBench.wallTime / 60_000_000_000 * 60_000_000_000
            #expect(VirtualBench.wait { recorder.firstSound(above: 1000) != nil })
            let heard = try #require(
                recorder.firstSound(above: 1000).flatMap(recorder.time(ofFrame:)))
            let delay = heard + wallAhead - boundary
            Figures.note("alarm's minute to its fallback heard", nanoseconds: [delay])
            #expect(delay <= 2_000_000_000)
            for line in [SimulatedPins.vibration, SimulatedPins.buzzer] {
                #expect(try VirtualBench.wait(upTo: .seconds(15)) { try clock.pins.isHigh(line) })
            }
            #expect(
                try VirtualBench.wait(upTo: .seconds(15)) {
                    try !clock.say("status", "--json").contains(#""problems":[]"#)
                })
            // It plays on, however often the chosen device is retried.
            for _ in 0..<3 {
                VirtualBench.rest(.seconds(1))
                #expect(recorder.peak(ofLast: 1500) > 1000)
            }
        }

        private let card = "plughw:CARD=MAX98357A,DEV=0"
    }
}
