import Foundation
import Glibc
import Testing

/// Item 6: on bad input the simulator prints one line about the problem and exits with one of the codes of
/// sysexits.h, or it continues with the last good copy and reports that.
@Suite("A simulator that is given something broken")
struct BadInputTests {
    private static let run = ["--headless", "--speed", "max", "--for", "1s", "--zone", "UTC"]

    /// Expects one error line that contains all of `words`, and the exit code.
    private func expectRefusal(
        _ finished: Finished, code: Int32, _ words: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(finished.exitCode == code, "\(finished)", sourceLocation: sourceLocation)
        #expect(finished.output == "", sourceLocation: sourceLocation)
        #expect(
            finished.error.hasPrefix("noiseclock-sim: ") && finished.error.hasSuffix("\n")
                && finished.error.split(separator: "\n").count == 1 && finished.error.count < 400,
            "\(finished.error)", sourceLocation: sourceLocation)
        for word in words {
            #expect(
                finished.error.contains(word), "\(finished.error)", sourceLocation: sourceLocation)
        }
    }

    @Test(
        "refuses a board file, with its name and place",
        arguments: [
            ("", "b.json"), ("{", "b.json"), ("[]", "b.json"), ("{}", "version"),
            ("\u{0}\u{1}\u{2}", "b.json"),
            (#"{"version": 2, "name": "x"}"#, "version"),
            (#"{"version": 1, "name": "x"}"#, "display"),
            (
                #"{"version": 1, "name": "x", "display": {"driver": "ht16k34", "addresses": ["0x70"]}}"#,
                "display.driver"
            ),
            (
                #"{"version": 1, "name": "x", "display": {"driver": "ht16k33-7seg", "addresses": ["0x99"], "digitBytes": [0, 2, 6, 8]}}"#,
                "display.addresses"
            ),
            (
                #"{"version": 1, "name": "x", "display": {"driver": "ht16k33-7seg", "addresses": ["0x70"], "digitBytes": [0, 2, 6, 80]}}"#,
                "display.digitBytes"
            ),
        ])
    func boards(text: String, place: String) throws {
        let workspace = try Workspace()
        try workspace.write(text, to: "b.json")
        expectRefusal(
            try workspace.simulate(BadInputTests.run + ["--board", "b.json"]), code: 78,
            ["b.json", place])
    }

    @Test("a file that cannot be written costs the others nothing")
    func oneFullFile() throws {
        let workspace = try Workspace()
        let finished = try workspace.simulate(
            BadInputTests.run + [
                "--events", "/dev/full", "--frames", "f.txt", "--i2c-trace", "t.jsonl",
            ])
        #expect(finished.exitCode == 74)
        #expect(try workspace.bytes("f.txt").count > 50)
        #expect(try workspace.bytes("t.jsonl").count > 500)
    }

    @Test("refuses files that are not there, or that cannot be read or written")
    func files() throws {
        let workspace = try Workspace()
        for (option, code) in [("--board", 66), ("--script", 66)] {
            for path in ["none.json", "."] {
                expectRefusal(
                    try workspace.simulate(BadInputTests.run + [option, path]), code: Int32(code),
                    [path])
            }
        }
        for option in ["--events", "--frames", "--i2c-trace", "--record-audio"] {
            for path in ["none/x", "board", "/proc/none"] {
                expectRefusal(
                    try workspace.simulate(BadInputTests.run + [option, path]), code: 74, [path])
            }
            expectRefusal(
                try workspace.simulate(BadInputTests.run + [option, "/dev/full"]), code: 74,
                ["/dev/full"])
        }
    }

    @Test(
        "refuses a script, with the line",
        arguments: [
            ("\n\n{", "line 3"), (#"{"at": "+1s", "pres": "snooze"}"#, "line 1"),
            (#"{"at": "1s", "press": "snooze"}"#, "line 1"),
            (#"{"at": "+1s", "press": "snoze"}"#, "snooze"),
            (#"{"at": "2020-01-01T00:00:00Z", "press": "snooze"}"#, "line 1"),
        ])
    func scripts(text: String, place: String) throws {
        let workspace = try Workspace()
        try workspace.write(text, to: "s.jsonl")
        expectRefusal(
            try workspace.simulate(
                BadInputTests.run + ["--at", "2026-01-10T12:00:00Z", "--script", "s.jsonl"]),
            code: 65, [place])
    }

    @Test("refuses a script whose words for the client make no sense, with file and line")
    func clientWords() throws {
        let workspace = try Workspace()
        try workspace.write(
            """
            {"at": "+9s", "noiseclock": "status"}

            {"at": "+0s", "noiseclock": "alarm ad 07:00"}
            """, to: "s.jsonl")
        expectRefusal(
            try workspace.simulate(BadInputTests.run + ["--script", "s.jsonl"]), code: 65,
            ["s.jsonl: line 3: There is no command \"alarm ad\". Did you mean alarm add?"])
    }

    @Test("says on which line of a script stands what the clock refuses, and goes on")
    func refusedWords() throws {
        let workspace = try Workspace()
        try workspace.write(
            """
            {"at": "+0s", "noiseclock": "status"}
            {"at": "+0s", "noiseclock": "alarm remove 7"}
            {"at": "+0.5s", "battery": 40}
            """, to: "s.jsonl")
        let finished = try workspace.simulate(
            BadInputTests.run + ["--at", "2026-01-10T12:00:00Z", "--script", "s.jsonl"])
        #expect(finished.exitCode == 0)
        #expect(
            finished.error == """
                noiseclock-sim: s.jsonl, line 2: There is no alarm 7. List them: noiseclock alarm list
                noiseclock-sim: s.jsonl, line 3: This board has no battery; --battery gives it one

                """)
    }

    @Test(
        "refuses arguments",
        arguments: [
            ["--spede", "3"], ["--zone", "Europe/Atlantis"], ["--zone", "../../etc/passwd"],
            ["--speed", "0"], ["--for", "soon"], ["--speed", "max", "--headless"],
            ["--socket", String(repeating: "s", count: 200)], [],
        ])
    func arguments(words: [String]) throws {
        let workspace = try Workspace()
        expectRefusal(try workspace.simulate(words), code: 64, [])
    }

    @Test("refuses a place for its socket or its state that cannot be one")
    func places() throws {
        let workspace = try Workspace()
        // A file of its own: a lock is made beside what is refused.
        try workspace.write("no folder and no socket", to: "file")
        let paced = ["--headless", "--for", "1s", "--zone", "UTC"]
        for path in ["file/c.sock", "file", "/proc/c.sock"] {
            expectRefusal(
                try workspace.simulate(paced + ["--state", "s", "--socket", path]), code: 69, [path]
            )
        }
        for path in ["file", "/proc/none"] {
            expectRefusal(
                try workspace.simulate(BadInputTests.run + ["--state", path]), code: 74, [path])
        }
    }

    // MARK: - The state

    // Root may write anywhere, so the test would prove nothing.
    @Test("refuses a folder for its state that it may not write to", .enabled(if: geteuid() != 0))
    func readOnlyState() throws {
        let workspace = try Workspace()
        let folder = workspace.file("locked")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o500])
        expectRefusal(
            try workspace.simulate(BadInputTests.run + ["--state", "locked"]), code: 74, ["locked"])
    }

    /// A workspace with a saved state of two alarms, with each slot written at least once.
    private func savedState() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.write(
            """
            {"at": "+0s", "noiseclock": "alarm add 07:00 daily --label First"}
            {"at": "+0.5s", "noiseclock": "alarm add 08:00 daily --label Second"}
            """, to: "s.jsonl")
        let finished = try workspace.simulate(
            BadInputTests.run + [
                "--at", "2026-01-10T12:00:00Z", "--state", "state", "--script", "s.jsonl",
            ])
        #expect(finished.exitCode == 0)
        return workspace
    }

    private func damage(_ name: String, in workspace: Workspace) throws {
        var bytes = try workspace.bytes("state/\(name)")
        try #require(bytes.count > 200)
        bytes[100] ^= 0x10
        try Data(bytes).write(to: URL(fileURLWithPath: workspace.file("state/\(name)")))
    }

    private func status(in workspace: Workspace) throws -> [String: Any] {
        let clock = try LiveClock(at: "2026-01-10T13:00:00Z", in: workspace)
        let answer = try clock.json("status")
        let alarms = try clock.json("alarm", "list")["alarms"] as? [[String: Any]] ?? []
        let status = try #require(answer["status"] as? [String: Any])
        let problems = status["problems"] as? [[String: Any]] ?? []
        return [
            "alarms": alarms.compactMap { $0["label"] as? String },
            "problems": problems.map { "\($0["part"] ?? ""): \($0["problem"] ?? "")" },
        ]
    }

    @Test("takes the good copy of a state that is half broken, and says so", arguments: ["a", "b"])
    func oneSlot(slot: String) throws {
        let workspace = try savedState()
        try damage("state.\(slot)", in: workspace)
        let found = try status(in: workspace)
        let problems = found["problems"] as? [String] ?? []
        #expect(problems.count == 1)
        #expect(
            problems.first
                == "state: copy \(slot) is damaged. The other copy is in use; "
                + "the last change may be lost",
            "\(problems)")
        // The older copy may lack the last change, but nothing else.
        #expect((found["alarms"] as? [String])?.first == "First")
    }

    @Test("starts from the weekly copy where both others are broken, and says so")
    func bothSlots() throws {
        let workspace = try savedState()
        try damage("state.a", in: workspace)
        try damage("state.b", in: workspace)
        let problems = try status(in: workspace)["problems"] as? [String] ?? []
        #expect(problems.count == 1)
        #expect(problems.first?.contains("The weekly copy is in use") == true, "\(problems)")
    }

    @Test("starts from defaults where all copies are broken, and says that alarms were lost")
    func allSlots() throws {
        let workspace = try savedState()
        try damage("state.a", in: workspace)
        try damage("state.b", in: workspace)
        try damage("state.weekly", in: workspace)
        let found = try status(in: workspace)
        #expect(found["alarms"] as? [String] == [])
        let problems = found["problems"] as? [String] ?? []
        #expect(problems.count == 1)
        #expect(problems.first?.contains("alarms and settings are lost") == true, "\(problems)")
    }

    @Test(
        "survives any state file: empty, short, of zeroes, of text, of another program",
        arguments: [[], [0], Array("NOISECLK".utf8), Array(repeating: UInt8(0xFF), count: 70_000)])
    func anyBytes(bytes: [UInt8]) throws {
        let workspace = try savedState()
        for name in ["state.a", "state.b", "state.weekly", "history"] {
            try Data(bytes).write(to: URL(fileURLWithPath: workspace.file("state/\(name)")))
        }
        let finished = try workspace.simulate(
            BadInputTests.run + ["--at", "2026-01-10T13:00:00Z", "--state", "state"])
        #expect(
            finished.exitCode == 0 || finished.error.hasPrefix("noiseclock-sim: "), "\(finished)")
        #expect(finished.signal == nil)
    }
}
