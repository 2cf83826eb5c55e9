/// One of the checks behind "will it ring?" (product, H1).
package struct HealthCheck: Hashable, Sendable {
    package enum Subject: String, CaseIterable, Hashable, Sendable {
        case time, zone, sound, alarmSounds, outputs, display, keys, storage, battery, program
        case nextAlarm, rehearsal

        /// As a heading: "Other outputs".
        package var inWords: String {
            switch self {
            case .time: "Time"
            case .zone: "Zone"
            case .sound: "Sound"
            case .alarmSounds: "Alarm sounds"
            case .outputs: "Other outputs"
            case .display: "Display"
            case .keys: "Buttons"
            case .storage: "Storage"
            case .battery: "Battery"
            case .program: "Firmware"
            case .nextAlarm: "Next alarm"
            case .rehearsal: "Rehearsal"
            }
        }
    }

    /// What the finding means for the next ring: the three grades of the answer.
    package enum Verdict: String, Hashable, Comparable, CaseIterable, Sendable {
        case good
        /// It will ring, but the user should know: a part is gone that the ring does without, or nothing has tried it.
        case notice
        /// It may not ring.
        case bad

        package static func < (one: Verdict, other: Verdict) -> Bool {
            switch (one, other) {
            case (.good, .notice), (.good, .bad), (.notice, .bad): true
            case (.good, .good), (.notice, _), (.bad, _): false
            }
        }
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

/// Whether the next alarm will ring, as far as anyone can tell (product, H1): three grades, and the answer when there
/// is none. Never better and never worse than the worst check.
package enum AlarmOutlook: String, Hashable, Sendable {
    case willRing
    /// Something is wrong or not known to work, and a ring is heard all the same.
    case willRingBut
    /// Nobody might hear a ring, the time is unknown, or stored alarms were lost.
    case mayNotRing
    /// No alarm has a date ahead on which it rings, whatever the other checks say.
    case nothingAhead
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
        return switch worst {
        case .good: .willRing
        case .notice: .willRingBut
        case .bad: .mayNotRing
        }
    }

    /// The verdict on the worst check.
    package var worst: HealthCheck.Verdict { checks.map(\.verdict).max() ?? .good }

    /// The checks that are not good, without that of the next alarm: an empty list is no problem.
    package var concerns: [HealthCheck] {
        checks.filter { $0.verdict != .good && $0.subject != .nextAlarm }
    }
}

/// The face's single mark for the summary (product, H1a).
package enum AlarmMark: Hashable, Sendable {
    /// No alarm is set.
    case noAlarm
    /// One is set, and will ring.
    case armed
    /// The same, and the rehearsal found no problem.
    case verified
    /// One is set, and may not ring.
    case doubtful
}
