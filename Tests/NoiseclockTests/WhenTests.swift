import ClockTime
import Control
import Foundation
import Glibc
import TestKit
import ReplySamples
import Testing

@testable import noiseclock

@Suite("The client's word `when`")
struct WhenTests {
    private var client: Client {
        Client(environment: zoneEnvironment, uid: 1000, now: Instant(seconds: 1_774_569_600))
    }

    private func run(_ line: String) throws -> Client.Result {
        client.run(try ClientWords.split(line))
    }

    @Test("Its words are those of `alarm add`, with a zone and instants beside them")
    func words() throws {
        let from = try instant("2026-03-27T00:00:00Z")
        let question = WhenQuestion(
            schedule: try weekly(.weekdays, "07:30"), zone: "Europe/Berlin", from: from, count: 3)
        var armed = question
        armed.armedAt = try instant("2026-03-26T23:00:00Z")
        let plain = WhenQuestion(schedule: .once(at: try time("21:00")), count: 5)
        let table: [(String, ClientAction)] = [
            (
                "when 07:30 mon-fri --zone Europe/Berlin --from 2026-03-27T00:00:00Z --count 3",
                .when(question, isJSON: false)
            ),
            (
                "when --count=3 weekdays 7:30 am --from 2026-03-27T01:00:00+01:00 --zone Europe/Berlin"
                    + " --json --armed-at 2026-03-26T23:00:00Z",
                .when(armed, isJSON: true)
            ),
            ("when 9pm", .when(plain, isJSON: false)),
            ("when 9pm once", .when(plain, isJSON: false)),
            ("when --batch", .whenBatch(file: nil)), ("when --batch -", .whenBatch(file: nil)),
            ("when --batch nights.jsonl --json", .whenBatch(file: "nights.jsonl")),
        ]
        for (line, expected) in table {
            #expect(try action(ClientWords.split(line)) == expected, "\(line)")
        }
    }

