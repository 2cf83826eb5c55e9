import ClockCore
import ClockTime
import Control
import English
import Glibc
import HAL
import LinuxHost
import LinuxWires
import Runtime

/// The firmware: the clock on the wires of a Raspberry Pi.
///
/// Theory of operation. It decides nothing: it reads the board file, puts this kernel's ports into
/// `ClockParts`, starts a `ThreadedClock` and waits for a signal. Only what no clock can do without
/// keeps it from starting: arguments that make sense, a board file or an earlier copy of it, and that no
/// other clock has its folder or socket. Every part of the board may be missing, and so may the folder of
/// the state: what uses it says so, in the clock's health, and takes it up when it comes. Where that folder
/// turns out to hold alarms, the program ends, and its next start takes them up.
///
/// While it runs, the main thread sleeps. The service manager hears of the clock from the engine's
/// thread alone (`ServiceReporter`), so that its watchdog watches the engine.
enum Firmware {
    /// Runs with the arguments that follow the program's name; returns its exit code.
    static func run(_ arguments: [String]) -> Int32 {
        let log = FirmwareLog()
        do throws(FirmwareError) {
            let request = try FirmwareRequest.parse(
                arguments, stateDirectory: getenv("STATE_DIRECTORY").map { String(cString: $0) })
            switch request {
            case .help: print(FirmwareHelp.text, terminator: "")
            case .version: print("noiseclockd \(Product.version)")
            case .manual: print(FirmwareManual.page.text, terminator: "")
            case .checkBoard(let path):
                for line in try FirmwareBoard.check(path) { print(line) }
            case .listOverlays(let path):
                for name in try FirmwareBoard.overlays(of: path) { print(name) }
            case .probe: return try Probe.run()
            case .wizard(let output): return try WizardCommand.run(output)
            case .switchOff(let options): try OutputCommands.switchOff(options)
            case .tryOutput(let output, let options): try OutputCommands.tryOutput(output, options)
            case .tryDisplay(let words, let options): try DisplayTrialCommand.run(words, options)
            case .calibrateLight(let options): try LightCommands.calibrate(options)
            case .run(let options): try run(options, log)
            }
            return 0
        } catch {
            log.write(.error, "noiseclockd: \(error.message)")
            return error.exitCode
        }
    }

    private static func run(_ options: FirmwareOptions, _ log: FirmwareLog) throws(FirmwareError) {
        if let zone = options.zone,
            case .failure(let problem) = SystemZones(isWatched: true).zone(named: zone)
        {
            throw .usage("--zone \(zone): \(problem.message)")
        }
        let board = try FirmwareBoard.load(options.board, state: options.state)
        let storage = try openStorage(options.state)
        let (listener, problem) = try listen(options.socket)
        defer { listener?.stop() }
        if let problem {
            log.write(.error, "noiseclockd: nobody can command the clock: \(problem)")
        }
        do throws(HostError) {
            try run(options, board, storage, listener, log)
        } catch {
            throw FirmwareError(error)
        }
    }

