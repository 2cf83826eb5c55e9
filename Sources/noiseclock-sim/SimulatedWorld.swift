import ClockCore
import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Synchronization

/// The board, the light and the wires around a simulated clock: everything that survives a power cut.
///
/// The program on the board is recreated at each start (`parts`). The world holds the physical things:
/// chips on their bus, a sound device, a card, a lamp.
final class SimulatedWorld: Sendable {
    let board: BoardDescription
    let bus: SimulatedI2CBus
    let display: BoardDescription.Display
    /// The drivers before they transfer their first byte.
    let drivers: BoardDrivers
    let time: any TimeSource
    /// In the board's order; at least one.
    let sounds: [SwitchablePCMSink]
    /// The mixers of those outputs' cards.
    let mixers: [SimulatedOutputMixer]
    let audioDevices: SimulatedAudioDevices
    /// The motor behind a transistor; `isMotorOn` knows the one behind a chip too.
    let motor: SimulatedLine?
    let buzzer: SimulatedLine?
    let lamp: SimulatedLamp?
    /// The line of the amplifier.
    let amplifier: SimulatedLine?
    private let surroundings: Surroundings
    private let roomLight = Mutex(SimulatedWorld.lightAtStart)
    /// The line of the board's light-dependent resistor or light module.
    private let chargeLine: SimulatedChargeLine?
    private let levelLine: SimulatedLevelLine?
    private let chosenBattery: Mutex<Battery?>
    private let encoder: Mutex<SimulatedEncoder?>

    /// What the world receives: time, files, sound, and the destination of traces.
    struct Surroundings: Sendable {
        /// `noiseclock time set` sets this, too.
        var time: any TimeSource & WallClock
        /// One for each output of the board.
        var sinks: [any PCMSink & OutputChoice]
        /// Whether somebody could hear them. Where nobody watches, sound counts as heard.
        var isSoundHeard = true
        var storage: any SlotStorage
        var history: (any RecordStorage)?
        var listener: (any ConnectionListener)?
        var secrets: (any SecretSource)?
        var zones: any ZoneSource
        var zoneOverride: String?
        var seed: UInt64
        /// Identifies this run: boot times of one run are meaningless in another.
        var runName: String
        var recorder: ClockParts.OutputRecorder?
        /// Receives each transfer on the bus.
        var trace: (@Sendable (I2CTransfer) -> Void)?
        /// How far each start trusts the wall clock.
        var trust = ClockTrust.trusted
        var battery: Battery?
        /// Receives each event.
        var emit: @Sendable (EventLine) -> Void
        var problems: [String] = []
        /// Called at each start, because the user may have fixed the files in the meantime.
        var readSounds: @Sendable () -> SoundCollection = { .builtIn }
        /// The checks of the state's folder; nil if it lies in none.
        var folder: FolderChecks?
        /// Called at each start, because a clock that ends cancels imports for good; nil if own sounds are not stored.
        var makeOwnSounds: (@Sendable () -> OwnSounds?)?
        /// The folder of own fonts; nil if none are stored.
        var ownFonts: (any OwnFontStorage)?
        /// The name by which others find the clock; nil if they can't.
        var hostName: String?
        /// Reads files that come with requests; nil if none can come.
        var passedFiles: (any PassedFileAccess)?
    }

    /// The light in the room at the start: a lamp.
    static let lightAtStart = Lux(50)

    /// Where the screw of a digital light module stands.
    private static let moduleThreshold = Lux(10)

    init(board: BoardDescription, _ surroundings: Surroundings) throws(SimulatorError) {
        guard let display = board.display else {
            throw .board("the simulator needs a display; the board file says \"none\"")
        }
        self.board = board
        self.display = display
        self.surroundings = surroundings
        time = surroundings.time
        chosenBattery = Mutex(surroundings.battery)
        encoder = Mutex(board.buttons.encoder.map { SimulatedEncoder($0) })
        do throws(BoardDescription.Problem) {
            drivers = try BoardDrivers(for: board)
        } catch {
            throw .board(error.description)
        }
        bus = SimulatedI2CBus(clock: surroundings.time, onTransfer: surroundings.trace)
        sounds = surroundings.sinks.map { SwitchablePCMSink($0) }
        mixers = surroundings.sinks.map { _ in SimulatedOutputMixer() }
        audioDevices = SimulatedAudioDevices(
            Set(surroundings.sinks.flatMap(\.devices)).sorted().map {
                AudioDevice(name: $0, description: $0, isPresent: true)
            })
        if case .line = board.vibration { motor = SimulatedLine() } else { motor = nil }
        buzzer = board.buzzer.map { _ in SimulatedLine() }
        lamp = board.lamp.map { _ in SimulatedLamp() }
        amplifier = board.audio?.amplifier.map { _ in SimulatedLine() }
        var lines: (charge: SimulatedChargeLine?, level: SimulatedLevelLine?)
        switch board.light {
        case .resistor(let resistor):
            lines.charge = SimulatedChargeLine(
                capacitorNanofarads: resistor.capacitorNanofarads, clock: surroundings.time)
        case .digital: lines.level = SimulatedLevelLine()
        case .absent, .chip, .industrialIO, .fixed: break
        }
        (chargeLine, levelLine) = lines
        let unknown = bus.attachChips(of: board, seed: surroundings.seed)
        guard unknown.isEmpty else {
            throw .board("there is no chip model for \(unknown.joined(separator: ", "))")
        }
        expose(to: SimulatedWorld.lightAtStart)
        showGauge(battery)
    }

