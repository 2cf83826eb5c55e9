import ClockCore
import ClockTime
import SimulatedBoard
import Testing

@testable import Runtime

@Suite("What a screen beside the face says")
struct ScreenWordsTests {
    @Test("All that rings is named, and what has no name by what it is")
    func ringing() throws {
        let bench = try Bench(at: "2026-01-10T12:00:00Z")
        func rings() throws -> ClockStatus.Ringing {
            try #require(bench.stepped.status(at: bench.clock.now())?.ringing)
        }
        _ = bench.ask(.timer(.add(.seconds(5), name: nil, starts: true)))
        _ = bench.ask(.timer(.add(.seconds(8), name: "Pizza", starts: true)))
        bench.run(for: .seconds(6))
        #expect(try rings().title == "Timer")
        #expect(try !rings().isSeveral)
        bench.run(for: .seconds(3))
        #expect(try rings().title == "Timer and Pizza")
        #expect(try rings().isSeveral)
    }

    @Test("A clock that does not know the time says how to set it")
    func noTime() throws {
        let machine = ClockMachine(
            restoring: nil, zone: .utc, trust: .unknown, boot: BootID("a"), catalogue: .least,
            at: Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
        let now = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        let status = ClockStatus(machine.snapshot, at: now)
        #expect(
            status.dateLine
                == "unknown. Set it: noiseclock time set 2026-12-31T23:59")
        #expect(status.time == nil)
        #expect(status.nextAlarm == nil)
        #expect(status.noAlarm == "none as long as the time is not known")
    }

    private func status(_ bench: Bench) throws -> ClockStatus {
        try #require(bench.stepped.status(at: bench.clock.now()))
    }

