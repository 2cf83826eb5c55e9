/// Why no update may begin now.
package struct UpdateHindrance: Hashable, Sendable {
    package enum Code: String, CaseIterable, Hashable, Sendable {
        case ringing, snoozed, napping, ringSoon
        /// Alarms are set, and nobody knows how near they are.
        case timeUnknown
    }

    package var code: Code
    /// For people, without a full stop.
    package var text: String

    package init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }
}

/// Whether a program that has just been started does all that a clock is for: whoever updates it asks before
/// the one that it replaced is given up.
package struct UpdateReadiness: Hashable, Sendable {
    package enum Subject: String, CaseIterable, Hashable, Sendable {
        case armed, display, sound, state
    }

    package struct Check: Hashable, Sendable {
        package var subject: Subject
        package var isGood: Bool
        /// What was found, for people.
        package var finding: String

        package init(_ subject: Subject, isGood: Bool, _ finding: String) {
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
