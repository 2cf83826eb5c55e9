import ClockTime

/// Something worth a line in the event file, the log and later the history. Notes are one effect of a step; the machine
/// itself never logs.
package enum Note: Hashable, Sendable {
    case booted(trust: ClockTrust, hadSavedState: Bool)
    /// What happened to an alarm's date, a timer or the nap.
    case of(Subject, Turn)
    case alarmEdited(AlarmID, AlarmEdit)
    /// No alarm rings on these dates.
    case alarmsPaused(DateRange)
    /// A person ended this pause.
    case pauseEnded(DateRange)
    /// A user tries out an alarm.
    case alarmTested(AlarmID)
    case alarmTestEnded(AlarmID)
    /// An old record named an unknown sound; the built-in tone replaced it.
    case soundReplaced(AlarmID, String)
    /// How many stored alarms could not be read.
    case alarmsUnreadable(Int)
    /// The ring escalated to its next rung.
    case rungTaken(RingRung, RungReason)
    /// All sound outputs stalled, so the ring moved to another sound card; its description.
    case cardTaken(String)
    /// An output plays the ring: its frames move.
    case ringHeard(output: Int)
    case rehearsed(RehearsalResult)
    case doNotDisturbChanged(holds: Bool)

    case clockStepped(by: Duration, StepCause)
    case trustChanged(ClockTrust)
    case zoneChanged(String)
    case noiseChanged(NoiseIntent?)
    case sleepTimer(SleepNote, left: Duration)
    /// A sound of the mix is no longer in the catalogue and was removed from the mix.
    case soundGone(SoundID)
    case healthChanged(HealthReport)
    /// The answer to "will it ring?" changed between "it will" and "it may not".
    case outlookChanged(mayNotRing: Bool)
    /// The updater has told how an update goes.
    case updateTold(UpdateNews)
    case pageShown(FacePage)
    /// A key was refused; the code says why.
    case keyRefused(Button, String)
    /// An invariant failed. The named part was reset, because the clock must still ring.
    case faultRepaired(String)
}

/// How late a ring is.
package enum Lateness {
    /// The clock reports lateness from here on. Nobody in bed notices less: a busy or sleeping machine wakes some
    /// tenths of a second late, and a clock correction shifts time by a second or two.
    package static let leastReported = Duration.seconds(5)
}

package enum AlarmEdit: String, CaseIterable, Hashable, Sendable {
    case added, edited, removed, enabled, disabled, skips, soundReplaced
}
