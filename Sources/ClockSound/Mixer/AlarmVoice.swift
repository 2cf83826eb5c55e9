/// The alarm: one source with its crescendo.
///
/// It is idle, ringing or releasing. Before another source follows, the current one is released; the next begins
/// a few milliseconds later. So one voice suffices and nothing clicks. Within one ring the crescendo continues
/// meanwhile, and the next source joins it at its current point.
///
/// An alarm is never silent (product, A12). If a stream has no data for a second, at its beginning or later, the
/// built-in tone replaces it. This happens here, where nothing can get in between.
struct AlarmVoice {
    /// One sounding of a source, from its start to silence; number 0 means none.
    struct Run: BitwiseCopyable {
        var tag: UInt32 = 0
        var number: UInt64 = 0
        var serial: UInt32 = 0
        /// The built-in tone plays instead of the requested source.
        var isFallback = false
    }

    private enum Phase: UInt8, BitwiseCopyable { case idle, ringing, releasing }

    /// Slices from full level to silence: 16 ms at 48 kHz, 17.4 ms at 44.1 kHz.
    private static var releaseSlices: Int { 6 }
    /// The minimum slices for a change of level, 21 ms: fewer could click.
    private static var shortestMove: Int { 8 }

    /// How long a stream may be empty (sound design, 6).
    private static var longestStarvationSeconds: Double {
        @_noLocks get { 1 }
    }
    /// The maximum amplification of a source, 30 dB. Anything fainter is practically silent.
    private static var greatestGain: Double {
        @_noLocks get { 31.6 }
    }

    /// How much softer than its crescendo the dawn begins, and the longest that this lasts (law, 6.8): below hearing.
    private static var openingDecibels: Double {
        @_noLocks get { -40 }
    }
    private static var longestOpeningSeconds: Float {
        @_noLocks get { 10 }
    }

    private let rate: Int
    private var voice: SoundVoice
    private var phase = Phase.idle
    private var isWanted = false
    /// A different tone of the same ring follows the one being released.
    private var isSwitching = false
    private var wanted = FlatScene.noAlarm
    private var current = FlatScene.noAlarm
    private var isFallback = false
    private var runs: UInt64 = 0
    private var crescendo = Fade(0)
    /// Over the crescendo, for a tone that begins below hearing.
    private var opening = Fade(1)
    private var release = Fade(1)
    private let left: FixedBuffer<Float>
    private let right: FixedBuffer<Float>

    init(in memory: RenderMemory, rate: Int) {
        self.rate = rate
        voice = SoundVoice(in: memory, rate: rate)
        left = memory.allocate(Slice.frames, repeating: 0)
        right = memory.allocate(Slice.frames, repeating: 0)
    }

    /// The current run, including while it is released.
    var audible: Run {
        @_noLocks get {
            Run(
                tag: current.tag, number: phase == .idle ? 0 : runs, serial: current.serial,
                isFallback: isFallback)
        }
    }

    /// Slices until the ramp or the release ends; 0 if neither is in progress.
    var remaining: Int {
        @_noLocks get {
            switch phase {
            case .idle: 0
            case .ringing: nextChange
            case .releasing: release.remaining
            }
        }
    }

    private var nextChange: Int {
        @_noLocks get {
            let (rise, opens) = (crescendo.remaining, opening.remaining)
            return rise == 0 ? opens : (opens == 0 || rise < opens ? rise : opens)
        }
    }

    @_noLocks
    mutating func aim(_ scene: FlatScene) {
        isWanted = scene.hasAlarm
        wanted = scene.alarm
    }

    /// Compares the wanted state with the current one, and starts, releases or changes the level. Called once
    /// before each slice.
    @_noLocks
    mutating func begin(_ streams: SoundStreams) {
        if phase == .releasing, release.remaining == 0 {
            phase = .idle
            voice.end(streams)
        }
        fallBackWhereStarved(streams)
        switch phase {
        case .idle:
            if isWanted, isSwitching, wanted.serial == current.serial {
                startNext(with: wanted, streams)
            } else if isWanted {
                start(wanted, streams)
            }
            isSwitching = false
        case .ringing:
            let isSameRing = isWanted && wanted.serial == current.serial
            guard isSameRing, wanted.source.isSame(as: current.source) else {
                isSwitching = isSameRing
                phase = .releasing
                release = Fade(1)
                release.aim(at: 0, slices: AlarmVoice.releaseSlices, shape: .power)
                return
            }
            if wanted.levelDecibels != current.levelDecibels
                || wanted.boostDecibels != current.boostDecibels
            {
                current.levelDecibels = wanted.levelDecibels
                current.boostDecibels = wanted.boostDecibels
                crescendo.aim(
                    at: gain(level(wanted)),
                    slices: max(crescendo.remaining, AlarmVoice.shortestMove), shape: .decibel)
            }
        case .releasing:
            break
        }
    }

