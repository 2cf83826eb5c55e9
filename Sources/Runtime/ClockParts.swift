package import ClockCore
package import ClockTime
package import HAL

/// Everything that a clock is made of, handed in by a program: ports of this kernel or of a simulated
/// board, and where words go.
///
/// Theory of operation. The programs differ only in what they put in here. From it, either
/// `ThreadedClock` starts one thread for each owner of something that blocks, as on the Pi, or
/// `SteppedClock` runs all of them on one thread in a fixed order, in a time that the caller moves: the
/// same hosts, the same mailboxes, the same machine. What is decided lies in ClockCore; the hosts only
/// carry. A host never calls another: what it has to say goes into a mailbox or the engine's inbox,
/// and the one waiting there is woken.
///
///     buttons, light, clock ──> inbox ──> engine ──> frames ──> panel host ──> I2C bus
///     control host ──────────>              ├──────> scenes ──> sound hosts ─> PCM
///     store ─────────────────>              ├──────> levels ──> outputs    ──> motor, buzzer, lamp
///                                           ├──────> saves  ──> store      ──> slots, history, clock
///                                           └──────> replies ─> control host > socket
package struct ClockParts: Sendable {
    package var time: any TimeSource
    /// What `time` shows can be set by it; nil where it cannot.
    package var wallClock: (any WallClock)?
    package var bus: any I2CBus
    package var panel: any Panel
    package var light: (any LightSensor)?
    /// The sound outputs: everything plays on the first, alarms on the others when they must, in
    /// `sound.alarmOrder`. None on a board without sound.
    package var sinks: [any PCMSink]
    /// What else the sound outputs have.
    package var sound: SoundEquipment
    /// Motor, buzzer, lamp.
    package var outputs = BoardOutputs()
    package var storage: any SlotStorage
    /// Where what came to pass is kept; nil where it is forgotten with the program.
    package var history: (any RecordStorage)?
    /// The control socket; nil where nobody can speak to the clock.
    package var listener: (any ConnectionListener)?
    package var zones: any ZoneSource
    /// What can be played, and how it is made.
    package var sounds = SoundCollection.builtIn
    /// A person's own sounds; nil where none are kept.
    package var ownSounds: OwnSounds?
    /// A zone that wins over the stored one.
    package var zoneOverride: String?
    package var boot: BootID
    /// How far the wall clock is believed at start.
    package var trust: ClockTrust
    /// Whether somebody keeps the wall clock right, asked when that was set; nil where nobody does.
    package var isClockKept: (@Sendable () -> Bool)?
    /// When the program was made: no clock that shows an earlier time is right. With what the state says it
    /// is the law's floor (5.1), below which an unconfirmed clock is not believed at all; and nobody may set the
    /// clock to before it. Nil: `trust` holds whatever the clock shows.
    package var madeAt: Instant?
    /// All chance comes from it.
    package var seed: UInt64
    /// How late hosts wake in virtual time; nil: on time to the nanosecond.
    package var wakeDelays: WakeDelays?
    /// Takes all that is rendered, with the place of the output that it is for and its frames a second. All
    /// outputs begin at the same time, and what each gives is without gaps.
    package var recorder: OutputRecorder?
    package typealias OutputRecorder = @Sendable (Int, UnsafeBufferPointer<Float>, Int) -> Void
    /// Takes each event as it happens, on the engine's thread.
    package var emit: @Sendable (EventLine) -> Void
    /// Whether sound without real-time priority is worth a word: on the Pi it is, on a desktop it is
    /// the rule.
    package var expectsRealTime = true
    /// Whether the sound device is tried before anything plays, and while it fails, so that a missing card
    /// is known of before the alarm.
    package var looksAfterSoundDevice = false
    package var stepObserver: StepObserver?
    /// What keeps a copy of the board file; nil: there is no file, or its copy is as it should be.
    package var boardCopy: BoardCopy?
    /// The program crashed again and again, so what a ring can do without is left out. Whoever sets this gives
    /// neither `ownSounds` nor `sounds` from a person's files.
    package var isSafe = false
    /// What the program found wrong before it came here.
    package var problems: [HealthReport] = []

    /// - Parameters:
    ///   - trust: how far the wall clock is believed at start.
    ///   - bootName: tells this boot from others; times of one mean nothing in another.
    package init(
        time: any TimeSource, bus: any I2CBus, drivers: BoardDrivers, sinks: [any PCMSink],
        storage: any SlotStorage, zones: any ZoneSource, bootName: String,
        trust: ClockTrust = .trusted,
        seed: UInt64, emit: @escaping @Sendable (EventLine) -> Void
    ) {
        self.time = time
        self.bus = bus
        panel = drivers.panel
        light = drivers.light
        self.sinks = sinks
        sound = SoundEquipment(outputs: sinks.count)
        self.storage = storage
        self.zones = zones
        boot = BootID(bootName)
        self.trust = trust
        self.seed = seed
        self.emit = emit
    }

    func recorder(of output: Int) -> SoundHost.SampleRecorder? {
        guard let recorder else { return nil }
        return { samples, rate in recorder(output, samples, rate) }
    }

    /// What there is to wake people with.
    package var equipment: Equipment {
        var equipment = Equipment()
        equipment.soundOutputs = sinks.count
        equipment.hasMotor = outputs.motor != nil
        equipment.hasBuzzer = outputs.buzzer != nil
        equipment.hasLight = outputs.light != nil
        equipment.hasDisplay = panel.isThere
        return equipment
    }

    /// Who else can write to the folder that all is kept in; nil: nobody.
    package mutating func addFolderProblem(_ problem: String?) {
        guard let problem else { return }
        problems.append(HealthReport(part: .stateFolder, problem: problem))
    }

    /// Something about the board that people should know; the clock runs all the same.
    package mutating func addBoardProblem(_ problem: String) {
        problems.append(HealthReport(part: .board, problem: problem))
    }
}

