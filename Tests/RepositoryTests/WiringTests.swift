import Foundation
import Testing

/// Compares the boards' README and its drawing with the board files, because people solder from them.
@Suite("The wiring")
struct WiringTests {
    static let document = "board/README.md"
    static let drawing = "board/pictures/wiring.svg"

    /// The boards that the document describes.
    static let boards = ["board/ht16k33-7seg.json", "board/ht16k33-7seg-big.json"]

    /// The 40-pin header of every Raspberry Pi since the B+: pin by GPIO line (the pinout of
    /// Raspberry Pi's documentation, "GPIO and the 40-pin header").
    static let pinOfLine: [Int: Int] = [
        0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32,
        13: 33, 14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16,
        24: 18, 25: 22, 26: 37, 27: 13,
    ]

    static let pinsOfSupply: [String: [Int]] = [
        "3.3 V": [1, 17], "5 V": [2, 4], "GND": [6, 9, 14, 20, 25, 30, 34, 39],
    ]

    /// The label of each pin, by number.
    static let names: [Int: String] = {
        var names: [Int: String] = [:]
        for (line, pin) in pinOfLine { names[pin] = "GPIO\(line)" }
        for (supply, pins) in pinsOfSupply { for pin in pins { names[pin] = supply } }
        return names
    }()

    /// A wire that carries a signal.
    struct Wire: Hashable {
        /// The first cell in the table, and the second if one part has several such wires.
        var part: String
        var terminal: String?
        /// The id of its group in the drawing.
        var id: String
        var line: Int

        var pin: Int { WiringTests.pinOfLine[line] ?? 0 }
    }

    @Test("The header has forty pins, each with one name")
    func header() {
        #expect(WiringTests.names.keys.sorted() == Array(1...40))
        let lines = WiringTests.pinOfLine.count
        #expect(lines + WiringTests.pinsOfSupply.values.reduce(0) { $0 + $1.count } == 40)
    }

    @Test("The table names the pin of each line that a board file uses, and no other line")
    func table() throws {
        let rows = try WiringTests.rows()
        var expected: Set<[String]> = []
        for board in WiringTests.boards {
            let wires = try WiringTests.wires(of: board)
            #expect(wires.count > 10, "\(board): only \(wires.count) wires were found in it")
            for wire in wires {
                let isThere = rows.contains {
                    $0[0] == wire.part && (wire.terminal == nil || $0[1] == wire.terminal)
                        && $0[2] == "\(wire.pin)" && $0[3] == "GPIO\(wire.line)"
                }
                if !isThere {
                    report(
                        WiringTests.document,
                        "the table has no row \(wire.part), \(wire.terminal ?? "…"), "
                            + "pin \(wire.pin), GPIO\(wire.line), as \(board) has it")
                }
                expected.insert(["\(wire.pin)", "GPIO\(wire.line)"])
            }
        }
        for row in rows where row[3] != "–" && !expected.contains([row[2], row[3]]) {
            report(
                WiringTests.document,
                "pin \(row[2]), \(row[3]) (\(row[0])) is in no board file")
        }
    }

    @Test("The table takes supplies and ground from pins that have them")
    func supplies() throws {
        for row in try WiringTests.rows() where row[3] == "–" {
            let words = row[2].split(separator: "(").map { $0.trimmingCharacters(in: .whitespaces) }
            let supply = words.count > 1 ? String(words[1].dropLast()) : "GND"
            let pin = words.first.flatMap { Int($0) }
            if pin.flatMap({ WiringTests.names[$0] }) != supply {
                report(WiringTests.document, "\(row[0]), \(row[1]): no \(supply) at “\(row[2])”")
            }
        }
    }

    @Test("The drawing names all forty pins of the header as they are called")
    func drawnHeader() throws {
        let groups = try WiringTests.groups()
        for (pin, name) in WiringTests.names.sorted(by: { $0.key < $1.key }) {
            let text = groups["pin-\(pin)"].map(WiringTests.text)
            #expect(text == "\(pin) \(name)", "\(WiringTests.drawing): pin \(pin)")
        }
    }

