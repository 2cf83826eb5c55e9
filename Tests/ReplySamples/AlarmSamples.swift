package import ClockCore
package import ClockTime

package enum Samples {
    /// Alarm 7 with every field that an alarm can have, in its countdown.
    package static func full() throws -> AlarmReport {
        var report = try work()
        var alarm = Alarm(
            id: AlarmID(7), schedule: report.alarm.schedule, createdAt: Instant(seconds: 0))
        alarm.label = "Early"
        alarm.pinnedZone = "Europe/Berlin"
        alarm.message = "bring the key"
        alarm.icon = "train"
        alarm.tint = Tint(red: 255, green: 136, blue: 0)
        alarm.category = "work"
        alarm.vibration = .heartbeat(HeartRate(clamping: 70))
        alarm.isMustWake = true
        alarm.preAlert = .minutes(10)
        alarm.sunrise = .minutes(30)
        alarm.observesFreeDays = true
        alarm.respectsDoNotDisturb = true
        alarm.noiseAfter = true
        alarm.stopWith = .hold(.seconds(5))
        report.alarm = alarm
        report.state = .countdown
        report.untilNext = .minutes(7)
        report.createdCivil = try civil("2026-03-29", "23:57")
        return report
    }

    package static func quiet() throws -> DoNotDisturbReport {
        var setting = DoNotDisturb()
        setting.quietHours = QuietHours(from: try time("22:00"), to: try time("07:00"))
        setting.byHand = .until(try wall("2026-03-30T05:00:00Z").instant)
        setting.allowsNoise = false
        return DoNotDisturbReport(
            setting: setting, holds: true, untilCivil: try civil("2026-03-30", "07:00"))
    }

    /// Alarm 3, seen on Sunday 29 March 2026 at 23:57:44 in Berlin.
    package static func work() throws -> AlarmReport {
        var alarm = Alarm(
            id: AlarmID(3), schedule: try weekly(.weekdays, "07:30"),
            createdAt: Instant(seconds: 1_774_000_000))
        alarm.label = "Work"
        let instant = try wall("2026-03-30T05:30:00Z").instant
        return AlarmReport(
            alarm: alarm,
            next: Occurrence(date: try date("2026-03-30"), instant: instant, placement: .exact),
            nextCivil: try civil("2026-03-30", "07:30"),
            untilNext: .milliseconds(27_136_250), state: .scheduled)
    }

    package static func unchanged() throws -> AlarmReport {
        var report = try work()
        report.isUnchanged = true
        return report
    }

    package static func moved() throws -> AlarmReport {
        var alarm = Alarm(
            id: AlarmID(12), schedule: .dated(try date("2026-03-29"), at: try time("02:30")),
            createdAt: Instant(seconds: 0))
        (alarm.snooze.isAllowed, alarm.snooze.length, alarm.snooze.limit) = (false, .minutes(5), 3)
        return AlarmReport(
            alarm: alarm,
            next: Occurrence(
                date: try date("2026-03-29"), instant: try wall("2026-03-29T01:00:00Z").instant,
                placement: .movedByGap),
            nextCivil: try civil("2026-03-29", "03:00"), untilNext: .seconds(10),
            state: .scheduled)
    }

    package static func skipping() throws -> AlarmReport {
        var report = try work()
        report.skips = [
            SkippedDate(date: try date("2026-03-30"), reason: .skipNext),
            SkippedDate(date: try date("2026-03-31"), reason: .freeDay, freeDay: "Open Day"),
        ]
        report.next = Occurrence(
            date: try date("2026-04-01"), instant: try wall("2026-04-01T05:30:00Z").instant,
            placement: .exact)
        report.nextCivil = try civil("2026-04-01", "07:30")
        report.untilNext = .seconds(27_136 + 2 * 86_400)
        return report
    }

    /// Snoozed on Monday, with the next ring on Tuesday.
    package static func snoozed() throws -> AlarmReport {
        var report = try work()
        report.state = .countdown
        report.snoozedUntil = try wall("2026-03-30T05:39:00Z")
        report.snoozedUntilCivil = try civil("2026-03-30", "07:39")
        report.next = Occurrence(
            date: try date("2026-03-31"), instant: try wall("2026-03-31T05:30:00Z").instant,
            placement: .exact)
        report.nextCivil = try civil("2026-03-31", "07:30")
        report.untilNext = .seconds(86_400 - 120)
        return report
    }

    /// Two dates were to be skipped until the alarm was changed.
    package static func edited() throws -> AlarmReport {
        var report = try work()
        report.skipsEnded = 2
        return report
    }

    package static let consequences = ChangeConsequences(
        alarmsLeft: 2, alarmsOn: 1, endedSnooze: true, sameMinute: [AlarmID(1)])

    package static func holiday() throws -> DateRange {
        DateRange(first: try date("2026-07-20"), last: try date("2026-08-02"))
    }

    package static func changed() throws -> AlarmReport {
        var report = try work()
        report.consequences = consequences
        return report
    }

    package static func off() throws -> AlarmReport {
        var alarm = Alarm(
            id: AlarmID(4), schedule: try weekly(.weekends, "09:00"),
            createdAt: Instant(seconds: 0))
        alarm.isEnabled = false
        return AlarmReport(
            alarm: alarm, next: nil, nextCivil: nil, untilNext: nil, state: .off)
    }

    package static func noise(_ isPlaying: Bool) -> NoiseReport {
        NoiseReport(
            isPlaying: isPlaying,
            voices: [VoiceReport(NoiseVoice(sound: SoundID("pink")), name: "Pink noise")],
            volume: Percent(clamping: 50), seed: 7)
    }

    package static func member(_ id: Int, snoozes: Int, until: WallTime?) throws -> MemberReport {
        MemberReport(
            occurrence: OccurrenceID(alarm: AlarmID(id), date: try date("2026-03-29")),
            label: id == 3 ? "Work" : "", scheduled: Instant(seconds: 1_774_760_400),
            snoozes: snoozes, until: until,
            untilCivil: until == nil ? nil : try civil("2026-03-29", "07:39"))
    }

    package static func quietStatus() throws -> StatusReport {
        StatusReport(
            wall: try wall("2026-03-29T21:57:43.750Z"), zone: "Europe/Berlin",
            civil: try civil("2026-03-29", "23:57", second: 43), trust: .trusted,
            style: ClockStyle(), nextAlarm: try work(), ringing: [], snoozed: [], missed: [],
            noise: noise(true), holdToStop: false, problems: [])
    }

    package static func busyStatus() throws -> StatusReport {
        var status = try quietStatus()
        status.trust = .plausible
        status.style.hourFormat = .twelve
        status.worldTimes = try TimeSamples.world()
        status.style.brightness = .fixed(Percent(clamping: 20))
        status.nextAlarm = try moved()
        status.ringing = [try member(5, snoozes: 0, until: nil)]
        status.snoozed = [
            try member(3, snoozes: 1, until: try wall("2026-03-29T05:39:00Z")),
            try member(6, snoozes: 2, until: try wall("2026-03-29T05:39:00Z")),
        ]
        let occurrence = OccurrenceID(alarm: AlarmID(3), date: try date("2026-03-27"))
        status.missed = [
            MissedReport(
                MissedNotice(
                    occurrence: occurrence, scheduled: Instant(seconds: 5), reason: .late, count: 2),
                label: "Work"),
            MissedReport(
                MissedNotice(
                    occurrence: occurrence, scheduled: Instant(seconds: 5), reason: .unanswered,
                    count: 1),
                label: ""),
        ]
        status.noise = noise(false)
        status.noise.preview = SoundID("white")
        status.holdToStop = true
        status.pauses = [try holiday()]
        status.isQuiet = true
        status.timers = [try CountdownSamples.pizza(), CountdownSamples.snoozed]
        status.nap = try CountdownSamples.nap(.napping, left: .minutes(19), latest: .minutes(28))
        status.problems = [
            HealthReport(part: .display, problem: "does not answer at 0x70"),
            HealthReport(part: .sound, problem: "no device"),
        ]
        status.battery = BatteryState(
            charge: Percent(clamping: 80), flow: .charging, isOnMains: true)
        return status
    }

    package static func unknownStatus() throws -> StatusReport {
        var status = try quietStatus()
        status.trust = .unknown
        status.civil = nil
        status.nextAlarm = nil
        return status
    }

    /// No ring ahead: all dates within the search are left out.
    package static func heldBackStatus() throws -> StatusReport {
        var status = try quietStatus()
        var held = try skipping()
        held.furtherSkips = FurtherSkips(
            count: 3, last: try date("2026-04-03"), reasons: SkipReason.allCases, isAll: false)
        (held.next, held.nextCivil, held.untilNext) = (nil, nil, nil)
        (status.nextAlarm, status.heldBack) = (nil, held)
        return status
    }

    package static func replies() throws -> [Reply] {
        let until = try wall("2026-03-29T05:39:00.125Z")
        let christmas = FreeDay(date: try date("2026-12-25"), name: "Christmas")
        let newYear = FreeDay(date: try date("2027-01-01"), name: "")
        let others =
            try CountdownSamples.replies() + NoiseSamples.replies() + TimeSamples.replies()
            + StyleSamples.replies() + BackupSamples.replies()
        var welcomed = PageSettings()
        welcomed.isWelcomed = true
        return others + [
            .status(try quietStatus()), .status(try busyStatus()), .status(try unknownStatus()),
            .status(try heldBackStatus()),
            .history(HistoryReport(records: [], zoneNames: [:])),
            .history(try HistorySamples.all()),
            .alarms([]), .alarms([try work(), try moved(), try off()]),
            .alarms([try snoozed()], pauses: [try holiday()]), .shownAlarm(try full()),
            .acknowledged(0), .acknowledged(2),
            .alarm(try edited()), .alarm(try changed()),
            .alarm(try work()), .alarm(try off()),
            .alarm(try full()), .alarm(try skipping()),
            .paused([]), .paused([], .unchanged), .category([try work()]), .category([]),
            .category([try unchanged()]),
            .paused([try holiday()]), .paused([try holiday()], .added(try holiday())),
            .paused([], .ended([try holiday()])),
            .freeDays([]), .freeDays([christmas]), .alarm(try unchanged()),
            .freeDays([christmas], FreeDaysChange(added: [], dropped: [])),
            .freeDays([christmas], FreeDaysChange(added: [christmas], dropped: [newYear])),
            .doNotDisturb(DoNotDisturbReport(setting: DoNotDisturb(), holds: false)),
            .doNotDisturb(try quiet()), .testing(AlarmID(3), .seconds(60)),
            .testing(AlarmID(3), .seconds(60), label: "Work"), .removed(AlarmID(3)),
            .removed(AlarmID(3), consequences, was: try work().alarm),
            .snoozed(until: until, civil: try civil("2026-03-29", "07:39")),
            .snoozed(until: until, civil: nil), .stopped, .noise(noise(true)),
            .noise(noise(false)), .style(ClockStyle()),
            .holdToStop(true), .holdToStop(false), .keyFeedback(.off), .keyFeedback(.chirp),
            .keyFeedback(.vibration), .page(PageSettings()), .page(welcomed), .lamp(lamp(.person)),
            .lamp(lamp(.night)), .lamp(lamp(.off)), .goodNight(try goodNight(true)),
            .goodNight(try goodNight(false)),
            .breathing(BreathingReport(left: .minutes(10), place: .lamp)),
            .breathing(BreathingReport(left: nil, place: .display)),
        ]
    }

    private static func goodNight(_ isArmed: Bool) throws -> GoodNightReport {
        GoodNightReport(
            until: isArmed ? try civil("2026-03-30", "07:30") : nil,
            next: isArmed ? try work() : nil, isArmed: isArmed, noise: noise(isArmed),
            settings: GoodNightSettings())
    }

    private static func lamp(_ cause: LampMachine.Cause) -> LampReport {
        var settings = LampSettings()
        settings.nightLight = Percent(clamping: 5)
        let light = [.off: 0, .night: 5][cause] ?? 50
        return LampReport(light: Percent(clamping: light), cause: cause, settings: settings)
    }
}