    @_noLocks
    mutating func render(
        left mixLeft: UnsafeMutablePointer<Float>, right mixRight: UnsafeMutablePointer<Float>,
        _ ramp: SliceRamp, tones: borrowing ToneBank, streams: SoundStreams
    ) {
        guard phase != .idle else { return }
        let start = gain
        advanceFades(slices: 1)
        let gains = StereoGains(
            leftStart: start, leftEnd: gain, rightStart: start, rightEnd: gain)
        voice.add(
            to: StereoPointers(mixLeft, mixRight), gains, ramp,
            through: StereoPointers(left.base, right.base), tones: tones, streams: streams)
    }

    @_noLocks
    mutating func advance(slices: Int) {
        guard phase != .idle else { return }
        advanceFades(slices: slices)
        voice.advance(slices: slices)
    }

    @_noLocks
    private mutating func advanceFades(slices: Int) {
        crescendo.advance(slices: slices)
        opening.advance(slices: slices)
        release.advance(slices: slices)
    }

    @_noLocks
    private mutating func fallBackWhereStarved(_ streams: SoundStreams) {
        let frames = voice.starvedSlices * Slice.frames
        let longest = Double(rate) * AlarmVoice.longestStarvationSeconds
        guard phase == .ringing, !isFallback, Double(frames) >= longest else { return }
        let before = sourceLevel
        voice.end(streams)
        isFallback = true
        runs += 1
        voice.begin(.tone(.digital), streams)
        opening = Fade(1)
        let left = crescendo.remaining
        crescendo = Fade(crescendo.value * Float(before / sourceLevel))
        crescendo.aim(
            at: gain(level(current)), slices: max(left, AlarmVoice.shortestMove), shape: .decibel)
    }

    /// The current gain; 0 while idle.
    var gain: Float {
        @_noLocks get { phase == .idle ? 0 : crescendo.value * opening.value * release.value }
    }

    /// The power of the tone while it is on.
    var power: Double {
        @_noLocks get {
            let level = Double(gain) * sourceLevel
            return level * level
        }
    }

    @_noLocks
    private mutating func start(_ alarm: Scene.Alarm, _ streams: SoundStreams) {
        play(alarm, streams)
        let seconds = alarm.rampSeconds
        let held = seconds > 0 ? min(seconds, Float(AlarmLevel.longestRamp)) : 0
        let frames = Int(held * Float(rate))
        let target = level(alarm)
        let lowest = AlarmLevel.lowest(level: target, seconds: Double(frames) / Double(rate))
        // NaN starts at the level: too loud at once rather than never.
        let asked = Double(alarm.startDecibels)
        let start = asked >= lowest ? min(asked, target) : (asked < lowest ? lowest : target)
        release = Fade(1)
        opening = Fade(1)
        if frames > 0, voice.source.kind == .tone, voice.source.tone.beginsBelowHearing {
            let longest = AlarmVoice.longestOpeningSeconds
            opening = Fade(Float(Elementary.amplitude(decibels: AlarmVoice.openingDecibels)))
            opening.aim(
                at: 1,
                slices: Slice.count(covering: Int(min(held, longest) * Float(rate))),
                shape: .decibel)
        }
        if frames == 0 || start == target {
            crescendo = Fade(gain(target))
        } else {
            crescendo = Fade(gain(start))
            crescendo.aim(
                at: gain(target), slices: Slice.count(covering: frames), shape: .decibel)
        }
    }

    @_noLocks
    private mutating func play(_ alarm: Scene.Alarm, _ streams: SoundStreams) {
        phase = .ringing
        runs += 1
        current = alarm
        isFallback = false
        voice.begin(alarm.source, streams)
    }

    /// The RMS at gain 1 of the current source.
    private var sourceLevel: Double {
        @_noLocks get {
            switch voice.source.kind {
            case .tone: ToneBank.rootMeanSquare(voice.source.tone)
            case .generated, .stream:
                Elementary.amplitude(decibels: Double(current.sourceDecibels))
            }
        }
    }

    /// Starts the next tone of the ring at the current point of its crescendo.
    @_noLocks
    private mutating func startNext(with alarm: Scene.Alarm, _ streams: SoundStreams) {
        let before = sourceLevel
        let left = crescendo.remaining
        play(alarm, streams)
        release = Fade(1)
        opening = Fade(1)
        crescendo = Fade(crescendo.value * Float(before / sourceLevel))
        crescendo.aim(
            at: gain(level(alarm)), slices: max(left, AlarmVoice.shortestMove), shape: .decibel)
    }

    /// The requested level, clamped to the legal range (loudest for NaN), plus the boost.
    @_noLocks
    private func level(_ alarm: Scene.Alarm) -> Double {
        let asked = Double(alarm.levelDecibels)
        let loudest = Double(AlarmLevel.loudest)
        let base = asked < loudest ? max(asked, Double(AlarmLevel.quietest)) : loudest
        let boost = Double(alarm.boostDecibels)
        return boost > 0 ? min(base + boost, Double(AlarmLevel.full)) : base
    }

    @_noLocks
    private func gain(_ decibels: Double) -> Float {
        let wanted = Elementary.amplitude(decibels: decibels) / sourceLevel
        // NaN gives the greatest gain.
        return Float(wanted < AlarmVoice.greatestGain ? wanted : AlarmVoice.greatestGain)
    }
}
