import BoundedJSON
import Foundation
import HAL
import Testing

@testable import BoardFiles

@Suite("The schema of board files")
struct BoardSchemaTests {
    static let shippedBoards =
        ((try? FileManager.default.contentsOfDirectory(atPath: BoardSchema.folder.path)) ?? [])
        .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()

    @Test("fits every board file that we ship, and the clock has no warning about it")
    func shipped() throws {
        let schema = try BoardSchema()
        let expected = [
            "ht16k33-14seg.json",
            "ht16k33-7seg-big.json",
            "ht16k33-7seg.json",
            "ht16k33-8x16-featherwing.json",
            "ht16k33-8x16.json",
            "ht16k33-8x8-row.json",
            "ht16k33-8x8.json",
            "ht16k33-bicolor-8x8.json",
            "is31fl3731-16x8.json",
            "is31fl3731-16x9.json",
            "is31fl3731-17x7.json",
            "is31fl3741-13x9.json",
            "sh1106-128x64.json",
            "ssd1306-128x32.json",
            "ssd1306-128x64.json",
        ]
        #expect(Self.shippedBoards == expected)
        for name in Self.shippedBoards {
            let file = BoardSchema.folder.appendingPathComponent(name)
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(try schema.complaint(about: JSON(text)) == nil, "\(name)")
            #expect(try BoardDescriptionTests.decode(text).warnings == [], "\(name)")
            #expect(try JSON(text)["$schema"] == .text("board.schema.json"), "\(name)")
        }
    }

    static let builds =
        ((try? FileManager.default.contentsOfDirectory(atPath: BoardSchema.builds.path)) ?? [])
        .filter { $0.hasSuffix(".json") }.sorted()

    @Test("fits every file of a whole build, which the clock takes without a warning")
    func shippedBuilds() throws {
        let schema = try BoardSchema()
        #expect(Self.builds.count >= 6)
        // The setup file of a card names a board or a build: no name may mean two.
        #expect(Set(Self.builds).isDisjoint(with: Self.shippedBoards))
        for name in Self.builds {
            let file = BoardSchema.builds.appendingPathComponent(name)
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(try schema.complaint(about: JSON(text)) == nil, "\(name)")
            // It refuses a line with two uses, and lines of the sound card.
            let board = try BoardDescriptionTests.decode(text)
            #expect(board.warnings == [], "\(name)")
            #expect(board.display != nil && board.audio != nil, "\(name)")
            #expect(board.buttons.keys[.snooze] != nil, "\(name)")
            #expect(board.buttons.keys[.stop] != nil, "\(name)")
            #expect(try JSON(text)["$schema"] == .text("../board.schema.json"), "\(name)")
        }
    }

    @Test("names the keys that the clock reads, in each object, and no other")
    func keys() throws {
        var notes = BoardNotes()
        for text in Self.wholeBoards {
            let json = try JSONValue.parse(
                text.utf8, limit: BoardFile.largestSize, isOneLine: false)
            _ = try BoardFile.read(json, &notes)
        }
        #expect(notes.warnings == [])
        let keys = try BoardSchema().keys()
        for path in Set(keys.keys).union(notes.known.keys).sorted() {
            #expect(keys[path] == notes.known[path], "in \(path.isEmpty ? "the file" : path)")
        }
    }

    @Test("names the same choices as the clock", arguments: places)
    func choices(path: [String], json: String) throws {
        let sentence = try #require(try Self.problem(with: JSON(json)))
        let listed = try #require(sentence.split(separator: "one of ").last)
        let names = Set(listed.components(separatedBy: ", "))
        #expect(names.count >= 2)
        #expect(try BoardSchema().choices(at: path) == names)
    }

