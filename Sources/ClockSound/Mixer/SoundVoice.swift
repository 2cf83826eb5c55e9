/// Plays any source, one at a time, in memory of its own.
///
/// A generator's state lies at the beginning of the arena and is reached through a pointer bound to
/// its type: a protocol would need existentials, which the `@_noLocks` check refuses, and an enum of
/// all states would be copied whole for every slice.
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

// MARK: - Generators

extension SoundVoice {
    @_noLocks
    private mutating func begin(_ recipe: Recipe, seed: UInt64) {
        arena.reset()
        switch recipe.generator {
        case .white:
            place(WhiteNoise.self).initialize(to: WhiteNoise(in: &arena, seed: seed))
        case .pink:
            begin(.pink(rate: rate), seed: seed)
        case .brown:
            begin(.brown(rate: rate), seed: seed)
        case .blue:
            begin(.blue(rate: rate), seed: seed)
        case .violet:
            begin(.violet(rate: rate), seed: seed)
        case .grey:
            begin(.grey(rate: rate), seed: seed)
        case .rain:
            place(RainSound.self).initialize(
                to: RainSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .thunder:
            place(ThunderSound.self).initialize(
                to: ThunderSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .ocean:
            place(OceanSound.self).initialize(
                to: OceanSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .wind:
            place(WindSound.self).initialize(
                to: WindSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .stream:
            place(StreamSound.self).initialize(
                to: StreamSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .fire:
            place(FireSound.self).initialize(
                to: FireSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .fan:
            place(FanSound.self).initialize(
                to: FanSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .heaterFan:
            place(HeaterFanSound.self).initialize(
                to: HeaterFanSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .airConditioner:
            place(AirConditionerSound.self).initialize(
                to: AirConditionerSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .train:
            place(TrainSound.self).initialize(
                to: TrainSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .cabin:
            place(CabinSound.self).initialize(
                to: CabinSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .heartbeat:
            place(HeartbeatSound.self).initialize(
                to: HeartbeatSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .birds:
            place(BirdsSound.self).initialize(
                to: BirdsSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        case .insects:
            place(InsectsSound.self).initialize(
                to: InsectsSound(in: &arena, rate: rate, values: recipe.values, seed: seed))
        }
    }

    @_noLocks
    private mutating func begin(_ colour: NoiseColour, seed: UInt64) {
        place(ColouredNoise.self).initialize(
            to: ColouredNoise(in: &arena, colour, seed: seed))
    }

    @_noLocks
    private func render(
        _ generator: Generator, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        switch generator {
        case .white:
            state.assumingMemoryBound(to: WhiteNoise.self).pointee.render(left: left, right: right)
        case .pink, .brown, .blue, .violet, .grey:
            state.assumingMemoryBound(to: ColouredNoise.self).pointee.render(
                left: left, right: right)
        case .rain:
            state.assumingMemoryBound(to: RainSound.self).pointee.render(left: left, right: right)
        case .thunder:
            state.assumingMemoryBound(to: ThunderSound.self).pointee.render(
                left: left, right: right)
        case .ocean:
            state.assumingMemoryBound(to: OceanSound.self).pointee.render(left: left, right: right)
        case .wind:
            state.assumingMemoryBound(to: WindSound.self).pointee.render(left: left, right: right)
        case .stream:
            state.assumingMemoryBound(to: StreamSound.self).pointee.render(left: left, right: right)
        case .fire:
            state.assumingMemoryBound(to: FireSound.self).pointee.render(left: left, right: right)
        case .fan:
            state.assumingMemoryBound(to: FanSound.self).pointee.render(left: left, right: right)
        case .heaterFan:
            state.assumingMemoryBound(to: HeaterFanSound.self).pointee.render(
                left: left, right: right)
        case .airConditioner:
            state.assumingMemoryBound(to: AirConditionerSound.self).pointee.render(
                left: left, right: right)
        case .train:
            state.assumingMemoryBound(to: TrainSound.self).pointee.render(left: left, right: right)
        case .cabin:
            state.assumingMemoryBound(to: CabinSound.self).pointee.render(left: left, right: right)
        case .heartbeat:
            state.assumingMemoryBound(to: HeartbeatSound.self).pointee.render(
                left: left, right: right)
        case .birds:
            state.assumingMemoryBound(to: BirdsSound.self).pointee.render(left: left, right: right)
        case .insects:
            state.assumingMemoryBound(to: InsectsSound.self).pointee.render(
                left: left, right: right)
        }
    }

    /// Room for a generator's state, and where it is from now on.
    @_noLocks @inline(__always)
    private mutating func place<State: BitwiseCopyable>(
        _ type: State.Type
    ) -> UnsafeMutablePointer<State> {
        state = arena.take(bytes: MemoryLayout<State>.size)
        return state.assumingMemoryBound(to: State.self)
    }
}
