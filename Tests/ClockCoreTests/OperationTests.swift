import ClockTime
import Testing

@testable import ClockCore

@Suite("Operations on alarms (law, 13; product, A1, A3, A6)")
struct OperationTests {
    /// A night with one alarm in each state, by the state's name.
    private func night(_ state: String) throws -> Night {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.preAlert = .minutes(5) }
        switch state {
        case "off": night.ask(.alarm(.setEnabled(id, false)))
        case "scheduled": break
        case "pre-alert": try night.wait(until: "2025-01-14 06:56")
        case "snoozed":
            try night.wait(until: "2025-01-14 07:00")
            night.press(.snooze)
        case "alert": try night.wait(until: "2025-01-14 07:00")
        default: Issue.record("no such state: \(state)")
        }
        night.forgetStory()
        return night
    }

    @Test("The table at the head of RingingMachine+Alarms.swift is what the operations do")
    func table() throws {
        let table = try HeadTable("Ringing/RingingMachine+Alarms.swift", first: "operation")
        #expect(table.rows == Operation.allCases.map(\.rawValue))
        try table.expect { row, column in
            var night = try night(column)
            let before = night.machine.ringing.alarms
            let operation = try #require(Operation(rawValue: row))
            switch night.ask(.alarm(.operate(operation, AlarmID(1)))) {
            case .refused(let error):
                let after = night.machine.ringing.alarms
                #expect(
                    after.book == before.book && after.members == before.members,
                    "\(row), \(column): it changed something")
                return error.code
            case .alarm(let report):
                if night.story.contains(where: { $0.hasSuffix("snoozed 1") }) { return "snoozes" }
                if night.story.contains(where: { $0.contains("stopped 1 command") }) {
                    return "stops"
                }
                return report.state == .off ? "off" : "switches on"
            default: return "no answer"
            }
        }
    }

    @Test(
        "13: a stop or snooze that names an occurrence which is over is stale, and hits no other ring"
    )
    func stale() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        let first = try night.occurrence(id, "2025-01-14")
        night.press(.stop)
        try night.wait(until: "2025-01-15 07:00")
        for command in [
            Command.ring(.stop(.occurrence(first))), .ring(.snooze(.occurrence(first))),
        ] {
            guard case .refused(.stale) = night.ask(command) else {
                Issue.record("a late \(command) was taken")
                continue
            }
        }
        #expect(night.ringing == [id])
    }

    @Test("Whatever an operation means nothing to is refused for its state")
    func refusals() throws {
        let table: [(state: String, Operation, AlarmCondition)] = [
            ("off", .cancel, .offAlready), ("off", .stop, .off),
            ("scheduled", .schedule, .onAlready), ("pre-alert", .countdown, .leading),
            ("snoozed", .snooze, .snoozed), ("snoozed", .countdown, .snoozed),
        ]
        for (state, operation, condition) in table {
            var night = try night(state)
            #expect(
                night.ask(.alarm(.operate(operation, AlarmID(1))))
                    == .refused(.wrongState(.alarm(AlarmName(AlarmID(1), label: ""), condition))),
                "\(state), \(operation)")
        }
    }

    @Test("A1: a duplicate is another alarm that is as the first is, but for what came of that")
    func duplicate() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.label = "Work"
            $0.tint = Tint(red: 1, green: 2, blue: 3)
            $0.isMustWake = true
            $0.volume = Percent(clamping: 12)
        }
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        guard case .alarm(let report) = night.ask(.alarm(.duplicate(id))) else {
            Issue.record("not duplicated")
            return
        }
        var expected = try night.alarm(id)
        #expect(!expected.spent.entries.isEmpty)
        expected = expected.copy(as: AlarmID(2), createdAt: night.now.wall.instant)
        expected.armedAt = night.now.wall.instant
        #expect(report.alarm == expected)
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.ringing == [id, AlarmID(2)])
    }

    @Test("A3: a test lets the alarm be heard as it will be, for a minute, and uses up nothing")
    func testNow() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.volume = Percent(clamping: 77)
        }
        let alarms = night.machine.ringing.alarms.book
        night.ask(.alarm(.test(id)))
        #expect(night.alarmSound?.volume.value == 77)
        #expect(night.machine.snapshot.ring != nil)
        night.wait(.seconds(59))
        #expect(night.alarmSound != nil)
        night.wait(.seconds(1))
        #expect(night.alarmSound == nil)
        #expect(night.machine.ringing.alarms.book == alarms)
        for key in [Button.stop, .snooze, .noise] {
            night.ask(.alarm(.test(id)))
            night.press(key)
            #expect(night.alarmSound == nil, "\(key)")
            #expect(night.machine.playing.noise.isPlaying == false, "\(key)")
            night.wait(.seconds(20))
        }
    }

    @Test(
        "A3, 6.7: a test is told by the status, and ends with a stop, a snooze, or another time"
    )
    func testEnds() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        var later = AlarmChanges()
        later.time = TimeOfDay(hour: 7, minute: 1)
        let ends: [Command] = [
            .ring(.stop(.alarm(id))), .ring(.stop(.current)), .alarm(.operate(.stop, id)),
            .alarm(.edit(id, later)), .alarm(.setEnabled(id, false)),
            .alarm(.setEnabled(id, true)),
        ]
        for end in ends {
            night.ask(.alarm(.test(id)))
            guard case .status(let status) = night.ask(.status) else { continue }
            #expect(status.tested == id)
            night.ask(end)
            #expect(night.alarmSound == nil, "\(end)")
        }
        // There is nothing to come back from, so no time is given.
        for target in [RingTarget.current, .alarm(id)] {
            night.ask(.alarm(.test(id)))
            #expect(night.ask(.ring(.snooze(target))) == .stopped)
            #expect(night.alarmSound == nil)
        }
        night.ask(.alarm(.test(id)))
        night.ask(.alarm(.remove(id)))
        #expect(night.alarmSound == nil)
        guard case .status(let status) = night.ask(.status) else { return }
        #expect(status.tested == nil)
    }

    @Test("A3: an alarm that falls due while one is tried rings on when the test is over")
    func testJoined() throws {
        var night = try Night(at: "2025-01-14 06:59")
        let id = try night.daily("07:00")
        night.wait(.seconds(30))
        night.ask(.alarm(.test(id)))
        night.wait(.seconds(30))
        #expect(night.story.last == "2025-01-14 07:00:00 fired 1 joined")
        night.wait(.minutes(2))
        #expect(night.ringing == [id])
        guard case .refused(.wrongState) = night.ask(.alarm(.test(id))) else {
            Issue.record("a test was begun while something rings")
            return
        }
    }

    @Test("1.2: an alarm pinned to a zone rings by it, wherever the clock stands")
    func pinned() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-14 06:00")
        let tokyo = try systemZone("Asia/Tokyo")
        let id = try night.add(.daily(at: try timeOfDay("18:00"))) { $0.zone = .pinned(tokyo) }
        #expect(try night.next(id) == "2025-01-14 10:00:00")
        try night.changeZone("America/New_York")
        #expect(try night.next(id) == "2025-01-14 04:00:00")
        try night.wait(until: "2025-01-14 04:00")
        #expect(night.ringing == [id])
        night.press(.stop)
        night.edit(id) { $0.zone = .local }
        #expect(try night.next(id) == "2025-01-14 18:00:00")
    }

    @Test("4.1: a zone that a person changes passes over nothing of an alarm that is pinned")
    func pinnedStays() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-14 06:59")
        let berlin = try systemZone("Europe/Berlin")
        let pinned = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.zone = .pinned(berlin) }
        let local = try night.daily("07:30")
        night.pass(.minutes(2))
        try night.changeZone("Europe/Moscow")
        #expect(night.ringing == [pinned])
        #expect(
            night.story == [
                "2025-01-14 09:01:00 fired 1 late 60.0 seconds",
                "2025-01-14 09:01:00 passed over \(local) of 2025-01-14",
            ])
    }

    @Test(
        "The rules of a pinned zone come back with the clock, and go with the last alarm that needs them"
    )
    func pinnedRules() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-14 06:00")
        let tokyo = try systemZone("Asia/Tokyo")
        let id = try night.add(.daily(at: try timeOfDay("18:00"))) { $0.zone = .pinned(tokyo) }
        #expect(night.machine.ringing.rules.pinned.keys.sorted() == ["Asia/Tokyo"])
        night.handle(.pinnedZoneChanged(.fixed(name: "Asia/Tokyo", offsetSeconds: 0)))
        #expect(try night.next(id) == "2025-01-14 19:00:00")
        // The next start takes this for the rules before it.
        #expect(night.durable?.zoneOffsets["Asia/Tokyo"] == 0)
        night.ask(.alarm(.remove(id)))
        #expect(night.machine.ringing.rules.pinned.isEmpty)
    }
}
