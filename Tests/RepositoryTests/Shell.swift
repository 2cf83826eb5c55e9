import Foundation
import TestKit

/// Runs a system program from the repository's root, and waits for it.
enum Shell {
    struct Result {
        var status: Int32
        /// Its output, from both streams.
        var output: String
    }

    /// `environment` replaces the whole environment.
    static func run(
        _ arguments: String..., environment: [String: String]? = nil
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = Repository.root
        if let environment { process.environment = environment }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        // A thread of the test runner blocks all signals, and a program that it starts would inherit that: a shell that
        // waits for its children then waits for ever.
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }
}

/// A temporary folder of stand-ins for system commands, deleted with the value.
final class StandInCommands {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "stand-in-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Creates a command `name` from the lines of a shell script.
    func add(_ name: String, _ script: String) throws {
        try ShellScript.write(script, to: folder.appending(path: name).path)
    }

    /// Links the system's own commands into the folder.
    func addSystems(_ names: String...) throws {
        for name in names {
            guard
                let path = ["/usr/bin/", "/bin/"].map({ $0 + name }).first(where: {
                    FileManager.default.isExecutableFile(atPath: $0)
                })
            else { throw CocoaError(.fileNoSuchFile) }
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: name), withDestinationURL: URL(filePath: path))
        }
    }

    /// What the commands wrote to `file` in the folder; empty if nothing.
    func text(of file: String) -> String {
        (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
    }

    /// The PATH contains only the folder.
    var environment: [String: String] {
        ["PATH": folder.path, "HOME": folder.path, "LANG": "C", "STAND_IN": folder.path]
    }
}
