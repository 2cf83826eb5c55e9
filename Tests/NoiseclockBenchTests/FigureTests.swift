import Foundation
import Testing

@testable import noiseclock_bench

@Suite("What is made of the runs")
struct FigureTests {
    @Test("The median lies in the middle, of an even number between the two")
    func statistics() throws {
        let odd = try #require(Statistics([5, 1, 3]))
        #expect((odd.median, odd.least, odd.greatest, odd.runs) == (3, 1, 5, 3))
        let even = try #require(Statistics([4, 1, 2, 9]))
        #expect(even.median == 3)
        #expect(Statistics([]) == nil)
        #expect(Statistics([7]) == Statistics(single: 7))
    }

    @Test("A peer's ratio says how many times as much it needs, for costs and for rates")
    func ratios() {
        #expect(Unit.nanoseconds.ratio(of: 300, to: 100) == 3)
        #expect(Unit.timesRealTime.ratio(of: 100, to: 300) == 3)
        #expect(Unit.nanoseconds.ratio(of: 1, to: 0) == nil)
    }

    @Test(
        "Figures show three digits that count",
        arguments: [
            (0.0, "0"), (0.0004, "0"), (0.0456, "0.046"), (1.005, "1.00"), (9.999, "10.00"),
            (62.44, "62.4"), (958.5, "959"), (449_506.2, "449,506"), (1_234_567, "1,234,567"),
            (-2.5, "-2.50"),
        ])
    func numbers(value: Double, text: String) {
        #expect(Table.text(value) == text)
    }

    static let rows = [
        Row(
            name: "a/b", unit: .nanoseconds, outcome: .measured(Statistics(single: 1234)),
            remark: "why"),
        Row(
            name: "a/b", peer: "sox", unit: .nanoseconds,
            outcome: .measured(Statistics(single: 2468)), ratio: 2, remark: ""),
        Row(
            name: "a/longer", peer: "csound", unit: .nanoseconds,
            outcome: .skipped("csound is not installed")),
        Row(name: "c", unit: .kibibytes, outcome: .failed("no \"x\"\n")),
    ]

