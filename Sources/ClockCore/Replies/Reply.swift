package import ClockTime

/// The answer to a command. Indirect, because some answers are large and each is passed on several times.
package indirect enum Reply: Hashable, Sendable {
    case status(StatusReport)
    case time(TimeReport)
    case timeSet(TimeSetReport)
    case worldTimes([WorldTime])
    case zoneSet(ZoneSetReport)
    /// All alarms, and the dates on which none rings.
    case alarms([AlarmReport], pauses: [DateRange] = [])
    /// All details of one alarm.
    case shownAlarm(AlarmReport)
    case history(HistoryReport)
    /// An alarm was added or changed.
    case alarm(AlarmReport)
    /// - Parameter was: the alarm before; nil from an older clock.
    case removed(AlarmID, ChangeConsequences? = nil, was: Alarm? = nil)
    /// The pauses that are not over, earliest first, and what was changed; nil: they were only asked for.
    case paused([DateRange], PauseChange? = nil)
    /// The switched alarms of a category.
    case category([AlarmReport])
    case freeDays([FreeDay], FreeDaysChange? = nil)
    case doNotDisturb(DoNotDisturbReport)
    case timers([TimerReport])
    case timer(TimerReport)
    /// The timer was removed, or it was unnamed and is over.
    ///
    /// - Parameter was: the timer before; nil from an older clock.
    case timerRemoved(TimerID, was: TimerReport? = nil)
    case nap(NapStatus)
    case ringRules(RingRules)
    case health(HealthSummary)
    /// A rehearsal began; it takes some seconds, and `health` has its result.
    case rehearsing
    case rehearsalTime(TimeOfDay?)
    /// Nil: an update can start now.
    case updateCheck(UpdateHindrance?)
    case updateReadiness(UpdateReadiness)
    /// The clock has said this of an update.
    case updateTold(UpdateNews)
    case explanation(Explanation)
    /// The alarm rings as a test; it ends by itself after this time.
    case testing(AlarmID, Duration, label: String = "")
    /// Snoozed: the end of the snooze, also as local time.
    case snoozed(until: WallTime, civil: CivilTime?)
    case stopped
    /// How many notices of missed rings the user has now acknowledged.
    case acknowledged(Int)
    case noise(NoiseReport)
    case mixes(MixList)
    /// A favourite was saved or renamed.
    case favourite(FavouriteReport)
    case favouriteRemoved(String)
    case shared(SharedCode)
    case sounds(SoundList)
    /// A sound that was shown, imported or renamed.
    case sound(SoundReport)
    /// - Parameter name: nil from an older clock.
    case soundRemoved(SoundID, name: String? = nil)
    case fades(NoiseFades)
    case outputs([SoundDevice], SoundOutputSettings)
    case outputSettings(SoundOutputSettings)
    case style(ClockStyle)
    case presets(PresetReport)
    case fonts(FontReport)
    /// A font was imported.
    ///
    /// - Parameters:
    ///   - replaced: another one of its family, design, weight and height was there before.
    ///   - ignored: what in its file; empty from an older clock.
    case font(OwnFont, replaced: Bool, ignored: [FontRemark] = [])
    /// All fonts of a family were deleted.
    ///
    /// - Parameter wasChosen: the style names it.
    case fontRemoved(String, wasChosen: Bool)
    case display(DisplayReport)
    case picture(ShownPicture)
    /// Whether stop must be held to stop a ring.
    case holdToStop(Bool)
    case keyFeedback(KeyFeedback)
    case page(PageSettings)
    /// The clock shows a code.
    case pairing(PairingReport)
    case lamp(LampReport)
    case goodNight(GoodNightReport)
    case breathing(BreathingReport)
    case paired(PairedReport)
    case devices(DeviceList)
    case address(AddressReport)
    case mqtt(MqttReport)
    case backup(Backup)
    case restored(RestoreReport)
    case undone(UndoReport)
    case diagnosis(Diagnosis)
    case refused(CommandError)
}

// Reports contain times twice, as instants and as local times, because clients may have no zone rules.

/// A reply, and whether the change is saved.
package struct Answer: Hashable, Sendable {
    package var reply: Reply
    /// Nil if the command changed nothing.
    package var durability: Durability?
    /// What the change will not do.
    package var notices: [ChangeNotice]

    package init(
        _ reply: Reply, _ durability: Durability? = nil, notices: [ChangeNotice] = []
    ) {
        self.reply = reply
        self.durability = durability
        self.notices = notices
    }

    /// The same answer, once it is known whether the change is saved.
    func with(_ durability: Durability) -> Answer {
        Answer(reply, durability, notices: notices)
    }
}

/// Whether the change survives a power cut (law, 9.3 and 9.4).
package enum Durability: Hashable, Sendable {
    case saved
    /// The answer says what the change would have done; nothing is kept.
    case dryRun
    /// Armed, but not saved: it works until power is lost; the text says why.
    case notSaved(String)
}

