import BoardFiles
import ClockCore
import ClockTime
import Glibc
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Synchronization

/// The files of a run: the ones it reads at the start, its state, and the ones it leaves behind.
final class RunFiles: Sendable {
    let board: BoardDescription
    let events: TextFile?
    let trace: TextFile?
    let frames: TextFile?
    /// The recorded script of key presses and settings.
    let script: TextFile?
    private let recording: Recording?
    private let played: Script
    /// The script to play; nil if there is none.
    let scriptName: String?
    private let storage: FileSlotStorage
    /// The state folder.
    private let folder: String
    /// A folder to remove at the end.
    private let temporary: String?
    private let zones = SystemZones(isWatched: false)

    static let environment: [String: String] = {
        var found: [String: String] = [:]
        for name in [
            "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "HOME", "TMPDIR", "TERM", "COLORTERM", "NO_COLOR",
            "NOISECLOCK_SOCKET",
        ] {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }()

    init(_ options: SimulatorOptions) throws(SimulatorError) {
        board = try RunFiles.board(options.board ?? RunFiles.defaultBoard)
        played = try options.script.map(RunFiles.readScript) ?? Script(steps: [])
        if let zone = options.zone, case .failure(let problem) = zones.zone(named: zone) {
            throw .usage("--zone \(zone): \(problem.message)")
        }
        scriptName = options.script
        do throws(ScriptError) {
            try played.checkWords(zones: zones)
        } catch {
            throw .data("\(scriptName ?? ""): \(error.description)")
        }
        (storage, folder, temporary) = try RunFiles.storage(options)
        // Someone may watch a run that takes real time. However it ends, the events so far must be in the file.
        let isWatched = options.speed != .max
        events = try options.events.map { path throws(SimulatorError) in
            try TextFile.make(path, flushesEachLine: isWatched)
        }
        trace = try options.i2cTrace.map(TextFile.make)
        frames = try options.frames.map(TextFile.make)
        script = try options.recordScript.map(TextFile.make)
        recording = try options.recordAudio.map(Recording.make)
    }

    /// The board file of the checkout, if there is one, or that of an installed package. If neither exists,
    /// the error names the first.
    private static var defaultBoard: String {
        let own = SimulatorOptions.defaultBoard
        guard access(own, F_OK) != 0, let folder = ProgramFolder.path else { return own }
        let installed = "\(folder)/\(SimulatorOptions.installedBoard)"
        return access(installed, F_OK) == 0 ? installed : own
    }

    private static func board(_ path: String) throws(SimulatorError) -> BoardDescription {
        let bytes = try read(path, limit: BoardFile.largestSize)
        do throws(BoardDescription.Problem) {
            let board = try BoardFile.parse(bytes)
            // Fail here, where the file's name is known.
            _ = try BoardDrivers(for: board)
            return board
        } catch {
            throw .board("\(path): \(error.description)")
        }
    }

    private static func readScript(_ path: String) throws(SimulatorError) -> Script {
        // A script belongs to this run alone, and the user names it.
        let bytes = try read(path, limit: Script.largestSize, links: .followed)
        do throws(ScriptError) {
            return try Script.parse(bytes)
        } catch {
            throw .data("\(path): \(error.description)")
        }
    }

    private static func read(
        _ path: String, limit: Int, links: FileReading.Links = .refused
    ) throws(SimulatorError) -> [UInt8] {
        do throws(FileError) {
            return try FileReading.bytes(at: path, limit: limit, links: links)
        } catch {
            throw .noInput(error.description)
        }
    }

    private static func storage(
        _ options: SimulatorOptions
    ) throws(SimulatorError) -> (FileSlotStorage, folder: String, temporary: String?) {
        // A run with its own start time is an experiment, and must not see the real run's alarms. Nor must a
        // first run, which has none.
        let isOwn = options.start != nil || !options.isTimeKnown || options.isFirstRun
        let temporary = options.state == nil && isOwn ? try temporaryFolder() : nil
        let folder: String = options.state ?? temporary ?? RunFiles.defaultStateFolder
        let storage: FileSlotStorage
        do throws(SlotStorageOpenError) {
            storage = try FileSlotStorage(directory: folder)
        } catch {
            let text = "\(error.description). Choose another with --state DIR"
            if case .inUse = error { throw SimulatorError.inUse(text) }
            throw SimulatorError.file(text)
        }
        return (storage, folder, temporary)
    }

    /// The built-in sounds, overridden by the user's own catalogue files.
    private static func sounds(in folder: String) -> SoundCollection {
        SoundCollection { name, limit in
            do throws(FileError) {
                return .success(
                    try FileReading.bytesIfPresent(at: "\(folder)/\(name)", limit: limit))
            } catch {
                return .failure(TextFormError(error.description))
            }
        }
    }

    /// Nil if the system lacks the resources for imports; the clock runs without them.
    private static func ownSounds(in folder: String) -> OwnSounds? {
        guard let program = try? ImportProcess() else { return nil }
        let sounds = OwnSoundFolder(inState: folder)
        return OwnSounds(
            library: OwnSoundLibrary(storage: sounds, program: program), files: sounds)
    }

    private static func temporaryFolder() throws(SimulatorError) -> String {
        var path = Array("\(environment["TMPDIR"] ?? "/tmp")/noiseclock-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else {
            throw .file("no temporary folder can be made: \(String(cString: strerror(errno)))")
        }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The XDG base directory specification says to ignore a path that is not absolute.
    private static var defaultStateFolder: String {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return "\(state)/noiseclock"
        }
        return "\(environment["HOME"] ?? "/tmp")/.local/state/noiseclock"
    }

    func timeline(startingAt start: WallTime) throws(SimulatorError) -> [Script.TimedAction] {
        do throws(ScriptError) {
            return try played.timeline(startingAt: start)
        } catch {
            throw .data("\(scriptName ?? "the script"): \(error.description)")
        }
    }

    func surroundings(
        _ options: SimulatorOptions, time: any TimeSource & WallClock, sound: SoundChoice,
        listener: (any ConnectionListener)?
    ) -> SimulatedWorld.Surroundings {
        var surroundings = SimulatedWorld.Surroundings(
            time: time, sinks: sound.sinks, storage: storage, listener: listener, zones: zones,
            zoneOverride: options.zone,
            seed: options.seed ?? RunFiles.seed(options, at: time.now()),
            runName: RunFiles.freshName(),
            emit: { [events] line in events?.line(line.json) })
        surroundings.trust = options.isTimeKnown ? .trusted : .unknown
        // Whoever is on the network must not be able to foresee a code, even of a run that can be repeated.
        surroundings.secrets =
            options.isHeadless && options.web == nil
            ? SimulatedSecrets(seed: surroundings.seed) : SodiumSecrets()
        surroundings.battery = options.battery.map(Battery.init(percent:))
        surroundings.readSounds = { [folder] in RunFiles.sounds(in: folder) }
        surroundings.folder = FolderChecks(
            rights: { [folder] in FolderRights.problem(ofState: folder) },
            space: { [folder] in FolderSpace.problem(ofState: folder) })
        surroundings.ownFonts = OwnFontFolder(inState: folder)
        surroundings.passedFiles = LinuxPassedFiles()
        surroundings.hostName = options.web == nil ? nil : HostName.onLocalNetwork
        surroundings.makeOwnSounds = { [folder] in RunFiles.ownSounds(in: folder) }
        surroundings.history = storage.makeHistory(
            recordSize: HistoryStore.recordSize, recordCount: HistoryStore.recordCount)
        if let recording { surroundings.recorder = { recording.append($1, rate: $2, of: $0) } }
        if let trace { surroundings.trace = { trace.line($0.jsonLine) } }
        return surroundings
    }

    /// A headless run is repeatable; an interactive run sounds different each time.
    private static func seed(_ options: SimulatorOptions, at now: Moment) -> UInt64 {
        options.isHeadless ? 0 : UInt64(bitPattern: now.wall.nanoseconds)
    }

    /// A name unique to this run. Only the state contains it, so the run stays repeatable. The kernel returns
    /// a random one at each read (random(4)); without /proc, the time and the process number must do.
    private static func freshName() -> String {
        do throws(FileError) {
            let bytes = try FileReading.bytes(at: "/proc/sys/kernel/random/uuid", limit: 64)
            return String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
        } catch {
            return "\(LinuxClock().now().wall.nanoseconds)-\(getpid())"
        }
    }

    /// Finishes all files. Reports any incomplete file, because its reader would mistake its end for
    /// the end of the run.
    func close() throws(SimulatorError) {
        // Close all before reporting, so that one failure does not leave the others unfinished.
        let outcomes = [events, trace, frames, script].map { $0?.close() } + [recording?.finish()]
        for case let failure?? in outcomes { throw failure }
    }

    func removeTemporaryState() {
        guard let temporary else { return }
        for name in ["state.a", "state.b", "state.weekly", "history", "lock"] {
            unlink("\(temporary)/\(name)")
        }
        rmdir(temporary)
    }
}

/// A text file of lines. Write errors are reported when it is closed, not at each line.
final class TextFile: Sendable {
    private let writer: FileWriter
    private let failure = Mutex<FileError?>(nil)

    private let flushesEachLine: Bool

    private init(_ writer: FileWriter, flushesEachLine: Bool) {
        self.writer = writer
        self.flushesEachLine = flushesEachLine
    }

    static func make(_ path: String) throws(SimulatorError) -> TextFile {
        try make(path, flushesEachLine: false)
    }

    /// - Parameter flushesEachLine: for a few lines that someone waits for.
    static func make(
        _ path: String, flushesEachLine: Bool
    ) throws(SimulatorError) -> TextFile {
        do throws(FileError) {
            return TextFile(try FileWriter(path: path), flushesEachLine: flushesEachLine)
        } catch {
            throw .file(error.description)
        }
    }

    /// Writes a line; `text` has no newline.
    func line(_ text: String) {
        do throws(FileError) {
            try writer.writeLine(text)
            if flushesEachLine { try writer.flush() }
        } catch {
            failure.withLock { $0 = $0 ?? error }
        }
    }

    /// Returns why the file is incomplete; nil if it is complete.
    func close() -> SimulatorError? {
        do throws(FileError) {
            if let failure = failure.withLock({ $0 }) { throw failure }
            try writer.close()
            return nil
        } catch {
            return .file(error.description)
        }
    }
}
