package import ClockTime

/// What can be asked of the clock from outside, family by family. One set for every way in; Control owns their
/// words and their JSON.
package enum Command: Hashable, Sendable {
    case status
    /// What came to pass.
    case history(HistoryQuery)
    case time(TimeCommand)
    case alarm(AlarmCommand)
    case timer(TimerCommand)
    case nap(NapCommand)
    case ring(RingCommand)
    case noise(NoiseCommand)
    case mix(MixCommand)
    case sounds(SoundCommand)
    case quiet(QuietCommand)
    case health(HealthCommand)
    case update(UpdateCommand)
    case settings(SettingsCommand)
}

package enum TimeCommand: Hashable, Sendable {
    /// What time it is, and how far that is believed.
    case show
    /// A person sets the wall clock.
    case set(GivenTime)
    /// The clock stands in another zone from now on.
    case setZone(Zone)
}

package enum AlarmCommand: Hashable, Sendable {
    case list
    /// All about one alarm.
    case show(AlarmID)
    case add(Schedule, AlarmChanges)
    case edit(AlarmID, AlarmChanges)
    case remove(AlarmID)
    case setEnabled(AlarmID, Bool)
    /// Leave out so many of a weekly alarm's next dates; 0 takes back what was asked before.
    case skipNext(AlarmID, Int)
    /// Sets a second one like this.
    case duplicate(AlarmID)
    /// Lets it be heard, felt and seen now, as it will be.
    case test(AlarmID)
    /// One of the law's operations (13).
    ///
    /// - Parameter date: the ring that is meant; nil: its present one.
    case operate(Operation, AlarmID, date: CivilDate? = nil)
    /// No alarm rings on these dates; nil: no pause.
    case pauseAll(DateRange?)
    /// Switches all alarms of a group on or off.
    case setCategoryEnabled(String, Bool)
}

package enum TimerCommand: Hashable, Sendable {
    case list
    case add(Duration, name: String?, starts: Bool)
    /// - Parameter run: the run that is meant; nil: its present one.
    case operate(Operation, TimerID, run: Int?)
}

package enum NapCommand: Hashable, Sendable {
    case show
    case set(NapChanges)
    /// - Parameter number: the nap that is meant; nil: the present one.
    case operate(Operation, number: Int?)
}

/// What is done to whatever rings.
package enum RingCommand: Hashable, Sendable {
    case snooze(RingTarget)
    case stop(RingTarget)
    /// Somebody saw the notices of what was missed.
    case acknowledge
}

package enum NoiseCommand: Hashable, Sendable {
    /// What plays, and how.
    case show
    /// One sound alone; nil: what played last.
    case play(SoundID?, variant: VariantID? = nil, volume: Percent?)
    /// Silent until it is played again; the sleep timer goes on.
    case pause
    case stop
    case toggle
    /// The next favourite, else the next sound.
    case next
    case setVolume(Percent)
    /// So much louder, or quieter; no further than there is volume.
    case changeVolume(Int)
    /// Some seconds of a noise or tone, then back to what was.
    case preview(SoundID, variant: VariantID? = nil)
    case endPreview
    /// How noise starts and ends.
    case setFades(FadeChanges)
    case setSleep(SleepChange)
}

/// When alarms and noise keep quiet.
package enum QuietCommand: Hashable, Sendable {
    case freeDays
    /// The days off that alarms may observe, instead of those known before.
    case setFreeDays([FreeDay])
    case doNotDisturb
    case setDoNotDisturb(DoNotDisturbChange)
}

package enum HealthCommand: Hashable, Sendable {
    /// Will it ring?
    case show
    /// Try all that a ring needs now, unheard.
    case rehearse
    /// Why a ring is when it is, or was as it was.
    case explain(ExplainTarget)
}

package enum UpdateCommand: Hashable, Sendable {
    /// May an update begin now?
    case check
    /// Does this program do all that a clock is for?
    case readiness
}

package enum SettingsCommand: Hashable, Sendable {
    /// How late a ring may be, and how timers and naps ring.
    case ringRules
    case setRingRules(RingRuleChanges)
    /// When all that a ring needs is tried each evening; nil: never.
    case setRehearsal(TimeOfDay?)
    /// Whether the stop key has to be held for two seconds to stop a ring.
    case setHoldToStop(Bool)
    case setHourFormat(HourFormat)
}

/// Which rings a snooze or stop means.
package enum RingTarget: Hashable, Sendable {
    /// What rings now; for a stop with nothing ringing, what is snoozed. A press means this, and a line of a
    /// script, which comes just when it is to; from outside it is not taken, as it may come late (law, 13).
    case current
    /// Whichever there is of this alarm; from outside as little.
    case alarm(AlarmID)
    /// Just these: a late or repeated request cannot hit the next ring. Those that are over are left alone,
    /// and what else rings goes on.
    case rings([RingName])

    package static func occurrence(_ occurrence: OccurrenceID) -> RingTarget {
        .rings([.alarm(occurrence)])
    }
}

/// One ring, told from all others before and after it.
package enum RingName: Hashable, Sendable {
    case alarm(OccurrenceID)
    /// - Parameter run: which of its runs.
    case timer(TimerID, run: Int)
    case nap(number: Int)
    /// An alarm that is being tried out.
    case test(AlarmID)
}

/// Which ring is to be explained.
package enum ExplainTarget: Hashable, Sendable {
    /// The next one of an alarm; nil: that of the alarm which rings first.
    case next(AlarmID?)
    /// The last of an alarm that the history knows, or of any, whatever came of it.
    case last(AlarmID?)
    /// That of one date, whether it came to be or not.
    case occurrence(OccurrenceID)
}

/// What to change about when the clock keeps quiet; nil leaves it as it is.
package enum DoNotDisturbChange: Hashable, Sendable {
    case byHand(DoNotDisturb.ByHand)
    /// On until the clock shows this time next.
    case onUntil(TimeOfDay)
    /// Nil: no quiet hours.
    case quietHours(QuietHours?)
    case allowsNoise(Bool)
}
