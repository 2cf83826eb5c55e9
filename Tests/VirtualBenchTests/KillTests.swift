import Foundation
import Glibc
import TestKit
import Testing

extension SimulatedTimeBench {
    /// What the history reports for a clock that is killed repeatedly (law, 9 and 11).
    @Suite("Kills around a ring")
    struct Kills {
        private static let kills = 200

        @Test(
            "Killed 200 times around a ring and its answers: each is told once, with one end, and no record is lost"
        )
        func aroundRings() throws {
            var chance = SeededGenerator(seed: 16)
            var story = try KilledClock()
            let setting = try BenchClock(at: "2037-03-09T12:00:00Z", bench: story.bench)
            try setting.say("alarm", "add", "07:00", "daily", "--snooze", "1m")
            story.finish(setting)
            for kill in 0..<Kills.kills {
                if kill.isMultiple(of: 2) {
                    try story.killBeforeRing(day: kill / 2, &chance)
                } else {
                    try story.killAfterAnswer(&chance)
                }
            }
            try story.readHistory(of: try BenchClock(at: nil, bench: story.bench))
            story.judge(days: Kills.kills / 2)
            Figures.note("kills right behind a write to the disk", Double(story.killsBehindWrites))
        }
    }
}

/// One state folder, the firmwares that used it, and what their history reported.
private struct KilledClock {
    let bench: Workbench
    private(set) var killsBehindWrites = 0
    /// By sequence number, as first reported.
    private var records: [Int: Record] = [:]
    /// The dates whose stop a client confirmed.
    private var stopped: Set<String> = []

    private struct Record: Hashable {
        var event: String
        var date: String?
    }

    init() throws { bench = try Workbench() }

    private static func date(ofDay day: Int) -> String {
        let start = Date(timeIntervalSince1970: 2_120_256_000)
        let date = start.addingTimeInterval(Double(day) * 86_400)
        return String(ISO8601DateFormatter().string(from: date).prefix(10))
    }

    /// A morning on which the clock runs, until about seven.
    mutating func killBeforeRing(day: Int, _ chance: inout SeededGenerator) throws {
        let clock = try BenchClock(at: "\(KilledClock.date(ofDay: day))T06:59:57Z", bench: bench)
        try readHistory(of: clock)
        if Int.random(in: 0..<4, using: &chance) == 0 {
            VirtualBench.rest(.milliseconds(Int.random(in: 2_000...4_000, using: &chance)))
            finish(clock)
        } else {
            try kill(clock, &chance, within: .seconds(4)) {}
        }
    }

    /// The ring continues or starts again, and somebody answers it or not.
    mutating func killAfterAnswer(_ chance: inout SeededGenerator) throws {
        let clock = try BenchClock(at: nil, bench: bench)
        let rings = VirtualBench.wait(upTo: .seconds(20)) {
            clock.logged(["event=alarm.fired"]) + clock.logged(["event=alarm.rangAgain"]) > 0
        }
        #expect(rings, "\(clock.firmware.log)")
        try readHistory(of: clock)
        switch Int.random(in: 0..<5, using: &chance) {
        case 0: finish(clock)
        case 1: try kill(clock, &chance, within: .seconds(1)) { try clock.pins.tap(.stop) }
        case 2: try kill(clock, &chance, within: .seconds(1)) { try clock.pins.tap(.snooze) }
        case 3:
            // Killed right after the answer.
            let dated = records.filter { $0.value.date != nil }
            let date = dated.max { $0.key < $1.key }?.value.date
            try clock.say("alarm", "stop", "1")
            finish(clock)
            if let date { stopped.insert(date) }
        default:
            try clock.pins.tap(.snooze)
            try kill(clock, &chance, within: .seconds(61)) {}
        }
    }

    func finish(_ clock: BenchClock) {
        clock.firmware.send(SIGKILL)
        _ = VirtualBench.wait { clock.firmware.hasEnded }
    }

    /// Kills it after one of the next writes, or at the end of the time if there are fewer.
    private mutating func kill(
        _ clock: BenchClock, _ chance: inout SeededGenerator, within limit: Duration,
        _ action: () throws -> Void
    ) throws {
        let killer = try WriteKiller(
            clock.firmware.identifier, afterWrites: Int.random(in: 1...3, using: &chance),
            to: bench.file("state"))
        try action()
        if VirtualBench.wait(upTo: limit, until: { clock.firmware.hasEnded }) {
            killsBehindWrites += 1
        }
        killer.stop()
        finish(clock)
    }

    /// Reads the history and checks it against earlier readings.
    mutating func readHistory(of clock: BenchClock) throws {
        let answer = try clock.firmware.json("history", "--count", "60")
        let list = try #require(answer?["history"] as? [[String: Any]])
        for fields in list {
            let sequence = try #require(fields["sequence"] as? Int)
            let record = Record(
                event: try #require(fields["event"] as? String), date: fields["date"] as? String)
            #expect(records[sequence] ?? record == record, "record \(sequence) changed")
            records[sequence] = record
        }
        #expect(clock.logged(["event=health.changed", "lost"]) == 0, "\(clock.firmware.log)")
    }

    /// Checks that each ring is recorded once and that no record is lost.
    func judge(days: Int) {
        #expect(killsBehindWrites > days / 2 && !stopped.isEmpty, "it was killed at no bad time")
        #expect(records.keys.sorted() == Array(1...records.count), "a record is lost")
        func count(_ event: String, _ date: String) -> Int {
            records.values.count { $0.event == event && $0.date == date }
        }
        for day in 0..<days {
            let date = KilledClock.date(ofDay: day)
            let fired = count("alarm.fired", date)
            let ends = ["alarm.stopped", "alarm.missed", "alarm.superseded"].map { count($0, date) }
            #expect(fired <= 1, "\(date) fired \(fired) times")
            #expect(fired + count("alarm.missed", date) >= 1, "\(date) neither rang nor was missed")
            // The last one may still be ringing or snoozed.
            let total = ends.reduce(0, +)
            #expect(total == 1 || total == 0 && day == days - 1, "\(date) has \(total) ends")
        }
        for date in stopped {
            #expect(
                count("alarm.stopped", date) == 1, "the stop of \(date) was answered, and is lost")
        }
    }
}
