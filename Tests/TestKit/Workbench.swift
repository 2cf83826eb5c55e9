import Foundation
import Glibc

// Shared by the tests that start whole programs. Not a test target, because two test targets use it.

/// A folder and the programs that run in it; both go away with the value.
package final class Workbench {
    package let path: String

    /// The shipped board file.
    package static let board = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("board/ht16k33-7seg.json").path

    package init() throws {
        // Short, because a socket's path must fit into 107 bytes.
        var template = Array("\(NSTemporaryDirectory())/nc-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        guard let made else { throw WorkbenchError(errno: errno) }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package func write(_ text: String, to name: String) throws {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    }

    package func text(_ name: String) -> String {
        (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
    }

    /// Starts a program; its standard error goes to the file `NAME.err`.
    package func start(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> RunningProgram {
        var variables = ["HOME": path, "TMPDIR": path, "LC_ALL": "C.UTF-8"]
        for name in [
            "PATH", "LD_LIBRARY_PATH", "LD_PRELOAD", "TZDIR", "TSAN_OPTIONS", "ASAN_OPTIONS",
        ] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        return try RunningProgram(
            BuiltPrograms.path(name), arguments,
            environment: variables.merging(environment) { $1 }, folder: path,
            errors: file("\(name).err"))
    }

    /// Runs a program to its end.
    package func run(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let program = try start(name, arguments, environment: environment)
        let output = program.readOutput()
        return (program.waitForEnd(), output)
    }
}

/// Waits until `condition` holds; returns whether it did within two minutes. Nothing here takes that long, even on a busy
/// machine under a sanitizer: the longest is a simulated day, with 12 s of a core.
package func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
        if try condition() { return true }
        usleep(5_000)
    }
    return false
}

/// The system could not create a folder.
package struct WorkbenchError: Error {
    package let errno: Int32
}
