import BoundedJSON
import ClockCore
import Control
import Foundation
import HAL
import SimulatedBoard
import TestKit
import Testing

@testable import Runtime

/// States that clocks have saved. `Tests/Golden/Stores` keeps them, one a line, so that a change of how records are read
/// and written can be held against them. `plain.jsonl` has states of this program after random commands and keys;
/// `foreign.jsonl` has others into which a newer program wrote fields and values that this one does not know.
@Suite("Every state that a clock has saved is read and written to the same bytes (product, A10)")
struct StoredStateTests {
    private static let plain = "Stores/plain.jsonl"
    private static let foreign = "Stores/foreign.jsonl"

    @Test("200 states of this program, of all kinds")
    func plain() throws {
        try StoredStateTests.check(StoredStateTests.plain) {
            try (UInt64(1)...200).map { try RandomStates.state(seed: $0) }
        }
    }

    @Test("States in which a newer program has written at every level")
    func foreign() throws {
        try StoredStateTests.check(StoredStateTests.foreign) {
            try (UInt64(1)...120).compactMap { seed in
                let state = try RandomStates.tomorrow(seed: seed)
                // Some values make the state unusable. This program's own fields settle with the first save.
                guard let once = try StoredStateTests.rewritten(state) else { return nil }
                return try StoredStateTests.rewritten(once) == once ? once : nil
            }
        }
    }

    private static func check(_ name: String, making states: () throws -> [String]) throws {
        if Golden.isRecording {
            try Golden.expect(try states().joined(separator: "\n") + "\n", name)
        }
        let lines = try Golden.lines(name)
        #expect(lines.count >= 60)
        for (number, line) in lines.enumerated() {
            #expect(try rewritten(line) == line, "line \(number + 1) of \(name)")
        }
    }

    /// The payload of the state's next save; nil if the clock can't start from it.
    private static func rewritten(_ payload: String) throws -> String? {
        let storage = MemorySlotStorage()
        storage.replace(.a, with: SlotRecord(sequence: 7, payload: Array(payload.utf8)).bytes)
        var store = StateStore(storage: storage)
        guard let state = store.load().state else { return nil }
        #expect(store.save(state) == nil)
        return try newest(in: storage)
    }

    static func newest(in storage: MemorySlotStorage) throws -> String {
        let records = StorageSlot.allCases.compactMap { slot in
            (try? storage.read(slot)).flatMap { try? SlotRecord(parsing: $0) }
        }
        let record = try #require(records.max { $0.sequence < $1.sequence })
        return String(decoding: record.payload, as: UTF8.self)
    }
}

/// States that nobody thought of, from seeds.
private enum RandomStates {
    /// The payload that a clock has saved after random commands, keys and waits.
    static func state(seed: UInt64) throws -> String {
        var generator = SeededGenerator(seed: seed)
        let storage = MemorySlotStorage()
        let bench = try Bench(at: "2026-01-14T05:00:00Z", storage: storage)
        let examples = CommandBook.all.flatMap(\.examples)
        for _ in 1...Int.random(in: 4...30, using: &generator) {
            switch Int.random(in: 0...9, using: &generator) {
            case 0: bench.tap(Button.allCases.randomElement(using: &generator) ?? .snooze)
            case 1: bench.run(for: .seconds(Int.random(in: 1...900, using: &generator)))
            case 2...4: _ = try? bench.ask(words: alarm(&generator))
            default:
                let words = examples.randomElement(using: &generator) ?? "status"
                _ = try? bench.ask(words: words)
            }
        }
        bench.run(for: .seconds(2))
        return try StoredStateTests.newest(in: storage)
    }

    private static let options = [
        "--label 'Früh / \"spät\"'", "--sound bell", "--sound silence", "--volume 35", "--ramp 0s",
        "--ramp 45s", "--snooze off", "--snooze 5m", "--snooze-limit 3", "--must-wake on",
        "--ring 20m", "--rings 4", "--noise-after on", "--vibration growing",
        "--vibration heartbeat:70", "--pre-alert 20m", "--sunrise 30m", "--free-days on",
        "--quiet on", "--category work", "--message 'Take the key'", "--icon train",
        "--tint '#ff8800'", "--zone Asia/Tokyo",
    ]

    private static func alarm(_ generator: inout SeededGenerator) -> String {
        let minute = Int.random(in: 10...59, using: &generator)
        let days = ["", "daily", "mon-fri", "sat,sun", "2026-02-03"].randomElement(
            using: &generator)
        let chosen = options.shuffled(using: &generator)
            .prefix(Int.random(in: 0...6, using: &generator))
        let start = Bool.random(using: &generator) ? "add 0\(minute % 9):\(minute)" : "edit 1"
        return (["alarm", start, start.hasPrefix("add") ? days ?? "" : ""] + chosen)
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// A state into which a newer program has written.
    static func tomorrow(seed: UInt64) throws -> String {
        var generator = SeededGenerator(seed: seed &+ 1_000)
        let bytes = Array(try state(seed: seed &+ 1_000).utf8)
        let value = try JSONValue.parse(bytes, limit: bytes.count)
        let changed = changed(value, &generator)
        return String(decoding: changed.line().dropLast(), as: UTF8.self)
    }

    private static let strange: [JSONValue] = [
        .string("tides"), .integer(-7), .integer(1_000_000_000), .number(2.5), .bool(true), .null,
        .object(["until": .string("late / soon"), "of": .list([.integer(1), .number(-0.125)])]),
        .list([.string("a"), .object(["deep": .list([])])]),
    ]

    private static func changed(
        _ value: JSONValue, _ generator: inout SeededGenerator
    ) -> JSONValue {
        switch value {
        case .object(var fields):
            for name in fields.keys.sorted() {
                fields[name] = changed(fields[name] ?? .null, &generator)
            }
            if Int.random(in: 0..<6, using: &generator) == 0 {
                fields["tomorrow"] = strange.randomElement(using: &generator)
            }
            return .object(fields)
        case .list(let values): return .list(values.map { changed($0, &generator) })
        case .null, .bool, .integer, .number, .string:
            guard Int.random(in: 0..<40, using: &generator) == 0 else { return value }
            return strange.randomElement(using: &generator) ?? value
        }
    }
}
