package import ClockTime

/// All external commands, by family. Every interface uses the same set; Control defines their words and their JSON.
package enum Command: Hashable, Sendable {
    case status
    /// Queries past events.
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
    case style(StyleCommand)
    case preset(PresetCommand)
    case font(FontCommand)
    case display(DisplayCommand)
    case world(WorldCommand)
    case pairing(PairingCommand)
    case mqtt(MqttCommand)
    case lamp(LampCommand)
    case goodNight(GoodNightCommand)
    case breathing(BreathingCommand)
    case backup(BackupCommand)
    /// Takes back the last change of a person.
    case undo
}

package enum TimeCommand: Hashable, Sendable {
    /// The time and its trust.
    case show
    /// Sets the wall clock for a user.
    case set(GivenTime)
    /// Moves the clock to another zone.
    case setZone(Zone)
}

/// Who may change the clock from the network.
package enum PairingCommand: Hashable, Sendable {
    /// Shows a code. Whoever asks on the clock itself is present, and need not wait after wrong guesses.
    case begin(isPresent: Bool)
    /// Gives a token to whoever knows the code.
    ///
    /// - Parameter name: what people call the device.
    case confirm(code: String, name: String)
    case devices
    case remove(DeviceID)
    case setReading(ReadingRule)
    case address
    /// From the program that serves the page.
    case tell(WebAddresses)
}

/// Commands for world clocks.
package enum WorldCommand: Hashable, Sendable {
    case list
    /// Also changes the label of one that is there; nil: the town in the zone's name.
    case add(Zone, label: String?)
    /// Removes the one with this label, town or zone.
    case remove(String)
}

package enum AlarmCommand: Hashable, Sendable {
    case list
    /// All details of one alarm.
    case show(AlarmID)
    case add(Schedule, AlarmChanges)
    case edit(AlarmID, AlarmChanges)
    case remove(AlarmID)
    case setEnabled(AlarmID, Bool)
    /// Skips this many of a weekly alarm's next dates; 0 cancels an earlier request.
    case skipNext(AlarmID, Int)
    /// Adds a copy of this alarm.
    case duplicate(AlarmID)
    /// Rings now as the alarm will: audible, felt and visible.
    case test(AlarmID)
    /// One of the law's operations (13).
    ///
    /// - Parameter date: the date of the ring that is meant; nil: the current one.
    case operate(Operation, AlarmID, date: CivilDate? = nil)
    /// The dates on which all alarms are paused.
    case pauses
    /// No alarm rings on these dates either.
    case pauseAll(DateRange)
    /// Ends the pause that this date belongs to; nil: all pauses.
    case endPause(on: CivilDate?)
    /// Switches all alarms of a category on or off.
    case setCategoryEnabled(String, Bool)
}

package enum TimerCommand: Hashable, Sendable {
    case list
    case add(Duration, name: String?, starts: Bool)
    /// - Parameter run: the run that is meant; nil: the current one.
    case operate(Operation, TimerID, run: Int?)
}

package enum NapCommand: Hashable, Sendable {
    case show
    case set([NapChange])
    /// Starts a nap of this length, whatever the settings say.
    case start(for: Duration)
    /// - Parameter number: the nap that is meant; nil: the current one.
    case operate(Operation, number: Int?)
}

/// Commands for whatever rings.
package enum RingCommand: Hashable, Sendable {
    /// - Parameter length: of this snooze; nil: each its own.
    case snooze(RingTarget, for: Duration? = nil)
    case stop(RingTarget)
    /// A user has seen the notices of missed rings.
    case acknowledge
}

package enum NoiseCommand: Hashable, Sendable {
    /// What plays, and how.
    case show
    /// Plays a single sound; nil: what played last.
    case play(SoundID?, variant: VariantID? = nil, volume: Percent?)
    /// Stops until the next play; the sleep timer continues.
    case pause
    case stop
    case toggle
    /// The next favourite, or else the next sound.
    case next
    case setVolume(Percent)
    /// Changes the volume by this much, within its range.
    case changeVolume(Int)
    /// Plays some seconds of a noise or tone, then returns to the previous noise.
    case preview(SoundID, variant: VariantID? = nil)
    case endPreview
    /// Sets how noise starts and ends.
    case setFades(FadeChanges)
    case setSleep(SleepChange)
}

/// When alarms and noise keep quiet.
package enum QuietCommand: Hashable, Sendable {
    case freeDays
    /// Replaces the free days that alarms may observe.
    case setFreeDays([FreeDay])
    /// Adds these to the free days; those that are there already get their new names.
    case addFreeDays([FreeDay])
    case removeFreeDays([CivilDate])
    case doNotDisturb
    case setDoNotDisturb(DoNotDisturbChange)
}

package enum HealthCommand: Hashable, Sendable {
    /// Will it ring?
    case show
    /// Tests everything that a ring needs now, inaudibly.
    case rehearse
    /// Explains why a ring is when it is, or was as it was.
    case explain(ExplainTarget)
}

package enum UpdateCommand: Hashable, Sendable {
    /// May an update begin now?
    case check
    /// Does this program do everything that a clock must do?
    case readiness
    /// Says on the display, and keeps, how an update goes.
    case tell(UpdateNews)
}

package enum SettingsCommand: Hashable, Sendable {
    /// How late a ring may be, and how timers and naps ring.
    case ringRules
    case setRingRules([RingRuleChange])
    /// When everything that a ring needs is tested each evening; nil: never.
    case setRehearsal(TimeOfDay?)
    /// Whether the stop key must be held for two seconds to stop a ring.
    case setHoldToStop(Bool)
    /// What tells a user that the clock took a press.
    case keyFeedback
    case setKeyFeedback(KeyFeedback)
    /// What the web page keeps.
    case page
    case setPage([PageChange])
}

/// The rings that a snooze or stop applies to.
package enum RingTarget: Hashable, Sendable {
    /// What rings now; for a stop while nothing rings, what is snoozed. For key presses and script lines, which arrive
    /// on time. External requests cannot use this, because they may arrive late (law, 13).
    case current
    /// Whichever ring this alarm has; likewise not for external requests.
    case alarm(AlarmID)
    /// Exactly these, so that a late or repeated request cannot hit the next ring. Rings that are over are skipped, and
    /// other rings continue.
    case rings([RingName])

    package static func occurrence(_ occurrence: OccurrenceID) -> RingTarget {
        .rings([.alarm(occurrence)])
    }
}

/// The ring to explain.
package enum ExplainTarget: Hashable, Sendable {
    /// An alarm's next ring; nil: of the alarm that rings first.
    case next(AlarmID?)
    /// The last ring in the history of this alarm, or of any, whatever happened to it.
    case last(AlarmID?)
    /// The ring of one date, whether it happened or not.
    case occurrence(OccurrenceID)
}

/// Changes to when the clock keeps quiet; nil leaves a value unchanged.
package enum DoNotDisturbChange: Hashable, Sendable {
    case byHand(DoNotDisturb.ByHand)
    /// On until the clock next shows this time.
    case onUntil(TimeOfDay)
    /// Nil: no quiet hours.
    case quietHours(QuietHours?)
    case allowsNoise(Bool)
}

/// The outcome of a command. Every command gets an answer, now or later.
enum CommandOutcome {
    case now(Reply)
    /// Answer once the reported change is durable.
    case saved(Reply)
    /// The host that was asked will answer.
    case hosts
}
