/// Plays any source, one at a time, in memory of its own.
///
/// A generated sound's state lies at the beginning of the arena and is reached through a pointer bound to
/// its type: an existential is refused by the `@_noLocks` check, and an enum of all states would be
/// copied whole for every slice.
struct SoundVoice: BitwiseCopyable {
    private let rate: Int
    private var arena: Arena
    private var state: UnsafeMutableRawPointer
    private(set) var source = SoundSource.tone(.digital)
    /// Frames since it began, for what is a function of time.
    private var frame = 0
    /// Slices in a row for which a stream had nothing.
    private(set) var starvedSlices = 0

    /// - Parameter isThere: whether all its memory is there before a sound needs it.
    init(in memory: RenderMemory, rate: Int, isThere: Bool = true) {
        self.rate = rate
        arena = Arena(in: memory, bytes: Arena.voiceBytes, isThere: isThere)
        state = arena.take(bytes: 0)
    }

    /// What the generator that it plays has taken of its memory.
    var usedBytes: Int { arena.used }

    /// Makes ready to play `source` from its beginning.
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

    /// Adds the next slice to the mix. What a stream has too little of is silence.
    ///
    /// - Parameter scratch: memory for a slice that is made before it is added.
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
            // Straight from the stream: nothing in between is worth its way through the memory.
            let count = streams.add(
                place: source.place, claim: source.claim, to: mix, gains, ramp)
            starvedSlices = count < Slice.frames ? starvedSlices + 1 : 0
            frame += Slice.frames
        }
    }

    /// Writes the next slice of each channel. A stream is silent here: it can only be added.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
        tones: borrowing ToneBank
    ) {
        switch source.kind {
        case .generated:
            render(source.recipe.generator, left: left, right: right)
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

    /// Passes over slices that nobody hears. A generator and a stream stay where they are.
    @_noLocks
    mutating func advance(slices: Int) { frame += slices * Slice.frames }

    /// Lets go of what it played.
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
    }

    @_noLocks
    private func render(
        _ generator: Generator, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        var rendering = Rendering(state, left: left, right: right)
        generator.show(to: &rendering)
    }

    /// Makes a sound at the beginning of an arena.
    private struct Beginning: SoundVisitor {
        private(set) var arena: Arena
        /// Where the sound is.
        private(set) var state: UnsafeMutableRawPointer
        private let rate: Int
        private let values: SIMD8<Float>
        private let seed: UInt64

        @_noLocks
        init(_ arena: Arena, rate: Int, values: SIMD8<Float>, seed: UInt64) {
            self.arena = arena
            state = self.arena.take(bytes: 0)
            self.rate = rate
            self.values = values
            self.seed = seed
        }

        @inline(__always)
        mutating func visit<Sound: GeneratedSound>(_ sound: Sound.Type) {
            state = arena.take(bytes: MemoryLayout<Sound>.size)
            state.assumingMemoryBound(to: Sound.self).initialize(
                to: Sound(in: &arena, rate: rate, values: values, seed: seed))
        }
    }

    /// Has the sound that lies somewhere write its next slice.
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
