/// Plays any source, one at a time, in its own memory.
///
/// A generated sound's state is at the beginning of the arena, behind a pointer bound to its type: the
/// `@_noLocks` check refuses an existential, and an enum of all states would be copied whole for every slice.
struct SoundVoice: BitwiseCopyable {
    private let rate: Int
    private var arena: Arena
    private var state: UnsafeMutableRawPointer
    private var ears: TwoEars
    private var isRounded = false
    private(set) var source = SoundSource.tone(.digital)
    /// Frames since the start, for sounds that are a function of time.
    private var frame = 0
    /// Consecutive slices for which a stream had no data.
    private(set) var starvedSlices = 0

    /// - Parameter isThere: whether to back all its memory before a sound needs it.
    init(in memory: RenderMemory, rate: Int, isThere: Bool = true) {
        self.rate = rate
        arena = Arena(in: memory, bytes: Arena.voiceBytes, isThere: isThere)
        state = arena.reserve(bytes: 0)
        ears = TwoEars(corner: 0, rate: rate)
    }

    /// The memory that the current generator uses.
    var usedBytes: Int { arena.used }

    /// Prepares to play `source` from its beginning.
    @_noLocks
    mutating func begin(_ source: SoundSource, _ streams: SoundStreams) {
        self.source = source
        frame = 0
        starvedSlices = 0
        switch source.kind {
        case .generated: begin(source.recipe, seed: source.seed)
        case .tone: break
        case .stream: streams.begin(place: source.place, claim: source.claim)
        }
    }

    /// Adds the next slice to the mix. Missing stream data is silence.
    ///
    /// - Parameter scratch: memory for a slice that is rendered before it is added.
    @_noLocks
    mutating func add(
        to mix: StereoPointers, _ gains: StereoGains, _ ramp: SliceRamp,
        through scratch: StereoPointers, tones: borrowing ToneBank, streams: SoundStreams
    ) {
        switch source.kind {
        case .generated, .tone:
            render(left: scratch.left, right: scratch.right, tones: tones)
            ramp.add(scratch, to: mix, gains)
        case .stream:
            // Straight from the stream: an intermediate copy would only cost memory traffic.
            let count = streams.add(
                place: source.place, claim: source.claim, to: mix, gains, ramp)
            starvedSlices = count < Slice.frames ? starvedSlices + 1 : 0
            frame += Slice.frames
        }
    }

    /// Renders the next slice of each channel. A stream is silent here: it can only be added.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
        tones: borrowing ToneBank
    ) {
        switch source.kind {
        case .generated:
            render(source.recipe.generator, left: left, right: right)
            ears.apply(left: left, right: right)
            if isRounded { SoundVoice.round(left: left, right: right) }
        case .tone:
            tones.render(source.tone, at: frame, into: left)
            for index in 0..<Slice.frames { right[index] = left[index] }
        case .stream:
            for index in 0..<Slice.frames {
                left[index] = 0
                right[index] = 0
            }
        }
        frame += Slice.frames
    }

    /// Skips inaudible slices. Generators and streams do not advance.
    @_noLocks
    mutating func advance(slices: Int) { frame += slices * Slice.frames }

    /// Releases the current source.
    @_noLocks
    mutating func end(_ streams: SoundStreams) {
        switch source.kind {
        case .stream: streams.finish(place: source.place, claim: source.claim)
        case .generated, .tone: break
        }
        source = .tone(.digital)
    }
}

// MARK: - Generated sounds

extension SoundVoice {
    @_noLocks
    private mutating func begin(_ recipe: Recipe, seed: UInt64) {
        arena.reset()
        var beginning = Beginning(arena, rate: rate, values: recipe.values, seed: seed)
        recipe.generator.show(to: &beginning)
        arena = beginning.arena
        state = beginning.state
        ears = TwoEars(corner: beginning.cornerOfEars, rate: rate)
        isRounded = beginning.isRounded
    }

    @_noLocks @inline(never)
    private static func round(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<Slice.frames {
            left[index] = Rough.rounded(left[index])
            right[index] = Rough.rounded(right[index])
        }
    }

    @_noLocks
    private func render(
        _ generator: Generator, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        var rendering = Rendering(state, left: left, right: right)
        generator.show(to: &rendering)
    }

    /// Creates a sound at the beginning of an arena.
    private struct Beginning: SoundVisitor {
        private(set) var arena: Arena
        /// The sound's address.
        private(set) var state: UnsafeMutableRawPointer
        private(set) var cornerOfEars: Float = 0
        private(set) var isRounded = false
        private let rate: Int
        private let values: SoundValues
        private let seed: UInt64

        @_noLocks
        init(_ arena: Arena, rate: Int, values: SoundValues, seed: UInt64) {
            self.arena = arena
            state = self.arena.reserve(bytes: 0)
            self.rate = rate
            self.values = values
            self.seed = seed
        }

        @inline(__always)
        mutating func visit<Sound: GeneratedSound>(_ sound: Sound.Type) {
            state = arena.reserve(bytes: MemoryLayout<Sound>.size)
            cornerOfEars = Sound.cornerOfEars
            isRounded = Sound.isRounded
            state.assumingMemoryBound(to: Sound.self).initialize(
                to: Sound(in: &arena, rate: rate, values: values, seed: seed))
        }
    }

    /// Renders the next slice of the sound at an address.
    private struct Rendering: SoundVisitor {
        private let state: UnsafeMutableRawPointer
        private let left: UnsafeMutablePointer<Float>
        private let right: UnsafeMutablePointer<Float>

        @_noLocks
        init(
            _ state: UnsafeMutableRawPointer, left: UnsafeMutablePointer<Float>,
            right: UnsafeMutablePointer<Float>
        ) {
            self.state = state
            self.left = left
            self.right = right
        }

        @inline(__always)
        mutating func visit<Sound: GeneratedSound>(_ sound: Sound.Type) {
            state.assumingMemoryBound(to: Sound.self).pointee.render(left: left, right: right)
        }
    }
}