    @Test("The table is aligned, and says what was left out and what failed")
    func table() {
        #expect(
            Table.lines(FigureTests.rows.dropLast()) == [
                "       median    min    max",
                "a/b     1,234  1,234  1,234  ns  why",
                "  sox   2,468  2,468  2,468  ns  2.00 times ours",
                "  csound  skipped: csound is not installed",
            ])
        #expect(Table.lines(FigureTests.rows).last?.hasPrefix("c      FAILED: no ") == true)
    }

    @Test("A row with a bar says whether it holds: at most that, of a rate at least")
    func bars() throws {
        func row(_ unit: noiseclock_bench.Unit, _ value: Double, bar: Double?) -> Row {
            Row(name: "x", unit: unit, outcome: .measured(Statistics(single: value)), bar: bar)
        }
        #expect(row(.nanoseconds, 200, bar: 200).holdsBar == true)
        #expect(row(.nanoseconds, 201, bar: 200).holdsBar == false)
        #expect(row(.timesRealTime, 201, bar: 200).holdsBar == true)
        #expect(row(.nanoseconds, 1, bar: nil).holdsBar == nil)
        #expect(Row(name: "x", unit: .seconds, outcome: .failed(""), bar: 1).holdsBar == nil)
        let held = row(.nanoseconds, 100, bar: 200)
        let missed = row(.milliseconds, 70, bar: 50)
        #expect(Table.lines([held]).last?.hasSuffix("ns  bar 200 held") == true)
        #expect(Table.lines([missed]).last?.hasSuffix("ms  bar 50.0 NOT HELD") == true)
        #expect(held.jsonLine(isDebugBuild: false).contains(#""bar": 200.0, "held": true"#))
        #expect(!missed.isFailure)
        let contenders =
            [Contender(peer: nil, remark: "") { .success(1) }]
            + [Contender(peer: "slow", remark: "") { .success(3) }]
        let rows = Race(unit: .nanoseconds, contenders: contenders, bar: 2).run("x")
        #expect(rows.map(\.holdsBar) == [true, nil])
    }

    @Test("A peer with a bar says whether it needs so many times as much as ours")
    func leastRatios() {
        let contenders = [
            Contender(peer: nil, remark: "") { .success(1) },
            Contender(peer: "slow", remark: "", leastRatio: 3) { .success(3) },
            Contender(peer: "quick", remark: "", leastRatio: 3) { .success(2) },
        ]
        let rows = Race(unit: .nanoseconds, contenders: contenders).run("x")
        #expect(rows.map(\.holdsBar) == [nil, true, false])
        #expect(Table.lines(rows).last?.contains("2.00 times ours; bar 3.00 NOT HELD") == true)
        #expect(rows[2].jsonLine(isDebugBuild: false).contains(#""bar": 3.0, "held": false"#))
    }

    @Test("Each row is one line of JSON")
    func json() throws {
        let objects = try FigureTests.rows.map { row in
            let line = row.jsonLine(isDebugBuild: false)
            #expect(!line.contains("\n"))
            return try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(objects[0]["figure"] as? String == "a/b")
        #expect(objects[0]["median"] as? Double == 1234)
        #expect(objects[0]["peer"] is NSNull && objects[0]["ratio"] is NSNull)
        #expect(objects[1]["ratio"] as? Double == 2)
        #expect(objects[1]["build"] as? String == "release")
        #expect(objects[2]["skipped"] as? String == "csound is not installed")
        #expect(objects[3]["failed"] as? String == "no \"x\"\n")
    }

    @Test("In a race all take turns, and who fails once is not asked again")
    func race() {
        var order: [String] = []
        func contender(_ peer: String?, _ result: Result<Double, RunFailure>) -> Contender {
            Contender(peer: peer, remark: "") {
                order.append(peer ?? "ours")
                return result
            }
        }
        let race = Race(
            unit: .nanoseconds,
            contenders: [
                contender(nil, .success(2)), contender("slow", .success(6)),
                contender("broken", .failure(RunFailure(reason: "it broke"))),
            ])
        let rows = race.run("x")
        #expect(rows.map(\.peer) == [nil, "slow", "broken"])
        #expect(rows[0].ratio == nil && rows[1].ratio == 3)
        #expect(rows[0].outcome == .measured(Statistics(single: 2).times(Race.runs)))
        #expect(rows[2].outcome == .failed("it broke"))
        #expect(rows.map(\.isFailure) == [false, false, true])
        #expect(order.prefix(5) == ["ours", "slow", "broken", "ours", "slow"])
        #expect(order.count == 2 * Race.runs + 1)
    }

    @Test("A ratio is the median of the rounds' own, so that what slowed one round says little")
    func ratioOfRounds() {
        func contender(_ peer: String?, _ values: [Double]) -> Contender {
            var left = values
            return Contender(peer: peer, remark: "") { .success(left.removeFirst()) }
        }
        let race = Race(
            unit: .nanoseconds,
            contenders: [contender(nil, [1, 2, 9]), contender("other", [4, 2, 9])], rounds: 3)
        let rows = race.run("x")
        #expect(rows[1].ratio == 1)
        #expect(rows[0].outcome == Statistics([1, 2, 9]).map { .measured($0) })
    }

    @Test("A run is made as long as its budget, whatever the work costs")
    func runLength() {
        #expect(RunLength.find(budget: 1000, atMost: 1 << 20) { Double($0) * 10 } == 100)
        #expect(RunLength.find(budget: 10, atMost: 1 << 20) { Double($0) * 100 } == 1)
        #expect(RunLength.find(budget: 1000, atMost: 50) { Double($0) } == 50)
        // In short runs the timer's cost dominates, and they may even appear to take negative time.
        #expect(RunLength.find(budget: 1e6, atMost: 1 << 30) { Double($0) - 100 } > 900_000)
    }
}

extension Statistics {
    /// The same value, this many times.
    fileprivate func times(_ count: Int) -> Statistics {
        Statistics([Double](repeating: median, count: count)) ?? self
    }
}
