import Control
import Testing

@Suite("The batch of nights")
struct NightBatchTests {
    private static let sound = StoryLine(
        ["05:30 skip_next A", "05:40 zone Asia/Tokyo", "05:50 boot 05:50 trusted"]
    ).json

    /// The error message when a part of the story is replaced.
    private static func problem(_ part: String, _ other: String) throws -> String {
        try #require(sound.contains(part), "the story has no \(part)")
        let line = sound.replacing(part, with: other)
        let answer = try #require(nightAnswers([line]).first)
        return answer
    }

    private static let faults: [(String, String, String)] = [
        (#""zone": "Europe/Berlin""#, #""zone": "Europe/Brelin""#, "zone: the system has no"),
        (#""to": "Asia/Tokyo""#, #""to": "Mars""#, "events[1].to: the system has no"),
        (#""start": "2025-01-14T05"#, #""start": "2025-02-30T05"#, "start: "),
        (#""until": "2025-01-14T09"#, #""until": "2025-01-14T04"#, "until: must come after start"),
        (#""until": "2025-01-14T09"#, #""until": "2026-03-14T09"#, "by 400 days at most"),
        (#""settings": {}"#, #""settings": {"ring": 0}"#, "settings.ring: 0 is not allowed"),
        (#""settings": {}"#, #""settings": {"rings": 1}"#, #"settings.rings: there is no such"#),
        (#""hour": 7"#, #""hour": 24"#, "alarms[0].hour: 24 is not allowed"),
        (#""weekdays": [1,"#, #""weekdays": [8,"#, "alarms[0].weekdays: this list is not allowed"),
        (#""kind": "weekly""#, #""kind": "daily""#, "must be one of weekly, once, date"),
        (#""timers": []"#, #""timers": [{"id": "T"}]"#, "timers[0].seconds: is missing"),
        (#""do": "zone""#, #""do": "zoom""#, "events[1].do: "),
        (#""a": "A""#, #""a": "B""#, #"events[0].a: there is no alarm \"B\" then"#),
        (#""trust": "trusted""#, #""trust": "full""#, "trusted, plausible, unknown"),
        (#"14T05:30:00", "do""#, #"14T04:30:00", "do""#, "events[0].t: comes before the start"),
        (#""clock": "2025-01-14T05:50:00""#, #""clock": "1969-01-14T05:50:00""#, "1970 to 2199"),
    ]

    @Test("A story that is wrong is answered with the field and what is allowed", arguments: faults)
    func fault(part: String, other: String, message: String) throws {
        let answer = try Self.problem(part, other)
        #expect(answer.hasPrefix(#"{"error":""#) && answer.hasSuffix(#","id":1}"#), "\(answer)")
        let escaped = message.replacing("\"", with: "\\\"").replacing("\\\\\"", with: "\\\"")
        #expect(answer.contains(escaped), "\(answer)")
    }

    @Test("law 2.2: with a grace of 0 everything that is due rings, however late the clock wakes")
    func noGrace() throws {
        #expect(
            try StoryLine(
                ["05:30 start_timer T 1200", "05:50:10 stop", "06:00:05 stop"],
                settings: #"{"grace": 0}"#
            ).log() == ["05:50:00 alert T", "06:00:00 ring A"])
    }

    @Test("law 6.5: alarms just N apart join, and a timer that ends with N does")
    func justApart() throws {
        #expect(
            try StoryLine(
                alarms: ["A 07:00", "B 07:10"], settings: #"{"ring": 10, "rerings": 0}"#
            ).log() == [
                "06:00:00 ring A", "06:10:00 ring B", "06:20:00 missed A", "06:20:00 missed B",
            ])
        #expect(
            try StoryLine(
                ["05:30 start_timer T 2400"], settings: #"{"ring": 10, "rerings": 0}"#
            ).log() == [
                "06:00:00 ring A", "06:10:00 alert T", "06:20:00 missed A", "06:20:00 missed T",
            ])
    }

    @Test("law 9.1, 9.2: what a wrong clock rang or counted goes on in a boot that is right")
    func untrustedThenTrusted() throws {
        let wrong = ["14 00:05 power_off", "14 05:10 boot 14 00:10 plausible"]
        #expect(
            try StoryLine(
                wrong + ["05:22 power_off", "05:22:20 boot 05:22:20 trusted", "05:25 stop"],
                until: "06:30", alarms: ["A 01:20"], from: "13 23:50"
            ).log() == ["05:20:00 ring A", "05:22:20 ring A"])
        for trust in ["plausible", "unknown"] {
            let clock = trust == "plausible" ? "14 00:10" : "1970-01-01T00:00:00"
            let log = try StoryLine(
                [
                    "14 00:30 power_off", "14 05:10 boot \(clock) \(trust)",
                    "05:11 start_timer T 1200", "05:15 power_off",
                    "05:15:20 boot 05:15:20 trusted", "05:40 stop",
                ], until: "06:30", alarms: [], from: "13 23:50"
            ).log()
            let alert = try #require(log.first)
            #expect(log.count == 1 && alert.hasSuffix("alert T"))
            #expect("05:30:00" < alert.prefix(8) && alert.prefix(8) <= "05:31:20")
        }
    }

    @Test("Lines that are no story at all are answered, and the batch goes on")
    func goesOn() {
        let answers = nightAnswers([
            "no", "[]", String(repeating: "x", count: 300_000), Self.sound, #"{"id": "last"}"#,
        ])
        #expect(
            answers == [
                #"{"error":"the line is not JSON from its byte 2 on","id":null}"#,
                #"{"error":"a list is no story; a JSON object is","id":null}"#,
                #"{"error":"the line is too long; 262144 bytes are allowed","id":null}"#,
                #"{"id":1,"log":[]}"#,
                #"{"error":"zone: is missing; it must be the name of a time zone, like \"Europe/Berlin\"","id":"last"}"#,
            ])
    }

    @Test("Fields that are null are as good as missing, and events may stand in any order")
    func lenient() throws {
        let line = StoryLine(["06:15 stop", "06:01 snooze"], until: "07:00").json
            .replacing(#""weekdays""#, with: #""date": null, "weekdays""#)
            .replacing(#""settings": {}"#, with: #""settings": null"#)
        let answer = nightAnswers([line])
        #expect(
            answer == [
                #"{"id":1,"log":[{"a":"A","e":"ring","t":"2025-01-14T06:00:00"},"#
                    + #"{"a":"A","e":"ring","t":"2025-01-14T06:10:00"}]}"#
            ])
    }

    @Test("What is asked of a clock without power is not heard")
    func powerless() throws {
        #expect(
            try StoryLine([
                "05:10 power_off", "05:11 edit A 08:00", "05:12 user_set 05:00", "05:13 power_off",
                "05:14 zone Asia/Tokyo", "05:15 stop", "05:20 boot 05:20 trusted", "06:01 stop",
            ]).log() == ["06:00:00 ring A"])
    }

    @Test("The program reads a file of stories and writes a line for each")
    func program() throws {
        let workspace = try Workspace()
        try workspace.write(StoryLine(["06:01 stop"]).json + "\nno\n", to: "nights.jsonl")
        let told = try workspace.simulate("--nights", "nights.jsonl")
        #expect(told.exitCode == 0)
        #expect(
            told.output == """
                {"id":1,"log":[{"a":"A","e":"ring","t":"2025-01-14T06:00:00"}]}
                {"error":"the line is not JSON from its byte 2 on","id":null}

                """)
        let missing = try workspace.simulate("--nights", "nowhere.jsonl")
        #expect(missing.exitCode == 66)
        #expect(missing.error.contains("cannot open nowhere.jsonl: No such file"))
    }
}
