import CReferenceKernels
import ClockSound

/// The same work for ClockSound's loops and for those in C: memory, and what is put in.
final class ReferenceStage {
    static let rate = 48_000
    static let frames = Int(REFERENCE_FRAMES)
    static let voices = Int(REFERENCE_VOICES)
    static let secondsOfSlice = Double(frames) / Double(rate)
    private static let seed: UInt64 = 1

    /// All of it on whole pages, always in the same places: where samples lie to one another moves the times of
    /// such short loops, and of ours and C's not alike.
    private let memory = UnsafeMutableRawPointer.allocate(
        byteCount: 4 * (2 * voices + 5) * frames + 16 * voices, alignment: 4096)
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    /// Interleaved.
    let output: UnsafeMutablePointer<Float>
    /// A slice of each voice.
    private let sources: UnsafeMutablePointer<Float>
    private let table: UnsafeMutablePointer<Float>
    /// Of each voice, at the slice's start and end.
    private let gains: UnsafeMutablePointer<Float>

    private var white = SoloSound(.generated(Recipe(default: .white), seed: seed), rate: rate)
    private var pink = SoloSound(.generated(Recipe(default: .pink), seed: seed), rate: rate)
    private let sum = SoloSum()
    private var limiter = SoloLimiter(rate: rate)
    private let whiteInC = UnsafeMutablePointer<ReferenceWhite>.allocate(capacity: 1)
    private let pinkInC = UnsafeMutablePointer<ReferencePink>.allocate(capacity: 1)
    private let limiterInC = UnsafeMutablePointer<ReferenceLimiter>.allocate(capacity: 1)

    init() {
        let frames = ReferenceStage.frames
        sources = memory.assumingMemoryBound(to: Float.self)
        left = sources + 2 * ReferenceStage.voices * frames
        right = left + frames
        output = right + frames
        table = output + 2 * frames
        gains = table + frames
        var noise = SoloSound(
            .generated(Recipe(default: .white), seed: 2), rate: ReferenceStage.rate)
        noise.render(
            left: sources, right: sources + ReferenceStage.voices * ReferenceStage.frames,
            slices: ReferenceStage.voices)
        for index in 0..<4 * ReferenceStage.voices { gains[index] = 0.5 + 0.001 * Float(index) }
        for index in 0..<ReferenceStage.frames {
            table[index] = Float(index + 1) / Float(ReferenceStage.frames)
        }
        output.initialize(repeating: 0, count: 2 * ReferenceStage.frames)
        clear()
        reference_white_start(whiteInC, ReferenceStage.seed)
        reference_pink_start(pinkInC, ReferenceStage.seed)
        reference_limiter_start(limiterInC, limiter.releaseFactor)
    }

    deinit {
        memory.deallocate()
        whiteInC.deallocate()
        pinkInC.deallocate()
        limiterInC.deallocate()
    }

    /// The mix is silent again.
    func clear() {
        left.initialize(repeating: 0, count: ReferenceStage.frames)
        right.initialize(repeating: 0, count: ReferenceStage.frames)
    }

    // MARK: - A slice of each

    func makeWhite() { white.render(left: left, right: right, slices: 1) }
    func makeWhiteInC() { reference_white_render(whiteInC, left, right) }

    func makePink() { pink.render(left: left, right: right, slices: 1) }
    func makePinkInC() { reference_pink_render(pinkInC, left, right) }

    func mix() {
        clear()
        sum.add(sources, count: ReferenceStage.voices, gains: gains, left: left, right: right)
    }
    func mixInC() {
        clear()
        reference_mix(sources, gains, table, left, right)
    }

    /// Makes what is in `left` and `right` so many times as loud.
    func amplify(by gain: Float) {
        for index in 0..<ReferenceStage.frames {
            left[index] *= gain
            right[index] *= gain
        }
    }

    /// Of what is in `left` and `right`.
    func limit() { limiter.process(left: left, right: right, into: output) }
    func limitInC() { reference_limiter_process(limiterInC, left, right, output) }
}
