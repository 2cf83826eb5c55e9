import ClockCore
import Control
import Foundation
import Glibc
import ReplySamples
import Testing

@testable import noiseclock

@Suite struct ClientTests {
    private let client = Client(environment: [:], uid: 1000, timeout: .seconds(5))

    private func run(
        _ words: [String], against steps: [ScriptedClock.Step]
    ) throws -> (result: Client.Result, received: [String]) {
        let clock = try ScriptedClock(steps)
        let result = client.run(words + ["--socket", clock.path])
        return (result, clock.received())
    }

    private let playing = Samples.noise(true)

    @Test("One request goes out as one line, and the reply is printed as text")
    func text() throws {
        let reply = ReplyLine.encode(id: "1", .noise(playing))
        let (result, received) = try run(
            ["noise", "volume", "50"], against: [.read, .write(reply)])
        #expect(result == .init(output: "Noise: playing Pink noise, volume 50 %.\n"))
        #expect(received == [#"{"command":"noise.volume","id":"1","volume":50}"# + "\n"])
    }

    @Test(
        "The file of an import is opened here and goes open with the line, again with a second try")
    func passesFile() throws {
        let path = NSTemporaryDirectory() + "noiseclock-client-\(UUID().uuidString).wav"
        try Data("so it sounds".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let reply = ReplyLine.encode(id: "1", .soundRemoved(SoundID("own-a")))
        let keyed = Client(environment: [:], uid: 1000, timeout: .seconds(5), key: "k")
        let clock = try ScriptedClock([.readFile, .hangUp, .readFile, .write(reply)])
        let result = keyed.run(["sound", "import", path, "--name", "A", "--socket", clock.path])
        #expect(result.status == .done, "\(result.error)")
        let line = #"{"command":"sound.import","id":"1","key":"k","name":"A"}"# + "\n"
        // Both descriptors share one file offset, so the second read finds the end.
        #expect(clock.received() == [line, "so it sounds", line, ""])
        let missing = client.run(["sound", "import", "\(path).no", "--socket", clock.path])
        #expect(missing.status == .noInput)
        #expect(missing.error.contains("No such file"), "\(missing.error)")
    }

    @Test("A refusal of a file begins with the last part of its name")
    func namesFile() throws {
        let path = NSTemporaryDirectory() + "noiseclock-\(UUID().uuidString).m4a"
        try Data("so it sounds".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let words = "file: the clock can't read it"
        let refusal = Refusal(code: "invalid", message: words, field: "file")
        let (result, _) = try run(
            ["sound", "import", path],
            against: [.readFile, .write(ReplyLine.encode(id: "1", refusal))])
        let name = try #require(path.split(separator: "/").last)
        #expect(result.error == "\"\(name)\": the clock can't read it.\n")
    }

    @Test("With --json the reply is printed as it came, in pieces or not")
    func json() throws {
        let reply = ReplyLine.encode(id: "1", .stopped)
        let (result, _) = try run(
            ["noise", "preview-stop", "--json"],
            against: [.read, .write(Array(reply.prefix(9))), .write(Array(reply.dropFirst(9)))])
        #expect(result.output == String(decoding: reply, as: UTF8.self))
        #expect(result.status == .done)
    }

    @Test("A refusal is one line on standard error, or the reply with --json; the status is 1")
    func refusal() throws {
        let reply = ReplyLine.encode(id: "1", .refused(.notFound(AlarmID(9))))
        let (result, _) = try run(["alarm", "remove", "9"], against: [.read, .write(reply)])
        #expect(
            result
                == .init(
                    error: "There is no alarm 9. List them: noiseclock alarm list\n",
                    status: .refused))
        let (json, _) = try run(
            ["alarm", "remove", "9", "--json"], against: [.read, .write(reply)])
        #expect(json.output == String(decoding: reply, as: UTF8.self))
        #expect(json.status == .refused)
    }

    @Test("A clock that answers nonsense gets one clear line and status 76")
    func nonsense() throws {
        let cases: [([ScriptedClock.Step], String)] = [
            ([.read], "the clock closed the connection before it answered"),
            ([.read, .write(Array("{\"id\":\"1\"".utf8))], "closed the connection"),
            ([.read, .write(Array("hello\n".utf8))], "makes no sense: the line is not JSON"),
            ([.read, .write([0xff, 0x0a])], "makes no sense: the line is not UTF-8"),
            ([.read, .write(ReplyLine.encode(id: "2", .stopped))], "answered another request"),
            (
                [.read, .write([UInt8](repeating: 0x20, count: ReplyLine.limit + 1)), .hang],
                "longer than"
            ),
        ]
        for (steps, part) in cases {
            let (result, _) = try run(["status"], against: steps)
            #expect(result.status == .protocolError)
            #expect(result.error.contains(part), "\(result.error)")
            #expect(result.error.hasPrefix("noiseclock: ") && result.error.hasSuffix("\n"))
            #expect(result.error.dropLast().contains("\n") == false && result.output.isEmpty)
        }
    }

    @Test(
        "A change whose connection breaks before the reply is asked for again by the same key, once"
    )
    func brokenConnection() throws {
        let reply = ReplyLine.encode(id: "1", .stopped)
        let clock = try ScriptedClock([.read, .hangUp, .read, .write(reply)])
        var keyed = client
        keyed.key = "k"
        let result = keyed.run(["noise", "preview-stop", "--socket", clock.path])
        #expect(result == .init(output: "Stopped.\n"))
        let line = #"{"command":"noise.preview-stop","id":"1","key":"k"}"# + "\n"
        #expect(clock.received() == [line, line])
        let twice = try ScriptedClock([.read, .hangUp, .read])
        let failed = keyed.run(["noise", "preview-stop", "--socket", twice.path])
        #expect(failed.status == .protocolError && failed.error.contains("closed the connection"))
    }

    @Test("C2: times are shown in the form of the face, which is asked for only where it matters")
    func itsHours() throws {
        let list = ReplyLine.encode(id: "1", .alarms([try Samples.snoozed()]))
        var style = ClockStyle()
        for (hours, shown) in [(HourFormat.twelve, "7:39 am"), (.twentyFour, "07:39")] {
            style.hourFormat = hours
            let answer = ReplyLine.encode(id: "1-hours", .style(style))
            let (result, received) = try run(
                ["alarm", "list"], against: [.read, .write(list), .hangUp, .read, .write(answer)])
            #expect(result.output.contains("snoozed until \(shown)"), "\(result.output)")
            #expect(received.last == #"{"command":"style.status","id":"1-hours"}"# + "\n")
        }
        let (json, received) = try run(
            ["alarm", "list", "--json"], against: [.read, .write(list)])
        #expect(json.status == .done && received.count == 1)
    }

    @Test("13: to stop a timer the client asks which run it is, and names that")
    func namesTheRing() throws {
        let question = ReplyLine.encode(id: "1-asks", .timers([try CountdownSamples.pizza(.alert)]))
        let reply = ReplyLine.encode(
            id: "1", .timer(try CountdownSamples.pizza(.alert)))
        let clock = try ScriptedClock([.read, .write(question), .hangUp, .read, .write(reply)])
        var keyed = client
        keyed.key = "k"
        let result = keyed.run(["timer", "stop", "2", "--socket", clock.path])
        #expect(result.status == .done)
        #expect(
            clock.received() == [
                #"{"command":"timer.list","id":"1-asks"}"# + "\n",
                #"{"command":"timer.stop","id":"1","key":"k","run":3,"timer":2}"# + "\n",
            ])
        let other = try ScriptedClock([.read, .write(question)])
        let refused = keyed.run(["timer", "stop", "7", "--json", "--socket", other.path])
        #expect(refused.status == .refused)
        #expect(refused.output.contains(#""code":"notFound""#))
        #expect(other.received().count == 1)
    }

