package import ClockTime

/// Why an alarm will ring when it will, or will not, or why a past ring was as it was (product, H1c), as a list of
/// reasons. Each has a code; `English` has the words.
package struct Explanation: Hashable, Sendable {
    /// Nil if no alarm is set, or if the requested one was deleted.
    package var alarm: AlarmReport?
    /// The past ring explained; nil if this explains the next one.
    package var occurrence: OccurrenceID?
    package var reasons: [Reason]

    package init(alarm: AlarmReport?, occurrence: OccurrenceID? = nil, reasons: [Reason]) {
        self.alarm = alarm
        self.occurrence = occurrence
        self.reasons = reasons
    }

    package enum Reason: Hashable, Sendable {
        /// As received in a reply.
        case inWords(Code, String)
        /// - Parameter hasFirst: one would ring if its dates were not skipped.
        case noAlarm(hasFirst: Bool)
        case ringing(CivilDate)
        case snoozed(until: CivilTime)
        /// - Parameter date: the only date that it was set for.
        case off(after: CivilDate?)
        case rule(Schedule)
        case pinnedZone(String)
        /// Today's date.
        case usedUp(CivilDate, SpentDates.Reason)
        /// From when it counts its dates.
        ///
        /// - Parameters:
        ///   - isNew: the alarm was set then.
        ///   - date: the date whose time had already passed; nil: that day's own.
        case countsFrom(CivilTime, isNew: Bool, after: CivilDate?)
        case skipped(SkippedDate)
        case skippedFurther(FurtherSkips)
        case never
        case next(CivilTime)
        /// How a clock change affects the ring; if exact: its local time occurs once more.
        case placed(Placement, CivilDate, TimeOfDay, isPast: Bool)
        case timeNotConfirmed(isPast: Bool)
        case timeNotKnown(isPast: Bool)
        case was(Past)
        case late(Cause)
        case history(Knowledge)
    }

    /// What happened to a past ring.
    package enum Past: Hashable, Sendable {
        /// On time if the lateness is nil.
        case rang(CivilTime, lateness: Duration?, joined: Bool)
        case rangAfterPowerCut(CivilTime)
        case rangOn(CivilDate)
        case rungTaken(RingRung, RungReason)
        case snoozed(times: Int, lastUntil: CivilTime)
        case silenced(times: Int, lastUntil: CivilTime)
        case stopped(CivilTime, by: StopCause)
        case missedUnanswered
        case missedLate(grace: Duration, dates: Int)
        case missedOn(CivilDate)
        case leftOut(CivilDate, SkipReason?, freeDay: String?)
        /// When stop was held in its countdown.
        case gotUp(CivilTime)
        case passedOver
        case superseded(CivilTime)
        case reopened(CivilTime)
    }

    /// Why a past ring was late.
    package enum Cause: Hashable, Sendable {
        case started(CivilTime)
        case clockSet(CivilTime, by: Duration, StepCause)
        /// Nil: the zone's name is no longer known.
        case zoneChanged(String?, CivilTime)
        case trustChanged(ClockTrust, CivilTime)
    }

    /// What else the history tells about a past ring, and what it does not.
    package enum Knowledge: Hashable, Sendable {
        case noRing
        case deleted(AlarmName)
        case changed(CivilTime)
        /// - Parameter date: the date whose day had already begun.
        case changedOn(CivilTime, CivilDate)
        case changeNotKnown
        case latenessNotKnown
        /// Nil: its name is no longer known.
        case zone(String?)
        case otherRules
        case usedUpAlone
        /// Nil: the history is empty.
        case begins(CivilTime?, after: CivilDate)
        case notDue(CivilDate)
        case notYet(CivilDate)
        case offSince(CivilTime)
        case onSince(CivilTime)
        case nothing(of: CivilTime, hasGaps: Bool)
    }

    package enum Code: String, CaseIterable, Hashable, Sendable {
        case noAlarm, off, rule, zone, justSet, usedUp, skipped, clockChange, firstPass, secondPass
        case next, never, ringing, snoozed, timeQuality
        // For past rings.
        case rang, late, rungTaken, answered, missed, passedOver, superseded, reopened
        case deleted, changed, notDue, notYet
        /// What is missing to explain more.
        case notKnown
    }
}
