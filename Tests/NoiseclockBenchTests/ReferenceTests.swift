import ClockSound
import Testing

@testable import noiseclock_bench

@Suite("The sound's loops in C, which ours are measured against")
struct ReferenceTests {
    private let ours = ReferenceStage()
    private let other = ReferenceStage()

    /// How many of this many slices differ anywhere.
    private func differences(
        _ slices: Int, _ make: (ReferenceStage) -> Void, _ makeInC: (ReferenceStage) -> Void,
        of samples: (ReferenceStage) -> [Float]
    ) -> Int {
        (0..<slices).count { _ in
            make(ours)
            makeInC(other)
            return samples(ours) != samples(other)
        }
    }

    private func stereo(_ stage: ReferenceStage) -> [Float] {
        let frames = ReferenceStage.frames
        return Array(UnsafeBufferPointer(start: stage.left, count: frames))
            + Array(UnsafeBufferPointer(start: stage.right, count: frames))
    }

    @Test("Noise and the sum of voices have the same samples as ours")
    func same() {
        #expect(
            differences(200, { $0.makeWhite() }, { $0.makeWhiteInC() }, of: stereo) == 0)
        #expect(differences(200, { $0.makePink() }, { $0.makePinkInC() }, of: stereo) == 0)
        #expect(differences(3, { $0.mix() }, { $0.mixInC() }, of: stereo) == 0)
        #expect(stereo(ours).contains { abs($0) > 0.5 })
    }

    @Test("The limiter lets the same through, at work and at rest")
    func limiter() {
        func limited(_ stage: ReferenceStage) -> [Float] {
            Array(UnsafeBufferPointer(start: stage.output, count: 2 * ReferenceStage.frames))
        }
        for gain: Float in [0.3, 6] {
            let count = differences(
                300,
                {
                    $0.makePink()
                    $0.amplify(by: gain)
                    $0.limit()
                },
                {
                    $0.makePinkInC()
                    $0.amplify(by: gain)
                    $0.limitInC()
                }, of: limited)
            #expect(count == 0)
            #expect(limited(ours).contains { abs($0) > 0.01 })
        }
        #expect(limited(ours).allSatisfy { abs($0) <= 0.8414 })
    }
}