/// The clock's status at a glance.
package struct StatusReport: Hashable, Sendable, Codable {
    package var wall: WallTime
    package var zone: String
    /// The local time in that zone; nil while the time is unknown.
    package var civil: CivilTime?
    package var trust: ClockTrust
    package var style: ClockStyle
    package var nextAlarm: AlarmReport?
    /// If no alarm rings next: the one that would if it skipped no dates.
    package var heldBack: AlarmReport?
    package var ringing: [MemberReport]
    package var snoozed: [MemberReport]
    package var missed: [MissedReport]
    package var noise: NoiseReport
    /// The alarm under test.
    package var tested: AlarmID?
    /// Nil if none is under test, and from an older clock.
    private var testedLabel: String?
    /// Whether stop must be held to stop a ring.
    package var holdToStop: Bool
    package var problems: [HealthReport]
    /// No alarm rings on these dates; nil from an older clock.
    package var pauses: [DateRange]?
    /// Do not disturb is active.
    package var isQuiet: Bool
    /// Timers that count down, are paused or ring.
    package var timers: [TimerReport]
    /// Nil if there is none.
    package var nap: NapStatus?
    /// Nil: the clock has no battery.
    package var battery: BatteryState?
    /// Nil if there are no world clocks, and from an older clock.
    package var worldTimes: [WorldTime]?
    /// Whether the next alarm will ring. Beside the status in JSON; nil from an older clock.
    package var health: HealthSummary?

    private enum CodingKeys: String, CodingKey {
        case wall, zone, civil = "local", trust, style, nextAlarm, heldBack, ringing, snoozed,
            tested, testedLabel
        case missed, noise, holdToStop, problems, pauses, isQuiet = "quiet", timers, nap,
            battery, worldTimes
    }

    /// All that rings now, by the names that stop and snooze take (law, 13).
    package var rings: [RingName] {
        var rings = ringing.map { RingName.alarm($0.occurrence) }
        rings += timers.filter { $0.state == .alert }.map { .timer($0.id, run: $0.run) }
        if let nap, nap.nap.phase == .alert { rings.append(.nap(number: nap.nap.number)) }
        if let tested { rings.append(.test(tested)) }
        return rings
    }

    package var testedAlarm: AlarmName? {
        tested.map { AlarmName($0, label: testedLabel ?? "") }
    }

    package init(
        wall: WallTime, zone: String, civil: CivilTime?, trust: ClockTrust, style: ClockStyle,
        nextAlarm: AlarmReport?, ringing: [MemberReport], snoozed: [MemberReport],
        tested: AlarmName? = nil,
        missed: [MissedReport], noise: NoiseReport, holdToStop: Bool,
        problems: [HealthReport], pauses: [DateRange] = [], isQuiet: Bool = false,
        timers: [TimerReport] = [], nap: NapStatus? = nil, heldBack: AlarmReport? = nil,
        battery: BatteryState? = nil, worldTimes: [WorldTime]? = nil, health: HealthSummary? = nil
    ) {
        self.health = health
        self.battery = battery
        self.worldTimes = worldTimes
        self.wall = wall
        self.zone = zone
        self.civil = civil
        self.trust = trust
        self.style = style
        self.nextAlarm = nextAlarm
        self.heldBack = heldBack
        self.ringing = ringing
        self.snoozed = snoozed
        self.tested = tested?.id
        testedLabel = tested?.label
        self.missed = missed
        self.noise = noise
        self.holdToStop = holdToStop
        self.problems = problems
        self.pauses = pauses
        self.isQuiet = isQuiet
        self.timers = timers
        self.nap = nap
    }
}

/// The nap, and the settings for the next one. In JSON the settings are siblings of the nap's fields.
package struct NapStatus: Hashable, Sendable, Codable {
    package var nap: NapReport
    package var settings: NapSettings

    package init(nap: NapReport, settings: NapSettings) {
        self.nap = nap
        self.settings = settings
    }

    private enum CodingKeys: String, CodingKey {
        case settings
    }

    package init(from decoder: any Decoder) throws {
        nap = try NapReport(from: decoder)
        settings = try decoder.container(keyedBy: CodingKeys.self)
            .decode(NapSettings.self, forKey: .settings)
    }

    package func encode(to encoder: any Encoder) throws {
        try nap.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(settings, forKey: .settings)
    }
}

/// When the clock keeps quiet, and whether it does now.
package struct DoNotDisturbReport: Hashable, Sendable {
    package var setting: DoNotDisturb
    package var holds: Bool
    /// The local time at which manual do not disturb ends by itself; nil if it does not.
    package var untilCivil: CivilTime?

    package init(setting: DoNotDisturb, holds: Bool, untilCivil: CivilTime? = nil) {
        self.setting = setting
        self.holds = holds
        self.untilCivil = untilCivil
    }
}