    @Test("Wrong words are named with what is allowed, and point to its help")
    func wrongWords() throws {
        for (line, message) in [
            ("when", "When? Give a time, such as 07:30, and days, such as mon-fri."),
            ("when 25:00", "The time can't be \"25:00\". Give a time such as 07:30"),
            ("when 7:30 8:30", "\"8:30\" is a second time"),
            ("when 7:30 tomorrow mon", "A date goes alone."),
            ("when 7:30 noday", "I don't know \"noday\"."),
            (
                "when 7:30 --count 0",
                "--count can't be \"0\". Give a number from 1"
            ),
            ("when 7:30 --count 1001", "from 1 to 1000"),
            (
                "when 7:30 --from yesterday",
                "--from can't be \"yesterday\". Give a time such as"
            ),
            ("when 7:30 --armed-at 2026-03-27", "--armed-at can't be \"2026-03-27\"."),
            ("when 7:30 --zone", "--zone needs a value: --zone ZONE"),
            ("when 7:30 --socket x", "\"when\" has no option --socket. It has --zone, --from"),
            ("when --batch a b", "\"b\" is one word too many"),
            ("when --batch ''", "The name of the file is empty"),
            ("when --batch --zone Etc/UTC", "--zone does not go with --batch"),
        ] {
            let result = try run(line)
            #expect(result.error.contains(message), "\(result.error)")
            #expect(result.error.hasSuffix("\nSee: noiseclock when --help\n"), "\(result.error)")
            #expect(result.status == .usageError && result.output.isEmpty)
        }
        #expect(throws: UsageError.self) {
            try ClientWords.command("when 7:30", zones: TestZones())
        }
        #expect(try run("status --zone Etc/UTC").error.contains("\"status\" has no option --zone."))
    }

    @Test("Its help is found as that of a command is, and its examples are understood")
    func help() throws {
        let help = try run("when --help").output
        #expect(help.hasPrefix("Usage: noiseclock when TIME [DAYS] [OPTIONS]\n"))
        #expect(try run("help when").output == help)
        #expect(try run("when 7:30 --zone --help").output == help)
        let lines = help.split(separator: "\n").map(String.init)
        for line in lines { #expect(line.count <= 100, "\(line)") }
        let examples = lines.filter { $0.hasPrefix("  noiseclock ") }
        #expect(examples.count == 4)
        for example in examples {
            let words = try ClientWords.split(example).dropFirst()
            switch try client.action(for: Array(words)) {
            case .when, .whenBatch: break
            case .request, .text, .script, .complete, .importFreeDays, .removeAlarms, .setup,
                .update:
                Issue.record("\(example) is no question")
            }
        }
        let question = lines.filter {
            $0.contains("\"kind\": \"weekly\"") || $0.contains("{\"id\": 1")
        }
        let answer = try #require(lines.first { $0.hasPrefix("  {\"id\":1") })
        #expect(batchAnswers([question.joined()]) == [String(answer.dropFirst(2))])
    }

    @Test(
        "A ring is one line with weekday, date, time and offset, and a word where a change moved it"
    )
    func text() throws {
        let table: [(String, String)] = [
            (
                "when 07:30 mon-fri --zone Europe/Berlin --from 2026-03-27T06:30:00Z --count 3",
                """
                07:30 Mon–Fri, Europe/Berlin
                  Mon 30 Mar 2026  07:30  UTC+02:00
                  Tue 31 Mar 2026  07:30  UTC+02:00
                  Wed 1 Apr 2026   07:30  UTC+02:00

                """
            ),
            (
                "when 2:30 sun --zone Europe/Berlin --from 2026-03-27T00:00:00Z --count 1",
                """
                02:30 Sun, Europe/Berlin
                  Sun 29 Mar 2026  03:00  UTC+02:00  02:30 does not exist on this day; rings at 03:00

                """
            ),
            (
                "when 11:30pm --zone America/Nuuk --from 2026-03-28T12:00:00Z",
                """
                23:30 once, America/Nuuk
                  Sun 29 Mar 2026  00:00  UTC-01:00  23:30 does not exist on Sat 28 Mar; rings at 00:00

                """
            ),
            (
                "when 2:30 daily --zone Europe/Berlin --from 2026-10-24T12:00:00Z --count 2",
                """
                02:30 daily, Europe/Berlin
                  Sun 25 Oct 2026  02:30  UTC+02:00  the first of two 02:30
                  Mon 26 Oct 2026  02:30  UTC+01:00

                """
            ),
            (
                "when 2:30 --zone Europe/Berlin --from 2026-10-25T00:45:00Z",
                """
                02:30 once, Europe/Berlin
                  Sun 25 Oct 2026  02:30  UTC+01:00  the second of two 02:30

                """
            ),
            (
                "when 7am 2011-12-30 --zone Pacific/Apia --from 2011-12-01T00:00:00Z",
                """
                07:00 on Fri 30 Dec 2011, Pacific/Apia
                  never: Fri 30 Dec 2011 does not exist in this zone

                """
            ),
            (
                "when 7am 2026-03-26 --zone Etc/UTC",
                """
                07:00 on Thu 26 Mar 2026, Etc/UTC
                  not any more: its only ring has passed

                """
            ),
        ]
        for (line, expected) in table { #expect(try run(line) == .init(output: expected)) }
    }

    @Test("Today and tomorrow count from --from, or else from now, and a weekday is weekly")
    func dayWords() throws {
        let table: [(String, String)] = [
            ("when 7:30 tomorrow --zone Etc/UTC", "07:30 on Sat 28 Mar 2026, Etc/UTC\n"),
            ("when TODAY 7:30 pm --zone Etc/UTC", "19:30 on Fri 27 Mar 2026, Etc/UTC\n"),
            // It is Saturday already in Kiritimati, 14 h ahead.
            (
                "when 7:30 tomorrow --zone Kiritimati --from 2026-03-27T12:00:00Z",
                "07:30 on Sun 29 Mar 2026, Pacific/Kiritimati\n"
            ),
            ("when 7:30 fri --zone Etc/UTC", "07:30 Fri, Etc/UTC\n"),
        ]
        for (line, start) in table {
            let result = try run(line)
            #expect(result.output.hasPrefix(start), "\(line): \(result)")
        }
        let wrong = try run("when 7:30 tomorrow --zone ../etc")
        #expect(wrong.status == .usageError && wrong.error.contains("no time zone"), "\(wrong)")
        #expect(try run("when 7:30 tomorow").error.contains("Did you mean tomorrow?"))
    }

    @Test("With --json the answer is one object, with instants, what the clock shows and why")
    func json() throws {
        let result = try run("when 2:30 sun --zone Europe/Berlin --count 1 --json")
        let expected =
            #"{"armedAt":"2026-03-27T00:00:00Z","from":"2026-03-27T00:00:00Z","kind":"weekly","next":["#
            + #"{"date":"2026-03-29","instant":"2026-03-29T01:00:00Z","local":"2026-03-29T03:00:00","#
            + #""note":"02:30 does not exist on this day; rings at 03:00","offset":"+02:00","#
            + #""placement":"movedByGap","seconds":1774746000}],"time":"02:30","weekdays":[7],"#
            + #""zone":"Europe/Berlin"}"# + "\n"
        #expect(result == .init(output: expected))
        let none = try run("when 7am 2026-03-26 --zone Etc/UTC --json").output
        #expect(none.contains(#""next":[]"#))
    }

    @Test("A zone that the system does not have is one line, with status 64")
    func zones() throws {
        for (name, message) in [
            ("Europe/Berlim", "Did you mean Europe/Berlin?"),
            ("Europe", "\"Europe\" could be Europe/"),
            ("../../etc/passwd", "There is no time zone \"../../etc/passwd\"."),
            ("/etc/passwd", "There is no time zone"), ("''", "\"\" isn't the name"),
        ] {
            let result = try run("when 7am --zone \(name)")
            #expect(result.error.contains(message), "\(result.error)")
            #expect(result.error.split(separator: "\n").count == 1)
            #expect(result.status == .usageError && result.output.isEmpty)
        }
    }

    @Test("A zone's file that is damaged or too large is told as such")
    func damagedZones() throws {
        let folder = NSTemporaryDirectory() + "noiseclock-when-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, bytes, message) in [
            ("Short", Data("TZif2".utf8), "Short: the zone file ends too early"),
            ("Text", Data("hello".utf8), "the system has no time zone Text"),
            ("Large", Data(count: 1 << 20), "Large: the zone file has 65537 bytes"),
        ] {
            try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            var zones = ZoneDatabase(environment: [ZoneDatabase.variable: folder])
            let error = try thrown(TextFormError.self) { try zones.zone(named: name) }
            #expect(error.message.hasPrefix(message), "\(error)")
        }
    }

    @Test("An old name without a file means the zone that tzdata.zi links it to")
    func oldZoneNames() throws {
        let folder = NSTemporaryDirectory() + "noiseclock-when-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let system = zoneEnvironment[ZoneDatabase.variable] ?? ZoneName.systemFolder
        try FileManager.default.copyItem(atPath: "\(system)/Etc/GMT-1", toPath: "\(folder)/Now")
        try "# version 2026a\nZ Now 1 - +01\nL Now Once\nL Gone Lost\n".write(
            toFile: "\(folder)/tzdata.zi", atomically: false, encoding: .utf8)
        var zones = ZoneDatabase(environment: [ZoneDatabase.variable: folder])
        // Every system has the present name, and /etc/localtime can lead to it.
        #expect(try zones.zone(named: "Once").name == "Now")
        let error = try thrown(TextFormError.self) { try zones.zone(named: "Lost") }
        #expect(error.message == "the system has no time zone Lost")
    }

    @Test("The client goes by the newer of the system's rules and those that an update brought")
    func updatedZones() throws {
        let folder = NSTemporaryDirectory() + "noiseclock-when-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let system = zoneEnvironment[ZoneDatabase.variable] ?? ZoneName.systemFolder
        for (place, zone) in [("system", "Etc/GMT-1"), ("updated", "Etc/GMT-2")] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: "\(system)/\(zone)", toPath: "\(folder)/\(place)/Home")
        }
        let places = ZoneFolders(system: "\(folder)/system", updated: "\(folder)/updated")
        func hours() throws -> Int {
            var zones = ZoneDatabase(places)
            return try zones.zone(named: "Home").offset(at: Instant(seconds: 0)).seconds / 3600
        }
        func release(_ release: String, in place: String) throws {
            try "# version \(release)\n".write(
                toFile: "\(folder)/\(place)/tzdata.zi", atomically: false, encoding: .utf8)
        }
        try release("2025b", in: "system")
        try release("2025b", in: "updated")
        #expect(try hours() == 1)
        try release("2026a", in: "updated")
        #expect(try hours() == 2)
        try "TZif2".write(
            toFile: "\(folder)/updated/Home", atomically: false, encoding: .utf8)
        #expect(try hours() == 1)
    }

    @Test("A batch is answered from a file, through the descriptors that the client has")
    func batch() throws {
        let folder = NSTemporaryDirectory() + "noiseclock-when-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // More than one read block.
        let questions = (0..<1000).map { id in
            BatchLine(now: Instant(seconds: Int64(id) * 86_400), time: "07:30").text
        }
        let file = "\(folder)/questions.jsonl"
        try questions.joined(separator: "\n").write(
            toFile: file, atomically: false, encoding: .utf8)
        var client = client
        client.output = open("\(folder)/answers.jsonl", O_WRONLY | O_CREAT, 0o600)
        #expect(client.run(["when", "--batch", file]) == .init())
        client.input = open(file, O_RDONLY)
        #expect(client.run(["when", "--batch"]) == .init())
        close(client.input)
        close(client.output)
        let answers = try String(contentsOfFile: "\(folder)/answers.jsonl", encoding: .utf8)
            .split(separator: "\n").map(String.init)
        let expected = batchAnswers(questions)
        #expect(answers == expected + expected)
    }

    @Test("Input that cannot be read ends with status 66, output that cannot be written with 74")
    func failures() throws {
        let missing = try run("when --batch /nowhere/questions.jsonl")
        #expect(
            missing
                == .init(
                    error: "noiseclock: cannot open /nowhere/questions.jsonl:"
                        + " No such file or directory\n", status: .noInput))
        let folder = try run("when --batch /")
        #expect(folder.status == .noInput && folder.error.contains("cannot read /: Is a directory"))
        var client = client
        client.output = -1
        let ends = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
        defer { ends.deallocate() }
        try #require(pipe(ends) == 0)
        _ = Glibc.write(ends[1], "x\n", 2)
        close(ends[1])
        client.input = ends[0]
        #expect(client.run(["when", "--batch"]).status == .outputFailed)
        close(ends[0])
    }
}
