/// Why an alarm will ring when it will, or will not, or why a past ring was as it was (product, H1c), one
/// reason after the other.
package struct Explanation: Hashable, Sendable {
    /// Nil where no alarm is set, or the one that is asked for was deleted.
    package var alarm: AlarmReport?
    /// The past ring that it is about; nil where it is about the next one.
    package var occurrence: OccurrenceID?
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

    package init(alarm: AlarmReport?, occurrence: OccurrenceID? = nil, reasons: [Reason]) {
        self.alarm = alarm
        self.occurrence = occurrence
        self.reasons = reasons
    }

    package enum Code: String, CaseIterable, Hashable, Sendable {
        case noAlarm, off, rule, zone, justSet, usedUp, skipped, clockChange, firstPass, secondPass
        case next, never, ringing, snoozed, timeQuality
        // Of past rings.
        case rang, late, rungTaken, answered, missed, passedOver, superseded, reopened
        case deleted, changed, notDue, notYet
        /// What would have to be known to say more.
        case notKnown
    }
}
