/// Why no update can start now. `English` has the words.
package enum UpdateHindrance: Hashable, Sendable {
    package enum Code: String, CaseIterable, Hashable, Sendable {
        case ringing, snoozed, napping, ringSoon, timeUnknown
    }

    /// What no update may come close to.
    package enum Barrier: Hashable, Sendable {
        case timer(TimerID)
        case alarm(AlarmName)
        /// What leads up to an alarm.
        case sunrise(AlarmName)
        case countdown(AlarmName)
    }

    case ringing, snoozed, napping
    /// Alarms are set, and nobody knows when they ring.
    case timeUnknown
    case ringSoon(Barrier, left: Duration)
    /// As received in a reply.
    case inWords(Code, String)

    package var code: Code {
        switch self {
        case .ringing: .ringing
        case .snoozed: .snoozed
        case .napping: .napping
        case .timeUnknown: .timeUnknown
        case .ringSoon: .ringSoon
        case .inWords(let code, _): code
        }
    }
}

/// Whether a freshly started program does everything that a clock must do. The updater asks this before it gives up the
/// previous program.
package struct UpdateReadiness: Hashable, Sendable {
    package enum Subject: String, CaseIterable, Hashable, Sendable {
        case armed, display, sound, state
    }

    package struct Check: Hashable, Sendable {
        package var subject: Subject
        package var isGood: Bool
        package var finding: Finding

        package init(_ subject: Subject, isGood: Bool, _ finding: Finding) {
            self.subject = subject
            self.isGood = isGood
            self.finding = finding
        }
    }

    package var checks: [Check]

    package init(checks: [Check]) {
        self.checks = checks
    }

    package var isReady: Bool {
        Subject.allCases.allSatisfy { subject in
            checks.contains { $0.subject == subject && $0.isGood }
        }
    }
}
