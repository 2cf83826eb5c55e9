package import ClockCore
import ClockFace
package import ClockTime
package import HAL

/// Everything that makes up a clock, passed in by a program: the ports of this kernel or of a simulated board, and
/// the sinks for events.
///
/// Theory of operation. The programs differ only in what they pass in here. From it, `ThreadedClock` starts one
/// thread for each owner of something that blocks, as on the Pi. `SteppedClock` instead runs all of them on one
/// thread in a fixed order, in a time that the caller moves. Hosts, mailboxes and machine are the same. ClockCore
/// makes the decisions; the hosts only carry them out. A host never calls another: it posts to a mailbox or to the
/// engine's inbox, which wakes the thread waiting there.
///
///     buttons, light, clock ──> inbox ──> engine ──> frames ──> panel host ──> I2C bus
///     control host ──────────>              ├──────> scenes ──> sound hosts ─> PCM
///     store ─────────────────>              ├──────> levels ──> outputs    ──> motor, buzzer, lamp
///                                           ├──────> saves  ──> store      ──> slots, history, clock
///                                           └──────> replies ─> control host > socket
package struct ClockParts: Sendable {
    package var time: any TimeSource
    /// Sets the clock that `time` reads; nil if it cannot be set.
    package var wallClock: (any WallClock)?
    package var bus: any I2CBus
    package var panel: any Panel
    package var light: (any LightSensor)?
    /// The source of the light on a board whose sensor is not on the bus.
    package var lightPort: (any LightPort)?
    /// What the light sensor sees of the display at its greatest light.
    package var ownLight: Lux
    /// The battery's gauge on the bus, if any.
    package var gauge: (any BatteryGauge)?
    /// The battery that is not on the bus, if there can be one.
    package var battery: (any BatteryPort)?
    /// The sound outputs. Everything plays on the first; alarms use the others when they must, in `sound.alarmOrder`.
    /// Empty on a board without sound.
    package var sinks: [any PCMSink]
    /// The sound outputs' other equipment.
    package var sound: SoundEquipment
    /// Motor, buzzer, lamp.
    package var outputs = BoardOutputs()
    /// The keys that the board has. Without plus and minus, snooze and stop alone serve the menu.
    package var keys = Button.usual
    package var storage: any SlotStorage
    /// Keeps the history; nil if it is not kept.
    package var history: (any RecordStorage)?
    /// The control socket; nil if there is none.
    package var listener: (any ConnectionListener)?
    /// Draws codes and tokens; nil: no device can be paired.
    package var secrets: (any SecretSource)?
    /// The clock's name on the network, such as "noiseclock.local"; nil: the display tells none.
    package var hostName: String?
    package var zones: any ZoneSource
    /// The available sounds, and how each is made.
    package var sounds = SoundCollection.builtIn
    /// A person's own sounds; nil if none are kept.
    package var ownSounds: OwnSounds?
    /// The folder of a person's own fonts; nil if none are kept.
    package var ownFonts: (any OwnFontStorage)?
    /// Reads the files that come with requests; nil: backups cannot be taken up.
    package var passedFiles: (any PassedFileAccess)?
    /// The checks of the folder that holds the state; nil if it lies in no folder.
    package var folder: FolderChecks?
    /// Called once, on the thread that owns the disk, when a folder that could not be read at the start turned out to
    /// hold a state. That is safe by then, beside the clock's own; a new start takes up both.
    package var lateState: (@Sendable () -> Void)?
    /// A zone that overrides the stored one.
    package var zoneOverride: String?
    package var boot: BootID
    /// How far to trust the wall clock at start.
    package var trust: ClockTrust
    /// Whether the wall clock is synchronised; asked after each step. Nil if it never is.
    package var isClockKept: (@Sendable () -> Bool)?
    /// The date of the program and its system: a correct clock never shows an earlier time, and nobody may set the
    /// clock to one. Together with the state's times it is the law's floor (5.1); an unconfirmed clock below it is not trusted at
    /// all. Nil: `trust` holds whatever the clock shows.
    package var madeAt: Instant?
    /// The dates to which the system lifts a clock that knows no time. One that goes on from there still knows none.
    package var systemDates: [Instant] = []
    /// The seed of all randomness.
    package var seed: UInt64
    /// How late hosts wake in virtual time; nil: exactly on time.
    package var wakeDelays: WakeDelays?
    /// Takes all rendered samples, with the index of their output and the frames per second. All outputs begin at the
    /// same time and have no gaps.
    package var recorder: OutputRecorder?
    package typealias OutputRecorder = @Sendable (Int, UnsafeBufferPointer<Float>, Int) -> Void
    /// Takes each event as it happens, on the engine's thread.
    package var emit: @Sendable (EventLine) -> Void
    /// Whether to report sound without real-time priority: it is a fault on the Pi, but normal on a desktop.
    package var expectsRealTime = true
    package var stepObserver: StepObserver?
    /// Keeps a copy of the board file; nil if there is no file, or its copy is up to date.
    package var boardCopy: BoardCopy?
    /// The program crashed repeatedly, so everything that a ring does not need is left out. The caller then passes
    /// neither `ownSounds`, `ownFonts` nor `sounds` from a person's files.
    package var isSafe = false
    /// Problems that the program found before it came here.
    package var problems: [HealthReport] = []

    /// - Parameters:
    /// - trust: how far to trust the wall clock at start.
    /// - bootName: identifies this boot; boot times of different boots cannot be compared.
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
        ownLight = drivers.ownLight
        gauge = drivers.gauge
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

    /// The equipment for waking people.
    package var equipment: Equipment {
        var equipment = Equipment()
        equipment.soundOutputs = sinks.count
        equipment.hasSoundDevice = sound.hasDevice
        equipment.listsOutputs = sound.devices != nil
        equipment.hasMotor = outputs.motor != nil || outputs.busMotor != nil
        equipment.hasBuzzer = outputs.buzzer != nil
        equipment.hasLight = outputs.light != nil
        equipment.hasDisplay = panel.isThere
        equipment.display = panel.geometry.shape
        equipment.hasColors = panel.geometry.hasColors
        equipment.hasLevels = panel.geometry.hasLevels
        let geometry = panel.geometry
        equipment.fonts = FontSight { geometry.hides(of: $0) }
        equipment.keys = keys
        equipment.canPair = secrets != nil
        equipment.hostName = hostName
        return equipment
    }

    /// Nil if the light sensor does not see the display.
    var ownLightOfPanel: OwnLight? {
        ownLight > Lux(0) ? OwnLight(of: panel, greatest: ownLight) : nil
    }

    /// Takes over which keys the board has.
    package mutating func takeKeys(of buttons: BoardDescription.Buttons) {
        keys = Set(buttons.all.compactMap { Button(rawValue: $0.rawValue) })
    }

    /// Reports a board problem that does not keep the clock from running.
    package mutating func addBoardProblem(_ problem: String) {
        problems.append(HealthReport(part: .board, problem: problem))
    }
}

