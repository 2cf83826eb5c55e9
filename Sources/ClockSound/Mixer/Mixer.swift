// Theory of operation.
//
// ClockSound turns a `Scene` (the whole of what should be heard) into samples. Whoever decides puts
// scenes into a `SceneMailbox`, where the newest wins; the sound thread owns the `Mixer` and calls
// `render` with a block to fill; what came of it goes back through a `SoundEventRing`. There are no
// commands, so nothing can be lost or come in the wrong order: the mixer compares the scene it has
// with what it is playing and works out the ramps itself.
//
//     NoiseGroup (up to 16 voices and those that leave: a fade and a pan each;
//                 master, headroom and duck over them) --+
//                                                        +-- sum -- Limiter -- Meter
//     AlarmVoice (one source: crescendo, release) -------+
//
// A voice plays any source (SoundVoice): a generator, whose state lies in memory that the voice keeps
// for whatever comes; a tone, which is a table; or a stream, which somebody feeds from a file.
//
// Time is frames, in slices of 128 on a grid that block sizes do not move (Slice.swift). A scene
// takes effect with the next slice; inside a slice every gain is a straight line. Output is
// interleaved stereo float32 and comes one slice late, because the limiter looks ahead that far;
// events carry the frame of the output, so they are late as well. `SampleConverter` makes the
// device's format of it.
//
// Why it can promise no hitch: all memory is allocated by `init`; the render path is structs over
// raw pointers, annotated `@_noLocks` from `render` down, so that the compiler refuses an
// allocation, a lock, a reference count or a call that it cannot see through. The few one-line
// exceptions stand in Hatches.swift, each with its reason. A test compiles a fixture that must be
// refused; another counts allocations.
//
// Why the same seed gives the same bytes: random words come from the seed alone, elementary
// functions are our own arithmetic, and the grid is absolute.
//
// To add a sound: its file in Sounds, and its case and its type in Generator, the one list; a tone has
// its score instead, and its case in ToneSound.

