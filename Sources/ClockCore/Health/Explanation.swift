/// Why an alarm will ring when it will, or will not (product, H1c), one reason after the other.
package struct Explanation: Hashable, Sendable {
    /// Nil where no alarm is set.
    package var alarm: AlarmReport?
    package var reasons: [Reason]

    package struct Reason: Hashable, Sendable {
        package var code: Code
        /// For people, a sentence.
        package var text: String

        package init(code: Code, text: String) {
            self.code = code
            self.text = text
        }
    }

    package init(alarm: AlarmReport?, reasons: [Reason]) {
        self.alarm = alarm
        self.reasons = reasons
    }

    package enum Code: String, CaseIterable, Hashable, Sendable {
        case noAlarm, off, rule, zone, justSet, usedUp, skipped, clockChange, secondPass, next,
            never
        case ringing, snoozed, timeQuality
    }
}
