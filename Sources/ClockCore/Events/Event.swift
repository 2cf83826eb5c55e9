package import ClockTime

/// Every input of the clock. The shell translates the outside world into events and delivers them one at a time.
package enum Event: Hashable, Sendable {
    /// The first event; sent once.
    case started
    /// The `nextWake` deadline came, or something else woke the shell: check what is due.
    case wake
    /// - Parameter at: when the key moved, if known more precisely than from the time of delivery.
    case button(Button, isDown: Bool, at: BootTime? = nil)
    /// The key was already down when monitoring began; nobody knows when it was pressed.
    case buttonHeldAtStart(Button)
    /// The wall clock is being set, or its quality changed. The machine measures the step itself, so this event may be
    /// redundant or repeated. A user's setting must arrive before any other event after the step, and at most a second
    /// before the step; the same holds for a step by synchronisation. A step that no such event explains counts as
    /// `outside`. With cause `outside`, `trust` has no meaning.
    case clockAdjusted(trust: ClockTrust, by: StepCause)
    /// New zone rules: a user chose another zone, or new tzdata arrived for the same one.
    case zoneChanged(Zone, by: StepCause)
    /// Illuminance at the bedside in lux, 0 or more.
    case lightMeasured(lux: Double)
    /// The battery's charge; nil: the clock has none.
    case batteryRead(BatteryState?)
    case health(HealthReport)
    case alarmFrames(AlarmFrames)
    /// No output could play the ring, so an output got a sound card that nobody configured; its description.
    case cardTaken(String)
    /// A part's answer to `Effect.rehearse`; nil: it works.
    case rehearsed(RehearsalPart, problem: String?)
    /// A sound output's answer; `output` counts in the order in which alarms use them. `areMoving`: whether frames of
    /// silence moved, nil if that could not be tried. `problem`: any other fault.
    case soundRehearsed(output: Int, areMoving: Bool?, problem: String?)
    /// What is wrong with a sound output, indexed in the alarms' order; nil: it is well again.
    case outputProblem(output: Int, OutputProblem?)
    /// An output plays noise, a preview or a chirp: its frames were seen to move. Sent once per sound; `output` counts in
    /// the order in which alarms use them.
    case soundMoved(output: Int)
    /// New rules for a zone that alarms may be pinned to.
    case pinnedZoneChanged(Zone)
    case command(RequestID, Command)
    /// Asks what the command would do: a copy of the machine carries it out.
    case dryRun(RequestID, Command)
    /// A host's answer to `Effect.ask`.
    case answered(RequestID, Reply)
    /// The host's answer to `Effect.setClock`, at a moment after the setting.
    case clockSet(RequestID, ClockSetting)
    /// A host has read the backup that came with a request, and found nothing wrong in it.
    indirect case backupRead(RequestID, Backup, isDryRun: Bool)
    /// A new catalogue replaces the current one: own sounds were added, removed or renamed.
    case catalogueChanged(SoundCatalogue)
    /// All own fonts: they were read at the start, or one was added or deleted.
    case fontsChanged([OwnFont])
    /// The host's answer to `Effect.drawSecrets`.
    case secretsDrawn(PairingSecrets)
    /// A paired device has asked something.
    case deviceUsed(DeviceID)
    /// The store finished a save: all states up to this revision are durable, or `failure` says why this one is not.
    case saved(revision: Int, failure: String?)
}

/// What the shell must do. It carries out all effects of a step before the next event.
package enum Effect: Hashable, Sendable {
    /// What to play from now on; replaces the previous intent.
    case sound(SoundIntent)
    /// Make this durable and report `.saved` with the revision. A newer save replaces it.
    indirect case save(PersistentState, revision: Int)
    case reply(RequestID, Answer)
    /// Have the host that owns the files or devices answer once, by `Event.answered`.
    case ask(RequestID, HostQuestion)
    /// Set the wall clock so that it shows `to.wall` at `to.boot`, and answer once, by `Event.clockSet`. The step may
    /// be seen before the answer: the machine recognises it by its target.
    case setClock(RequestID, to: Moment)
    /// Where to play sound from now on; the first step emits it too.
    case chooseOutputs(SoundOutputSettings)
    /// Test every sound output and the display the way a ring uses them, inaudibly and invisibly. Report each by
    /// `Event.soundRehearsed` or `Event.rehearsed`.
    case rehearse
    /// Draw a code and a token, and answer at once, by `Event.secretsDrawn`.
    case drawSecrets
    /// Who may change the clock from the network from now on; the first step says it too.
    case admit(Admission)
    /// What the motor, buzzer and lamp do from now on.
    case outputs(OutputLevels)
    case notes([Note])
    /// Append these to the durable history, best effort: nothing waits for it.
    case record([HistoryRecord])
}
