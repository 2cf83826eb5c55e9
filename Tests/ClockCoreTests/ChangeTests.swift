import ClockTime
import Foundation
import TestKit
import Testing

@testable import ClockCore

@Suite("What a change of an alarm ends, and what it leaves alone (law, 6.7)")
struct ChangeTests {
    /// A change of each setting, from the defaults of a daily alarm at 07:00.
    private static func changes() throws -> [String: [AlarmChanges]] {
        let tokyo = try systemZone("Asia/Tokyo")
        return [
            "schedule": [
                change { $0.time = TimeOfDay(hour: 9, minute: 0) },
                change { $0.kind = .weekly(.weekdays) },
            ],
            "zone": [change { $0.zone = .pinned(tokyo) }],
            "label": [change { $0.label = "Office" }],
            "message": [change { $0.message = "Bring cake" }],
            "icon": [change { $0.icon = "sun" }],
            "tint": [change { $0.tint = Tint("#ff8800") }],
            "category": [change { $0.category = "work" }],
            "sound": [change { $0.sound = SoundID("bell") }],
            "vibration": [change { $0.vibration = .steady }],
            "volume": [change { $0.volume = Percent(clamping: 20) }],
            "rampSeconds": [change { $0.ramp = .seconds(5) }],
            "mustWake": [change { $0.isMustWake = true }],
            "preAlertSeconds": [change { $0.preAlert = .minutes(10) }],
            "preAlertSound": [change { $0.preAlertSound = .some(SoundID("white")) }],
            "sunriseSeconds": [change { $0.sunrise = .minutes(20) }],
            "bedtimeSeconds": [change { $0.bedtime = .hours(8) }],
            "ringSeconds": [change { $0.ringLength = .minutes(1) }],
            "automaticRings": [change { $0.automaticRings = 0 }],
            "snooze": [
                change { $0[\.snooze.isAllowed] = false },
                change { $0[\.snooze.length] = .minutes(1) },
                change { $0[\.snooze.limit] = .some(1) },
            ],
            "stopWith": [change { $0.stopWith = .both }],
            "observesFreeDays": [change { $0.observesFreeDays = true }],
            "respectsDoNotDisturb": [change { $0.respectsDoNotDisturb = true }],
            "noiseAfter": [change { $0.noiseAfter = true }],
        ]
    }

    private static func change(_ set: (inout AlarmChanges) -> Void) -> AlarmChanges {
        var changes = AlarmChanges()
        set(&changes)
        return changes
    }

