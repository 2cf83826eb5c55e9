import ClockTime

@testable import ClockCore

/// Checks a night's history against the law, rule by rule. It knows what was asked of the clock, and what could be
/// read, seen and heard in the room, but nothing of the machine.
struct NightAudit {
    var problems: [String] = []
    var figures = NightFigures()
    /// How timers and the nap ring.
    let rules: Rules
    let wishes: [Wish]
    var trust: ClockTrust
    /// The clock's own zone, and the zones whose rules were changed.
    private(set) var local: Zone
    private var newRules: [String: Zone] = [:]
    private(set) var suppressors = Suppressors()
    var armed = ArmedAlarms()
    var members: [OccurrenceID: Member] = [:]
    /// The timers that ring, and whether the nap does.
    var countdowns: Set<TimerID?> = []
    /// The dates that rang, or were ended before, and must not ring again.
    var rung: Set<OccurrenceID> = []
    /// The dates that are due again, perhaps while they still ring by the wrong time.
    var reopened: Set<OccurrenceID> = []
    /// The alarms whose ring or snooze an edit has ended, until that edit is told.
    var endedByEdit: Set<AlarmID> = []
    /// When the ring began or another alarm joined it.
    var ringSince: BootTime?
    /// How long what rings at this moment goes unanswered.
    var patience: Duration?
    /// When an untrusted clock began to run, or became trusted: an alarm that is snoozed over a start waits no
    /// longer than a snooze from then.
    private(set) var waitsSince = BootTime(nanoseconds: 0)
    private var lastTrusted: WallTime?
    /// The times that are not looked back at: those that the clock leapt over, except for the days of 2.3.
    private var leaps: [ClosedRange<Instant>] = []

    struct Member {
        /// N and M as the alarm had them when it last began to ring.
        var patience: Duration
        var automaticRings: Int
        /// The length of its last snooze or silence.
        var rest = Duration.zero
        var snoozes = 0
        var silences = 0
        /// Nil while it rings.
        var end: BootTime?
        /// It has not been reported since a start.
        var isInterrupted = false
        /// It was carried over a start, so its end may have passed meanwhile.
        var isCarriedOver = false
    }

    init(_ story: ChanceNight) throws {
        rules = story.rules
        wishes = story.wishes
        trust = .trusted
        local = story.zone
        let (told, changes) = (story.night.told, story.changes)
        var start = 0
        var changed = 0
        while start < told.count {
            lastTrusted = told[start].before?.confirmed
            while changed < changes.count, changes[changed].entry <= start {
                take(changes[changed])
                changed += 1
            }
            // Within the records of one moment, changes of time come before their consequences.
            let moment = told[start...].firstIndex { $0.at != told[start].at } ?? told.count
            let end = changed < changes.count ? min(moment, changes[changed].entry) : moment
            patience = nil
            for place in start..<end { try takeTime(told[place], place) }
            noticeLeap(from: told[start].before, to: told[start].at.wall)
            var missed: Set<AlarmID> = []
            for place in start..<end { take(told[place], place, &missed) }
            checkPinned(told[start..<end], start)
            checkInterrupted(at: told[start])
            start = end
        }
        for change in changes[changed...] { take(change) }
        try close(story.night)
    }

    mutating func report(_ entry: Night.Told, _ problem: String) {
        problems.append("\(RFC3339.format(entry.at.wall)): \(problem)")
    }

    // MARK: - Time itself

    private mutating func takeTime(_ entry: Night.Told, _ place: Int) throws {
        let now = entry.at.wall.instant
        switch entry.event {
        case .booted:
            armed.booted(at: now, entry.record.trust)
            trusts(entry)
            ringSince = nil
            countdowns = []
            for (id, member) in members {
                members[id]?.isInterrupted = member.end == nil
                members[id]?.isCarriedOver = true
            }
            figures.count(.boots)
        case .trustChanged: trusts(entry)
        case .zoneChanged:
            // `changes` holds new rules for the same zone.
            guard let name = AllZones.byChecksum[entry.record.zone], name != local.name else {
                break
            }
            local = try rules(of: name)
            let unpinned = armed.alarms.keys.filter { wish(for: $0, at: place)?.zone == nil }
            armed.armAnew(at: now, trust) { unpinned.contains($0) }
            figures.count(.zoneChanges)
        case .clockStepped(let delta, let cause):
            figures.count(.steps)
            armed.stepped(by: delta, cause, at: now, trust)
            // When somebody else set the clock back, 3.3 arms alarms by it; but 5.6 looks at nothing before the last
            // time known to be right.
            if cause == .outside, delta < .zero, let lastTrusted, entry.at.wall < lastTrusted {
                leaps.append(now...lastTrusted.instant)
            }
        case .alarm, .timer, .nap, .alarmEdited, .rungTaken, .storageFailed, .storageRecovered,
            .alarmsUnreadable, .batteryLow, .updateTold, .unknown:
            break
        }
    }

