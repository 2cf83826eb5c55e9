import ClockCore
import ClockTime
import HAL
import Testing

@testable import noiseclock_sim

@Suite("Scripts")
struct ScriptTests {
    private typealias Step = Script.Step

    private static func parse(_ text: String) throws(ScriptError) -> Script {
        try Script.parse(Array(text.utf8))
    }

    /// The error message for the script.
    private static func problem(_ text: String) -> String {
        do throws(ScriptError) {
            let script = try parse(text)
            return "no problem: \(script.steps)"
        } catch {
            return error.description
        }
    }

    /// The error that `body` throws, or nil. Swift 6.0's `#expect(throws:)` does not return it.
    private static func error(by body: () throws(ScriptError) -> Void) -> ScriptError? {
        do throws(ScriptError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    private static func actions(_ line: String) throws(ScriptError) -> [Script.Action] {
        try parse(#"{"at": "+1s", \#(line)}"#).steps.map(\.action)
    }

    @Test("say at what time after the start, or at which instant")
    func times() throws {
        let script = try Self.parse(
            """
            {"at": "+1.5s", "hold": "stop"}
            {"at": "+0s", "release": "stop"}
            {"at": "2026-03-29T01:00:00+01:00", "release": "stop"}
            """)
        let instant = WallTime(nanoseconds: 1_774_742_400_000_000_000)
        #expect(
            script.steps == [
                Step(at: .elapsed(.zero), .button(.stop, isDown: false), line: 2),
                Step(at: .elapsed(.milliseconds(1500)), .button(.stop, isDown: true), line: 1),
                Step(at: .instant(instant), .button(.stop, isDown: false), line: 3),
            ])
    }

    @Test("take a press alone for a tap, and hold for as long as they say")
    func presses() throws {
        let script = try Self.parse(
            """
            {"at": "+1s", "press": "snooze"}
            {"at": "+2s", "press": "menu", "for": "3s"}
            """)
        #expect(
            script.steps == [
                Step(at: .elapsed(.seconds(1)), .button(.snooze, isDown: true), line: 1),
                Step(at: .elapsed(.milliseconds(1100)), .button(.snooze, isDown: false), line: 1),
                Step(at: .elapsed(.seconds(2)), .button(.menu, isDown: true), line: 2),
                Step(at: .elapsed(.seconds(5)), .button(.menu, isDown: false), line: 2),
            ])
    }

    @Test("know all that can happen")
    func actions() throws {
        #expect(try Self.actions(#""light": 0.3"#) == [.light(Lux(0.3))])
        #expect(try Self.actions(#""turn": "left""#) == [.turn(.counterclockwise, detents: 1)])
        #expect(
            try Self.actions(#""battery": 40, "charging": true"#)
                == [.battery(Percent(clamping: 40), isCharging: true)])
        #expect(
            try Self.actions(#""battery": 100"#)
                == [.battery(Percent(clamping: 100), isCharging: false)])
        #expect(
            try Self.actions(#""step-clock": "-1h""#) == [.stepClock(by: .hours(-1), .synchronised)]
        )
        #expect(
            try Self.actions(#""step-clock": "+2s", "by": "user""#)
                == [.stepClock(by: .seconds(2), .user)])
        #expect(
            try Self.actions(#""set-clock": "1970-01-01T00:00:01Z", "by": "sync""#)
                == [.setClock(to: WallTime(nanoseconds: 1_000_000_000), .synchronised)])
        let sounds: [(String, Script.Action)] = [
            (#""unplug-sound": true"#, .soundDevice(isPluggedIn: false, output: 0)),
            (#""unplug-sound": false"#, .soundDevice(isPluggedIn: true, output: nil)),
            (#""unplug-sound": 1"#, .soundDevice(isPluggedIn: false, output: 1)),
            (#""unplug-sound": "all""#, .soundDevice(isPluggedIn: false, output: nil)),
            (#""unplug-sound": 1, "back": true"#, .soundDevice(isPluggedIn: true, output: 1)),
            (#""stall-sound": 0"#, .soundStall(true, output: 0)),
            (#""stall-sound": 2, "back": true"#, .soundStall(false, output: 2)),
        ]
        for (fields, action) in sounds { #expect(try Self.actions(fields) == [action]) }
        #expect(try Self.actions(#""bus-fault": "nack""#) == [.breakBus(.nack, transfers: nil)])
        #expect(
            try Self.actions(#""bus-fault": "timeout", "transfers": 3"#)
                == [.breakBus(.timeout, transfers: 3)])
        #expect(try Self.actions(#""bus-fault": "none""#) == [.mendBus])
        #expect(try Self.actions(#""power-cut": "5m""#) == [.cutPower(for: .minutes(5))])
        #expect(try Self.actions(#""power-cut": true"#) == [.cutPower(for: .zero)])
        #expect(
            try Self.actions(#""noiseclock": "noise play pink --volume 50""#)
                == [.client("noise play pink --volume 50")])
    }

    @Test("name bus faults as drivers meet them")
    func faults() {
        #expect(Script.BusFault.allCases.map(\.error) == [.nack, .timedOut, .busGone])
    }

    @Test("may have empty lines, line ends of Windows, and no last line end; or nothing at all")
    func loose() throws {
        let script = try Self.parse("\r\n{\"at\":\"+1s\",\"hold\":\"plus\"}\r\n \t\n")
        #expect(script.steps.map(\.line) == [2])
        #expect(try Self.parse("").steps.isEmpty)
        #expect(try Self.parse("{\"at\":\"+1s\",\"hold\":\"plus\"}").steps.count == 1)
    }

    @Test("happen in the order of time, and at the same time in that of the file")
    func timeline() throws {
        let script = try Self.parse(
            """
            {"at": "2026-01-01T00:00:10Z", "light": 1}
            {"at": "+10s", "light": 2}
            {"at": "2026-01-01T00:00:10Z", "light": 3}
            {"at": "+9.95s", "press": "noise"}
            {"at": "2026-01-01T00:00:00Z", "light": 4}
            """)
        let start = try RFC3339.parse("2026-01-01T00:00:00Z")
        typealias Timed = Script.TimedAction
        #expect(
            try script.timeline(startingAt: start) == [
                Timed(.zero, .light(Lux(4)), line: 5),
                Timed(.milliseconds(9950), .button(.noise, isDown: true), line: 4),
                Timed(.seconds(10), .light(Lux(1)), line: 1),
                Timed(.seconds(10), .light(Lux(2)), line: 2),
                Timed(.seconds(10), .light(Lux(3)), line: 3),
                Timed(.milliseconds(10_050), .button(.noise, isDown: false), line: 4),
            ])
        let error = Self.error { () throws(ScriptError) in
            _ = try script.timeline(startingAt: start + .seconds(1))
        }
        #expect(
            error?.description
                == "line 5: at 2026-01-01T00:00:00.000Z lies before the start of the run, "
                + "2026-01-01T00:00:01.000Z")
    }

    /// The type is explicit, because Swift 6.0.3 takes too long to infer it among a macro's arguments.
    private static let wrong: [(String, String)] = [
        (
            #""press": "snoze""#,
            #"press: "snoze" is not allowed; it must be one of snooze, stop, noise, menu, plus, minus, lamp, goodNight"#
        ),
        (
            #""press": 3"#,
            #"press: 3 is not allowed; it must be one of snooze, stop, noise, menu, plus, minus, lamp, goodNight"#
        ),
        (
            #""press": "stop", "for": "0s""#,
            #"for: "0s" is not allowed; it must be a duration like "3s", more than 0s, at most 1d"#
        ),
        (#""hold": "stop", "for": "3s""#, #"for: does not go with "hold""#),
        (#""press": "stop", "light": 3"#, #"says press, light; one thing happens in a line"#),
        (#""light": -1"#, #"light: -1 is not allowed; it must be lux, a number from 0 to 200000"#),
        (
            #""light": "dark""#,
            #"light: "dark" is not allowed; it must be lux, a number from 0 to 200000"#
        ),
        (
            #""battery": 40.5"#,
            #"battery: 40.5 is not allowed; it must be a whole number from 0 to 100"#
        ),
        (#""battery": 4, "charging": 1"#, #"charging: 1 is not allowed; it must be true or false"#),
        (
            #""step-clock": "1""#,
            #"step-clock: "1" is not allowed; it must be a duration with or without a sign, like "-1h", "#
                + "up to 36525d"
        ),
        (
            #""step-clock": "1h", "by": "me""#,
            #"by: "me" is not allowed; it must be one of user, sync, outside"#
        ),
        (
            #""set-clock": "noon""#,
            #"set-clock: "noon" is not allowed; it must be a time like "2026-03-29T00:59:50Z", "#
                + "in the years 1678 to 2261"
        ),
        (
            #""unplug-sound": null"#,
            #"unplug-sound: null is not allowed; "#
                + #"it must be true or false, a sound output from 0 to 8, or "all""#
        ),
        (
            #""stall-sound": 9"#,
            #"stall-sound: 9 is not allowed; it must be true or false, a sound output from 0 to 8, or "all""#
        ),
        (
            #""unplug-sound": false, "back": true"#,
            #"back: goes with the number of an output, or with "all""#
        ),
        (
            #""bus-fault": "nak""#,
            #"bus-fault: "nak" is not allowed; it must be one of nack, timeout, gone, none"#
        ),
        (
            #""bus-fault": "none", "transfers": 2"#,
            #"transfers: does not go with a bus-fault of "none""#
        ),
        (
            #""bus-fault": "nack", "transfers": 0"#,
            #"transfers: 0 is not allowed; it must be a whole number from 1 to 1000000"#
        ),
        (
            #""power-cut": false"#,
            #"power-cut: false is not allowed; it must be how long the power is off, like "5m", "#
                + "up to 36525d, or true for no time"
        ),
        (
            #""noiseclock": " ""#,
            #"noiseclock: " " is not allowed; it must be what is typed after noiseclock, "#
                + #"like "noise play pink --volume 50""#
        ),
    ]

    @Test("say what is wrong, where, and what is allowed", arguments: wrong)
    func problems(fields: String, message: String) {
        #expect(Self.problem("\n{\"at\": \"+1s\", \(fields)}") == "line 2: \(message)")
    }

    @Test("refuse unknown fields by name, and lines without time or action")
    func wrongFields() {
        let names =
            "at, back, battery, bus-fault, by, charging, detents, for, hold, light, noiseclock, power-cut, press, "
            + "release, set-clock, stall-sound, step-clock, transfers, turn, unplug-sound"
        #expect(
            Self.problem(#"{"at": "+1s", "pres": "stop"}"#)
                == #"line 1: pres: there is no such field; "press" is near; there are \#(names)"#)
        #expect(
            Self.problem(#"{"at": "+1s", "\u001b[2J": 1}"#)
                == "line 1: \u{FFFD}[2J: there is no such field; there are \(names)")
        let form = #"it must be "+1.5s" after the start, or a time like "2026-03-29T00:59:50Z""#
        for at in ["1s", "+1", "-1s", "+-1s", "soon", ""] {
            #expect(
                Self.problem(#"{"at": "\#(at)", "press": "stop"}"#)
                    == #"line 1: at: "\#(at)" is not allowed; \#(form)"#)
        }
        #expect(Self.problem(#"{"press": "stop"}"#).hasPrefix(#"line 1: at: is missing"#))
        #expect(Self.problem(#"{"at": "+1s"}"#).hasPrefix("line 1: says nothing that happens"))
    }

    private static let form = #"a line is one JSON object like {"at": "+1.5s", "press": "snooze"}"#

    @Test(
        "refuse lines that are no JSON objects, and say where they stop to be",
        arguments: [
            ("[1]", "is not a JSON object"), ("3", "is not a JSON object"),
            ("null", "is not a JSON object"), ("press stop", "is not JSON from its byte 1 on"),
            ("{\"at\": \"+1s\"", "is not JSON from its byte 13 on"),
            ("{} {}", "is not JSON from its byte 4 on"),
            ("{\"at\": \"+1s\", \"light\": 1,}", "is not JSON from its byte 26 on"),
            ("{\"at\": \"+1s\", \"li\tght\": 1}", "is not JSON from its byte 18 on"),
            ("{\"at\": \"+1s\", \"light\": \"\\ud800\"}", "is not JSON from its byte 31 on"),
            (
                "{\"at\": \"+1s\", \"light\": 1, \"at\": \"+2s\"}",
                "has the field \"at\" for a second time at its byte 27"
            ),
            ("{\"at\": \r\"+1s\"}", "holds a control character at its byte 8; JSON has none there"),
            (
                "{\"at\": " + String(repeating: "[", count: 20),
                "nests too deep at its byte 23; 16 levels are allowed"
            ),
        ])
    func noJSON(line: String, explanation: String) {
        let problem = Self.problem("{\"at\": \"+1s\", \"light\": 1}\n\(line)\n")
        #expect(problem == "line 2: \(explanation); \(Self.form)")
    }

    @Test("refuse bytes that are not UTF-8 text")
    func notText() {
        let foreign: [([UInt8], String)] = [
            ([0xFF, 0xFE, 0x7B], "is not UTF-8"),
            ([0x7B, 0, 0x7D, 0], "holds a control character at its byte 2; JSON has none there"),
        ]
        for (bytes, explanation) in foreign {
            let error = Self.error { () throws(ScriptError) in _ = try Script.parse(bytes) }
            #expect(error?.description == "line 1: \(explanation); \(Self.form)")
        }
    }

    @Test("get one line of ours for any damage, and never a crash")
    func damaged() {
        let whole = Array(
            "{\"at\": \"+1.5s\", \"press\": \"snooze\", \"for\": \"3s\"}\n".utf8)
        let hostile: [UInt8] = [0, 9, 10, 13, 0x1F, 0x22, 0x2C, 0x5C, 0x7B, 0x7D, 0x7F, 0xC3, 0xFF]
        for place in whole.indices {
            for byte in hostile {
                var replaced = whole
                replaced[place] = byte
                var longer = whole
                longer.insert(byte, at: place)
                for bytes in [replaced, longer] {
                    guard
                        let error = Self.error(by: { () throws(ScriptError) in
                            _ = try Script.parse(bytes)
                        })
                    else { continue }
                    let text = error.description
                    #expect(text.utf8.count < 400)
                    #expect(text.utf8.allSatisfy { $0 >= 0x20 })
                }
            }
        }
    }

    @Test("have bounds on size, lines, and the length of a line")
    func bounds() throws {
        let large = [UInt8](repeating: UInt8(ascii: " "), count: Script.largestSize + 1)
        #expect(throws: ScriptError.self) { try Script.parse(large) }
        let most = [UInt8](repeating: UInt8(ascii: "\n"), count: Script.mostLines)
        #expect(try Script.parse(most).steps.isEmpty)
        let error = Self.error { () throws(ScriptError) in _ = try Script.parse(most + [32]) }
        #expect(try #require(error).line == nil)
        let long = String(repeating: "x", count: Script.longestLine)
        #expect(
            Self.problem(#"{"at": "+1s", "noiseclock": "\#(long)"}"#)
                == "line 1: is too long; 65536 bytes are allowed; \(Self.form)")
    }
}

@Suite("Recorded scripts")
struct ScriptLineTests {
    private static let actions: [Script.Action] = [
        .button(.snooze, isDown: true), .button(.snooze, isDown: false),
        .button(.plus, isDown: true), .light(Lux(0.3)), .light(Lux(1000)),
        .light(Lux(0.1 + 0.2)), .battery(Percent(clamping: 7), isCharging: true),
        .battery(Percent(clamping: 100), isCharging: false),
        .stepClock(by: .nanoseconds(-1), .synchronised), .stepClock(by: .hours(30), .user),
        .setClock(to: WallTime(nanoseconds: 1_774_742_400_000_000_001), .user),
        .setClock(to: WallTime(nanoseconds: -1), .synchronised),
        .soundDevice(isPluggedIn: false, output: 0), .soundDevice(isPluggedIn: true, output: nil),
        .soundDevice(isPluggedIn: false, output: nil), .soundDevice(isPluggedIn: true, output: 0),
        .soundDevice(isPluggedIn: false, output: 8), .soundStall(true, output: 0),
        .soundStall(false, output: nil), .soundStall(true, output: nil),
        .soundStall(false, output: 1),
        .breakBus(.nack, transfers: nil), .breakBus(.gone, transfers: 1), .mendBus,
        .cutPower(for: .zero), .cutPower(for: .milliseconds(1)),
        .turn(.clockwise, detents: 1), .turn(.counterclockwise, detents: 3),
        .client("alarm add 07:30 --label \"Früh/auf\" \\"),
    ]

    @Test("read back as what was recorded, to the nanosecond")
    func identity() throws {
        let times: [Script.At] = [
            .elapsed(.zero), .elapsed(.nanoseconds(1)), .elapsed(.hours(50) + .nanoseconds(999)),
            .instant(WallTime(nanoseconds: 1_774_742_400_000_000_000)),
            .instant(WallTime(nanoseconds: 1_774_742_400_000_000_999)),
        ]
        for at in times {
            var recorded = ""
            for action in Self.actions { recorded += ScriptLine.text(action, at: at) + "\n" }
            let expected = Self.actions.enumerated().map {
                Script.Step(at: at, $0.element, line: $0.offset + 1)
            }
            #expect(try Script.parse(Array(recorded.utf8)).steps == expected)
        }
    }

    @Test("look as people write them")
    func texts() {
        let at = Script.At.elapsed(.milliseconds(1500))
        #expect(
            ScriptLine.text(.button(.menu, isDown: true), at: at)
                == #"{"at":"+1.5s","hold":"menu"}"#)
        #expect(ScriptLine.text(.light(Lux(50)), at: at) == #"{"at":"+1.5s","light":50}"#)
        #expect(
            ScriptLine.text(.stepClock(by: .hours(-1), .user), at: at)
                == #"{"at":"+1.5s","by":"user","step-clock":"-1h"}"#)
        #expect(
            ScriptLine.text(.mendBus, at: .elapsed(.seconds(-3)))
                == #"{"at":"+0s","bus-fault":"none"}"#)
        #expect(
            ScriptLine.text(.mendBus, at: .instant(WallTime(nanoseconds: 1_000_001)))
                == #"{"at":"1970-01-01T00:00:00.001000001Z","bus-fault":"none"}"#)
    }
}
