import ClockCore
import ClockTime
import Foundation
import Runtime
import Testing

/// Reads a seven-segment display as characters, with a table of its own instead of the font under
/// test.
enum SegmentReading {
    /// Segments a to g from the lowest bit (the wiring of the shipped board); the point is 0x80.
    private static let shapes: [UInt8: Character] = [
        0x00: " ", 0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6",
        0x07: "7", 0x7F: "8", 0x6F: "9", 0x77: "A", 0x38: "L", 0x40: "-",
        // Letters of scrolling text, in which "S", "G" and "Z" read as digits and "K" as "h"; and "H" and "U" of
        // short names, whose "I" reads as a digit.
        0x7C: "b", 0x58: "c", 0x5E: "d", 0x79: "E", 0x71: "F", 0x74: "h", 0x04: "i", 0x0C: "j",
        0x37: "M", 0x54: "n", 0x5C: "o", 0x73: "P", 0x67: "q", 0x50: "r", 0x78: "t", 0x1C: "u",
        0x7E: "W", 0x76: "H", 0x3E: "U", 0x6E: "y",
    ]

    /// "01:59", with a point after each digit whose point is lit: "07:30.".
    static func text(digits: [UInt8], colon: Bool) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index == 2 { text += colon ? ":" : " " }
            text.append(shapes[digit & 0x7F] ?? "?")
            if digit & 0x80 != 0 { text += "." }
        }
        return text
    }
}

/// The display memory of an HT16K33, reconstructed only from an I2C trace.
struct TracedMemory {
    private(set) var bytes = [UInt8](repeating: 0, count: 16)
    private(set) var isOn = false
    private(set) var dimming: UInt8?

    private struct Transfer: Decodable {
        var t: Double
        var address: Int
        var write: [UInt8]
        var error: String?
    }

    /// What the memory showed after each write that changed it, and when.
    static func history(of trace: [String]) throws -> [(seconds: Double, shown: String)] {
        try history(of: trace, \.shown).map { (seconds: $0.seconds, shown: $0.value) }
    }

    /// A value derived from the memory after each write that changed it, and when.
    static func history<Value: Equatable>(
        of trace: [String], _ look: (TracedMemory) -> Value
    ) throws -> [(seconds: Double, value: Value)] {
        var memory = TracedMemory()
        var history: [(seconds: Double, value: Value)] = []
        for line in trace {
            let transfer = try JSONDecoder().decode(Transfer.self, from: Data(line.utf8))
            guard transfer.address == 0x70, transfer.error == nil else { continue }
            memory.take(transfer.write)
            let value = look(memory)
            if memory.isOn, history.last?.value != value {
                history.append((transfer.t, value))
            }
        }
        return history
    }

    /// Datasheet, revision 1.10, page 30: the upper four bits hold the command.
    private mutating func take(_ write: [UInt8]) {
        guard let command = write.first else { return }
        switch command & 0xF0 {
        case 0x00:
            for (offset, byte) in write.dropFirst().enumerated() {
                bytes[(Int(command) + offset) % 16] = byte
            }
        case 0x80: isOn = command & 1 != 0
        case 0xE0: dimming = command & 0x0F
        default: break
        }
    }

    /// Read according to the wiring of the shipped board.
    var shown: String {
        SegmentReading.text(digits: [0, 2, 6, 8].map { bytes[$0] }, colon: bytes[4] & 2 != 0)
    }
}

/// One picture of a frames file.
struct TranscriptFrame {
    var wall: WallTime
    /// For example "01:59" or "dark".
    var shown: String
    var caption: String

    /// UTC with milliseconds.
    var time: String { String(RFC3339.format(wall).dropFirst(11).dropLast()) }

    /// Reads a file written by `--frames`.
    static func parse(_ text: String) throws -> [TranscriptFrame] {
        var frames: [TranscriptFrame] = []
        var rest = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[
            ...]
        while let head = rest.popFirst(), !head.isEmpty {
            let parts = head.split(separator: " ", maxSplits: 1).map(String.init)
            let art = rest.prefix(3).map(Array.init)
            rest = rest.dropFirst(4)
            try #require(parts.count == 2 && art.count == 3, "\(head)")
            let caption = parts[1].trimmingCharacters(in: .whitespaces)
            frames.append(
                TranscriptFrame(
                    wall: try RFC3339.parse(parts[0]),
                    shown: caption == "dark" ? "dark" : read(art), caption: caption))
        }
        return frames
    }

    /// Digits are four columns wide; the colon takes the two in the middle.
    private static func read(_ art: [[Character]]) -> String {
        func lit(_ row: Int, _ column: Int) -> Bool {
            column < art[row].count && art[row][column] != " "
        }
        let digits = [0, 4, 10, 14].map { left -> UInt8 in
            let segments = [
                lit(0, left + 1), lit(1, left + 2), lit(2, left + 2), lit(2, left + 1),
                lit(2, left), lit(1, left), lit(1, left + 1), lit(2, left + 3),
            ]
            return segments.enumerated().reduce(0) { $1.element ? $0 | 1 << $1.offset : $0 }
        }
        return SegmentReading.text(digits: digits, colon: lit(1, 8))
    }
}

extension Workspace {
    /// Reads a file written by `--events`.
    func events(_ name: String) throws -> [ToldEvent] {
        try lines(name).map { try JSONDecoder().decode(ToldEvent.self, from: Data($0.utf8)) }
    }
}

/// A line of the event file as another program reads it.
struct ToldEvent: Decodable {
    var wall: String
    var boot: Double
    var event: EventName
    var alarm, timer, count, volume, output: Int?
    var date, scheduled, until, first, last: String?
    var phase, reason, part, problem, sound, page, zone, trust, rung: String?
    var leftSeconds, lateSeconds, stepSeconds: Double?
    var joined, holds: Bool?
}
