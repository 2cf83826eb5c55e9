package import ClockTime

/// Why an alarm will ring when it will, or will not, or why a past ring was as it was (product, H1c), one
/// reason after the other. Control has the words and the code of each.
package struct Explanation: Hashable, Sendable {
    /// Nil where no alarm is set, or the one that is asked for was deleted.
    package var alarm: AlarmReport?
    /// The past ring that it is about; nil where it is about the next one.
    package var occurrence: OccurrenceID?
    package var reasons: [Reason]

    package init(alarm: AlarmReport?, occurrence: OccurrenceID? = nil, reasons: [Reason]) {
        self.alarm = alarm
        self.occurrence = occurrence
        self.reasons = reasons
    }

    package enum Reason: Hashable, Sendable {
        /// As a reply has it.
        case told(Code, String)
        /// - Parameter hasFirst: one would ring, but for the dates that it leaves out.
        case noAlarm(hasFirst: Bool)
        case ringing(CivilDate)
        case snoozed(until: CivilTime)
        /// - Parameter date: it was for this one alone.
        case off(after: CivilDate?)
        case rule(Schedule)
        case pinnedZone(String)
        /// Today's date.
        case usedUp(CivilDate, SpentDates.Reason)
        /// Since when it counts its dates.
        ///
        /// - Parameters:
        ///   - isNew: that is when it was set.
        ///   - date: whose time had come before; nil: that day's own.
        case countsFrom(CivilTime, isNew: Bool, after: CivilDate?)
        case skipped(SkippedDate)
        case skippedFurther(FurtherSkips)
        case never
        case next(CivilTime)
        /// What a change of the clock makes of it; exact: its time comes once more.
        case placed(Placement, CivilDate, TimeOfDay, isPast: Bool)
        case timeNotConfirmed(isPast: Bool)
        case timeNotKnown(isPast: Bool)
        case was(Past)
        case late(Cause)
        case history(Knowledge)
    }

    /// What came of a past ring.
    package enum Past: Hashable, Sendable {
        /// On time, where no lateness is told.
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
        case passedOver
        case superseded(CivilTime)
        case reopened(CivilTime)
    }

    /// Why a past ring was late.
    package enum Cause: Hashable, Sendable {
        case started(CivilTime)
        case clockSet(CivilTime, by: Duration, StepCause)
        /// Nil: the zone's name is not kept.
        case zoneChanged(String?, CivilTime)
        case trustChanged(ClockTrust, CivilTime)
    }

    /// What the history says of a past ring beside that, and what it does not.
    package enum Knowledge: Hashable, Sendable {
        case noRing
        case deleted(AlarmID)
        case changed(CivilTime)
        /// - Parameter date: whose day had begun.
        case changedOn(CivilTime, CivilDate)
        case changeNotKnown
        case latenessNotKnown
        /// Nil: its name is not kept.
        case zone(String?)
        case otherRules
        case usedUpAlone
        /// Nil: it is empty.
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
        // Of past rings.
        case rang, late, rungTaken, answered, missed, passedOver, superseded, reopened
        case deleted, changed, notDue, notYet
        /// What would have to be known to say more.
        case notKnown
    }
}
