import BoundedJSON
import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
import Testing

@testable import noiseclock_mqtt

@Suite("What is published, and what messages mean")
struct MessageTests {
    @Test("The document and the states are as people have read them")
    func golden() throws {
        var rig = try Rig.connected()
        rig.status.ringing = [try Samples.member(3, snoozes: 0, until: nil)]
        rig.clock(.status(rig.status), "status")
        rig.clock(
            .lamp(
                LampReport(light: Percent(clamping: 30), cause: .person, settings: LampSettings())),
            "lamp.status")
        let text = try #require(rig.retained[Rig.topics.document])
        let document = try JSONValue.parse(Array(text.utf8), limit: 1 << 20)
        let whole = document.lines(indentedBy: "")
            .replacing("\"\(Product.version)\"", with: "\"VERSION\"")
        try Golden.expect(whole, "Mqtt/document.json")
        let states = rig.retained.filter { $0.key != Rig.topics.document }
            .map { "\($0.key) \($0.value)\n" }.sorted().joined()
        try Golden.expect(states, "Mqtt/states.txt")
    }

    /// The topic below the base, the payload, and the command with its fields.
    private static let wishes: [(String, String, String)] = [
        ("noise/set", "ON", "noise.play {}"), ("noise/set", "OFF", "noise.stop {}"),
        ("sound/set", "Rain", #"noise.play {"sound":"rain"}"#),
        ("sound/set", "Storm", #"mix.load {"mix":"Storm"}"#),
        ("volume/set", "40", #"noise.volume {"volume":40}"#),
        ("volume/set", "40.0", #"noise.volume {"volume":40}"#),
        ("sleep_timer/set", "45", #"noise.sleep {"seconds":2700}"#),
        ("sleep_timer/set", "0", #"noise.sleep {"action":"off"}"#),
        ("brightness/set", "7", #"style.set {"brightness":7}"#),
        ("automatic_brightness/set", "ON", #"style.set {"brightness":"automatic"}"#),
        ("automatic_brightness/set", "OFF", #"style.set {"brightness":40}"#),
        ("lamp/set", "ON", "lamp.on {}"), ("lamp/set", "OFF", "lamp.off {}"),
        ("lamp_level/set", "30", #"lamp.on {"level":30}"#),
        ("alarm_3/set", "ON", #"alarm.enable {"alarm":3}"#),
        ("alarm_3/set", "OFF", #"alarm.disable {"alarm":3}"#),
        ("command/status", "", "status {}"),
        ("command/display.text", #"{"id":1,"text":"Hi"}"#, #"display.text {"text":"Hi"}"#),
    ]

    @Test("Each wish is one command", arguments: wishes)
    func wish(topic: String, payload: String, command: String) throws {
        let rig = try Rig.connected()
        let message = Message(topic: "noiseclock/4711/\(topic)", payload: Array(payload.utf8))
        guard case .command(let wanted) = Meaning(message, Rig.topics, rig.bridge.view) else {
            return #expect(Bool(false), "no command")
        }
        #expect("\(wanted.name) \(JSONValue.object(wanted.fields).text)" == command)
        var kept = message
        kept.isRetained = true
        #expect(Meaning(kept, Rig.topics, rig.bridge.view) == .nothing)
    }

    @Test("Each command of a wish is in the book, and may come from the network")
    func book() {
        for (_, _, command) in Self.wishes {
            let name = command.split(separator: " ")[0]
            #expect(CommandBook.fromNetwork.contains { $0.name == name }, "\(name)")
        }
    }

    @Test(
        "A wrong payload does nothing, and says why",
        arguments: [
            ("noise/set", "on"), ("noise/set", "TOGGLE"), ("sound/set", "No such"),
            ("volume/set", "101"), ("volume/set", "-1"), ("volume/set", "4.5"),
            ("volume/set", "nan"), ("volume/set", "1e300"), ("volume/set", ""),
            ("volume/set", String(repeating: "4", count: 2000)),
            ("volume/set", "\u{1F600}"), ("sleep_timer/set", "1441"), ("alarm_3/set", "1"),
            ("alarm_0/set", "ON"), ("alarm_03/set", "ON"), ("alarm_x/set", "ON"),
            ("ring/set", "ON"), ("evil/set", "ON"), ("command/watch", "{}"),
            ("command/mqtt.join", "{}"), ("command/mqtt.tell", "{}"),
            ("command/address.tell", "{}"), ("command/no.such", "{}"),
            ("command/noise.stop", "[]"), ("command/noise.stop", "{"),
            ("command/noise.stop", #"{"token":"1"}"#),
            ("command/noise.stop", #"{"command":"noise.play"}"#),
            ("command/noise.stop", String(repeating: " ", count: 70_000) + "{}"),
        ])
    func wrong(topic: String, payload: String) throws {
        var rig = try Rig.connected()
        rig.say(payload, on: "noiseclock/4711/\(topic)")
        #expect(rig.asked() == [])
        #expect(rig.result["ok"] == false)
    }

    @Test(
        "Messages on foreign topics are nothing",
        arguments: [
            "noiseclock/4711", "noiseclock/4711/", "noiseclock/4711/noise",
            "noiseclock/4711/noise/set/more", "noiseclock/4712/noise/set",
            "noiseclock/4711x/noise/set", "homeassistant/status/x", "",
        ])
    func foreign(topic: String) throws {
        var rig = try Rig.connected()
        rig.say("ON", on: topic)
        #expect(rig.take() == [] && rig.result.isEmpty)
    }

    @Test("A body's id marks the answer, and the clock gets an id and the token of this program")
    func answers() throws {
        var rig = try Rig.connected()
        rig.say(#"{"id":"mine","volume":30}"#, on: "noiseclock/4711/command/noise.volume")
        guard case .ask(let line)? = rig.take().last(where: { Rig.command($0) != nil }) else {
            return #expect(Bool(false), "nothing is asked")
        }
        let text = String(decoding: line, as: UTF8.self)
        #expect(text.contains("\"token\":\"\(Rig.token)\"") && text.contains("\"id\":\"run-"))
        rig.answer(.noise(rig.status.noise))
        #expect(rig.result["id"] == "mine" && rig.result["command"] == "noise.volume")
        #expect(rig.result["ok"] == true && rig.result["noise"] != nil)
    }

    @Test("The serial number is a hash of the machine's id, never the id itself")
    func identity() {
        #expect(Identity.serial().map { (1...40).contains($0.count) } ?? true)
        #expect(Identity.fingerprint(of: "x").count == 64)
        #expect(Identity.fingerprint(of: "x") != Identity.fingerprint(of: "y"))
    }

    @Test("The options are read, and a serial number with a wildcard is refused")
    func options() throws {
        guard
            case .run(let options) = try MqttRequest.parse([
                "--socket", "/tmp/network.sock", "--serial=4711", "--password-file", "p",
            ])
        else { return #expect(Bool(false), "it does not run") }
        #expect(options.serial == "4711" && options.passwordFile == "p")
        #expect(try MqttRequest.parse(["--help"]) == .help)
        for wrong in [
            ["--serial", "a/b"], ["--serial", "+"], ["--serial", ""], ["--port", "1"],
        ] {
            #expect(throws: (any Error).self) { try MqttRequest.parse(wrong) }
        }
    }
}
