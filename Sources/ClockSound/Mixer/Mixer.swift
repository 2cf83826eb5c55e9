// Theory of operation.
//
// ClockSound turns a `Scene` (everything that should be heard) into samples. The deciding thread puts scenes into
// a `SceneMailbox`, where the newest wins. The sound thread owns the `Mixer` and calls `render` with a block to
// fill; results go back through a `SoundEventRing`. There are no commands, so none can be lost or reordered: the
// mixer compares its scene with what it is playing and works out the ramps itself.
//
//     NoiseGroup (up to 16 voices and those that leave: a fade and a pan each;
//                 master, headroom and duck over them) -- LowCut --+
//                                                                  +-- sum -- Limiter -- Meter
//     AlarmVoice (one source: crescendo, release) -----------------+
//
// A chirp, which answers a key, is added between the limiter and the meter.
//
// A voice plays any source (SoundVoice): a generator, whose state is in memory that the voice reuses for every
// source; a tone, which is a table; or a stream, which is fed from a file.
//
// Time is counted in frames, in slices of 128 on a grid independent of block sizes (Slice.swift). A scene takes
// effect with the next slice; inside a slice every gain is a straight line. Output is interleaved stereo float32.
// It is one slice late, because the limiter looks ahead that far. Events carry the frame of the output, so they
// are late as well. `SampleConverter` converts to the device's format.
//
// Why it never hitches: `init` allocates all memory. The render path consists of structs over raw pointers,
// annotated `@_noLocks` from `render` down, so that the compiler refuses an allocation, a lock, a reference count
// or a call that it cannot see through. The few one-line exceptions are in Hatches.swift, each with its reason.
// One test compiles a fixture that must be refused; another counts allocations.
//
// Why the same seed gives the same bytes: random words depend on the seed alone, elementary functions use our own
// arithmetic, and the grid is absolute.
//
// To add a sound: write its file in Sounds, and add its case and its type to Generator, the only list. A tone
// needs a score instead, and its case in ToneSound.

