import ClockCore
import ClockTime
import Control
import Foundation
import Testing

@testable import DeviceSetup

@Suite("noiseclock.json")
struct SetupFileTests {
    private static let whole = """
        {
          "wifi": [
            { "ssid": "Home", "password": "twelve chars" },
            { "ssid": "Café 2", "password": "\(String(repeating: "A1", count: 32))", "hidden": true },
            { "ssid": "Guests" }
          ],
          "country": "de",
          "zone": "Europe/Berlin",
          "hostname": "Bedside.local",
          "board": "ht16k33-7seg",
          "alarms": [
            "07:30 mon-fri --label Work",
            { "time": "9:30", "days": "sat, sun", "label": "Lie in", "volume": 40, "must-wake": true }
          ],
          "ssh": "\(SampleKeys.elliptic) me@laptop"
        }
        """

    @Test("All that it may ask is taken")
    func takesAll() throws {
        let plan = plan(SetupFileTests.whole)
        #expect(plan.mistakes == [])
        let request = plan.request
        #expect(
            request.networks == [
                WirelessNetwork(name: "Home", secret: .passphrase("twelve chars"), isHidden: false),
                WirelessNetwork(
                    name: "Café 2", secret: .key(String(repeating: "a1", count: 32)), isHidden: true
                ),
                WirelessNetwork(name: "Guests", secret: .open, isHidden: false),
            ])
        #expect(request.country == "DE")
        #expect(request.zone?.name == "Europe/Berlin")
        #expect(request.hostname == "bedside")
        #expect(request.board == .named("ht16k33-7seg"))
        #expect(request.keys.map(\.line) == ["\(SampleKeys.elliptic) me@laptop"])
        var changes = AlarmChanges()
        changes.label = "Work"
        let time = try #require(TimeOfDay("07:30"))
        let work = try #require(Schedule(time: time, kind: .weekly(.weekdays)))
        #expect(request.alarms.first?.request.command == .alarm(.add(work, changes)))
        #expect(
            request.alarms.map(\.words) == [
                "07:30 mon-fri --label Work",
                "9:30 sat, sun \"--label=Lie in\" --must-wake=on --volume=40",
            ])
    }

    @Test("Each part may be missing, and one thing may stand for a list of one")
    func single() {
        let plan = plan(
            #"{"wifi": {"ssid": "Home", "password": "12345678"}, "alarms": "7:00 daily"}"#)
        #expect(plan.mistakes == [])
        #expect(plan.request.networks.count == 1)
        #expect(plan.request.alarms.count == 1)
        #expect(self.plan("{}").lines == [])
        #expect(self.plan("{}").files == [])
    }

    private func plan(_ file: String) -> SetupPlan { DeviceSetupTests.plan(file) }

    @Test(
        "All mistakes are said at once with their places, and what is right is taken all the same")
    func allMistakes() {
        let plan = plan(
            """
            {
              "wifi": [ { "ssid": "Home", "password": "short" },
                        { "ssid": "Office", "password": "long enough", "hiden": true },
                        { "ssid": "Guests", "password": "long enough" } ],
              "country": "UK",
              "zone": "Europe/Berlinn",
              "hostname": "-x",
              "board": { "version": 1, "display": { "driver": "none" }, "light": { "source": "x" } },
              "alarms": [ "25:00 daily", "07:30 mon-fri", { "time": "8:00", "dayz": "mon" }, 7 ],
              "ssh": [ "ssh-dss AAAA", "-----BEGIN OPENSSH PRIVATE KEY-----" ],
              "wify": {}
            }
            """)
        let places = plan.mistakes.map { "\($0.line ?? 0) \($0.field ?? "")" }
        #expect(
            places == [
                "2 wifi[0].password", "3 wifi[1].hiden", "5 country", "6 zone", "7 hostname",
                "8 board.light.source", "9 alarms[0]", "9 alarms[2]", "9 alarms[3]", "10 ssh[0]",
                "10 ssh[1]", "11 wify",
            ])
        #expect(plan.request.networks.map(\.name) == ["Guests"])
        #expect(plan.request.alarms.map(\.words) == ["07:30 mon-fri"])
        let told = plan.mistakes.map(\.text)
        #expect(
            told[0]
                == "noiseclock.json, line 2, wifi[0].password: this password has 5 characters; a Wi-Fi password has 8 to 63."
        )
        #expect(told[1].contains("\"hidden\" is near"))
        #expect(told[2].contains("\"GB\""))
        #expect(told[7].contains("did you mean \"days\"?"))
        #expect(told[10].contains("private key"))
        #expect(told[11].contains("\"wifi\" is near"))
        #expect(!told.joined().contains("short"), "a wrong password is not shown either")
    }

    @Test("Passwords that were taken are replaced, and every other byte stays as it was typed")
    func replacesPasswords() {
        let file =
            "{ \"wifi\": [\r\n\t{\"ssid\":\"A\", \"password\" : \"pass \\u0077ord\"},"
            + "{\"ssid\":\"B\",\"password\":\"bad\"}],\r\n \"country\":\"FR\" }\r\n"
        let plan = plan(file)
        let taken = "\"\(DeviceSetup.takenPassword)\""
        #expect(
            text(plan.left.file)
                == file.replacingOccurrences(of: "\"pass \\u0077ord\"", with: taken))
        // The remaining file is valid, too, and leaves the network as the clock has it.
        let again = SetupPlan(
            plan.left, zones: KnownZones(), surroundings: SetupSurroundings(profiles: ["A.psk"]))
        #expect(again.request.networks.map(\.secret) == [.kept])
        #expect(again.left == plan.left)
        #expect(again.files.map(\.path) == ["var/lib/system-state/country"])
    }

    @Test("A password that was taken by another clock is asked for again")
    func keptElsewhere() {
        let file = #"{"wifi": {"ssid": "A", "password": "\#(DeviceSetup.takenPassword)"}}"#
        let plan = DeviceSetupTests.plan(file, SetupSurroundings(profiles: ["B.psk"]))
        #expect(plan.request.networks == [])
        #expect(plan.mistakes.map(\.field) == ["wifi.password"])
    }

    @Test(
        "What is no JSON is told with its line and what was probably meant",
        arguments: [
            ("{\n \"zone\": “Europe/Berlin” }", 2, "straight double quotes"),
            ("{\n \"country\": \"DE\",\n}", 3, "The comma before this }"),
            ("{ \"country\": \"DE\"\n \"zone\": \"Europe/Berlin\" }", 2, "comma is missing"),
            ("{\n // mine\n}", 2, "no remarks"), ("{ \"country\": \"DE\"", 1, "too early"),
            ("{ \"zone\": \"A\",\n \"zone\": \"B\" }", 2, "second time"),
            ("\u{feff}{ 'zone' }", 1, "straight double quotes"),
        ])
    func noJSON(file: String, line: Int, hint: String) {
        let plan = plan(file)
        #expect(plan.request == SetupRequest())
        #expect(plan.mistakes.count == 1)
        #expect(plan.mistakes.first?.line == line)
        #expect(plan.mistakes.first?.message.contains(hint) == true, "\(plan.mistakes)")
        #expect(text(plan.left.file) == file)
    }

    @Test("Windows' mark before UTF-8 does not matter, and UTF-16 is told as such")
    func encodings() {
        let marked = plan("\u{feff}{\"wifi\":{\"ssid\":\"A\",\"password\":\"12345678\"}}")
        #expect(marked.mistakes == [])
        #expect(marked.request.networks.count == 1)
        #expect(
            text(marked.left.file)
                == "\u{feff}{\"wifi\":{\"ssid\":\"A\",\"password\":\"\(DeviceSetup.takenPassword)\"}}"
        )
        let wide = SetupPlan(
            SetupInputs(file: [0xff, 0xfe, 0x7b, 0, 0x7d, 0]), zones: KnownZones(),
            surroundings: SetupSurroundings())
        #expect(wide.mistakes.first?.message.contains("UTF-8") == true)
    }

    @Test("What is too long or too much is refused")
    func bounds() {
        let long = plan("{\"hostname\":\"" + String(repeating: "a", count: 70_000) + "\"}")
        #expect(long.mistakes.first?.message.contains("too long") == true)
        let many = plan(
            "{\"alarms\":[" + Array(repeating: "\"7:00\"", count: 33).joined(separator: ",") + "]}")
        #expect(many.mistakes.map(\.field) == ["alarms"])
        #expect(many.request.alarms == [])
    }

    @Test("An alarm cannot become another command")
    func onlyAlarms() {
        let plan = plan(
            #"{"alarms": ["07:00 --help", "07:00 --json", "07:00 --socket /x", {"time": "--help"}]}"#
        )
        #expect(plan.request.alarms == [])
        #expect(plan.mistakes.count == 4)
    }

    @Test("A board is one that the clock has, or a whole board file")
    func boards() throws {
        let known = SetupSurroundings(boards: ["one", "two"])
        #expect(DeviceSetupTests.plan(#"{"board": "one"}"#, known).request.board == .named("one"))
        let wrong = DeviceSetupTests.plan(#"{"board": "../one"}"#, known)
        #expect(wrong.mistakes.first?.message.contains("one of one, two") == true)
        let described = plan(#"{"board": { "version": 1, "display": { "driver": "none" } }}"#)
        #expect(described.mistakes == [])
        let file = try #require(described.files.first)
        #expect(file.path == "var/lib/system-state/board.json")
        #expect(
            file.content == .bytes(bytes("{\"display\":{\"driver\":\"none\"},\"version\":1}\n")))
    }

    @Test("The example on the card is right, but for what people must fill in, which it names")
    func example() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let bytes = try Data(
            contentsOf: root.appending(path: "image/boot/noiseclock.json.example"))
        let example = String(decoding: bytes, as: UTF8.self)
        let plan = plan(example)
        #expect(plan.request.alarms.count == 2)
        #expect(plan.request.networks.isEmpty)
        let names = ["Name of your Wi-Fi", "A hidden one"]
        for (index, name) in names.enumerated() {
            let told = plan.mistakes.map(\.text).filter { $0.contains("wifi[\(index)]") }
            #expect(told.contains { $0.contains("\"\(name)\" is the example's") }, "\(told)")
            #expect(told.contains { $0.contains("this is the example's password") }, "\(told)")
        }
        #expect(plan.mistakes.count == 4)
        // Whoever fills it in has what it says.
        var filled = example.replacing("its password", with: "open sesame")
        for name in names { filled = filled.replacing(name, with: "Home of \(name.count)") }
        let own = self.plan(filled)
        #expect(own.mistakes == [] && own.request.networks.count == 2)
    }
}
