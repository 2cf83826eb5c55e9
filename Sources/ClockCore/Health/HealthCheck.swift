/// One of the checks behind "will it ring?" (product, H1).
package struct HealthCheck: Hashable, Sendable {
    package enum Subject: String, CaseIterable, Hashable, Sendable {
        case time, zone, sound, alarmSounds, outputs, display, keys, storage, program, nextAlarm
        case rehearsal
    }

    package enum Verdict: String, Hashable, Sendable {
        case good
        /// It would ring, but the user should know: no alarm is set, or there was no rehearsal yet.
        case notice
        case bad
    }

    package var subject: Subject
    package var verdict: Verdict
    package var finding: Finding
    /// Nil if nothing needs to be done.
    package var advice: Advice?

    package init(
        _ subject: Subject, _ verdict: Verdict, _ finding: Finding, _ advice: Advice? = nil
    ) {
        self.subject = subject
        self.verdict = verdict
        self.finding = finding
        self.advice = advice
    }
}

/// Whether the alarm will ring, as far as anyone can tell.
package enum AlarmOutlook: String, Hashable, Sendable {
    case willRing
    /// No alarm has a date ahead on which it rings, whatever the other checks say.
    case nothingAhead
    /// A ring lies ahead and something is wrong, or the time is unknown.
    case doubtful
}

/// Everything known about what a ring needs.
package struct HealthSummary: Hashable, Sendable {
    package var trust: ClockTrust
    /// How long ago the wall clock was confirmed; nil if not in this boot.
    package var confirmedAgo: Duration?
    package var checks: [HealthCheck]
    package var rehearsal: RehearsalResult?
    package var isRehearsing: Bool

    package init(
        trust: ClockTrust, confirmedAgo: Duration?, checks: [HealthCheck],
        rehearsal: RehearsalResult?, isRehearsing: Bool
    ) {
        self.trust = trust
        self.confirmedAgo = confirmedAgo
        self.checks = checks
        self.rehearsal = rehearsal
        self.isRehearsing = isRehearsing
    }

    package var outlook: AlarmOutlook {
        let next = checks.first { $0.subject == .nextAlarm }
        if trust != .unknown, let next, next.verdict != .good { return .nothingAhead }
        return hasBadCheck ? .doubtful : .willRing
    }

    package var hasBadCheck: Bool { checks.contains { $0.verdict == .bad } }
}

/// The face's single mark for the summary (product, H1a).
package enum AlarmMark: Hashable, Sendable {
    /// No alarm is set.
    case noAlarm
    /// One is set.
    case armed
    /// An alarm is set, and the rehearsal found no problem.
    case verified
    /// An alarm is set, and something is wrong.
    case doubtful
}