/// Mixes what the scene requests. One thread at a time owns it.
///
/// `@unchecked Sendable` because of its raw buffers: nothing else points to them, and the struct cannot be
/// copied, so moving it to another thread moves them whole.
package struct Mixer: ~Copyable, @unchecked Sendable {
    /// The supported rates: the noises' coefficients are fitted per rate.
    package static let rates = [48_000, 44_100]

    /// The audible parts of the mix, as events report them.
    private struct Audible {
        var hasNoise = false
        var alarm = AlarmVoice.Run()
    }

    package let rate: Int
    /// Frames returned or skipped since the start.
    package private(set) var framesRendered: Int64 = 0

    private let memory = RenderMemory()
    private var scene: FlatScene
    private var sceneIsNew = false
    private var noise: NoiseGroup
    private var alarm: AlarmVoice
    private var chirp: Chirp
    /// Removes from the noise what the output's speaker cannot play.
    private var lowCut: LowCut
    private let hasLowCut: Bool
    private let tones: ToneBank
    private var limiter: Limiter
    private var meter = Meter()
    private let ramp: SliceRamp
    /// Slices rendered or skipped.
    private var slices: Int64 = 0
    /// The content of the slice that the limiter delays, and that of the newest output slice, which has been
    /// reported.
    private var delayed = Audible()
    private var reported = Audible()
    /// The output slice in which a block ended, and how much of it was returned.
    private let rest: FixedBuffer<Float>
    private var used = Slice.frames

    /// The same scenes at the same frames give the same samples.
    ///
    /// - Parameters:
    ///   - rate: one of `rates`; anything else is a programmer's error.
    ///   - lowCut: noise has nothing below that many Hz; 0 leaves it whole. A tenth of pink noise's power lies below
    ///     9 Hz, where it only moves a small speaker's cone.
    package init(rate: Int, lowCut: Int = 0) {
        precondition(Mixer.rates.contains(rate), "the mixer runs at 48000 or 44100 frames a second")
        self.rate = rate
        scene = FlatScene(in: memory)
        tones = ToneStore.shared.bank(rate: rate)
        noise = NoiseGroup(in: memory, rate: rate)
        alarm = AlarmVoice(in: memory, rate: rate)
        chirp = Chirp(in: memory, rate: rate)
        hasLowCut = lowCut > 0
        self.lowCut = LowCut(frequency: Float(max(lowCut, 1)), rate: rate)
        limiter = Limiter(in: memory, rate: rate)
        ramp = SliceRamp(in: memory)
        rest = memory.allocate(2 * Slice.frames, repeating: 0)
    }

    /// Sets the scene from the next slice on. For code that decides and renders on one thread; the sound thread
    /// takes its scenes from a mailbox.
    package mutating func apply(_ scene: Scene) {
        self.scene.adopt(scene)
        sceneIsNew = true
    }

    /// Takes over the scene of a mixer for another rate, as if it had just arrived.
    package mutating func apply(sceneOf other: borrowing Mixer) {
        scene.copy(other.scene)
        chirp.follow(other.chirp)
        sceneIsNew = true
    }

    /// Takes the newest scene from the mailbox, if there is a new one.
    ///
    /// - Returns: whether there was one.
    @_noLocks
    @discardableResult
    package mutating func apply(newestOf mailbox: SceneMailbox) -> Bool {
        guard mailbox.take(into: &scene) else { return false }
        sceneIsNew = true
        return true
    }

    /// Fills `frames` frames of interleaved stereo. Any number works; with multiples of 128, a scene takes effect
    /// at the block's first frame, and a copy is saved.
    ///
    /// - Parameters:
    ///   - streams: the source of sounds from files; this mixer is the only reader.
    ///   - events: receives the effects of scenes; this mixer is the only producer. Both are passed on each call
    ///     because storing them would mean counting references.
    @_noLocks
    package mutating func render(
        into output: UnsafeMutablePointer<Float>, frames: Int, from streams: SoundStreams,
        telling events: SoundEventRing
    ) {
        var made = 0
        while made < frames {
            let target = output + 2 * made
            let left = frames - made
            if used == Slice.frames, left >= Slice.frames {
                produce(into: target, streams, events)
                made += Slice.frames
                continue
            }
            if used == Slice.frames {
                produce(into: rest.base, streams, events)
                used = 0
            }
            let count = min(left, Slice.frames - used)
            let source = rest.base + 2 * used
            for index in 0..<(2 * count) { target[index] = source[index] }
            used += count
            made += count
        }
        framesRendered += Int64(max(frames, 0))
    }

    /// Advances by `frames` frames without rendering, for when nobody listens. Scenes, ramps, patterns, events
    /// and the frame count proceed as in `render`; the level is estimated from the gains. The cost is a few steps
    /// per change, however many frames there are. Noise later continues from its generator's current state.
    @_noLocks
    package mutating func skip(
        frames: Int, from streams: SoundStreams, telling events: SoundEventRing
    ) {
        var left = max(frames, 0)
        framesRendered += Int64(left)
        let rested = min(left, Slice.frames - used)
        used += rested
        left -= rested
        guard left > 0 else { return }
        limiter.reset()
        var whole = left / Slice.frames
        while whole > 0 { whole -= pass(atMost: whole, streams, events) }
        let partial = left % Slice.frames
        guard partial > 0 else { return }
        _ = pass(atMost: 1, streams, events)
        rest.base.update(repeating: 0, count: rest.count)
        used = partial
    }

    /// Nothing is audible, and nothing will be until the scene changes.
    package var isSilent: Bool {
        @_noLocks get {
            // A new silent scene changes nothing audible.
            !(sceneIsNew && (scene.hasNoise || scene.hasAlarm || chirp.isDue(scene)))
                && chirp.remaining == 0 && noise.audible == 0
                && alarm.audible.number == 0
                && !delayed.hasNoise && delayed.alarm.number == 0
                && !reported.hasNoise && reported.alarm.number == 0
        }
    }

    /// The output level since the last call.
    @_noLocks
    package mutating func takeLevel() -> OutputLevel { meter.readOut() }

    /// The total gain of the noises with this tag at the end of the newest slice, with everything applied over
    /// them; 0 if none is audible.
    @_noLocks
    package func gain(ofNoise tag: UInt32) -> Float { noise.gain(tag: tag) }

    /// Whether the newest scene requests noise.
    package var isNoiseWanted: Bool {
        @_noLocks get { scene.hasNoise }
    }

    /// The newest scene's fade-out time for what it drops.
    package var fadeOutSeconds: Float {
        @_noLocks get { scene.fadeOutSeconds }
    }

    /// Whether the newest output slice contains anything.
    package var isHeard: Bool {
        @_noLocks get { reported.hasNoise || reported.alarm.number != 0 }
    }

    /// Whether the newest output slice contains a ring, including its pauses.
    package var isAlarmHeard: Bool {
        @_noLocks get { reported.alarm.number != 0 }
    }

    /// The serial of that ring; meaningless if none is audible.
    package var heardSerial: UInt32 {
        @_noLocks get { reported.alarm.serial }
    }

    /// The alarm's gain at the end of the newest slice, in pulses and pauses alike.
    package var alarmGain: Float {
        @_noLocks get { alarm.gain }
    }
}

