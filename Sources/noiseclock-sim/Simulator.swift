import ClockCore
import ClockTime
import Control
import English
import Glibc
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Synchronization

/// The simulator: the clock's own program on a simulated board.
///
/// Theory of operation. Everything that makes decisions is the code that runs on the Pi: machine, hosts,
/// drivers. This program provides a simulated board (`SimulatedWorld`) and one of two kinds of time. On a
/// terminal, the hosts run as threads in a time that can be paused and sped up (`InteractiveRun`). Without a
/// terminal, a single thread steps them from wake to wake (`SteppedRun`), which makes a run repeatable to the
/// byte and as fast as the machine allows. `SimulatorOptions` holds the options, `RunFiles` the output files.
/// `--nights` is different: it runs many stories, each with its own clock (`NightRun`).
enum Simulator {
    /// Runs with the arguments after the program's name; returns the exit code.
    static func run(_ arguments: [String]) -> Int32 {
        do throws(OptionError) {
            switch try SimulatorRequest.parse(arguments) {
            case .help: print(SimulatorHelp.text, terminator: "")
            case .version: print("noiseclock-sim \(Product.version)")
            case .manual: print(SimulatorManual.page.text, terminator: "")
            case .run(let options): return run(options)
            case .nights(let file, let seed): return runNights(from: file, seed: seed)
            }
            return 0
        } catch {
            complain(error.message)
            return OptionError.exitCode
        }
    }

    private static func runNights(from file: String, seed: UInt64) -> Int32 {
        do throws(SimulatorError) {
            try Nights.run(from: file, seed: seed)
            return 0
        } catch {
            complain(error.message)
            return error.exitCode
        }
    }

    private static func run(_ options: SimulatorOptions) -> Int32 {
        do throws(SimulatorError) {
            let files = try RunFiles(options)
            defer { files.removeTemporaryState() }
            if options.isHeadless {
                try runStepped(options, files)
            } else {
                try runOnTerminal(options, files)
            }
            try files.close()
            return 0
        } catch {
            complain(error.message)
            return error.exitCode
        }
    }

    static func complain(_ text: String) {
        say("noiseclock-sim: \(text)", on: STDERR_FILENO)
    }

