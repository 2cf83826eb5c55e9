import ClockTime

@testable import ClockCore

/// Since when each alarm is armed, and whether it is on, by the history and the law alone.
struct ArmedAlarms {
    struct Armed {
        var since: Instant
        /// How far the clock was trusted then. It may still be corrected (5.4) unless it was trusted.
        var trust: ClockTrust
        /// An earlier boot armed it by an estimate, and how wrong that was, nobody can tell.
        var isUncertain = false
        var isOn: Bool
        /// The date that rang or was missed, and switched it off.
        var offBy: CivilDate?
    }

    private(set) var alarms: [AlarmID: Armed] = [:]

    mutating func edited(
        _ id: AlarmID, _ edit: AlarmEdit, armsAnew: Bool, at now: Instant, _ trust: ClockTrust
    ) {
        switch edit {
        case .removed: alarms[id] = nil
        case .skips, .soundReplaced: break
        case .edited where !armsAnew: break
        case .added, .edited, .enabled, .disabled:
            alarms[id] = Armed(since: now, trust: trust, isOn: edit != .disabled)
        }
    }

    /// A once or dated alarm switches itself off (2.5, 7).
    mutating func used(_ date: OccurrenceID, isSkipped: Bool, of schedule: Schedule) {
        switch schedule.kind {
        case .weekly: return
        case .once: if isSkipped { return }
        case .dated: break
        }
        guard alarms[date.alarm]?.isOn == true else { return }
        alarms[date.alarm]?.isOn = false
        alarms[date.alarm]?.offBy = date.date
    }

    mutating func reopened(_ date: OccurrenceID) {
        guard alarms[date.alarm]?.offBy == date.date else { return }
        alarms[date.alarm]?.isOn = true
        alarms[date.alarm]?.offBy = nil
    }

    /// 3.3, 3.4, 5.4.
    mutating func stepped(
        by delta: Duration, _ cause: StepCause, at now: Instant, _ trust: ClockTrust
    ) {
        guard cause != .user else { return armAnew(at: now, .trusted) { _ in true } }
        change { armed in
            if armed.trust != .trusted { armed.since = (WallTime(armed.since) + delta).instant }
            if delta < .zero, trust != .unknown { armed.since = min(armed.since, now) }
        }
    }

    /// 3.4, 4.1.
    mutating func armAnew(
        at now: Instant, _ trust: ClockTrust, where isConcerned: (AlarmID) -> Bool
    ) {
        for id in alarms.keys where isConcerned(id) {
            alarms[id]?.since = now
            alarms[id]?.trust = trust
            alarms[id]?.isUncertain = false
        }
    }

    mutating func becameTrusted(at now: Instant) {
        change { armed in
            armed.since = min(armed.since, now)
            armed.trust = .trusted
        }
    }

    /// 5.4: what was set while no time was known means the first time that is.
    mutating func booted(at now: Instant, _ trust: ClockTrust) {
        change { armed in
            switch armed.trust {
            case .unknown:
                armed.since = now
                armed.trust = trust
            case .plausible:
                armed.isUncertain = true
                armed.trust = .trusted
            case .trusted: break
            }
            if trust != .unknown { armed.since = min(armed.since, now) }
        }
    }

    /// 4.2: new rules that make the face leap ahead leave an alarm armed at the same face.
    mutating func leapt(
        by shift: Int, since change: Instant, where isConcerned: (AlarmID) -> Bool
    ) {
        for (id, armed) in alarms where isConcerned(id) && armed.since >= change && shift > 0 {
            alarms[id]?.since = armed.since.advanced(bySeconds: -Int64(shift))
        }
    }

    private mutating func change(_ change: (inout Armed) -> Void) {
        for id in alarms.keys {
            guard var armed = alarms[id] else { continue }
            change(&armed)
            alarms[id] = armed
        }
    }
}
