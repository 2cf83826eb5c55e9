import BoundedJSON
import ClockCore
import ClockTime
import Control
import HAL
import Runtime
import Synchronization
import Testing

@Suite("The socket for programs that face the network (product, X4)")
struct NetworkDoorTests {
    private let listener = ScriptedListener()
    private let bench: Bench
    private let ids = Counter()
    /// Through the network's door.
    private static let outside: UInt64 = 1
    /// Through the household's.
    private static let inside: UInt64 = 9

    init() throws {
        bench = try Bench(at: "2026-01-10T12:00:00Z", hasLight: false, listener: listener)
        for number in 1...4 {
            bench.stepped.receive([.opened(ConnectionID(UInt64(number)), through: .network)])
        }
        bench.stepped.receive([.opened(ConnectionID(Self.inside))])
    }

    private func send(_ fields: [String: JSONValue], from number: UInt64 = outside) -> String {
        var fields = fields
        // An id that comes again with the same command is the same change.
        fields["id"] = .string("\(ids.next())")
        let line = String(decoding: JSONValue.object(fields).line(), as: UTF8.self)
        return bench.send(line, from: number, to: listener).joined(separator: "\n")
    }

    private func send(
        _ command: String, _ rest: [String: JSONValue] = [:], token: String? = nil,
        from number: UInt64 = outside
    ) -> String {
        var fields = rest
        fields["command"] = .string(command)
        fields["token"] = token.map(JSONValue.string)
        return send(fields, from: number)
    }

    private func field(_ name: String, of reply: String) -> String? {
        reply.firstRange(of: "\"\(name)\":\"").map {
            String(reply[$0.upperBound...].prefix { $0 != "\"" })
        }
    }

    /// Pairs a device as a person does: asks from outside, and reads the display.
    private func pair(_ name: String = "Phone") throws -> String {
        _ = send("pair")
        let code = try #require(bench.stepped.snapshot?.code?.digits)
        let reply = send("pair.confirm", ["code": .string(code), "name": .string(name)])
        return try #require(field("token", of: reply))
    }

    @Test("The picture of the display does not show the code, which proves that somebody sees it")
    func picture() throws {
        func isLit() -> Bool { send("display.picture").contains("\"a\"") }
        #expect(isLit())
        _ = send("pair")
        bench.run(for: .seconds(1))
        #expect(bench.stepped.snapshot?.code != nil)
        #expect(!isLit())
        bench.run(for: .seconds(150))
        #expect(bench.stepped.snapshot?.code == nil)
        #expect(isLit())
    }

    @Test("A paired device is told the code and its link, to pass them on; a stranger is not")
    func passesOn() throws {
        let token = try pair()
        _ = send(
            "address.tell", ["figures": .list([.string("192.168.178.55")]), "port": .integer(80)])
        let stranger = send("pair")
        #expect(field("link", of: stranger) == nil)
        #expect(field("code", of: stranger) == nil)
        let code = try #require(bench.stepped.snapshot?.code)
        let link = "http://192.168.178.55/p/\(code.digits)"
        #expect(code.link == link)
        let told = send("pair", token: token)
        #expect(field("code", of: told) == code.digits)
        #expect(field("link", of: told) == link)
    }

    // MARK: - Changes

    /// What names a ring in requests, which the words of an example leave out.
    private static let named: [String: [String: JSONValue]] = [
        "stop": ["rings": .list([.object(["nap": .integer(1)])])],
        "snooze": ["rings": .list([.object(["nap": .integer(1)])])],
        "alarm.stop": ["rings": .list([.object(["nap": .integer(1)])])],
        "alarm.snooze": ["rings": .list([.object(["nap": .integer(1)])])],
        "alarm.countdown": ["date": .string("2026-01-10")],
        "timer.stop": ["run": .integer(0)], "timer.snooze": ["run": .integer(0)],
        "nap.stop": ["nap": .integer(1)], "nap.snooze": ["nap": .integer(1)],
    ]

