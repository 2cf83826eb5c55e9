import Foundation
import Testing

/// `image/system/usr/lib/noiseclock/own-leds`, on files that stand in for the kernel's.
@Suite("The Pi's own lamps")
struct OwnLampTests {
    private static let script = "image/system/usr/lib/noiseclock/own-leds"
    private static let lamps = "root/sys/class/leds"

    /// A Pi with these lamps, as the kernel leaves them.
    private static func system(_ names: [String], board: String = "{}") throws -> StandInCommands {
        let system = try StandInCommands()
        try system.addSystems("grep", "rm")
        var files = ["root/run/.keep": "", "root/var/lib/system-state/board.json": board]
        for name in names {
            files["\(lamps)/\(name)/trigger"] = "the tree's\n"
            files["\(lamps)/\(name)/brightness"] = "the tree's\n"
        }
        for (path, text) in files {
            let file = system.folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return system
    }

    private static func run(_ word: String, in system: StandInCommands) throws -> Shell.Result {
        var environment = system.environment
        environment["OWN_LEDS_SYSTEM"] = system.folder.path + "/root"
        return try Shell.run(
            "/bin/sh", "-c", "exec /bin/sh \(script) \(word)", environment: environment)
    }

    private static func state(of name: String, in system: StandInCommands) -> String {
        ["trigger", "brightness"].map { system.text(of: "\(lamps)/\(name)/\($0)") }.joined()
    }

    @Test("They are dark while the clock runs, and lit again when it does not")
    func darkAndLit() throws {
        let system = try Self.system(["ACT", "PWR"])
        #expect(try Self.run("dark", in: system).status == 0)
        #expect(Self.state(of: "ACT", in: system) == "none\n0\n")
        #expect(Self.state(of: "PWR", in: system) == "none\n0\n")
        #expect(try Self.run("lit", in: system).status == 0)
        #expect(Self.state(of: "ACT", in: system) == "heartbeat\n0\n")
        #expect(Self.state(of: "PWR", in: system) == "none\n1\n")
    }

    @Test("A lamp that is found after the clock's start is dark, and before it lit")
    func found() throws {
        let running = try Self.system(["PWR"])
        #expect(try Self.run("dark", in: running).status == 0)
        try Data("the tree's\n".utf8).write(
            to: running.folder.appending(path: "\(Self.lamps)/PWR/brightness"))
        #expect(try Self.run("found", in: running).status == 0)
        #expect(Self.state(of: "PWR", in: running) == "none\n0\n")

        let starting = try Self.system(["ACT"])
        #expect(try Self.run("found", in: starting).status == 0)
        #expect(Self.state(of: "ACT", in: starting) == "heartbeat\nthe tree's\n")
    }

    @Test("The one that the board file names is left to the clock, and a Pi may have none")
    func boardsLamp() throws {
        let system = try Self.system(["ACT", "PWR"], board: #"{"lamp": { "led" : "ACT" }}"#)
        #expect(try Self.run("dark", in: system).status == 0)
        #expect(Self.state(of: "ACT", in: system) == "the tree's\nthe tree's\n")
        #expect(Self.state(of: "PWR", in: system) == "none\n0\n")
        let bare = try Self.system([])
        for word in ["dark", "found", "lit"] {
            #expect(try Self.run(word, in: bare).status == 0)
        }
        #expect(try Self.run("", in: bare).status == 64)
    }
}
