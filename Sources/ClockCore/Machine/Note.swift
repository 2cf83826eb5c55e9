package import ClockTime

/// Something that came to pass and is worth a line: in the event file, the log, later the history.
/// Notes are one effect of a step; the machine never logs.
package enum Note: Hashable, Sendable {
    case booted(trust: ClockTrust, hadSavedState: Bool)
    /// What came of an alarm's date, a timer or the nap.
    case of(Subject, Turn)
    case alarmEdited(AlarmID, AlarmEdit)
    /// No alarm rings on these dates; nil: the pause was taken back.
    case alarmsPaused(DateRange?)
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