    @Test("13: to stop or snooze whatever rings the client asks what does, and names all of it")
    func namesWhatRings() throws {
        var status = try Samples.quietStatus()
        status.timers = [try CountdownSamples.pizza(.alert)]
        let answer = ReplyLine.encode(id: "1-asks", .status(status))
        let stopped = ReplyLine.encode(id: "1", .stopped)
        for word in ["stop", "snooze"] {
            let (result, received) = try run(
                [word], against: [.read, .write(answer), .hangUp, .read, .write(stopped)])
            #expect(result == .init(output: "Pizza stopped.\n"))
            #expect(
                received.last
                    == #"{"command":"\#(word)","id":"1","rings":[{"run":3,"timer":2}]}"# + "\n")
        }
    }

    @Test("Without any words the client shows the status")
    func bare() throws {
        let reply = ReplyLine.encode(id: "1", .status(try Samples.quietStatus()))
        for words in [[], ["--json"]] {
            let (result, received) = try run(words, against: [.read, .write(reply)])
            #expect(result.status == .done && !result.output.isEmpty)
            #expect(received == [#"{"command":"status","id":"1"}"# + "\n"])
        }
    }

    @Test("What only asks has no key")
    func questionsWithoutKey() throws {
        let reply = ReplyLine.encode(id: "1", .alarms([]))
        let clock = try ScriptedClock([.read, .write(reply)])
        var keyed = client
        keyed.key = "k"
        _ = keyed.run(["alarm", "list", "--socket", clock.path])
        #expect(clock.received() == [#"{"command":"alarm.list","id":"1"}"# + "\n"])
    }

