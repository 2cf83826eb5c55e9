import ClockTime
import Foundation
import Glibc
import TestKit
import Testing

extension SimulatedTimeBench {
    /// Hours of the kernel's own time, which jumps from one awaited moment to the next.
    @Suite("A night")
    struct Night {
        @Test(
            "From going to bed to getting up: noise, an alarm at seven, two snoozes, and the stop")
        func wholeNight() throws {
            let clock = try BenchClock(at: "2037-03-10T22:00:00Z")
            try clock.wires.setLight(1)
            try clock.say("alarm", "add", "07:00", "mon-fri", "--label", "Work")
            VirtualBench.rest(.seconds(1800))
            #expect(try clock.shows("22:30."))
            #expect(try clock.display.dimming() <= 2)

            try clock.wires.clearLog()
            let wakes = try clock.wakes()
            VirtualBench.rest(.seconds(8 * 3600 + 1800 - 60))
            #expect(try clock.shows("06:59."))
            let minutes = 8.5 * 60 - 1
            let wakesPerMinute = Double(try clock.wakes() - wakes) / minutes
            let bytesPerMinute = Double(try clock.display.bytes()) / minutes
            Figures.note(
                "wakes of the whole firmware per minute, with a light sensor", wakesPerMinute)
            Figures.note("bytes to the display per minute", bytesPerMinute)
            #expect(wakesPerMinute <= 180)
            #expect(bytesPerMinute <= 60)
            #expect(clock.logged(["event=alarm.fired"]) == 0)

            #expect(clock.logs("event=alarm.fired", "alarm=1", upTo: .seconds(90)))
            #expect(try clock.display.dimming() >= 8)
            try clock.pins.tap(.snooze)
            #expect(clock.logs("event=alarm.snoozed"))
            let snoozed = VirtualBench.bootTime
            #expect(clock.logs("event=alarm.rangAgain", upTo: .seconds(600)))
            let slept = Double(VirtualBench.bootTime - snoozed) / 1e9
            #expect(abs(slept - 540) < 1, "\(slept) s")
            try clock.pins.tap(.minus)
            #expect(VirtualBench.wait { clock.logged(["event=alarm.snoozed"]) == 2 })
            #expect(
                VirtualBench.wait(upTo: .seconds(600)) {
                    clock.logged(["event=alarm.rangAgain"]) == 2
                })
            try clock.pins.tap(.stop)
            #expect(clock.logs("event=alarm.stopped"))
            #expect(clock.logged(["event=alarm.fired"]) == 1)
            #expect(clock.logged(["event=health.changed"]) == 0)
            #expect(clock.stop() == 0)
        }

        @Test(
            "Idle without a light sensor the whole program wakes at most once a second",
            arguments: [true, false])
        func idle(isSynchronised: Bool) throws {
            let bench = try Workbench()
            var board = try String(contentsOfFile: Workbench.board, encoding: .utf8)
            board.replace(
                #""source": "bh1750", "address": "0x23""#, with: #""source": "none""#)
            try bench.write(board, to: "board.json")
            let clock = try BenchClock(
                at: "2037-03-10T22:00:00Z", isSynchronised: isSynchronised,
                board: bench.file("board.json"), bench: bench)
            // A clock that never knew the time asks for it after a minute, and blinks for three.
            VirtualBench.rest(.seconds(300))
            let wakes = try clock.wakes()
            VirtualBench.rest(.seconds(600))
            let wakesPerMinute = Double(try clock.wakes() - wakes) / 10
            let what = isSynchronised ? "" : ", the time unconfirmed"
            Figures.note(
                "wakes of the whole firmware per minute, without a light sensor\(what)",
                wakesPerMinute)
            #expect(wakesPerMinute <= 60)
            #expect(clock.logged(["event=health.changed"]) == 0)
            #expect(clock.stop() == 0)
        }

        @Test("Nobody answers: it rings for ten minutes, three times, and is then noted as missed")
        func nobodyAnswers() throws {
            let clock = try BenchClock(at: "2037-03-11T06:59:00Z")
            try clock.say("alarm", "add", "07:00")
            #expect(clock.logs("event=alarm.missed", upTo: .seconds(3600)))
            #expect(clock.logged(["event=alarm.fired"]) == 1)
            #expect(clock.logged(["event=alarm.silenced"]) == 2)
            #expect(clock.logged(["event=alarm.rangAgain"]) == 2)
        }

        @Test("The night that has no half past two: 01:59 is followed by 03:00")
        func springNight() throws {
            let clock = try BenchClock(at: "2037-03-29T00:58:30Z", zone: "Europe/Berlin")
            #expect(try clock.shows("01:58"))
            #expect(try clock.shows("01:59", upTo: .seconds(60)))
            #expect(try clock.shows("03:00", upTo: .seconds(61)))
        }

        @Test(
            "A display that lost its power for a moment, unnoticed, shows its face again within a minute or two"
        )
        func powerGlitch() throws {
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z")
            VirtualBench.rest(.seconds(90))
            try clock.display.losePower()
            let lost = VirtualBench.bootTime
            #expect(
                try VirtualBench.wait(upTo: .seconds(180)) {
                    try clock.display.isLit() && !clock.display.reading().contains("?")
                })
            Figures.note(
                "display that forgot everything to its face",
                nanoseconds: [VirtualBench.bootTime - lost])
        }

        @Test("The digits change within 5 ms of each minute's true boundary")
        func digitChanges() throws {
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z")
            let delays = try clock.digitChanges(minutes: 47...58)
            #expect(delays.allSatisfy { $0 >= 0 && $0 < 5_000_000 }, "\(delays)")
        }
    }
}