    /// The clock has another trust from now on.
    private mutating func trusts(_ entry: Night.Told) {
        trust = entry.record.trust
        waitsSince = entry.at.boot
        guard trust == .trusted else { return }
        armed.becameTrusted(at: entry.at.wall.instant)
        // A first correction to before the last time known to be right has nothing to look back at.
        if let lastTrusted, entry.at.wall < lastTrusted {
            leaps.append(Instant(seconds: .min)...entry.at.wall.instant)
        }
    }

    private mutating func take(_ change: NightChange) {
        switch change.what {
        case .suppressors(let new): suppressors = new
        case .rules(let zone, let since, let shift):
            newRules[zone.name] = zone
            if zone.name == local.name { local = zone }
            let concerned = Set(
                armed.alarms.keys.filter { id in
                    let wish = wishes.last { $0.alarm == id && $0.entry <= change.entry }
                    return (wish?.zone ?? local.name) == zone.name
                })
            // While no time is known, up to the last known one.
            let now = max(change.wall, lastTrusted ?? change.wall).instant
            guard since <= now else { return }
            figures.count(.lateRules)
            armed.leapt(by: shift, since: since) { concerned.contains($0) }
            // After a shift back, the new rules put times between the two that no face showed, and that are over now.
            // Times that a leap ahead passes over ring all the same.
            if shift < 0 { leaps.append(since...now) }
        }
    }

    private func rules(of name: String) throws -> Zone { try newRules[name] ?? systemZone(name) }

    func reckoner(of name: String?) throws -> TickingReckoner {
        TickingReckoner(zone: try name.map { try rules(of: $0) } ?? local)
    }

    func wish(for alarm: AlarmID, at place: Int) -> Wish? {
        wishes.last { $0.alarm == alarm && $0.entry <= place }
    }

    private mutating func noticeLeap(from before: RoomAudit.Seen?, to wall: WallTime) {
        guard let last = before?.at.wall, wall - last > NightAudit.lookBack else { return }
        // Pending verdicts look back no further either.
        let from = earlier(last, lastTrusted) ?? last
        leaps.append(from.instant...(wall - NightAudit.lookBack).instant)
    }

    private static let lookBack = Duration.hours(31 * 24)

    /// 9.1: an alarm that rang at a cut rings again at once, or its end is reported at once.
    private mutating func checkInterrupted(at entry: Night.Told) {
        for (id, member) in members where member.isInterrupted {
            report(entry, "9.1: \(id) rang before the start and is not heard of")
            members[id] = nil
        }
    }

    // MARK: - At the end

    /// 2.1: each date that passed while the alarm was armed has a record. One record of missed dates stands for
    /// several (2.3).
    private mutating func close(_ night: Night) throws {
        guard let last = night.room?.last, last.isConfirmed else { return }
        let end = last.at.wall.instant
        let start = end.advanced(bySeconds: -30 * 86_400)
        for (id, armed) in armed.alarms where armed.isOn && !armed.isUncertain {
            guard let wish = wish(for: id, at: .max) else { continue }
            let due = try reckoner(of: wish.zone).due(
                wish.schedule, armedAt: armed.since, after: start, through: end)
            for (date, instant) in due where !leaps.contains(where: { $0.contains(instant) }) {
                let date = OccurrenceID(alarm: id, date: date)
                guard !night.told.contains(where: { $0.event.tells(of: date) }) else { continue }
                figures.count(.forgotten)
                problems.append("2.1: \(date) was forgotten")
            }
        }
    }
}

extension HistoryEvent {
    /// Whether this tells what became of that date, or of later dates together with it.
    fileprivate func tells(of date: OccurrenceID) -> Bool {
        switch self {
        case .alarm(date, .fired), .alarm(date, .skipped), .alarm(date, .gotUp),
            .alarm(date, .passedOver):
            true
        case .alarm(let id, .missed(_, .late, let count)):
            id == date || count > 1 && id.alarm == date.alarm && id.date > date.date
        default: false
        }
    }
}
