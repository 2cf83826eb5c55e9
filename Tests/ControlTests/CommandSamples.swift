import ClockCore
import ClockTime
@testable import Control

// Commands with all that they can carry.
extension Samples {
    static func changes() throws -> AlarmChanges {
        var changes = AlarmChanges()
        changes.label = "Work \"quoted\" / ä\\"
        changes.sound = SoundID("digital")
        changes.volume = Percent(60)
        changes.ramp = .milliseconds(1500)
        changes.snoozeAllowed = true
        changes.snoozeLength = .minutes(9)
        changes.snoozeLimit = .times(3)
        return changes
    }

    static func ringNames() throws -> [RingName] {
        [
            .alarm(OccurrenceID(alarm: AlarmID(3), date: try date("2026-03-29"))),
            .timer(TimerID(1), run: 2), .nap(number: 4), .test(AlarmID(5)),
        ]
    }

    static func commands() throws -> [Command] {
        var partial = AlarmChanges()
        partial.time = try time("07:45")
        var days = AlarmChanges()
        days.kind = .dated(try date("2026-03-29"))
        days.snoozeLimit = .unlimited
        var all = try changes()
        all.time = try time("00:00")
        all.kind = .weekly(.weekends)
        let id = AlarmID(3)
        let others =
            try quietCommands() + CountdownSamples.commands() + NoiseSamples.commands()
            + TimeSamples.commands()
        return others + [
            .status, .listAlarms, .showAlarm(id), .acknowledge, .stopNoise,
            .history(HistoryQuery()),
            .history(
                HistoryQuery(
                    alarm: id, date: try date("2026-03-29"), since: Instant(seconds: 1_774_000_000),
                    count: 7)),
            .addAlarm(try weekly(.weekdays, "07:30"), AlarmChanges()),
            .addAlarm(.once(at: try time("23:59")), try changes()),
            .addAlarm(.dated(try date("2026-03-29"), at: try time("02:30")), try changes()),
            .editAlarm(id, partial), .editAlarm(id, days), .editAlarm(id, all),
            .addAlarm(.once(at: try time("06:00")), try everyChange()),
            .editAlarm(id, try nothingLeft()),
            .duplicateAlarm(id), .testAlarm(id), .setCategoryEnabled("work", true),
            .setCategoryEnabled("work", false), .operate(.pause, .alarm(id)),
            .operate(.resume, .alarm(id)), .operate(.schedule, .alarm(id)),
            .operate(.cancel, .alarm(id)),
            .operate(.countdown, .alarm(id, date: try date("2026-03-29"))),
            .operate(.repeat, .alarm(id)), .operate(.add, .alarm(id)),
            .removeAlarm(id), .setAlarmEnabled(id, true), .setAlarmEnabled(id, false),
            .skipNext(id, 0), .skipNext(id, 31),
            .snooze(.occurrence(OccurrenceID(alarm: id, date: try date("2026-03-29")))),
            .stop(.occurrence(OccurrenceID(alarm: id, date: try date("2026-03-29")))),
            .stop(.rings(try ringNames())), .snooze(.rings(try ringNames())),
            .stop(.rings([.test(id)])),
            .playNoise(nil, volume: nil), .playNoise(SoundID("pink"), volume: Percent(50)),
            .playNoise(nil, volume: Percent(0)), .setNoiseVolume(Percent(clamping: 100)),
            .previewNoise(SoundID("white")), .setHoldToStop(true), .setHoldToStop(false),
            .setHourFormat(.twelve), .setHourFormat(.twentyFour),
        ]
    }

    /// All that an alarm can be given beside its schedule.
    static func everyChange() throws -> AlarmChanges {
        var changes = try changes()
        changes.zone = .pinned(TestZones.berlin)
        changes.message = "bring the key"
        changes.icon = .some(.some("train"))
        changes.tint = .some(.some(Tint(red: 255, green: 136, blue: 0)))
        changes.category = .some(.some("work"))
        changes.vibration = .some(.some(.heartbeat(HeartRate(clamping: 70))))
        changes.isMustWake = true
        changes.preAlert = .minutes(10)
        changes.sunrise = .minutes(30)
        changes.observesFreeDays = true
        changes.respectsDoNotDisturb = false
        changes.ringLength = .minutes(5)
        changes.automaticRings = 0
        return changes
    }

    /// All that can be taken away again.
    static func nothingLeft() throws -> AlarmChanges {
        var changes = AlarmChanges()
        changes.zone = .local
        changes.icon = .some(.none)
        changes.tint = .some(.none)
        changes.category = .some(.none)
        changes.vibration = .some(.none)
        return changes
    }

    /// What keeps alarms from ringing.
    static func quietCommands() throws -> [Command] {
        let night = QuietHours(from: try time("22:00"), to: try time("07:00"))
        return [
            .pauseAlarms(DateRange(first: try date("2026-07-20"), last: try date("2026-08-02"))),
            .pauseAlarms(nil), .listFreeDays, .setFreeDays([]),
            .setFreeDays([
                FreeDay(date: try date("2026-12-25"), name: "Christmas"),
                FreeDay(date: try date("2026-12-26"), name: ""),
            ]),
            .showDoNotDisturb, .setDoNotDisturb(.byHand(.on)), .setDoNotDisturb(.byHand(.off)),
            .setDoNotDisturb(.byHand(.until(try wall("2026-03-30T05:00:00Z").instant))),
            .setDoNotDisturb(.onUntil(try time("07:00"))),
            .setDoNotDisturb(.quietHours(night)), .setDoNotDisturb(.quietHours(nil)),
            .setDoNotDisturb(.allowsNoise(true)), .setDoNotDisturb(.allowsNoise(false)),
        ]
    }
}
