import Foundation
import Glibc
import TestKit
import Testing

/// The simulator as a package installs it: `bin` and `share` under one prefix, started from any folder.
@Suite("An installed simulator")
struct InstalledTests {
    /// Creates a folder without a board, and returns the path of the simulator in a prefix there.
    private static func install(in workspace: Workspace) throws -> String {
        try FileManager.default.removeItem(atPath: workspace.file("board"))
        let folder = workspace.file("usr/bin")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let built = try BuiltPrograms.path("noiseclock-sim")
        let program = "\(folder)/noiseclock-sim"
        // A hard link costs nothing, but another disk needs a copy. A separate process makes the copy: if this one
        // had the file open for writing, a process that another test starts at that moment would inherit it, and the
        // system starts no program that is open for writing.
        if link(built, program) != 0 {
            let copy = try RunningProgram("/bin/cp", [built, program], in: workspace).finish()
            #expect(copy.exitCode == 0, "\(copy.error)")
        }
        return program
    }

    private static func run(_ program: String, in workspace: Workspace) throws -> Finished {
        let arguments = [
            "--headless", "--speed", "max", "--at", "2026-01-10T12:34:50Z", "--zone", "UTC",
            "--for", "1s", "--frames", "f.txt",
        ]
        return try RunningProgram(program, arguments, in: workspace).finish()
    }

    @Test("takes the board that was installed with it, and says which is missing where none was")
    func board() throws {
        let workspace = try Workspace()
        let program = try InstalledTests.install(in: workspace)
        let without = try InstalledTests.run(program, in: workspace)
        #expect(without.exitCode == 66)
        #expect(without.error.contains("board/ht16k33-7seg.json"), "\(without.error)")

        let boards = workspace.file("usr/share/noiseclock/boards")
        try FileManager.default.createDirectory(
            atPath: boards, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(Checkout.board)/ht16k33-7seg.json", toPath: "\(boards)/ht16k33-7seg.json")
        let with = try InstalledTests.run(program, in: workspace)
        #expect(with.exitCode == 0, "\(with.error)")
        let frames = try workspace.lines("f.txt")
        #expect(!frames.isEmpty)
    }

    @Test("takes the board of the folder that it is called in before the installed one")
    func boardOfTheFolder() throws {
        let workspace = try Workspace()
        let program = try InstalledTests.install(in: workspace)
        let boards = workspace.file("usr/share/noiseclock/boards")
        for folder in [boards, workspace.file("board")] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(
            atPath: "\(Checkout.board)/ht16k33-7seg.json", toPath: "\(boards)/ht16k33-7seg.json")
        try workspace.write("{}", to: "board/ht16k33-7seg.json")
        let finished = try InstalledTests.run(program, in: workspace)
        #expect(finished.exitCode == 78)
        #expect(finished.error.contains("noiseclock-sim: board/ht16k33-7seg.json"))
    }
}
