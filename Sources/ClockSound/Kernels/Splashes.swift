/// Clicks of all frequencies at once, by the thousand a second: what each drop of rain is before its surface
/// answers.
///
/// A click is a stretch of white noise that starts at its own frame, at its full strength, and fades. It is
/// added as a whole to a buffer that reaches ahead of the slice, eight frames at a time, so a click costs
/// about as much as two dozen frames and needs no state. The noise is fresh in every slice, and a click
/// starts anywhere in the last fifteen slices of it: no two are alike. The two ears hear different noise.
struct Splashes: BitwiseCopyable {
    /// The longest click, in frames.
    private static var longest: Int {
        @_noLocks get { 1024 }
    }
    private static var ahead: Int {
        @_noLocks get { longest + 17 * Slice.frames }
    }
    private static var noiseFrames: Int {
        @_noLocks get { 15 * Slice.frames }
    }

    private let rate: Float
    private var random: RandomWords
    private let words: FixedBuffer<UInt32>
    private let left: FixedBuffer<Float>
    private let right: FixedBuffer<Float>
    /// Each channel's latest noise with an RMS of 1. Its first frames follow again at the end, so that a
    /// click reads on.
    private let leftNoise: FixedBuffer<Float>
    private let rightNoise: FixedBuffer<Float>
    /// Where the slice begins in the buffers.
    private var position = 0
    private var fresh = 0

    @_noLocks
    init(in arena: inout Arena, rate: Int, seed: UInt64) {
        self.rate = Float(rate)
        random = RandomWords(in: &arena, seed: seed, capacity: 2 * Slice.frames)
        words = arena.words(2 * Slice.frames)
        left = arena.floats(Splashes.ahead)
        right = arena.floats(Splashes.ahead)
        leftNoise = arena.floats(Splashes.noiseFrames + Splashes.longest)
        rightNoise = arena.floats(Splashes.noiseFrames + Splashes.longest)
    }

    /// Fills the noise, without which the first clicks would be silent.
    @_noLocks
    mutating func settle() {
        for _ in 0..<(Splashes.noiseFrames / Slice.frames) { refresh() }
    }

    /// Adds a click to the slice that `render` writes next.
    ///
    /// - Parameters:
    ///   - fall: its time constant in seconds.
    ///   - left: the RMS with which it starts in that channel.
    @_noLocks @inline(never)
    mutating func strike(
        at frame: Int, fall: Float, left leftLevel: Float, right rightLevel: Float,
        _ chance: inout Chance
    ) {
        let frames = fall * rate
        // Five time constants: 43 dB.
        let wanted = Int(5 * frames) / 8 + 1
        let blocks = wanted < Splashes.longest / 8 ? wanted : Splashes.longest / 8
        let kept = Rough.exponential2(-1.442_695 / frames)
        var envelope = SIMD8<Float>(repeating: 1)
        for lane in 1..<8 { envelope[lane] = envelope[lane - 1] * kept }
        let twice = kept * kept
        let step = SIMD8<Float>(repeating: twice * twice * (twice * twice))
        let offset = Int(chance.even() * Float(Splashes.noiseFrames))
        let l = UnsafeMutableRawPointer(left.base + position + frame)
        let r = UnsafeMutableRawPointer(right.base + position + frame)
        let leftSource = UnsafeRawPointer(leftNoise.base + offset)
        let rightSource = UnsafeRawPointer(rightNoise.base + offset)
        for block in 0..<blocks {
            let place = 32 * block
            let a = leftSource.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
            let b = rightSource.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
            let x = l.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
            let y = r.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
            l.storeBytes(
                of: x + a * (envelope * leftLevel), toByteOffset: place, as: SIMD8<Float>.self)
            r.storeBytes(
                of: y + b * (envelope * rightLevel), toByteOffset: place, as: SIMD8<Float>.self)
            envelope *= step
        }
    }

    /// Writes the next slice of each channel: the clicks, and even noise of the given RMS under them.
    @_noLocks
    mutating func render(
        left leftOutput: UnsafeMutablePointer<Float>,
        right rightOutput: UnsafeMutablePointer<Float>, evenLeft: Float, evenRight: Float
    ) {
        let at = fresh
        refresh()
        Splashes.add(left.base + position, leftNoise.base + at, evenLeft, to: leftOutput)
        Splashes.add(right.base + position, rightNoise.base + at, evenRight, to: rightOutput)
        position += Slice.frames
        guard position + Slice.frames + Splashes.longest + 8 > Splashes.ahead else { return }
        Splashes.rewind(left.base, from: position)
        Splashes.rewind(right.base, from: position)
        position = 0
    }

    /// Replaces the oldest slice of noise.
    @_noLocks
    private mutating func refresh() {
        random.fill(words.base, count: 2 * Slice.frames)
        let scale = Float(1 / Uniform.rootMeanSquare)
        let count = Slice.frames
        Uniform.convert(words.base, into: leftNoise.base + fresh, count: count, scale: scale)
        Uniform.convert(
            words.base + count, into: rightNoise.base + fresh, count: count, scale: scale)
        if fresh < Splashes.longest {
            let end = fresh + Splashes.noiseFrames
            for index in 0..<count {
                leftNoise.base[end + index] = leftNoise.base[fresh + index]
                rightNoise.base[end + index] = rightNoise.base[fresh + index]
            }
        }
        fresh = fresh + count < Splashes.noiseFrames ? fresh + count : 0
    }

    @_noLocks @inline(never)
    private static func add(
        _ clicks: UnsafePointer<Float>, _ noise: UnsafePointer<Float>, _ level: Float,
        to output: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<Slice.frames { output[index] = clicks[index] + level * noise[index] }
    }

    /// Moves what lies ahead to the front.
    @_noLocks @inline(never)
    private static func rewind(_ samples: UnsafeMutablePointer<Float>, from position: Int) {
        let rest = ahead - position
        for index in 0..<rest { samples[index] = samples[index + position] }
        for index in rest..<ahead { samples[index] = 0 }
    }
}