    var listener: (any ConnectionListener)? { surroundings.listener }

    /// The parts of a clock that starts now. Each start is a new boot.
    func parts(boot: Int) -> ClockParts {
        var parts = ClockParts(
            time: time, bus: bus, drivers: drivers, sinks: sounds,
            storage: surroundings.storage, zones: surroundings.zones,
            bootName: "simulated-\(surroundings.runName)-\(boot)", trust: surroundings.trust,
            seed: surroundings.seed &+ UInt64(boot),
            emit: surroundings.emit)
        parts.wallClock = surroundings.time
        parts.sound = soundEquipment
        parts.history = surroundings.history
        parts.listener = surroundings.listener
        parts.secrets = surroundings.secrets
        parts.sounds = surroundings.readSounds()
        parts.folder = surroundings.folder
        parts.ownSounds = surroundings.makeOwnSounds?()
        parts.ownFonts = surroundings.ownFonts
        parts.passedFiles = surroundings.passedFiles
        parts.hostName = surroundings.hostName
        parts.zoneOverride = surroundings.zoneOverride
        parts.recorder = surroundings.recorder
        parts.outputs = BoardOutputs(
            motor: motor, busMotor: drivers.motor.map { BusMotor($0, on: bus) }, buzzer: buzzer,
            light: lamp)
        // The keyboard has all keys, but the menu is that of the board.
        if !board.buttons.all.isEmpty { parts.takeKeys(of: board.buttons) }
        parts.lightPort = lightPort
        // A gauge on the bus shows the same battery.
        if battery != nil, drivers.gauge == nil {
            parts.battery = SimulatedBattery { [weak self] in self?.battery }
        }
        parts.expectsRealTime = false
        for problem in board.warnings + surroundings.problems { parts.addBoardProblem(problem) }
        return parts
    }

    private var lightPort: (any LightPort)? {
        switch board.light {
        case .resistor(let resistor):
            chargeLine.map { LightSources.resistor(resistor, line: $0) }
        case .digital(_, let isDarkHigh):
            levelLine.map { LightSources.digital(line: $0, isDarkHigh: isDarkHigh) }
        case .absent, .chip, .industrialIO, .fixed: nil
        }
    }

    private var soundEquipment: SoundEquipment {
        var equipment = SoundEquipment(outputs: sounds.count)
        equipment.alarmOrder = board.audio?.alarmOrder ?? equipment.alarmOrder
        equipment.keepsOpen = board.audio?.keepsOpen ?? false
        equipment.lowCut = board.audio?.lowCut ?? 0
        equipment.devices = audioDevices
        if let amplifier, let wakeTime = board.audio?.amplifier?.wakeTime {
            equipment.amplifier = Amplifier(amplifier, wakeTime: wakeTime)
        }
        equipment.hasDevice = surroundings.isSoundHeard
        for place in sounds.indices {
            equipment.choices[place] = surroundings.sinks[place]
            equipment.mixers[place] = mixers[place]
        }
        return equipment
    }

    /// The light at the bedside, whether or not a sensor measures it.
    var light: Lux { roomLight.withLock { $0 } }

    /// Nil if the board has no motor.
    var isMotorOn: Bool? {
        drivers.motor.map { bus.isMotorOn($0.address) } ?? motor?.isOn
    }

    /// Nil if the board has none.
    var battery: Battery? { chosenBattery.withLock { $0 } }

    // MARK: - Actions on the world

