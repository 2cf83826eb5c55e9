import ClockTime
import TestKit
import Testing

@testable import ClockCore

@Suite("Which alarm falls due next")
struct DueIndexTests {
    /// The index, and a plain list with the same entries.
    private struct Pair {
        var index = DueIndex()
        var plain: [Instant?] = []

        mutating func change(_ generator: inout SeededGenerator) {
            let kind = Int.random(in: 0...9, using: &generator)
            if kind == 0 || plain.isEmpty {
                let place = Int.random(in: 0...plain.count, using: &generator)
                index.insertPlace(place)
                plain.insert(nil, at: place)
            } else if kind == 1 {
                let place = Int.random(in: plain.indices, using: &generator)
                index.removePlace(place)
                plain.remove(at: place)
            } else if kind == 2 {
                for place in plain.indices { plain[place] = DueIndexTests.instant(&generator) }
                index.setAll { [plain] in plain[$0] }
            } else {
                let place = Int.random(in: plain.indices, using: &generator)
                let instant = DueIndexTests.instant(&generator)
                index.set(place, to: instant)
                plain[place] = instant
            }
        }

        var entries: [DueIndex.Entry] {
            plain.enumerated().compactMap { place, instant in
                instant.map { DueIndex.Entry(instant: $0, place: place) }
            }
        }
    }

    /// Nil one time in four; else one of so few instants that some are equal.
    private static func instant(_ generator: inout SeededGenerator) -> Instant? {
        Int.random(in: 0...3, using: &generator) == 0
            ? nil : Instant(seconds: Int64.random(in: 0...30, using: &generator))
    }

    @Test("The index gives the earliest, of equals the first in the list, through any changes")
    func againstSearch() {
        for seed in UInt64(1)...100 {
            var generator = SeededGenerator(seed: seed)
            var pair = Pair()
            for _ in 1...200 {
                pair.change(&generator)
                #expect(pair.index.first == pair.entries.min(), "seed \(seed)")
            }
        }
    }

    @Test("Taken out one by one, all come in order, however the index was made")
    func inOrder() {
        for seed in UInt64(1)...100 {
            var generator = SeededGenerator(seed: seed)
            var pair = Pair()
            for _ in 1...100 { pair.change(&generator) }
            var taken: [DueIndex.Entry] = []
            while let first = pair.index.first {
                taken.append(first)
                pair.index.set(first.place, to: nil)
            }
            #expect(taken == pair.entries.sorted(), "seed \(seed)")
        }
    }

    @Test("The least of later values is found, and no more entries asked than could be it")
    func leastOfValues() {
        for seed in UInt64(1)...40 {
            var generator = SeededGenerator(seed: seed)
            var index = DueIndex(count: 200)
            var values: [Int: DueIndex.Entry] = [:]
            for place in 0..<200 {
                let instant = Instant(seconds: Int64.random(in: 0...5_000, using: &generator))
                index.set(place, to: instant)
                let later = instant.advanced(bySeconds: 900)
                // Most have their own value, some a later one, some none.
                switch Int.random(in: 0...9, using: &generator) {
                case 0: break
                case 1: values[place] = DueIndex.Entry(instant: later, place: place)
                default: values[place] = DueIndex.Entry(instant: instant, place: place)
                }
            }
            var asked = 0
            let least = index.least { entry in
                asked += 1
                return values[entry.place]
            }
            #expect(least == values.values.min(), "seed \(seed)")
            #expect(asked < 60, "seed \(seed)")
        }
    }
}