/// A person's own sounds: their library, and the reader of their files.
package struct OwnSounds: Sendable {
    package var library: OwnSoundLibrary
    package var files: any LoopSourceOpener

    package init(library: OwnSoundLibrary, files: any LoopSourceOpener) {
        self.library = library
        self.files = files
    }
}

/// The equipment of the sound outputs beside their sinks, keyed by index into `ClockParts.sinks`.
package struct SoundEquipment: Sendable {
    /// The output indices in the order in which an alarm tries them, each once. An alarm device of its own comes
    /// first, although noise plays on index 0.
    package var alarmOrder: [Int]
    /// The devices that an output tries, where they can be chosen.
    package var choices: [Int: any OutputChoice] = [:]
    /// The mixer that could mute an output, if any; it may turn out to have no control.
    package var mixers: [Int: any OutputMixer] = [:]
    /// Whether to feed silence while nothing plays, for amplifiers that click when a stream starts: on the first
    /// output, and on the alarms' own while noise does not need its device.
    package var keepsOpen = false
    /// Noise has nothing below that many Hz; 0 leaves it whole.
    package var lowCut = 0
    /// The amplifier that a line switches, if any.
    package var amplifier: Amplifier?
    /// False in a simulator whose sinks lead nowhere.
    package var hasDevice = true
    /// The devices that people can choose from; nil if there is no list.
    package var devices: (any AudioDeviceList)?

    /// Alarms try the outputs in index order; the outputs have no other equipment.
    package init(outputs: Int) {
        alarmOrder = Array(0..<outputs)
    }

    /// The order for a ring that begins now. A card plays for one output at a time. If another output holds the
    /// device that an output would open, as its stand-in, that one plays the alarm first. Otherwise the ring would
    /// wait two seconds for a card that the clock itself holds.
    ///
    /// - Parameter wanted: the order to try; nil: the board's own.
    package func alarmOrderNow(_ wanted: [Int]? = nil) -> [Int] {
        let wanted = wanted ?? alarmOrder
        var order: [Int] = []
        for place in wanted.map({ holder(of: $0) }) + wanted where !order.contains(place) {
            order.append(place)
        }
        return order
    }

    /// The output that plays on the device that this one would open; itself if there is none.
    private func holder(of place: Int) -> Int {
        guard let choice = choices[place], choice.openDevice == nil,
            let device = choice.devices.first
        else { return place }
        return choices.first { $0.key != place && $0.value.openDevice == device }?.key ?? place
    }
}

/// Observes the engine's steps on the engine's thread, to feed a watchdog. A step counts when all its effects are
/// handed on, so an engine that hangs is not heard of again.
package struct StepObserver: Sendable {
    /// How long the engine may go without a step.
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

extension PanelGeometry {
    /// Whether the panel can show more than one colour.
    fileprivate var hasColors: Bool {
        switch self {
        case .segments: false
        case .pixels(let geometry): geometry.color != .single
        }
    }

    /// Whether each light can be dimmed alone.
    fileprivate var hasLevels: Bool {
        switch self {
        case .segments: false
        case .pixels(let geometry): geometry.depth == .levels
        }
    }

    /// What is asked of the display is checked against this.
    var shape: DisplayShape {
        switch self {
        case .segments(let geometry): .digits(geometry.digits)
        case .pixels(let geometry): .pixels(columns: geometry.columns, rows: geometry.rows)
        }
    }
}