    /// Runs until a signal ends it.
    private static func run(
        _ options: FirmwareOptions, _ board: FirmwareBoard, _ storage: FileSlotStorage,
        _ listener: UnixSocketListener?, _ log: FirmwareLog
    ) throws(HostError) {
        MemoryLock.keepPagesSmall()
        // Before any other thread: they inherit which signals are blocked.
        try CrashSwitch.install()
        let signals = try StopSignals()
        defer { signals.stop() }
        let (stopping, mainWaiter) = (signals.stopping, signals.waiter)
        let threads = LinuxThreads()

        let time = LinuxClock()
        let boot = bootName(at: time.now(), log)
        let crashes = CrashFile(besides: options.socket)
        let isSafe = crashes.begin(boot: BootID(boot), at: time.now().boot, log)
        // Also where the start fails and says why: that is no crash.
        defer { crashes.end() }
        // Kept right by the network or by a clock with a cell (law, 5.1).
        let isTrusted =
            try KernelClockState.read().isSynchronised
            || KernelRTC.confirms(time.now().wall, notBefore: Product.madeAt)
        let running = Published<ThreadedClock?>(nil)
        let reporter = ServiceReporter(
            notifier: notifier(log), watchdogTimeout: ServiceNotifier.watchdogTimeout(),
            isTrusted: isTrusted, log: log,
            chipConfirms: { KernelRTC.confirms($0, notBefore: Product.madeAt) }
        ) {
            running.value?.post(.clockAdjusted(trust: .trusted, by: .synchronised))
        }
        let wires = try Wires(
            board: board.description, motor: board.drivers.motor, time: time)
        defer { wires.stop() }
        let cards = try CardWatch()
        defer { cards.stop() }

        var parts = parts(board, storage, time: time, boot: boot, isTrusted: isTrusted, log)
        parts.listener = listener
        parts.secrets = SodiumSecrets()
        parts.hostName = HostName.onLocalNetwork
        parts.isSafe = isSafe
        try takeFiles(in: options.state, of: board, at: time.now().boot, into: &parts)
        let lateState = Flag()
        parts.lateState = {
            lateState.raise()
            mainWaiter.notify()
        }
        takeWires(wires, of: board.description, into: &parts)
        parts.zoneOverride = options.zone
        parts.stepObserver = StepObserver(
            longestRest: reporter.longestRest, completed: reporter.stepCompleted)
        let clock = try ThreadedClock(parts, threads: threads)
        running.value = clock
        try clock.start(on: threads)
        try wires.listen(for: clock, on: threads)
        if !parts.sinks.isEmpty {
            try cards.start(on: threads) { clock.soundDevicesChanged() }
        }
        if case .fixed(let lux) = board.description.light {
            clock.post(.lightMeasured(lux: lux.value))
        }
        log.write(.info, "noiseclockd \(Product.version) runs with the board \(options.board)")
        // Only its first step tells whether it rings.
        while clock.snapshot == nil, !stopping.isRaised {
            _ = mainWaiter.wait(until: Deadline(boot: time.now().boot + .milliseconds(10)))
        }
        keepInMemory(clock, parts, on: threads, log, while: { !stopping.isRaised })
        wait(for: signals, or: lateState, after: clock, time)
        reporter.stopping()
        for name in clock.stop() {
            log.write(.warning, "noiseclockd: the \(name) thread did not end")
        }
        log.write(
            .info,
            stopping.isRaised
                ? "noiseclockd ended by a signal"
                : "noiseclockd ends: its next start takes up the alarms that \(options.state) holds"
        )
    }

    /// Waits for a signal, or until a late state can be taken up without a ring's interruption.
    private static func wait(
        for signals: StopSignals, or lateState: Flag, after clock: ThreadedClock, _ time: LinuxClock
    ) {
        while !signals.stopping.isRaised, !(lateState.isRaised && clock.snapshot?.ring == nil) {
            // Nothing tells this thread of a ring's end.
            let look = Deadline(boot: time.now().boot + .seconds(1))
            _ = signals.waiter.wait(until: lateState.isRaised ? look : .never)
        }
    }

    /// What lies in the state's folder beside the state. In safe mode, nothing of a person's own.
    private static func takeFiles(
        in folder: String, of board: FirmwareBoard, at now: BootTime, into parts: inout ClockParts
    ) throws(HostError) {
        if !parts.isSafe {
            parts.sounds = catalogue(in: folder)
            parts.ownSounds = try ownSounds(in: folder)
            parts.ownFonts = OwnFontFolder(inState: folder)
            parts.passedFiles = LinuxPassedFiles()
        }
        parts.boardCopy = board.copy(inState: folder, at: now)
        parts.folder = FolderChecks(ofState: folder)
    }

    private static func takeWires(
        _ wires: Wires, of board: BoardDescription, into parts: inout ClockParts
    ) {
        parts.outputs = wires.boardOutputs
        parts.sound.amplifier = wires.amplifier(of: board)
        parts.takeKeys(of: board.buttons)
        parts.lightPort = board.lightPort
        parts.battery = board.batteryPort
        parts.problems.append(wires.switchOff())
    }

    private static func catalogue(in state: String) -> SoundCollection {
        SoundCollection { name, limit in
            do throws(FileError) {
                return .success(
                    try FileReading.bytesIfPresent(at: "\(state)/\(name)", limit: limit))
            } catch {
                return .failure(TextFormError(error.description))
            }
        }
    }

    private static func ownSounds(in state: String) throws(HostError) -> OwnSounds {
        let folder = OwnSoundFolder(inState: state)
        return OwnSounds(
            library: OwnSoundLibrary(storage: folder, program: try ImportProcess()), files: folder)
    }

