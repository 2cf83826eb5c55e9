import ClockTime
import Glibc
import LinuxHost

/// A `noiseclockd` of its own: its own state, socket and board, no sound card, nothing on its wires; idle,
/// unless it is ordered something.
struct IdleFirmware {
    /// What was seen of it.
    struct Observation {
        var wakesPerMinute: Double
        /// Nil where the kernel does not keep it.
        var processorMillisecondsPerMinute: Double?
        /// The busiest threads with their wake-ups per minute.
        var busiest: String
        var residentKibibytes: Int?
        /// The most that it ever was.
        var peakKibibytes: Int?
        var proportionalKibibytes: Int?
        var lockedKibibytes: Int?
        /// Whether the kernel's clock is kept right; while it is not, the colon blinks.
        var isClockTrusted: Bool
        var libraryBytes: Int
        var libraryCount: Int
    }

    let program: String
    /// The board file's `display`, as JSON.
    let display: String
    /// Requests for its socket, lines of JSON: what it has to do, once it is ready.
    var orders: [String] = []

    /// A bus that no machine has, ALSA's device that swallows everything, and nothing else: the same
    /// wherever it runs.
    private var board: String {
        """
        {"version": 1, "name": "bench", "i2c": {"bus": 99}, "display": \(display),
         "audio": {"device": "null", "fallback": [], "rate": 48000, "keepOpen": false}}
        """
    }

    /// As long as a start may take on a busy Raspberry Pi.
    private static let startAttempts = 300
    /// Pauses between attempts at what is missing grow; after so long they are as long as they get.
    private static let longestSettling = 10.0

    /// What the firmware says against this board; nil where it takes it.
    func refusal() throws(RunFailure) -> String? {
        let folder = try TemporaryFolder()
        try folder.write(board, to: "board.json")
        let output = folder.file("check.log")
        let check = try ChildProcess(
            program, ["--check-board", folder.file("board.json")], output: output)
        guard check.wait().problem != nil else { return nil }
        return IdleFirmware.lastLine(of: output).replacing("\(folder.path)/", with: "")
    }

    /// Starts it, waits until it is ready and has settled, and watches it so long.
    func observe(seconds: Double) throws(RunFailure) -> Observation {
        try whileRunning { (_, child, manager) throws(RunFailure) in
            try watch(child, manager, seconds: seconds)
        }
    }

    /// The name of its control socket in its folder.
    static let socketName = "control"

    /// What is done while it runs.
    ///
    /// - Parameter body: begins when it is ready and has its orders; gets its folder, which is gone afterwards.
    func whileRunning<Value>(
        _ body: (borrowing TemporaryFolder, ChildProcess, borrowing ReadySocket)
            throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try DelayedSignals.during { () throws(RunFailure) in try run(body) }
    }

    private func run<Value>(
        _ body: (borrowing TemporaryFolder, ChildProcess, borrowing ReadySocket)
            throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        let folder = try TemporaryFolder()
        try folder.write(board, to: "board.json")
        let manager = try ReadySocket(folder.file("notify"))
        let log = folder.file("log")
        let child = try ChildProcess(
            program,
            [
                "--board", folder.file("board.json"), "--state", folder.file("state"),
                "--socket", folder.file(IdleFirmware.socketName), "--zone", "UTC",
            ], environment: ["NOTIFY_SOCKET": folder.file("notify")], output: log)
        let made: Result<Value, RunFailure>
        do throws(RunFailure) {
            guard manager.waitUntilReady(child, attempts: IdleFirmware.startAttempts) else {
                throw RunFailure(
                    reason: "noiseclockd did not become ready: \(IdleFirmware.lastLine(of: log))")
            }
            if !orders.isEmpty {
                let control = try ControlSocket(folder.file(IdleFirmware.socketName))
                for order in orders { try control.order(order) }
            }
            made = .success(try body(folder, child, manager))
        } catch {
            made = .failure(error)
        }
        let end = child.end()
        let value = try made.get()
        if let problem = end.problem { throw RunFailure(reason: "noiseclockd \(problem)") }
        return value
    }

    private func watch(
        _ child: ChildProcess, _ manager: borrowing ReadySocket, seconds: Double
    ) throws(RunFailure) -> Observation {
        func now() -> Int64 { LinuxClock().now().boot.nanoseconds }
        func pass(_ seconds: Double) throws(RunFailure) {
            guard manager.pass(nanoseconds: Int64(seconds * 1e9), clock: now, child: child) else {
                throw RunFailure(
                    reason: DelayedSignals.hasCome ? "interrupted" : "noiseclockd ended by itself")
            }
        }
        try pass(min(seconds, IdleFirmware.longestSettling))
        let files = ProcessFiles(id: child.id)
        let begin = now()
        let before = try files.threads()
        try pass(seconds)
        let after = try files.threads()
        let minutes = Double(now() - begin) / 60e9
        let use = ThreadUse.difference(from: before, to: after)
        let libraries = try files.libraries()
        let times = use.map(\.nanoseconds)
        return Observation(
            wakesPerMinute: Double(use.reduce(0) { $0 + $1.switches }) / minutes,
            processorMillisecondsPerMinute: times.contains(nil)
                ? nil : Double(times.reduce(0) { $0 + ($1 ?? 0) }) / 1e6 / minutes,
            busiest: ThreadUse.busiest(use, minutes: minutes),
            residentKibibytes: files.kibibytes("VmRSS:", of: "status"),
            peakKibibytes: files.kibibytes("VmHWM:", of: "status"),
            proportionalKibibytes: files.kibibytes("Pss:", of: "smaps_rollup"),
            lockedKibibytes: files.kibibytes("VmLck:", of: "status"),
            isClockTrusted: (try? KernelClockState.read().isSynchronised) ?? false,
            libraryBytes: libraries.reduce(0) { $0 + (FolderEntries.size(of: $1) ?? 0) },
            libraryCount: libraries.count)
    }

    /// What it said last, without what is none of people's.
    static func lastLine(of path: String) -> String {
        let bytes = (try? FileReading.bytes(at: path, limit: 1 << 20)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return lines.last.map(withoutPriority) ?? "it said nothing"
    }

    /// The journal's priority before a line is no word for people.
    private static func withoutPriority(_ line: Substring) -> String {
        guard line.hasPrefix("<"), let end = line.firstIndex(of: ">") else { return String(line) }
        return String(line[line.index(after: end)...])
    }
}

extension ThreadUse {
    /// What each thread did between two looks; a thread that began meanwhile, since it began.
    static func difference(from before: [ThreadUse], to after: [ThreadUse]) -> [ThreadUse] {
        after.map { thread in
            guard let old = before.first(where: { $0.task == thread.task }) else { return thread }
            var difference = thread
            difference.switches -= old.switches
            if let ran = thread.nanoseconds, let ranBefore = old.nanoseconds {
                difference.nanoseconds = ran - ranBefore
            }
            return difference
        }
    }

    /// The three threads that woke most, in words.
    static func busiest(_ use: [ThreadUse], minutes: Double) -> String {
        let awake = use.filter { $0.switches > 0 }.sorted {
            ($1.switches, $0.task) < ($0.switches, $1.task)
        }
        if awake.isEmpty { return "no thread woke" }
        return awake.prefix(3).map { "\($0.name) \(Table.text(Double($0.switches) / minutes))" }
            .joined(separator: ", ")
    }
}