    /// Returns whether the board has a battery.
    func setBattery(percent: Int, isCharging: Bool) -> Bool {
        let battery = chosenBattery.withLock { battery in
            battery?.set(percent: percent, isCharging: isCharging)
            return battery
        }
        showGauge(battery)
        return battery != nil
    }

    private func showGauge(_ battery: Battery?) {
        guard let battery, case .gauge(let gauge) = board.battery else { return }
        bus.setBattery(gauge.address, percent: Double(battery.percent), flow: battery.flow)
    }

    /// What the key under the knob does; nil if there is none.
    var knobKey: SimulatorButton? {
        guard let encoder = board.buttons.encoder, encoder.switchLine != nil else { return nil }
        return SimulatorButton(rawValue: encoder.press.rawValue)
    }

    var extraKeys: Set<SimulatorButton> {
        Set(board.buttons.all.compactMap { SimulatorButton(rawValue: $0.rawValue) })
    }

    /// The message if nothing can be pressed under the knob.
    var knobKeyIsMissing: String {
        board.buttons.encoder == nil
            ? SimulatedWorld.knobIsMissing : "This board's knob has no key under it"
    }

    private static let knobIsMissing = "This board has no knob"

    /// Turns the knob, and hands what its decoder reads to the clock. Returns what is wrong with the command.
    func turnKnob(
        _ click: QuadratureDecoder.Click, detents: Int, of clock: (some RunningClock)?
    ) -> String? {
        let edges = encoder.withLock { $0?.turn(click, detents: detents, at: time.now().boot) }
        guard let edges else { return SimulatedWorld.knobIsMissing }
        for edge in edges {
            guard let button = Button(rawValue: edge.button.rawValue) else { continue }
            clock?.press(button, isDown: edge.isDown)
        }
        return nil
    }

    /// Changes the light at the bedside.
    func expose(to light: Lux) {
        roomLight.withLock { $0 = light }
        chargeLine?.expose(to: light)
        if case .digital(_, let isDarkHigh) = board.light {
            levelLine?.level = (light < SimulatedWorld.moduleThreshold) == isDarkHigh
        }
        guard let address = drivers.lightAddress else { return }
        bus.expose(address, to: light)
    }

    /// Turns the power off and on: chips lose their state. The sun and the lamp keep theirs.
    func powerCycle() {
        for address in display.addresses { bus.powerCycle(address) }
        if let address = drivers.lightAddress { bus.powerCycle(address) }
        if let chip = drivers.motor { bus.powerCycle(chip.address) }
        motor?.stop()
        buzzer?.stop()
        lamp?.stop()
        expose(to: light)
    }

    /// Applies a script's command to one sound output, or to all. Returns what is wrong with the command.
    func withSounds(_ output: Int?, _ body: (SwitchablePCMSink) -> Void) -> String? {
        if let output, !sounds.indices.contains(output) {
            let outputs = sounds.count == 1 ? "1 sound output" : "\(sounds.count) sound outputs"
            return "This board has \(outputs); there is no number \(output + 1)"
        }
        for (index, sound) in sounds.enumerated() where output == nil || output == index {
            body(sound)
        }
        return nil
    }

    /// Makes transfers to the display fail from now on; with a number, only that many.
    func breakDisplay(_ error: I2CError, transfers: Int? = nil) {
        for address in display.addresses {
            bus.fail(SimulatedI2CBus.Fault(error: error, transfers: transfers), at: address)
        }
    }

    func mendBus() {
        bus.clearFaults()
    }

    /// What the display's chips light now.
    var picture: LitPicture? { bus.litPicture(of: display) }
}

/// Why the simulator cannot start or had to stop: one line for people, and an exit code of sysexits.h.
enum SimulatorError: Error, Equatable {
    case usage(String)
    case data(String)
    case noInput(String)
    case unavailable(String)
    case file(String)
    /// Another clock uses the state folder or the socket.
    case inUse(String)
    case board(String)

    var message: String {
        switch self {
        case .usage(let text), .data(let text), .noInput(let text), .unavailable(let text),
            .file(let text), .inUse(let text), .board(let text):
            text
        }
    }

    /// EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_UNAVAILABLE, EX_IOERR, EX_TEMPFAIL,
    /// EX_CONFIG.
    var exitCode: Int32 {
        switch self {
        case .usage: 64
        case .data: 65
        case .noInput: 66
        case .unavailable: 69
        case .file: 74
        case .inUse: 75
        case .board: 78
        }
    }
}

extension BoardDescription {
    /// The devices of each output of a simulated board; a board that names no outputs has the desktop's.
    var soundOutputs: [[String]] { audio?.outputs ?? [["default"]] }
}