    static let places: [([String], String)] = [
        (["light", "source"], BoardDescriptionTests.board(extra: #""light": {"source": "?"}"#)),
        (
            ["vibration", "driver"],
            BoardDescriptionTests.board(extra: #""vibration": {"driver": "?"}"#)
        ),
        (
            ["vibration", "motor"],
            BoardDescriptionTests.board(
                extra: #""vibration": {"driver": "drv2605l", "address": "0x5A", "motor": "?"}"#)
        ),
        (
            ["battery", "source"],
            BoardDescriptionTests.board(extra: #""battery": {"source": "?"}"#)
        ),
        (
            ["display", "color"],
            BoardDescriptionTests.board(
                display: #"{"driver": "x", "addresses": ["0x70"], "color": "?"}"#)
        ),
        (
            ["buttons", "keys", "stop", "pull"],
            BoardDescriptionTests.board(
                extra: #""buttons": {"keys": {"stop": {"gpio": 5, "pull": "?"}}}"#)
        ),
    ]

    @Test("takes what the clock takes and refuses what it refuses, one change at a time")
    func values() throws {
        let schema = try BoardSchema()
        var taken = 0
        var refused = 0
        // The same part is varied in the first board that has it.
        var varied: Set<JSON> = []
        for text in Self.wholeBoards {
            let whole = try JSON(text)
            let variations = whole.variations { path, _ in
                // The clock ignores its value.
                path == "$schema" ? [] : Self.probes + [nil]
            }
            for (path, board) in variations {
                let part = String(path.prefix { $0 != "." && $0 != "[" })
                if let value = whole[part], varied.contains(.object([part: value])) { continue }
                let complaint = try schema.complaint(about: board)
                let problem = try Self.problem(with: board)
                if complaint == nil { taken += 1 } else { refused += 1 }
                if complaint == nil, let problem, Self.isBetweenParts(problem) { continue }
                #expect(
                    (complaint == nil) == (problem == nil),
                    "\(path): the schema says \(complaint ?? "yes"), the clock \(problem ?? "yes") of \(board)"
                )
            }
            varied.formUnion(whole.members.map { .object([$0.key: $0.value]) })
        }
        #expect(taken > 200 && refused > 2000, "\(taken) taken, \(refused) refused")
    }

    /// The clock's complaint about a board, warnings included; nil if there is none.
    private static func problem(with board: JSON) throws -> String? {
        let bytes = try JSONEncoder().encode(board)
        do throws(BoardDescription.Problem) {
            return try BoardFile.parse(bytes).warnings.first
        } catch {
            return error.description
        }
    }

    /// Whether the problem comes from a check that no schema can express, because it compares two places.
    private static func isBetweenParts(_ problem: String) -> Bool {
        [
            "each line has one use", "each address has one chip", "each bit lights one thing",
            "min <= max", "each code has one button", "the two directions differ",
        ]
        .contains { problem.contains($0) }
    }

    /// Values on both sides of every bound in the format, and of every other type.
    private static let probes: [JSON?] = numbers + texts + lists + [.bool(true), .object([:])]

    private static let numbers: [JSON] = bounds.map { .number($0) }

    private static let bounds: [Double] = [
        -1, 0, 0.5, 1, 2, 15, 16, 27, 28, 90, 199, 200, 201, 255, 256, 767, 768, 5000, 5001, 44_100,
        100_000, 100_001, 10_000_000, 10_000_001,
    ]

    private static let texts: [JSON] = words.map { .text($0) }

    private static let words: [String] = [
        "", "x", "hw:0", "plug:'hw:1,0'", "plughw:CARD=0", "plughw:CARD=DAC,DEV=0", "hw:{card 1}",
        "bluealsa:DEV=00:11:22:33:44:55", "hw:DAC,0", "none", "auto", "gpio", "ldr", "green", "off",
        "0x07", "0x08", "0x77", "0x78",
        "0X10", "0x7", "0x0a", "a\nb", "a\u{85}b", String(repeating: "t", count: 128),
        String(repeating: "t", count: 129), ".", "..", "...", "a/b", ".a",
        "-a", "KEY_A", "menu", "é",
        String(repeating: "T", count: 32), String(repeating: "T", count: 33),
    ]

    private static let lists: [JSON] = [
        list(), list(0), list(3, 3), list(14, 1), list(16, 1), list(14, 256), list(14, 0),
        list(14, 1, 1), list(0.5, 1), .list((0...15).map { .number(Double($0)) }),
        .list((0...16).map { .number(Double($0)) }),
        .list(Array(repeating: .text("x"), count: 8)),
        .list([.text("x"), .text("dmix:0")]), .list(Array(repeating: .text("x"), count: 9)),
        .list([.text("0x70")]),
        .list([.text("i2c-400k"), .text("i2c-400k")]), .list([.text("i2c-400k.dts")]),
        .list((0...7).map { .text("0x3\($0)") }), .list((0...8).map { .text("0x3\($0)") }),
        .list(Array(repeating: list(1, 0), count: 16)),
        .list(Array(repeating: list(1, 0), count: 17)), .list([list(1)]), .list([list(1, -1)]),
    ]

    private static func list(_ numbers: Double...) -> JSON {
        .list(numbers.map { .number($0) })
    }

    /// Together these contain every object and every key of the format.
    static let wholeBoards: [String] =
        [
            """
            {"$schema": "board.schema.json", "version": 1, "name": "whole", "i2c": {"bus": 1},
             "gpio": {"chip": "auto"},
             "display": {"driver": "x", "addresses": ["0x70"], "rotation": 90, "mirror": true,
                 "transpose": true, "digitBytes": [0, 2, 6, 8], "colon": [4, 2],
                 "dots": {"pm": [4, 16], "alarm": [4, 8], "spare": [4, 4]}, "points": false,
                 "levels": {"min": 1, "max": 15}, "color": "amber",
                 "safeArea": {"left": 1, "top": 2, "right": 3, "bottom": 4}},
             "buttons": {"debounceMs": 15, "longPressMs": 600, "keys": {
                 "snooze": {"gpio": 17, "activeLow": true, "pull": "up"}, "stop": {"gpio": 22},
                 "noise": {"gpio": 23}, "menu": {"gpio": 24}, "plus": {"gpio": 25},
                 "minus": {"gpio": 26, "evdev": ["KEY_VOLUMEDOWN", 12]},
                 "lamp": {"gpio": 6}, "goodNight": {"gpio": 7}},
                 "encoder": {"a": 9, "b": 10, "switch": 11, "press": "menu",
                     "clockwise": "plus", "counterclockwise": "minus"},
                 "input": {"devices": ["gpio_ir_recv"], "grab": true},
                 "dial": {"clockwise": "plus", "counterclockwise": "minus"}},
             "vibration": {"driver": "gpio", "gpio": 12, "activeLow": false},
             "buzzer": {"gpio": 13, "activeLow": true}, "lamp": {"led": "bedside"},
             "audio": {"device": "default", "fallback": ["default"], "rate": 48000,
                 "alarmDevice": "default", "keepOpen": true, "lowCut": 30, "i2s": true,
                 "amplifier": {"gpio": 5, "activeLow": true, "wakeMs": 30}},
             "battery": {"source": "auto"}, "rtc": {"source": "none"},
             "overlays": ["i2s-max98357a", "i2c-400k"]}
            """,
            BoardDescriptionTests.board(extra: #""vibration": {"driver": "none"}"#),
            BoardDescriptionTests.board(
                extra: #""vibration": {"driver": "drv2605l", "address": "0x5A", "motor": "lra"}"#),
            BoardDescriptionTests.board(extra: #""lamp": {"pwm": 0, "chip": 2}"#),
            BoardDescriptionTests.board(
                extra: """
                    "buttons": {"keys": {
                        "snooze": {"evdev": "KEY_ESC"}, "stop": {"evdev": [2, "KEY_STOPCD"]}, "noise": {"evdev": 3},
                        "menu": {"evdev": 4}, "plus": {"evdev": 5}, "minus": {"evdev": 767}}}
                    """),
        ]
        + [
            #"{"source": "none"}"#, #"{"source": "fixed", "lux": 12.5}"#,
            #"{"source": "ldr", "gpio": 26, "capacitorNf": 100, "calibration": [[18900, 0.1]], "ownLux": 3}"#,
            #"{"source": "digital", "gpio": 26, "darkHigh": false, "ownLux": 0.5}"#,
            #"{"source": "iio", "device": "tsl2591", "ownLux": 1}"#,
            #"{"source": "bh1750", "address": "0x23", "ownLux": 12.5}"#,
        ].map { BoardDescriptionTests.board(extra: "\"light\": \($0)") }
        + [
            #"{"source": "power-supply", "name": "battery"}"#,
            #"{"source": "max17048", "address": "0x36"}"#,
        ].map { BoardDescriptionTests.board(extra: "\"battery\": \($0)") }
}