    private static func say(_ text: String, on descriptor: Int32 = STDOUT_FILENO) {
        let line = Array("\(text)\n".utf8)
        // If the descriptor is gone, nothing can report that.
        _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    // MARK: - Without a terminal

    private static func runStepped(
        _ options: SimulatorOptions, _ files: RunFiles
    ) throws(SimulatorError) {
        let real = LinuxClock()
        let start = options.start(from: real)
        let time = VirtualClock(Moment(wall: start, boot: BootTime(nanoseconds: 0)))
        let stopping = Flag()
        let listener = options.speed == .max ? nil : try listen(options)
        defer { listener?.stop() }
        let web = try startWeb(options) { say($0) }
        defer { web?.stop() }
        let waiter = try waiter()
        let signals = try watchSignals { signal in
            guard signal != SIGWINCH else { return }
            stopping.raise()
            listener?.notify()
            waiter.notify()
        }
        defer { signals.stop() }
        let sound = SoundChoice(
            options, board: files.board, virtual: time, real: [], complain: complain)
        var surroundings = files.surroundings(
            options, time: time, sound: sound, listener: listener)
        // Nobody is watching, so problems go to standard error, where whoever started the run will find them.
        let log = Log(level: .warning) { _, line in complain(line) }
        let emit = surroundings.emit
        surroundings.emit = { line in
            emit(line)
            log(line)
        }
        let world = try SimulatedWorld(board: files.board, surroundings)
        let run = SteppedRun(
            world: world, time: time, script: try files.timeline(startingAt: start),
            scriptName: files.scriptName, end: duration(options, from: start),
            pace: options.speed.pace(real: real, waiter: waiter),
            pictures: files.frames.map { frames in PictureWriter { frames.line($0) } },
            isStopping: { stopping.isRaised }, complain: complain)
        run.run()
    }

    // MARK: - On a terminal

    private static func runOnTerminal(
        _ options: SimulatorOptions, _ files: RunFiles
    ) throws(SimulatorError) {
        guard Terminal.isAvailable else {
            throw .usage("This is no terminal. To run without one, give --headless.")
        }
        guard RunFiles.environment["TERM"] != "dumb" else {
            throw .usage(
                "This terminal can't move its cursor. To run without one, give --headless.")
        }
        let real = LinuxClock()
        let start = options.start(from: real)
        let time = SimulatedTime(
            over: real, startingAt: Moment(wall: start, boot: real.now().boot))
        let threads = SimulatedThreads(LinuxThreads(), time: time)
        let listener = try listen(options)
        defer { listener.stop() }
        let terminal = try terminal()
        let stopping = Flag()
        let signals = try watchSignals(SignalWatcher.default + [SIGTSTP, SIGCONT]) { signal in
            handle(signal, terminal, stopping)
        }
        defer { signals.stop() }
        let messages = Messages(isTimeKnown: options.isTimeKnown)
        let web = try startWeb(options) {
            messages.add("In the network: \($0)", at: time.now())
        }
        defer { web?.stop() }
        let waiters = try files.board.soundOutputs.map { _ throws(SimulatorError) in
            try waiter(threads)
        }
        let sound = SoundChoice(options, board: files.board, virtual: time, real: waiters) {
            messages.add($0, at: time.now())
        }
        var surroundings = files.surroundings(
            options, time: time, sound: sound, listener: listener)
        surroundings.isSoundHeard = sound.device != nil
        let emit = surroundings.emit
        surroundings.emit = { line in
            emit(line)
            messages.add(line, at: time.now())
        }
        let world = try SimulatedWorld(board: files.board, surroundings)
        if case .times(let speed) = options.speed { time.setSpeed(speed) }
        let setup = InteractiveRun.Setup(
            world: world, time: time, real: real, threads: threads, terminal: terminal,
            messages: messages, speed: time.speed, end: duration(options, from: start),
            script: try files.timeline(startingAt: start),
            recorder: files.script.map { script in { script.line($0) } },
            pictures: files.frames.map { frames in PictureWriter { frames.line($0) } },
            audioDevice: sound.device,
            capability: TerminalCapability.detected(in: RunFiles.environment),
            isStopping: { stopping.isRaised })
        defer { terminal.restore() }
        do throws(TerminalError) {
            try terminal.enter()
        } catch {
            throw .unavailable("the terminal can't be used: \(error)")
        }
        try InteractiveRun.make(setup).run()
    }

    private static func handle(_ signal: Int32, _ terminal: Terminal, _ stopping: Flag) {
        switch signal {
        case SIGWINCH: terminal.wake()
        case SIGTSTP, SIGCONT:
            do throws(TerminalError) {
                if signal == SIGTSTP { terminal.suspend() } else { try terminal.resume() }
            } catch {
                stopping.raise()
            }
            terminal.wake()
        default:
            stopping.raise()
            terminal.wake()
        }
    }

    // MARK: - Shared parts

    private static func terminal() throws(SimulatorError) -> Terminal {
        do throws(TerminalError) {
            return try Terminal()
        } catch {
            throw .unavailable("the terminal can't be used: \(error)")
        }
    }

    private static func socketPath(_ options: SimulatorOptions) -> String {
        options.socket
            ?? RunFiles.environment[ControlSocketPath.variable]
            ?? ControlSocketPath.simulator(environment: RunFiles.environment, uid: getuid())
    }

    /// Starts noiseclock-web, if it is wanted, and says where it answers.
    private static func startWeb(
        _ options: SimulatorOptions, say: (String) -> Void
    ) throws(SimulatorError) -> CompanionProgram? {
        guard let port = options.web else { return nil }
        let socket = ControlSocketPath.network(beside: socketPath(options))
        do throws(CompanionProgram.StartError) {
            let web = try CompanionProgram(
                "noiseclock-web", ["--port", "\(port)", "--socket", socket])
            say(web.firstLine)
            return web
        } catch {
            switch error {
            case .noProgram(let places):
                throw .unavailable(
                    "noiseclock-web is not there. It was looked for as "
                        + places.joined(separator: ", "))
            case .notReady: throw .unavailable("noiseclock-web can't start; it has said why")
            case .system(let error): throw SimulatorError(error)
            }
        }
    }

    private static func listen(
        _ options: SimulatorOptions
    ) throws(SimulatorError) -> UnixSocketListener {
        let path = socketPath(options)
        do throws(ListenError) {
            return try UnixSocketListener(
                path: path, networkPath: ControlSocketPath.network(beside: path))
        } catch {
            let text = "\(error.description). Choose another with --socket PATH"
            if case .inUse = error { throw .inUse(text) }
            throw .unavailable(text)
        }
    }

    private static func waiter(
        _ threads: any ThreadHost = LinuxThreads()
    ) throws(SimulatorError) -> any Waiter {
        do throws(HostError) {
            return try threads.makeWaiter()
        } catch {
            throw SimulatorError(error)
        }
    }

    private static func watchSignals(
        _ signals: [Int32] = SignalWatcher.default, _ handler: @escaping @Sendable (Int32) -> Void
    ) throws(SimulatorError) -> SignalWatcher {
        do throws(HostError) {
            return try SignalWatcher(signals: signals, handler: handler)
        } catch {
            throw SimulatorError(error)
        }
    }

    private static func duration(_ options: SimulatorOptions, from start: WallTime) -> Duration? {
        options.duration ?? options.until.map { max(.zero, $0 - start) }
    }
}

extension SimulatorOptions.Speed {
    func pace(real: any TimeSource, waiter: any Waiter) -> SteppedRun.Pace {
        switch self {
        case .max: .jumping
        case .times(let speed): .paced(speed: speed, real: real, waiter: waiter)
        }
    }
}

extension SimulatorError {
    init(_ error: HostError) {
        self = .unavailable("\(error.operation) failed: \(String(cString: strerror(error.errno)))")
    }
}

/// A flag that any thread can raise, once.
final class Flag: Sendable {
    private let word = Atomic<Bool>(false)

    var isRaised: Bool { word.load(ordering: .acquiring) }

    func raise() { word.store(true, ordering: .releasing) }
}