/// Mixes what the scene asks for. One thread at a time owns it.
///
/// `@unchecked Sendable` because of its raw buffers: nobody else holds a pointer to them, and the
/// struct cannot be copied, so moving it to another thread moves them whole.
package struct Mixer: ~Copyable, @unchecked Sendable {
    /// What it is made for: coefficients of the noises are fitted per rate.
    package static let rates = [48_000, 44_100]

    /// What of the mix can be heard, as events tell it.
    private struct Audible {
        var hasNoise = false
        var alarm = AlarmVoice.Run()
    }

    package let rate: Int
    /// Frames handed out or skipped since the start.
    package private(set) var framesRendered: Int64 = 0

    private let memory = RenderMemory()
    private var scene: FlatScene
    private var sceneIsNew = false
    private var noise: NoiseGroup
    private var alarm: AlarmVoice
    private let tones: ToneBank
    private var limiter: Limiter
    private var meter = Meter()
    private let ramp: SliceRamp
    /// Slices made or skipped.
    private var slices: Int64 = 0
    /// What the slice that the limiter still delays holds; and what the newest slice of output
    /// holds, which is what was told.
    private var delayed = Audible()
    private var told = Audible()
    /// A slice of output that a block ended in, and how much of it was handed out.
    private let rest: FixedBuffer<Float>
    private var used = Slice.frames

    /// The same scenes at the same frames give the same samples.
    ///
    /// - Parameter rate: one of `rates`; anything else is a programmer's error.
    package init(rate: Int) {
        precondition(Mixer.rates.contains(rate), "the mixer runs at 48000 or 44100 frames a second")
        self.rate = rate
        scene = FlatScene(in: memory)
        tones = ToneBank.shared(rate: rate)
        noise = NoiseGroup(in: memory, rate: rate)
        alarm = AlarmVoice(in: memory, rate: rate)
        limiter = Limiter(in: memory, rate: rate)
        ramp = SliceRamp(in: memory)
        rest = memory.allocate(2 * Slice.frames, repeating: 0)
    }

    /// Takes a scene that holds from the next slice on. For who renders and decides on one thread;
    /// the sound thread takes its scenes from a mailbox.
    package mutating func apply(_ scene: Scene) {
        self.scene.take(scene)
        sceneIsNew = true
    }

    /// Takes over the scene of a mixer for another rate, as if it came now.
    package mutating func apply(sceneOf other: borrowing Mixer) {
        scene.copy(other.scene)
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

    /// Fills `frames` frames of interleaved stereo. Any number will do; multiples of 128 make a
    /// scene count from the block's first frame on, and save a copy.
    ///
    /// - Parameters:
    ///   - streams: where sounds from files come from; this mixer is their one reader.
    ///   - events: where to tell what came of the scenes; this mixer is its one producer. Both are
    ///     handed in each time because keeping them would mean counting references to them.
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

    /// Moves on by `frames` frames without making a sample, for when nobody listens: scenes, ramps,
    /// patterns, events and the frame count go as `render` would take them; the level is worked out
    /// from the gains. It costs a few steps per change, however many frames there are. Noise goes
    /// on later from where its generator stands.
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

    /// Nothing is heard, and nothing will be until the scene changes.
    package var isSilent: Bool {
        @_noLocks get {
            // A new scene of silence changes nothing that could be heard.
            !(sceneIsNew && (scene.hasNoise || scene.hasAlarm)) && noise.audible == 0
                && alarm.audible.number == 0
                && !delayed.hasNoise && delayed.alarm.number == 0
                && !told.hasNoise && told.alarm.number == 0
        }
    }

    /// How loud the output was since the last call.
    @_noLocks
    package mutating func takeLevel() -> OutputLevel { meter.take() }

    /// The gain of the noises with this tag at the end of the newest slice, with all that lies over
    /// them: 0 while none is heard.
    @_noLocks
    package func gain(ofNoise tag: UInt32) -> Float { noise.gain(tag: tag) }

    /// Whether the newest scene asks for noise.
    package var isNoiseWanted: Bool {
        @_noLocks get { scene.hasNoise }
    }

    /// How long the newest scene fades out what it leaves.
    package var fadeOutSeconds: Float {
        @_noLocks get { scene.fadeOutSeconds }
    }

    /// Whether the newest slice of output holds anything.
    package var isHeard: Bool {
        @_noLocks get { told.hasNoise || told.alarm.number != 0 }
    }

    /// Whether the newest slice of output holds a ring, its pauses included.
    package var isAlarmHeard: Bool {
        @_noLocks get { told.alarm.number != 0 }
    }

    /// The serial of that ring; it means nothing where none is heard.
    package var heardSerial: UInt32 {
        @_noLocks get { told.alarm.serial }
    }

    /// The gain of the alarm at the end of the newest slice, pulses and pauses alike.
    package var alarmGain: Float {
        @_noLocks get { alarm.gain }
    }
}

extension Mixer {
    /// Makes the next slice of output.
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
                meter.count(noise: 0, tone: 0, frames: Slice.frames)
                return
            }
            limiter.drain(into: output)
        } else {
            let mix = limiter.open()
            noise.render(
                left: mix.left, right: mix.right, ramp, tones: tones, streams: streams)
            alarm.render(
                left: mix.left, right: mix.right, ramp, tones: tones, streams: streams)
            limiter.process(into: output)
        }
        meter.count(output)
    }

    /// Passes over slices up to the next change, at most so many; says how many.
    @_noLocks
    private mutating func pass(
        atMost limit: Int, _ streams: SoundStreams, _ events: SoundEventRing
    ) -> Int {
        begin(streams, events)
        var count = limit
        if told.hasNoise != delayed.hasNoise || told.alarm.number != delayed.alarm.number {
            count = 1
        }
        if noise.remaining > 0 { count = min(count, noise.remaining) }
        if alarm.remaining > 0 { count = min(count, alarm.remaining) }
        let powerBefore = (noise.power, alarm.power)
        noise.advance(slices: count, streams)
        alarm.advance(slices: count)
        meter.count(
            noise: (powerBefore.0 + noise.power) / 2, tone: (powerBefore.1 + alarm.power) / 2,
            frames: count * Slice.frames)
        slices += Int64(count)
        return count
    }

    /// Brings the scene into effect and tells what the coming slice of output, which holds the
    /// slice before, begins with.
    @_noLocks
    private mutating func begin(_ streams: SoundStreams, _ events: SoundEventRing) {
        noise.countDownToStarts()
        if sceneIsNew {
            sceneIsNew = false
            noise.aim(scene, streams)
            alarm.aim(scene)
        } else if noise.isWaiting {
            noise.startWaiting(scene, streams)
        }
        alarm.begin(streams)
        emit(events, frame: slices * Int64(Slice.frames))
        told = delayed
        delayed = Audible(hasNoise: noise.audible > 0, alarm: alarm.audible)
    }

    @_noLocks
    private mutating func emit(_ events: SoundEventRing, frame: Int64) {
        while let tag = noise.takeStart() { events.push(.noiseStarted(tag: tag, frame: frame)) }
        if told.hasNoise, !delayed.hasNoise { events.push(.noiseSilent(frame: frame)) }
        guard told.alarm.number != delayed.alarm.number else { return }
        let alarm = delayed.alarm
        if alarm.number != 0, alarm.isFallback, told.alarm.number != 0 {
            return events.push(.alarmFellBack(tag: alarm.tag, frame: frame))
        }
        if told.alarm.number != 0 { events.push(.alarmSilent(frame: frame)) }
        if alarm.number != 0 { events.push(.alarmStarted(tag: alarm.tag, frame: frame)) }
    }
}
