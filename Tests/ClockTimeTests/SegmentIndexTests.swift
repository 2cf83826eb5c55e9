import TestKit
import Testing

@testable import ClockTime

@Suite("The index of a zone's segments")
struct SegmentIndexTests {
    @Test(
        "It counts as one who counts does, around each transition and at both ends of time",
        arguments: [
            [],
            [0],
            [-(1 << 59), 0, 86_400, 1 << 31],
            [-(1 << 59), 1 << 59],
            Array(stride(from: Int64(-2_717_650_800), to: 4_765_132_800, by: 15_778_800)),
            Array(stride(from: Int64(0), to: 100_000, by: 7)),
        ] as [[Int64]])
    func counts(transitions: [Int64]) {
        let index = SegmentIndex(transitions)
        let instants = transitions.flatMap { [$0 - 1, $0, $0 + 1] } + [.min, 0, .max]
        var passed = 0
        for seconds in instants.sorted() {
            while passed < transitions.count, transitions[passed] <= seconds { passed += 1 }
            #expect(index.count(through: seconds, of: transitions) == passed)
        }
    }

    @Test("It counts as one who counts does, wherever the transitions lie")
    func countsAnywhere() {
        var random = SeededGenerator(seed: 4)
        for _ in 1...200 {
            let width = Int64(1) << Int64.random(in: 4...58, using: &random)
            let transitions = Set(
                (0..<Int.random(in: 1...40, using: &random)).map { _ in
                    Int64.random(in: -width...width, using: &random)
                }
            ).sorted()
            let index = SegmentIndex(transitions)
            for _ in 1...50 {
                let seconds = Int64.random(in: -2 * width...2 * width, using: &random)
                let wanted = transitions.count { $0 <= seconds }
                #expect(
                    index.count(through: seconds, of: transitions) == wanted,
                    "\(seconds) in \(transitions)")
            }
        }
    }
}
