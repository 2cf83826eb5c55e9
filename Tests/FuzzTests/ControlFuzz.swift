import BoundedJSON
import ClockTime
import FuzzKit
import noiseclock_sim

@testable import Control
@testable import noiseclock

/// The zones that inputs may name.
struct FuzzZones: ZoneReader {
    func zone(named name: String) throws(TextFormError) -> Zone {
        switch name {
        case "UTC": .utc
        case "Europe/Berlin": Zone.fixed(name: name, offsetSeconds: 7200)
        default: throw TextFormError("there is no zone \(name.prefix(100))")
        }
    }
}

/// An answer to a peer must be one line of JSON.
func expectLine(_ line: [UInt8]) throws {
    try expect(line.last == 0x0a && !line.dropLast().contains(0x0a), "an answer is not one line")
    do {
        _ = try JSONValue.parse(line, limit: 1 << 24)
    } catch {
        throw FuzzFinding("an answer is no JSON: \(error.explanation)")
    }
}

/// The tokens of JSON objects.
let jsonWords = [
    "{", "}", "[", "]", ":", ",", "\"", "\":", "\",\"", "[{", "}]", "false", "\"\\ud800\":",
]

extension FuzzParser {
    static let request = FuzzParser(
        "request",
        dictionary: jsonWords + [
            "\"id\":\"1\"", "\"key\":\"k\"", "\"dryRun\":true", "watch", "\"queries\":[\"status\"]",
            "\"command\":\"status\"", "alarm.add", "alarm.edit",
            "alarm.stop", "noise.play", "timer.add", "nap.set", "dnd.on", "sound.import", "mix.add",
            "ring.set", "time.set", "schedule", "weekdays", "07:30", "2026-03-29", "seconds",
        ]
    ) {
        { bytes in
            do throws(RequestError) {
                _ = try RequestLine.decode(bytes, zones: FuzzZones())
            } catch {
                try expect(
                    [Refusal.malformed, Refusal.invalid, Refusal.conflict, Refusal.notFound]
                        .contains(error.refusal.code)
                        && !error.refusal.message.isEmpty, "refused without a word: \(error)")
                try expectLine(ReplyLine.encode(error))
                return .refused
            }
            return .accepted
        }
    }

    static let when = FuzzParser(
        "when",
        dictionary: jsonWords + [
            "\"id\"", "\"zone\"", "\"UTC\"", "\"now\"", "\"kind\"", "\"weekly\"", "\"once\"",
            "\"date\"",
            "253402300799", "-62135596800", "\"count\"", "\"armed_at\"", "9999-12-31", "0001-01-01",
        ]
    ) {
        { bytes in
            var whole = WhenBatch(zones: FuzzZones())
            let answers = whole.answers(to: bytes[...]) + whole.finish()
            var pieces = WhenBatch(zones: FuzzZones())
            var pieced: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: 7) {
                pieced += pieces.answers(to: bytes[start..<min(start + 7, bytes.count)])
            }
            try expect(answers == pieced + pieces.finish(), "pieces give other answers")
            return try lineForLine(bytes, answers)
        }
    }

    static let story = FuzzParser(
        "story",
        dictionary: jsonWords + [
            "\"zone\"", "\"start\"", "\"until\"", "\"settings\"", "\"alarms\"", "\"timers\"",
            "\"events\"", "\"do\":\"stop\"", "\"do\":\"boot\"", "\"do\":\"edit\"", "\"t\"",
            "\"clock\"",
            "2025-01-14T06:01:00", "9999-12-31T23:59:59", "\"trust\"", "\"length\"",
        ]
    ) {
        { bytes in
            var answers: [UInt8] = []
            var isOrdered = true
            var batch = NightBatch(zones: FuzzZones()) { story in
                if zip(story.events, story.events.dropFirst()).contains(where: { $0.time > $1.time }
                ) {
                    isOrdered = false
                }
                return .success([])
            }
            batch.receive(bytes[...]) { answers += $0 }
            batch.finish { answers += $0 }
            try expect(isOrdered, "the events of an accepted story are not in order")
            return try lineForLine(bytes, answers)
        }
    }

    /// Each line of input must give one line of output. Accepted means that at least one of them is no error.
    private static func lineForLine(_ bytes: [UInt8], _ answers: [UInt8]) throws -> Outcome {
        let ends = bytes.filter { $0 == 0x0a }.count
        let count = ends + (bytes.isEmpty || bytes.last == 0x0a ? 0 : 1)
        let lines = answers.split(separator: 0x0a)
        try expect(lines.count == count, "\(count) lines in, \(lines.count) out")
        for line in lines { try expectLine(line + [0x0a]) }
        return lines.contains { !$0.starts(with: Array("{\"error\"".utf8)) } ? .accepted : .refused
    }
}