extension Mixer {
    /// Renders the next output slice.
    @_noLocks
    private mutating func produce(
        into output: UnsafeMutablePointer<Float>, _ streams: SoundStreams, _ events: SoundEventRing
    ) {
        begin(streams, events)
        slices += 1
        if noise.audible == 0, alarm.audible.number == 0 {
            noise.advance(slices: 1, streams)
            if limiter.isDrained {
                output.update(repeating: 0, count: 2 * Slice.frames)
                guard chirp.remaining > 0 else {
                    return meter.count(noise: 0, tone: 0, frames: Slice.frames)
                }
            } else {
                limiter.drain(into: output)
            }
        } else {
            let mix = limiter.open()
            noise.render(
                left: mix.left, right: mix.right, ramp, tones: tones, streams: streams)
            if hasLowCut { lowCut.apply(left: mix.left, right: mix.right) }
            alarm.render(
                left: mix.left, right: mix.right, ramp, tones: tones, streams: streams)
            limiter.process(into: output)
        }
        chirp.add(to: output)
        meter.count(output)
    }

    /// Skips slices up to the next change, at most `limit`; returns how many.
    @_noLocks
    private mutating func pass(
        atMost limit: Int, _ streams: SoundStreams, _ events: SoundEventRing
    ) -> Int {
        begin(streams, events)
        var count = limit
        if reported.hasNoise != delayed.hasNoise || reported.alarm.number != delayed.alarm.number {
            count = 1
        }
        if noise.remaining > 0 { count = min(count, noise.remaining) }
        if alarm.remaining > 0 { count = min(count, alarm.remaining) }
        let powerBefore = (noise.power, alarm.power)
        noise.advance(slices: count, streams)
        alarm.advance(slices: count)
        chirp.skip(slices: count)
        meter.count(
            noise: (powerBefore.0 + noise.power) / 2, tone: (powerBefore.1 + alarm.power) / 2,
            frames: count * Slice.frames)
        slices += Int64(count)
        return count
    }

    /// Applies the scene and reports what begins in the coming output slice, which contains the previous slice.
    @_noLocks
    private mutating func begin(_ streams: SoundStreams, _ events: SoundEventRing) {
        noise.countDownToStarts()
        if sceneIsNew {
            sceneIsNew = false
            noise.aim(scene, streams)
            alarm.aim(scene)
            chirp.aim(scene)
        } else if noise.isWaiting {
            noise.startWaiting(scene, streams)
        }
        alarm.begin(streams)
        emit(events, frame: slices * Int64(Slice.frames))
        reported = delayed
        delayed = Audible(hasNoise: noise.audible > 0, alarm: alarm.audible)
    }

    @_noLocks
    private mutating func emit(_ events: SoundEventRing, frame: Int64) {
        while let tag = noise.takeStart() { events.push(.noiseStarted(tag: tag, frame: frame)) }
        if reported.hasNoise, !delayed.hasNoise { events.push(.noiseSilent(frame: frame)) }
        guard reported.alarm.number != delayed.alarm.number else { return }
        let alarm = delayed.alarm
        if alarm.number != 0, alarm.isFallback, reported.alarm.number != 0 {
            return events.push(.alarmFellBack(tag: alarm.tag, frame: frame))
        }
        if reported.alarm.number != 0 { events.push(.alarmSilent(frame: frame)) }
        if alarm.number != 0 { events.push(.alarmStarted(tag: alarm.tag, frame: frame)) }
    }
}
