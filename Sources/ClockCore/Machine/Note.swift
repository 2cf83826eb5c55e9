package import ClockTime

/// Something that came to pass and is worth a line: in the event file, the log, later the history.
/// Notes are one effect of a step; the machine never logs.
package enum Note: Hashable, Sendable {
    case booted(trust: ClockTrust, hadSavedState: Bool)
    /// `lateness` is 0 for a ring on time; `joined` says that something rang already.
    case alarmFired(OccurrenceID, scheduled: Instant, lateness: Duration, joined: Bool)
    /// Rings again after a snooze, or by itself after a silence that nobody had asked for.
    case alarmRangAgain(OccurrenceID, RingCause)
    case alarmSnoozed(OccurrenceID, until: WallTime)
    /// Nobody answered: silent until `until`, then it rings again.
    case alarmSilenced(OccurrenceID, until: WallTime)
    case alarmStopped(OccurrenceID, by: StopCause)
    /// `count` dates of this alarm, of which the named one is the latest.
    case alarmMissed(OccurrenceID, scheduled: Instant, MissReason, count: Int)
    case alarmSkipped(OccurrenceID, SkipReason)
    case alarmPassedOver(OccurrenceID)
    case alarmSuperseded(OccurrenceID)
    case alarmEdited(AlarmID, AlarmEdit)
    /// No alarm rings on these dates; nil: the pause was taken back.
    case alarmsPaused(DateRange?)
    /// The countdown before a ring began.
    case alarmPreAlert(OccurrenceID, scheduled: Instant)
    /// Its light begins to rise.
    case sunriseBegan(OccurrenceID)
    /// Somebody tries out how an alarm sounds.
    case alarmTested(AlarmID)
    case alarmTestEnded(AlarmID)
    /// An old record named a sound that nobody knows; the built-in tone took its place.
    case soundReplaced(AlarmID, String)
    /// So many of the stored alarms could not be read.
    case alarmsUnreadable(Int)
    /// The ring climbed to the next of what it has.
    case rungTaken(RingRung, RungReason)
    /// All sound outputs stand still, so the ring was put on another card, by its description.
    case cardTaken(String)
    /// Frames of sound move on an output: it rings.
    case ringHeard(output: Int)
    case rehearsed(RehearsalResult)
    case doNotDisturbChanged(holds: Bool)
    /// A date that was spent is due again, because the clock went back (law, 3.2 and 5.5).
    case alarmReopened(OccurrenceID)
    case timer(TimerID, TimerNote)
    case nap(NapNote)

    case clockStepped(by: Duration, StepCause)
    case trustChanged(ClockTrust)
    case zoneChanged(String)
    case noiseChanged(NoiseIntent?)
    case sleepTimer(SleepNote, left: Duration)
    /// A sound of the mix is not in the catalogue any more, and was left out.
    case soundGone(SoundID)
    case healthChanged(HealthReport)
    case pageShown(FacePage)
    /// A key that may not do what it is for just now; the code says why.
    case keyRefused(Button, String)
    /// An invariant did not hold; the part named was reset, because a clock must still ring.
    case faultRepaired(String)
}

/// How late a ring is.
package enum Lateness {
    /// From here on people are told. Below it nobody in bed notices: a machine that was busy or asleep wakes
    /// some tenths late, and a clock that is corrected meanwhile moves by a second or two.
    package static let told = Duration.seconds(5)
}

/// Tells occurrences apart: one alarm on one local date (law, Words).
package struct OccurrenceID: Hashable, Sendable, Codable {
    package let alarm: AlarmID
    package let date: CivilDate

    package init(alarm: AlarmID, date: CivilDate) {
        self.alarm = alarm
        self.date = date
    }
}

package enum RingCause: String, CaseIterable, Hashable, Sendable {
    case snoozeEnded, unanswered, powerCut
}

package enum StopCause: String, CaseIterable, Hashable, Sendable {
    case button, command
    /// Edited, switched off or removed while it rang or was snoozed (law, 6.7).
    case edited
}

package enum MissReason: String, CaseIterable, Hashable, Sendable, Codable {
    /// More than the grace late when it could have rung.
    case late
    /// Rang as often as it should and nobody answered.
    case unanswered
}

package enum AlarmEdit: String, CaseIterable, Hashable, Sendable {
    case added, edited, removed, enabled, disabled, skips, soundReplaced
}

/// Who set the wall clock.
package enum StepCause: String, CaseIterable, Hashable, Sendable {
    /// Whoever keeps it right: the network's time, or another source that the kernel knows of.
    case synchronised
    /// A person, through this program.
    case user
    /// Somebody else, by hand or with another program: nothing says that the time is right now.
    case outside
}