    @Test("The drawing names the pin of each line that a board file uses, at the wire's end")
    func drawnLines() throws {
        let groups = try WiringTests.groups()
        for board in WiringTests.boards {
            for wire in try WiringTests.wires(of: board) {
                let ends = groups[wire.id].map(WiringTests.ends) ?? []
                #expect(
                    ends == [[wire.pin: "GPIO\(wire.line)"]],
                    "\(WiringTests.drawing): the wire “\(wire.id)”, which \(board) has")
            }
        }
    }

    @Test("Each drawn wire begins at the pin that its end names, and no end names a wrong one")
    func drawnWires() throws {
        let groups = try WiringTests.groups()
        var wires = 0
        for (id, group) in groups where !id.hasPrefix("pin-") {
            for end in WiringTests.ends(group) {
                for (pin, name) in end {
                    #expect(WiringTests.names[pin] == name, "\(WiringTests.drawing): \(id)")
                    let start = try #require(
                        group.firstMatch(of: #/ d="M(\d+) (\d+)/#), "\(id) has no line")
                    let place = try #require(groups["pin-\(pin)"].flatMap(WiringTests.place))
                    #expect(
                        place == [String(start.output.1), String(start.output.2)],
                        "\(WiringTests.drawing): \(id) does not begin at pin \(pin)")
                    wires += 1
                }
            }
        }
        #expect(wires >= 24, "\(WiringTests.drawing): only \(wires) wires were found in it")
        let all = WiringTests.ends(try Repository.text(WiringTests.drawing))
        for (pin, name) in all.joined() {
            #expect(WiringTests.names[pin] == name, "\(WiringTests.drawing)")
        }
    }

    @Test("The tests that its table of proofs names are there")
    func proofs() throws {
        let names = try Repository.text(WiringTests.document).matches(of: #/\b\w+Tests\b/#)
        #expect(names.count > 20, "\(WiringTests.document): names only \(names.count) tests")
        for name in Set(names.map { String($0.output) })
        where !Repository.tests.contains(where: { $0.path.hasSuffix("/\(name).swift") }) {
            report(WiringTests.document, "there is no \(name).swift in Tests")
        }
    }

    // MARK: - What the files say

    /// The signals of a board according to its file.
    static func wires(of board: String) throws -> [Wire] {
        let data = try Data(contentsOf: Repository.root.appending(path: board))
        let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        func section(_ name: String) throws -> [String: Any] {
            try #require(file[name] as? [String: Any], "\(board): no \(name)")
        }
        var wires: [Wire] = []
        let keys = try #require(try section("buttons")["keys"] as? [String: [String: Any]])
        for (key, button) in keys {
            wires.append(Wire(part: key, id: key, line: try #require(button["gpio"] as? Int)))
        }
        for output in ["vibration", "buzzer"] {
            let line = try #require(try section(output)["gpio"] as? Int)
            wires.append(Wire(part: output, id: output, line: line))
        }
        // The Pi fixes bus 1 and the sound's lines; the overlay fixes the amplifier's switch.
        #expect(try section("i2c")["bus"] as? Int == 1, "\(board)")
        let bus = [("SDA", "sda", 2), ("SCL", "scl", 3)]
        for (terminal, id, line) in bus {
            wires.append(
                Wire(part: "display, light sensor", terminal: terminal, id: id, line: line))
        }
        let card = try section("audio")["device"] as? String ?? ""
        #expect(card.contains("MAX98357A"), "\(board)")
        let sound = [
            ("BCLK", "bit-clock", 18), ("LRC", "word-clock", 19), ("DIN", "sound-data", 21),
            ("SD", "amplifier-on", 4),
        ]
        for (terminal, id, line) in sound {
            wires.append(Wire(part: "amplifier", terminal: terminal, id: id, line: line))
        }
        return wires
    }

    /// The cells of the wiring table: part, terminal, header pin, GPIO, remarks.
    static func rows() throws -> [[String]] {
        let lines = try Repository.text(document).split(
            separator: "\n", omittingEmptySubsequences: false)
        let head = try #require(
            lines.firstIndex { $0.hasPrefix("| Part | Its terminal | Wire to header pin |") },
            "\(document): no wiring table")
        return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
    }

    /// The groups of the drawing by id; they are not nested.
    static func groups() throws -> [String: String] {
        var groups: [String: String] = [:]
        for match in try Repository.text(drawing).matches(
            of: #/<g id="([^"]+)">((?:.|\n)*?)</g>/#)
        {
            groups[String(match.output.1)] = String(match.output.2)
        }
        return groups
    }

    /// The readable text in a part of the drawing.
    static func text(_ part: String) -> String {
        part.matches(of: #/<text[^>]*>([^<]*)</text>/#).map { String($0.output.1) }
            .joined(separator: " ")
    }

    /// The wire ends labelled in a part of the drawing: pins with their names.
    static func ends(_ part: String) -> [[Int: String]] {
        text(part).matches(of: #/pin (\d+)[ ·]+(GPIO\d+|3\.3 V|5 V|GND)/#).compactMap { match in
            Int(match.output.1).map { [$0: String(match.output.2)] }
        }
    }

    /// The centre of a pin in the drawing.
    static func place(_ pin: String) -> [String]? {
        pin.firstMatch(of: #/<circle cx="(\d+)" cy="(\d+)"/#).map {
            [String($0.output.1), String($0.output.2)]
        }
    }
}