    @Test("An edit of a revision that is no longer there changes nothing")
    func revision() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        var changes = ChangeTests.change { $0.label = "Early" }
        changes.revision = 1
        guard case .alarm(let report) = night.ask(.alarm(.edit(id, changes))) else {
            Issue.record("the first edit was refused")
            return
        }
        #expect(report.alarm.revision == 2)
        changes.label = "Late"
        let refused = night.ask(.alarm(.edit(id, changes)))
        #expect(refused == .refused(.changedMeanwhile(id, revision: 2)))
        #expect(try night.alarm(id).label == "Early")
        var nothing = AlarmChanges()
        nothing.revision = 2
        #expect(
            night.ask(.alarm(.edit(id, nothing)))
                == .refused(.invalid(field: "changes", .noChange)))
    }

    @Test("6.7: every setting that a person can change says when a change of it counts")
    func complete() throws {
        let all = try ChangeTests.changes()
        #expect(Set(all.keys) == Set(Alarm.settings.map(\.name)))
        for setting in Alarm.settings {
            for changes in all[setting.name] ?? [] {
                var night = try Night(at: "2025-01-14 06:00")
                let id = try night.daily("07:00")
                let old = try night.alarm(id)
                night.ask(.alarm(.edit(id, changes)))
                #expect(AlarmSetting.changed(from: old, to: try night.alarm(id)) == [setting])
            }
        }
    }

    @Test(
        "6.7: only another time, other days or another zone ends a snooze, skips and spent dates",
        arguments: Alarm.settings.map(\.name))
    func snoozedAndSkipping(_ setting: String) throws {
        for changes in try ChangeTests.changes()[setting] ?? [] {
            try snoozedAndSkipping(changes, endsAll: ["schedule", "zone"].contains(setting))
        }
    }

    private func snoozedAndSkipping(_ changes: AlarmChanges, endsAll: Bool) throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.ask(.alarm(.skipNext(id, 2)))
        night.forgetStory()
        let before = try night.alarm(id)
        let reply = night.ask(.alarm(.edit(id, changes)))
        let after = try night.alarm(id)
        guard case .alarm(let report)? = reply, let effects = report.consequences else {
            Issue.record("\(changes) was refused")
            return
        }
        #expect(after.revision == before.revision + 1)
        #expect(night.notes.contains(.alarmEdited(id, .edited)))
        #expect(night.snoozed == (endsAll ? [] : [id]))
        #expect(report.skipsEnded == (endsAll ? 2 : 0))
        #expect(effects.endedSnooze == endsAll)
        #expect(after.skipNext == (endsAll ? 0 : 2))
        #expect(after.spent.entries.isEmpty == endsAll)
        #expect(after.armedAt == (endsAll ? night.now.wall.instant : before.armedAt))
        guard !endsAll else { return }
        try night.wait(until: "2025-01-14 07:09")
        #expect(night.ringing == [id])
    }

    @Test("6.7: a renamed alarm rings again when its snooze ends, also after a power cut")
    func renamed() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.edit(id) {
            $0.label = "Office"
            $0[\.snooze.length] = .minutes(1)
        }
        try night.cutPower(for: .seconds(30))
        try night.wait(until: "2025-01-14 07:08")
        #expect(night.ringing == [], "its snooze keeps its length, over a restart too")
        try night.wait(until: "2025-01-14 07:09")
        #expect(night.ringing == [id])
    }

    @Test("6.7: what is already set changes nothing, is not saved, and the answer says so")
    func nothing() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let once = try night.once("06:30")
        try night.wait(until: "2025-01-14 06:31")
        night.press(.stop)
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.ask(.alarm(.skipNext(id, 2)))
        let alarm = try night.alarm(id)
        var same = AlarmChanges()
        same.time = alarm.schedule.time
        same.kind = alarm.schedule.kind
        same.zone = .local
        same.label = alarm.label
        same.volume = alarm.volume
        let commands: [Command] = [
            .alarm(.edit(id, same)), .alarm(.setEnabled(id, true)), .alarm(.skipNext(id, 2)),
            .alarm(.setEnabled(once, false)),
        ]
        let stored = night.machine.persistentState.alarms
        let revision = night.machine.saving.revision
        night.forgetStory()
        for command in commands {
            guard case .alarm(let report)? = night.ask(command) else {
                Issue.record("\(command) was refused")
                continue
            }
            #expect(report.isUnchanged, "\(command)")
        }
        #expect(night.machine.persistentState.alarms == stored)
        #expect(night.machine.saving.revision == revision)
        #expect(night.notes.isEmpty)
        #expect(night.snoozed == [id])
        let other = ChangeTests.change { $0.label = "Office" }
        guard case .alarm(let report)? = night.ask(.alarm(.edit(id, other))) else { return }
        #expect(!report.isUnchanged)
    }

    @Test("6.7: to switch on an alarm that has just rung sets it anew, and leaves its snooze")
    func switchedOnWhileSnoozed() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.once("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.ask(.alarm(.setEnabled(id, true)))
        #expect(night.snoozed == [id])
        #expect(try night.next(id) == "2025-01-15 07:00:00")
        #expect(try night.alarm(id).armedAt == night.now.wall.instant)
        try night.wait(until: "2025-01-14 07:10")
        #expect(night.ringing == [id])
        night.press(.stop)
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.ringing == [id])
    }

    @Test("6.7, 6.1: another volume is heard at once in a ring, louder and softer, of its loudest")
    func volume() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let one = try night.daily("07:00")
        let two = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.volume = Percent(clamping: 30)
        }
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.alarmSound?.volume.value == 60)
        let serial = night.alarmSound?.serial
        let loudest = [(one, 90, 90), (one, 20, 30), (two, 25, 25), (two, 0, 20)]
        for (id, volume, heard) in loudest {
            night.edit(id) { $0.volume = Percent(clamping: volume) }
            #expect(night.alarmSound?.volume.value == heard)
        }
        #expect(night.alarmSound?.serial == serial, "it is the same ring")
        #expect(night.ringing == [one, two])
    }

    @Test("6.7: sound and ramp count from the next ring on")
    func nextRing() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.edit(id) {
            $0.sound = SoundID("bell")
            $0.ramp = .seconds(5)
        }
        #expect(night.alarmSound?.sound == SoundID("digital"))
        #expect(night.alarmSound?.ramp == .seconds(30))
        night.press(.snooze)
        try night.wait(until: "2025-01-14 07:10")
        #expect(night.alarmSound?.sound == SoundID("bell"))
        #expect(night.alarmSound?.ramp == .seconds(5))
    }

    @Test("6.7, 6.5: N and M count from the next ring on, also over a power cut")
    func patience() throws {
        for isCut in [false, true] {
            var night = try Night(at: "2025-01-14 06:00")
            let id = try night.daily("07:00")
            try night.wait(until: "2025-01-14 07:00")
            night.edit(id) {
                $0.ringLength = .minutes(2)
                $0.automaticRings = 0
            }
            if isCut { try night.cutPower(for: .seconds(1)) }
            try night.wait(until: "2025-01-14 07:09")
            #expect(night.ringing == [id], "it keeps its N of ten minutes")
            try night.wait(until: "2025-01-14 07:11")
            #expect(night.snoozed == [id], "it keeps its M of two")
            try night.wait(until: "2025-01-14 07:20")
            #expect(night.ringing == [id])
            try night.wait(until: "2025-01-14 07:22")
            #expect(night.missed.map(\.reason) == [.unanswered], "the next ring has the new ones")
        }
    }

    @Test("6.7, 8: a timer that rings keeps its N and M, too")
    func patienceOfTimers() throws {
        for isCut in [false, true] {
            var night = try Night(at: "2025-01-14 06:00")
            night.ask(.timer(.add(.minutes(1), name: "tea", starts: true)))
            try night.wait(until: "2025-01-14 06:01")
            let rules: [RingRuleChange] = [
                .set(\.countdowns.ringLength, .minutes(2)), .set(\.countdowns.automaticRings, 0),
            ]
            night.ask(.settings(.setRingRules(rules)))
            if isCut { try night.cutPower(for: .seconds(1)) }
            try night.wait(until: "2025-01-14 06:10")
            #expect(night.machine.ringing.timers.isAlerting)
            try night.wait(until: "2025-01-14 06:12")
            #expect(!night.machine.ringing.timers.isAlerting)
            #expect(night.machine.ringing.timers.notices.isEmpty)
            try night.wait(until: "2025-01-14 06:24")
            #expect(night.machine.ringing.timers.notices.map(\.reason) == [.unanswered])
        }
    }

    @Test("6.7, 6.3: the length and the limit of a snooze count from the next snooze on")
    func nextSnooze() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.edit(id) {
            $0[\.snooze.length] = .minutes(2)
            $0[\.snooze.limit] = .some(2)
        }
        try night.wait(until: "2025-01-14 07:10")
        #expect(night.ringing == [id])
        night.press(.snooze)
        try night.wait(until: "2025-01-14 07:12:30")
        #expect(night.ringing == [id])
        night.press(.snooze)
        #expect(night.ringing == [id], "the limit of two is reached")
    }

    @Test("6.7, 7: free days and do not disturb count from the next date on")
    func nextDate() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        night.ask(.quiet(.setFreeDays([FreeDay(date: try civilDate("2025-01-15"), name: "Off")])))
        try night.wait(until: "2025-01-14 07:00")
        night.edit(id) { $0.observesFreeDays = true }
        #expect(night.ringing == [id])
        #expect(try night.next(id) == "2025-01-16 07:00:00")
    }

    @Test("6.7: an alarm that is stored without N, M and the length of its snooze keeps its own")
    func oldMember() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        var state = try #require(night.durable)
        for place in state.members.indices {
            state.members[place].patience = nil
            state.members[place].snoozeSeconds = nil
        }
        night.restartProgram(restoring: state)
        #expect(night.snoozed == [id])
        try night.wait(until: "2025-01-14 07:10")
        #expect(night.ringing == [id])
    }

    @Test("6.7: a category that is switched off says what it ended, and on again ends nothing")
    func categories() throws {
        var night = try Night(at: "2025-01-14 06:00")
        try night.add(.daily(at: try timeOfDay("07:00"))) { $0.category = "work" }
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        guard case .category(let same)? = night.ask(.alarm(.setCategoryEnabled("work", true))),
            case .category(let off)? = night.ask(.alarm(.setCategoryEnabled("work", false)))
        else {
            Issue.record("refused")
            return
        }
        #expect(same.map(\.isUnchanged) == [true])
        #expect(same.first?.consequences?.endedSnooze == false)
        #expect(off.map(\.isUnchanged) == [false])
        #expect(off.first?.consequences?.endedSnooze == true)
        #expect(night.snoozed == [])
    }

    @Test(
        "6.7: another tone by the menu leaves the snooze of an alarm that has switched itself off")
    func toneByMenu() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.once("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.wait(.seconds(11))
        night.press(.menu, times: 6)
        night.press([.plus, .menu, .menu, .menu])
        #expect(try night.alarm(id).sound == SoundID("bell"))
        #expect(night.snoozed == [id])
    }

    @Test("6.7, 4.2: to choose the zone that the clock has already changes nothing")
    func sameZone() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let armedAt = try night.alarm(id).armedAt
        try night.wait(until: "2025-01-14 06:30")
        night.ask(.time(.setZone(night.zone)))
        #expect(try night.alarm(id).armedAt == armedAt)
    }
}