    /// The clock's parts that the board decides on.
    private static func parts(
        _ board: FirmwareBoard, _ storage: FileSlotStorage, time: LinuxClock, boot: String,
        isTrusted: Bool, _ log: FirmwareLog
    ) -> ClockParts {
        let events = log.events
        let sound = FirmwareSound(board.description.audio)
        var parts = ClockParts(
            time: time, bus: LinuxI2CBus(number: board.description.i2cBus),
            drivers: board.drivers, sinks: sound.sinks, storage: storage,
            zones: SystemZones(isWatched: true), bootName: boot,
            trust: isTrusted ? .trusted : .plausible,
            seed: UInt64(bitPattern: time.now().wall.nanoseconds), emit: { events($0) })
        parts.wallClock = LinuxWallClock()
        parts.isClockKept = { KernelWallClockCalls().isSynchronised }
        parts.sound = sound.equipment
        parts.madeAt = Product.madeAt
        parts.systemDates = Product.systemDates
        parts.history = storage.makeHistory(
            recordSize: HistoryStore.recordSize, recordCount: HistoryStore.recordCount)
        if !board.problems.isEmpty {
            // In one: a later problem of a part takes an earlier one's place.
            parts.addBoardProblem(board.problems.joined(separator: "; "))
        }
        return parts
    }

    private static func bootName(at now: Moment, _ log: FirmwareLog) -> String {
        do throws(FileError) {
            return try LinuxClock.bootID()
        } catch {
            log.write(.warning, "noiseclockd: \(error.description); each start counts as a boot")
            return "start-\(now.wall.nanoseconds)"
        }
    }

    /// Keeps in memory what a ring needs. The clock runs meanwhile, and rings if it has to.
    private static func keepInMemory(
        _ clock: ThreadedClock, _ parts: ClockParts, on threads: LinuxThreads, _ log: FirmwareLog,
        while isWanted: @escaping () -> Bool
    ) {
        do throws(HostError) {
            try MemoryLock.check()
            do throws(HostError) {
                // A clock that was started by a crash may be in the middle of a ring or of noise.
                if clock.isSilent { try MemoryLock.forget() }
                if !parts.isSafe { try ringDry(parts, on: threads, while: isWanted) }
            } catch {
                log.write(
                    .warning, "noiseclockd: the dry run ended early", error)
            }
            // Whatever came of that: what has been used is kept.
            try MemoryLock.lock()
        } catch {
            log.write(.warning, "noiseclockd: a ring may wait for the card", error)
        }
    }

    private static func ringDry(
        _ parts: ClockParts, on threads: LinuxThreads, while isWanted: @escaping () -> Bool
    ) throws(HostError) {
        let log = Log { _, _ in }
        DryRing.inItsOwnTime(parts, log: log, while: isWanted)
        let sound = FirmwareSound(BoardDescription.Audio(device: "null"))
        var parts = parts
        (parts.sinks, parts.sound) = (sound.sinks, sound.equipment)
        try DryRing.onThreads(parts, threads, log: log, while: isWanted)
    }

    private static func notifier(_ log: FirmwareLog) -> ServiceNotifier? {
        do throws(HostError) {
            return try ServiceNotifier.fromEnvironment()
        } catch {
            log.write(.warning, "noiseclockd: the service manager cannot be told", error)
            return nil
        }
    }

    private static func openStorage(_ folder: String) throws(FirmwareError) -> FileSlotStorage {
        do throws(SlotStorageOpenError) {
            return try FileSlotStorage(directory: folder, waits: true)
        } catch {
            throw .inUse("\(error.description). Choose another with --state DIR")
        }
    }

    /// The control socket, or why there is none.
    private static func listen(
        _ path: String
    ) throws(FirmwareError) -> (UnixSocketListener?, problem: String?) {
        do throws(ListenError) {
            let network = ControlSocketPath.network(beside: path)
            return (try UnixSocketListener(path: path, networkPath: network), nil)
        } catch {
            if case .inUse = error {
                throw .inUse("\(error.description). Choose another with --socket PATH")
            }
            return (nil, error.description)
        }
    }
}

extension FolderChecks {
    fileprivate init(ofState folder: String) {
        self.init(
            rights: { FolderRights.problem(ofState: folder) },
            space: { FolderSpace.problem(ofState: folder) })
    }
}