    @Test("A clock that says nothing is given up in time, with status 75")
    func silence() throws {
        let clock = try ScriptedClock([.read, .hang])
        let hasty = Client(environment: [:], uid: 1000, timeout: .milliseconds(50))
        let result = hasty.run(["status", "--socket", clock.path])
        #expect(
            result
                == .init(
                    error: "noiseclock: the clock did not answer in time\n", status: .noAnswer))
    }

    @Test("Without a clock the client says where it looked, with status 69")
    func nobody() throws {
        let result = client.run(["status", "--socket", "/nowhere/control.sock"])
        #expect(result.status == .noClock)
        #expect(result.error.contains("No clock is running at /nowhere/control.sock. "))
        #expect(result.error.contains("board/simulate"))
        #expect(result.error.contains("sudo systemctl start noiseclockd"))
    }

    @Test("Places where nobody listens are passed over for the next")
    func nextPlace() throws {
        let reply = ReplyLine.encode(id: "1", .stopped)
        let clock = try ScriptedClock([.read, .write(reply)])
        // A killed clock leaves a bound socket on which nobody listens.
        let stale = clock.folder + "/stale.sock"
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try #require(ScriptedClock.bind(descriptor, to: stale) == 0)
        close(descriptor)
        let request = RequestLine.encode(.status, id: "1")
        let answer = try Connection.exchange(
            request, with: ["/nowhere/control.sock", stale, clock.path], within: .seconds(5))
        #expect(answer == reply.dropLast())
    }

    @Test("A path that no socket can have is wrong words")
    func longPath() {
        for path in ["", "/" + String(repeating: "x", count: 107)] {
            let result = client.run(["status", "--socket", path])
            #expect(result.status == .usageError)
            #expect(result.error.contains("1 to 107 bytes"))
        }
    }

    @Test("Wrong words never reach for the clock, and point to the help")
    func usage() {
        let result = client.run(["alarm", "add", "--socket", "/nowhere/control.sock"])
        #expect(result.status == .usageError)
        #expect(
            result.error == """
                noiseclock: When? Give a time, such as 07:30, and days, such as mon-fri.
                See: noiseclock alarm add --help

                """)
        #expect(client.run(["--help"]).status == .done)
    }

    @Test("With --json whatever goes wrong is an object on standard output, with the same status")
    func jsonErrors() {
        func line(_ code: String, _ message: String) -> String {
            #"{"error":{"code":"\#(code)","field":null,"message":"\#(message)"},"id":null,"ok":false}"#
                + "\n"
        }
        let cases: [([String], Client.Status, String)] = [
            (
                ["alarm", "add", "07:30", "--volume", "101", "--json"], .usageError,
                line(
                    "wrongWords",
                    #"--volume can't be \"101\". Give a number from 0 to 100."#)
            ),
            (
                ["when", "--batch", "/no/such", "--json"], .noInput,
                line("noInput", "cannot open /no/such: No such file or directory")
            ),
            (
                ["status", "--json", "--socket", "/nowhere/c.sock"], .noClock,
                line(
                    "noClock",
                    "No clock is running at /nowhere/c.sock. On the clock itself, start it with "
                        + #"\"sudo systemctl start noiseclockd\". Anywhere else, start the simulator with "#
                        + "noiseclock-sim, or with board/simulate in the source tree. If the clock has "
                        + "another socket, give --socket PATH.")
            ),
        ]
        for (words, status, output) in cases {
            #expect(client.run(words) == .init(output: output, status: status))
        }
    }

    @Test(
        "With --json an import that fails is an object, and one that succeeds says what it left out"
    )
    func jsonImport() throws {
        let status = ReplyLine.encode(id: "1", .status(try Samples.quietStatus()))
        func write(_ events: String) throws -> String {
            let path = NSTemporaryDirectory() + "import-\(UUID().uuidString).ics"
            try "BEGIN:VCALENDAR\r\n\(events)END:VCALENDAR\r\n".write(
                toFile: path, atomically: false, encoding: .utf8)
            return path
        }
        let empty = try write("")
        let one = try write(
            "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261225\r\nEND:VEVENT\r\n"
                + "BEGIN:VEVENT\r\nDTSTART:20260401T100000\r\nEND:VEVENT\r\n")
        defer { for path in [empty, one] { try? FileManager.default.removeItem(atPath: path) } }
        let (refused, _) = try run(
            ["free-days", "import", empty, "--json"], against: [.read, .write(status)])
        #expect(refused.status == .badData && refused.error.isEmpty)
        #expect(refused.output.hasPrefix(#"{"error":{"code":"badData","field":null,"message":"#))
        let reply = ReplyLine.encode(id: "1", .freeDays([]))
        let (told, _) = try run(
            ["free-days", "import", one, "--json"],
            against: [.read, .write(status), .hangUp, .read, .write(reply)])
        #expect(told.status == .done)
        #expect(
            told.output.contains(
                #""import":{"cancelledEvents":0,"leftOut":0,"oddLines":[],"olderEvents":0,"#
                    + #""timedEvents":1,"unwantedDays":0}"#))
    }
}
