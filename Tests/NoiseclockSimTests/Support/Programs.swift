import Foundation
import Glibc
import Synchronization
import TestKit
import Testing

/// The repository that contains the tests.
enum Checkout {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static var board: String { root.appendingPathComponent("board").path }
}

/// A temporary folder for running programs, deleted with the value. It contains the board folder,
/// so that the simulator finds its default board as in a checkout.
final class Workspace {
    let path: String

    init() throws {
        // Short, because a socket's path is limited to 107 bytes.
        var template = Array("\(NSTemporaryDirectory())/nc-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        path = try #require(made.map { String(cString: $0) })
        try FileManager.default.createSymbolicLink(
            atPath: "\(path)/board", withDestinationPath: Checkout.board)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    func text(_ name: String) throws -> String {
        String(decoding: try bytes(name), as: UTF8.self)
    }

    func lines(_ name: String) throws -> [String] {
        try text(name).split(separator: "\n").map(String.init)
    }

    /// The environment of the programs. It excludes the person's own variables, so that no test
    /// touches their alarms or their clock.
    var environment: [String] {
        var variables = [
            "HOME=\(path)", "TMPDIR=\(path)", "XDG_RUNTIME_DIR=\(path)", "XDG_STATE_HOME=\(path)",
            "LC_ALL=C.UTF-8",
        ]
        for name in [
            "PATH", "LD_LIBRARY_PATH", "LD_PRELOAD", "TZDIR", "TSAN_OPTIONS", "ASAN_OPTIONS",
        ] {
            if let value = ProcessInfo.processInfo.environment[name] {
                variables.append("\(name)=\(value)")
            }
        }
        return variables
    }

    /// Runs the simulator until it exits.
    func simulate(_ arguments: String...) throws -> Finished {
        try simulate(arguments)
    }

    func simulate(_ arguments: [String]) throws -> Finished {
        try RunningProgram("noiseclock-sim", arguments, in: self).finish()
    }
}

/// A finished program's exit code and output.
struct Finished {
    /// Nil if a signal ended it.
    var exitCode: Int32?
    var signal: Int32?
    var output: String
    var error: String

    /// The lines on standard error, without the event log.
    var complaints: [String] {
        error.split(separator: "\n").map(String.init).filter { !$0.contains(" event=") }
    }
}

/// A running program; it is killed when the value goes.
final class RunningProgram {
    private let process: pid_t
    private let outputs: (String, String)
    private var status: Int32?

    /// Longer than anything here takes on a busy machine under a sanitizer.
    static let patience = Duration.seconds(300)

    private static let counter = Atomic<Int>(0)

    /// From spawn.h; Swift does not import it.
    private static let newSession: Int16 = 0x80

    /// - Parameters:
    /// - name: a program of this package, or a path to another one.
    /// - terminal: the device path of its terminal; nil: none.
    init(
        _ name: String, _ arguments: [String], in workspace: Workspace, terminal: String? = nil
    ) throws {
        let number = RunningProgram.counter.wrappingAdd(1, ordering: .relaxed).newValue
        outputs = (workspace.file(".out-\(number)"), workspace.file(".err-\(number)"))
        let program = try name.hasPrefix("/") ? name : BuiltPrograms.path(name)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        if let terminal {
            // The first terminal that a new session opens becomes its controlling terminal.
            posix_spawnattr_setflags(&attributes, RunningProgram.newSession)
            posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
            posix_spawn_file_actions_addopen(&actions, 1, terminal, O_RDWR, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, outputs.0, flags, 0o600)
        }
        posix_spawn_file_actions_addopen(&actions, 2, outputs.1, flags, 0o600)
        // A shell changes the folder and then execs the program, which keeps the process number.
        // Swift does not import the call that lets the kernel do it.
        let change = ["sh", "-c", "cd \"$0\" && exec \"$@\"", workspace.path, program]
        var words = (change + arguments).map { strdup($0) } + [nil]
        var variables = workspace.environment.map { strdup($0) } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var started: pid_t = 0
        let failure = posix_spawn(&started, "/bin/sh", &actions, &attributes, &words, &variables)
        try #require(
            failure == 0, "\(name) cannot be started: \(String(cString: strerror(failure)))")
        process = started
    }

    deinit {
        if status == nil { kill() }
    }

    var isRunning: Bool {
        guard status == nil else { return false }
        var word: Int32 = 0
        guard waitpid(process, &word, WNOHANG) == process else { return true }
        status = word
        return false
    }

    func send(_ signal: Int32) {
        guard isRunning else { return }
        _ = Glibc.kill(process, signal)
    }

    /// Kills it, as a power cut would, and waits until it is gone.
    func kill() {
        guard isRunning else { return }
        _ = Glibc.kill(process, SIGKILL)
        var word: Int32 = 0
        while waitpid(process, &word, 0) < 0, errno == EINTR {}
        status = word
    }

    var output: String { (try? String(contentsOfFile: outputs.0, encoding: .utf8)) ?? "" }
    var error: String { (try? String(contentsOfFile: outputs.1, encoding: .utf8)) ?? "" }

    /// Waits until it exits.
    func finish() throws -> Finished {
        let hasEnded = eventually { !isRunning }
        guard hasEnded, let status else {
            kill()
            Issue.record("the program did not end by itself; it said: \(output)\(error)")
            return Finished(exitCode: nil, signal: SIGKILL, output: output, error: error)
        }
        let signal = status & 0x7F
        return Finished(
            exitCode: signal == 0 ? status >> 8 & 0xFF : nil, signal: signal == 0 ? nil : signal,
            output: output, error: error)
    }
}

/// Waits until `condition` holds, and returns whether it did in time.
func eventually(
    within limit: Duration = RunningProgram.patience, _ condition: () throws -> Bool
) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while true {
        if try condition() { return true }
        guard ContinuousClock.now < end else { return false }
        usleep(2_000)
    }
}
