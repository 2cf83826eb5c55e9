import Foundation
import Glibc
import Testing

/// A folder with programs running in it, gone with the value.
final class Workbench {
    let path: String

    /// The folder of the test bundle, in which the programs are built too. The bundle is either this
    /// process or mapped into it; the argument that names it is a second way to find it.
    private static let programs: String = {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        let mapped = maps.split(separator: "\n").compactMap { line in
            line.firstIndex(of: "/").map { String(line[$0...]) }
        }
        let bundle = (mapped + CommandLine.arguments).first { $0.hasSuffix(".xctest") }
        return URL(fileURLWithPath: bundle ?? CommandLine.arguments[0])
            .deletingLastPathComponent().path
    }()

    /// The board file that ships.
    static let board = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("board/ht16k33-7seg.json").path

    init() throws {
        // Short, because a socket's path has to fit 107 bytes.
        var template = Array("\(NSTemporaryDirectory())/nc-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        path = try #require(made.map { String(cString: $0) })
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    }

    func text(_ name: String) -> String {
        (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
    }

    /// Starts a program; its standard error goes to the file `NAME.err`.
    func start(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (process: Process, output: Pipe) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(Workbench.programs)/\(name)")
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: path)
        var variables = ["HOME": path, "TMPDIR": path, "LC_ALL": "C.UTF-8"]
        for name in [
            "PATH", "LD_LIBRARY_PATH", "LD_PRELOAD", "TZDIR", "TSAN_OPTIONS", "ASAN_OPTIONS",
        ] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        process.environment = variables.merging(environment) { $1 }
        let errors = file("\(name).err")
        try Data().write(to: URL(fileURLWithPath: errors))
        process.standardError = FileHandle(forWritingAtPath: errors)
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return (process, output)
    }

    /// Runs a program to its end.
    func run(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let (process, output) = try start(name, arguments, environment: environment)
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}

/// A firmware that runs; killed, if it still does, when the value goes.
final class LiveFirmware {
    let bench: Workbench
    private let process: Process

    init(
        _ bench: Workbench, _ arguments: [String] = ["--board", Workbench.board],
        environment: [String: String] = [:]
    ) throws {
        self.bench = bench
        process = try bench.start(
            "noiseclockd",
            arguments + ["--state", "state", "--socket", bench.file("c.sock"), "--zone", "UTC"],
            environment: environment
        ).process
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// The clock's answer; nil while it gives none.
    func json(_ words: String...) throws -> [String: Any]? {
        let run = try bench.run(
            "noiseclock", words + ["--json", "--socket", bench.file("c.sock")])
        guard run.status == 0 else { return nil }
        return try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    }

    /// What the client shows.
    func words(_ words: String...) throws -> String {
        try bench.run("noiseclock", words + ["--socket", bench.file("c.sock")]).output
    }

    /// Waits until the client shows all of it in the status.
    func waitForStatus(_ parts: String...) throws -> Bool {
        try eventually {
            let status = try words("status")
            return parts.allSatisfy { status.contains($0) }
        }
    }

    /// Ends it by the signal; returns its exit code.
    func end(by signal: Int32) -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -1
    }

    var log: [String] {
        bench.text("noiseclockd.err").split(separator: "\n").map(String.init)
    }
}

/// Waits until `condition` holds; returns whether it did within half a minute, which is more than
/// anything here takes on a busy machine under a sanitizer.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
        if try condition() { return true }
        usleep(5_000)
    }
    return false
}