    @Test("Without an alarm it says how one is set; with one, when it rings, snoozed too")
    func nextAlarm() throws {
        let bench = try Bench(at: "2026-03-30T07:29:50Z")
        #expect(try status(bench).dateLine == "Mon 30 Mar, UTC")
        #expect(try status(bench).nextAlarm == nil)
        #expect(
            try status(bench).noAlarm
                == "none; noiseclock alarm add 07:30 mon-fri in another terminal sets one")
        _ = try bench.ask(words: "alarm add 07:30 daily --label Work")
        #expect(try status(bench).nextAlarm == "07:30 daily Work, in less than a minute")
        bench.run(for: .seconds(11))
        #expect(try status(bench).ringing?.snooze == "9 min")
        bench.tap(.snooze)
        #expect(try status(bench).nextAlarm == "Work rings again at 07:39, in 8 min")
    }

    @Test("What happens to an alarm names it by its number, and by label or else by time and days")
    func edits() throws {
        let bench = try Bench(at: "2026-03-30T07:00:00Z")
        for words in [
            "alarm add 07:30 mon-fri", "alarm disable 1", "alarm edit 1 --label Work",
            "alarm edit 1 --label ''", "alarm remove 1", "alarm add 8:00 --label Train",
            "alarm remove 2",
        ] { _ = try bench.ask(words: words) }
        #expect(
            bench.lines(.alarmEdited).map { $0.message() }
                == [
                    "Alarm 1 (07:30 Mon–Fri) is set", "Alarm 1 (07:30 Mon–Fri) is off",
                    "Alarm 1 (Work) is changed", "Alarm 1 (07:30 Mon–Fri) is changed",
                    "Alarm 1 (07:30 Mon–Fri) is removed", "Alarm 2 (Train) is set",
                    "Alarm 2 (Train) is removed",
                ])
    }

    @Test("What counts down says what will happen, in units that never change as time runs down")
    func countdowns() throws {
        let bench = try Bench(at: "2026-03-30T05:00:00Z")
        _ = try bench.ask(words: "timer add 90s Egg")
        _ = try bench.ask(words: "timer add 1h1m")
        bench.run(for: .seconds(80))
        #expect(
            try status(bench).countdowns == [
                "Egg rings in 0 min 10 s", "Timer rings in 0 h 59 min 40 s",
            ])
        _ = try bench.ask(words: "timer pause 1")
        #expect(try status(bench).countdowns.first == "Egg is paused with 0 min 10 s left")
    }

    @Test("A snoozed timer says that it rings again")
    func snoozedTimer() throws {
        let bench = try Bench(at: "2026-03-30T05:00:00Z")
        _ = try bench.ask(words: "timer add 5s Egg")
        bench.run(for: .seconds(6))
        bench.tap(.snooze)
        #expect(try status(bench).countdowns.map { $0.prefix(18) } == ["Egg rings again in"])
    }

    @Test("A nap says when it starts, and by when it rings")
    func nap() throws {
        let bench = try Bench(at: "2026-03-30T11:00:30Z")
        bench.stepped.press(.snooze, isDown: true)
        bench.run(for: .seconds(3))
        #expect(
            try status(bench).countdowns == ["Nap starts when you let go. Rings by 11:31"])
        bench.stepped.press(.snooze, isDown: false)
        bench.run(for: .seconds(3))
        #expect(try status(bench).countdowns == ["Nap starts in 27 s. Rings by 11:31"])
        bench.run(for: .seconds(27))
        #expect(try status(bench).countdowns == ["Nap ends in 20 min 0 s. Rings at 11:21"])
        _ = try bench.ask(words: "nap stop")
        #expect(try status(bench).countdowns == [])
        let messages = bench.events.values.compactMap { $0.message() }
        #expect(
            messages == [
                "The clock starts for the first time", "You hold the bar for a nap",
                "You let go of the bar; the nap starts soon", "The nap starts", "The nap stops",
            ])
    }

    @Test("The log calls alarms, timers and sounds by their names, also those that it takes away")
    func labels() throws {
        let bench = try Bench(at: "2026-03-30T07:29:50Z")
        func said(_ body: () throws -> Void) rethrows -> [String] {
            let before = bench.events.values.count
            try body()
            return bench.events.values.dropFirst(before)
                .compactMap { $0.message() }
        }
        #expect(
            try said { _ = try bench.ask(words: "alarm add 07:30 daily --label Work") } == [
                "Alarm 1 (Work) is set"
            ])
        #expect(said { bench.run(for: .seconds(11)) } == ["Alarm 1 (Work) rings"])
        #expect(said { bench.tap(.snooze) } == ["Alarm 1 (Work) snoozes until 07:39"])
        #expect(
            try said { _ = try bench.ask(words: "alarm remove 1") } == ["Alarm 1 (Work) is removed"]
        )
        #expect(
            try said { _ = try bench.ask(words: "noise play pink --volume 50") } == [
                "Noise: Pink noise, 50 %"
            ])
        _ = try bench.ask(words: "timer add 5m Tea")
        #expect(try said { _ = try bench.ask(words: "timer remove 1") } == ["Tea is removed"])
        // Personal text is not logged.
        #expect(bench.events.values.allSatisfy { !$0.json.contains("Work") })
    }

    @Test("The log says how the wall clock went, and which dates are without alarms")
    func times() {
        let now = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        func words(_ note: Note) -> String? { EventLine(note, at: now).message() }
        #expect(words(.clockStepped(by: .seconds(-3_600), .user)) == "The time is set to 00:00")
        #expect(
            words(.clockStepped(by: .seconds(-3_600), .synchronised))
                == "The time is corrected, back by 1 h")
        #expect(
            words(.clockStepped(by: .seconds(90), .outside))
                == "Another program set the time forward by 1 min 30 s, to 00:00")
        #expect(
            words(.clockStepped(by: .seconds(2), .synchronised))
                == "The time is corrected, forward by 2 s")
        let first = CivilDate("2026-03-30")
        let last = CivilDate("2026-03-31")
        if let first, let last {
            #expect(
                words(.alarmsPaused(DateRange(first: first, last: last)))
                    == "No alarm rings from Mon 30 Mar to Tue 31 Mar")
            #expect(
                words(.pauseEnded(DateRange(first: last, last: last)))
                    == "Alarms ring again on Tue 31 Mar")
        }
        #expect(words(.rungTaken(.output(1), .noFrames)) == "The ring tries sound output 2")
    }
}