/// A person's own sounds: the library of them, and who reads their files.
package struct OwnSounds: Sendable {
    package var library: OwnSoundLibrary
    package var files: any LoopSourceOpener

    package init(library: OwnSoundLibrary, files: any LoopSourceOpener) {
        self.library = library
        self.files = files
    }
}

/// What the sound outputs have beside their sinks; by the places of those in `ClockParts.sinks`.
package struct SoundEquipment: Sendable {
    /// The places in the order in which an alarm tries them: of a board with a device of its own for alarms
    /// that one is first, although noise plays on place 0. Each place once.
    package var alarmOrder: [Int]
    /// Which devices an output tries, where that can be chosen.
    package var choices: [Int: any OutputChoice] = [:]
    /// What could mute an output, where there is such a thing; it may turn out to have no control.
    package var mixers: [Int: any OutputMixer] = [:]
    /// Whether silence is fed while nothing plays, for amplifiers that click when a stream starts: on the
    /// first output, and on the alarms' own while noise does not need its device.
    package var keepsOpen = false
    /// What people can choose from; nil where nothing is to be listed.
    package var devices: (any AudioDeviceList)?

    /// Alarms try the outputs in their order, and nothing more is known of them.
    package init(outputs: Int) {
        alarmOrder = Array(0..<outputs)
    }

    /// The order for a ring that begins now. A card plays for one output at a time: where the device that
    /// an output would open is another's stand-in at the moment, the alarm is played by that one first,
    /// instead of standing for two seconds before a card that is taken, by the clock itself.
    ///
    /// - Parameter wanted: what is tried in which order; nil: the board's own.
    package func alarmOrderNow(_ wanted: [Int]? = nil) -> [Int] {
        let wanted = wanted ?? alarmOrder
        var order: [Int] = []
        for place in wanted.map({ holder(of: $0) }) + wanted where !order.contains(place) {
            order.append(place)
        }
        return order
    }

    /// The output that plays on what this one would open; itself where none does.
    private func holder(of place: Int) -> Int {
        guard let choice = choices[place], choice.openDevice == nil,
            let device = choice.devices.first
        else { return place }
        return choices.first { $0.key != place && $0.value.openDevice == device }?.key ?? place
    }
}

/// Hears of the engine's steps, on the engine's thread: what a watchdog is fed by. A step counts when
/// it is done, all effects handed on, so an engine that hangs is not heard of again.
package struct StepObserver: Sendable {
    /// How long the engine may rest without a step.
    package var longestRest: Duration
    /// Must not block.
    package var completed: @Sendable (Snapshot?, Moment) -> Void

    package init(
        longestRest: Duration, completed: @escaping @Sendable (Snapshot?, Moment) -> Void
    ) {
        self.longestRest = longestRest
        self.completed = completed
    }
}