    /// A request for each command of the book, from its example.
    private static func requests() throws -> [(CommandDescription, [String: JSONValue])] {
        try CommandBook.all.map { description in
            var fields: [String: JSONValue] = ["command": .string(description.name)]
            if let example = description.examples.first(where: { !$0.contains("--json") }) {
                let words = try ClientWords.split(example)
                let named = NamedWord.all(in: words, of: .commands)
                fields = try ClientWords.request(
                    words.replacing(named, with: named.map(\.standIn)), zones: FixedZoneReader()
                ).outgoing.fields
            } else if description.name.hasPrefix("alarm.") {
                fields["alarm"] = .integer(1)
            }
            if let extra = named[description.name] {
                if extra["rings"] != nil { fields["alarm"] = nil }
                fields.merge(extra) { $1 }
            }
            return (description, fields)
        }
    }

    @Test("without a token no change of the book works, nor a dry run of one; queries do")
    func strangers() throws {
        let free: Set = ["pair", "pair.confirm", "address.tell", "mqtt.join", "mqtt.tell"]
        let secret: Set = ["history", "mix.share", "mqtt.status", "backup", "diagnose"]
        for (description, fields) in try Self.requests() where !free.contains(description.name) {
            let reply = send(fields)
            let isOpen = description.kind == .query && !secret.contains(description.name)
            #expect(
                (field("code", of: reply) == "unpaired") == !isOpen, "\(description.name): \(reply)"
            )
            #expect(reply.contains(#""authorisation":"notDetermined""#), "\(reply)")
            guard description.kind == .change else { continue }
            let dry = send(fields.merging(["dryRun": .bool(true)]) { $1 })
            #expect(field("code", of: dry) == "unpaired", "\(description.name): \(dry)")
        }
        #expect(send("alarm.list", from: Self.inside).contains(#""alarms":[]"#))
    }

    @Test("takes the addresses of the program that serves the page, and nothing but addresses")
    func addresses() {
        func tell(_ figures: [String]) -> String {
            send(
                "address.tell",
                ["figures": .list(figures.map(JSONValue.string)), "port": .integer(80)])
        }
        #expect(tell(["192.168.178.55", "2001:db8::55"]).contains(#""ok":true"#))
        let shown = send("address.show", from: Self.inside)
        #expect(
            shown.contains(#""figures":["192.168.178.55","2001:db8::55"],"host":null"#), "\(shown)")
        for wrong in [["evil.example"], ["1"], Array(repeating: "10.0.0.1", count: 5)] {
            #expect(field("code", of: tell(wrong)) == "invalid", "\(wrong)")
        }
        #expect(send("address.show").contains("192.168.178.55"))
    }

    @Test("one program joins after mqtt set, and learns no word of the settings before it has")
    func mqtt() throws {
        let fingerprint = JSONValue.string(String(repeating: "a", count: 64))
        let tell: [String: JSONValue] = ["connected": .bool(true)]
        _ = try bench.ask(words: "mqtt set --broker Sesam --user Sesam --prefix Sesam")
        #expect(!send("mqtt.tell", tell).contains(Self.secret))
        #expect(field("code", of: send("mqtt.join", ["fingerprint": .string("A")])) == "invalid")
        let joined = send("mqtt.join", ["fingerprint": fingerprint])
        #expect(joined.contains(#""ok":true"#) && !joined.contains(Self.secret), "\(joined)")
        #expect(field("code", of: send("mqtt.join", ["fingerprint": fingerprint])) == "wrongState")
        #expect(field("state", of: send("mqtt.tell", tell)) == "connected")
        #expect(field("broker", of: send("mqtt.status", from: Self.inside)) == Self.secret)
    }

    @Test("with a token everything works, and each reply says so")
    func devices() throws {
        let token = try pair()
        #expect(token.count == 32)
        let add: [String: JSONValue] = [
            "alarm": .object(["schedule": .object(["time": .string("07:30")])])
        ]
        let added = send("alarm.add", add, token: token)
        #expect(added.contains(#""ok":true"#))
        #expect(added.contains(#""authorisation":"authorised""#))
        #expect(send("history", token: token).contains(#""ok":true"#))
        let listed = send("device.list", from: Self.inside)
        #expect(field("name", of: listed) == "Phone")
        #expect(listed.contains(#""lastUsedLocal":"2026-01-10T12:00:00""#))
    }

    @Test(
        "a token that is of no device is denied",
        arguments: ["x", String(repeating: "0", count: 32)])
    func denied(token: String) throws {
        _ = try pair()
        let reply = send("noise.play", token: token)
        #expect(field("code", of: reply) == "unpaired")
        #expect(reply.contains(#""authorisation":"denied""#))
        #expect(send("status", token: token).contains(#""ok":true"#))
    }

    @Test("the code is on the display, and not in the reply to who asks from outside")
    func code() throws {
        let outside = send("pair")
        let code = try #require(bench.stepped.snapshot?.code?.digits)
        #expect(!outside.contains(code))
        let inside = send("pair", from: Self.inside)
        let next = try #require(bench.stepped.snapshot?.code?.digits)
        #expect(inside.contains(next))
        #expect(next != code)
    }

    // MARK: - Reading

    /// A word that people put wherever they can.
    private static let secret = "Sesam"

    /// Everything that people name has the word.
    private static let naming = [
        "alarm add 12:01 daily --label Sesam --category Sesam --message Sesam --icon Sesam",
        "alarm add 13:00 daily --free-days on",
        "timer add 1m Sesam", "timer add 10m Sesam", "noise play pink", "mix save Sesam",
        "mix load Sesam", "preset save Sesam", "world add UTC --label Sesam",
        "free-days set 2026-01-11=Sesam",
    ]

    @Test("strangers get every query's reply, but no word that a person chose")
    func words() throws {
        _ = try pair(Self.secret)
        for words in Self.naming { _ = try bench.ask(words: words) }
        for moment in ["before", "in the ring", "after"] {
            for (description, fields) in try Self.requests() where description.kind == .query {
                let reply = send(fields)
                #expect(!reply.contains(Self.secret), "\(moment): \(description.name): \(reply)")
            }
            bench.run(for: moment == "before" ? .seconds(61) : .minutes(45))
        }
        let whole = try Self.requests().filter { $0.0.kind == .query }
            .count { send($0.1, from: Self.inside).contains(Self.secret) }
        #expect(whole > 5)
    }

    @Test("the clock's own names stay, so that a stranger can choose a sound")
    func ownNames() {
        #expect(send("sound.list").contains(#""name":"Pink noise""#))
    }

    @Test("the setting closes reading too")
    func closed() throws {
        _ = send("device.reading", ["reading": .string("paired")], from: Self.inside)
        #expect(field("code", of: send("status")) == "unpaired")
        #expect(field("code", of: watch("status")) == "unpaired")
        let token = try pair()
        #expect(send("status", token: token).contains(#""ok":true"#))
        #expect(watch("status", token: token).contains(#""ok":true"#))
    }

    // MARK: - Watching

    private func watch(
        _ query: String, token: String? = nil, from number: UInt64 = outside
    ) -> String {
        send("watch", ["queries": .list([.string(query)])], token: token, from: number)
    }

    @Test("strangers watch only what they may ask for", arguments: ["history", "mix.share"])
    func foreignWatch(query: String) throws {
        #expect(field("code", of: watch(query)) == "unpaired")
        #expect(field("code", of: watch(query, token: try pair())) != "unpaired")
    }

    @Test("a removed device's watch ends at once, and others go on")
    func removed() throws {
        let (first, second) = (try pair("One"), try pair("Two"))
        _ = watch("device.list", token: first, from: 2)
        _ = watch("device.list", token: second, from: 3)
        _ = watch("device.list", from: 4)
        _ = send("device.remove", ["device": .integer(1)], from: Self.inside)
        bench.run(for: .milliseconds(200))
        #expect(listener.isClosed(2))
        #expect(!listener.isClosed(3))
        #expect(!listener.isClosed(4))
        #expect(listener.takeLines(3).last?.contains("Two") == true)
        #expect(listener.takeLines(4).last?.contains("Two") == false)
        #expect(field("code", of: send("noise.play", token: first)) == "unpaired")
    }

    @Test("strangers who watch are sent away when reading is closed")
    func closedWatch() throws {
        _ = watch("status", from: 2)
        let token = try pair()
        _ = watch("status", token: token, from: 3)
        _ = send("device.reading", ["reading": .string("paired")], from: Self.inside)
        bench.run(for: .milliseconds(200))
        #expect(listener.isClosed(2))
        #expect(!listener.isClosed(3))
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// Knows UTC alone.
private struct FixedZoneReader: ZoneReader {
    func zone(named name: String) throws(TextFormError) -> Zone { .utc }
}
