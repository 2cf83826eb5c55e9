/// The alarm: one tone, its pattern, its crescendo.
///
/// Idle, ringing or releasing. A tone that another one follows is released first and the next
/// begins a few milliseconds later, so that one voice is enough and nothing clicks. Within one ring the
/// crescendo goes on meanwhile, and the next tone begins where it has got to.
struct AlarmVoice {
    /// One sounding of a tone, from its start to its silence; number 0 is none.
    struct Run {
        var tone: ToneSound
        var number: UInt64
        var serial: UInt32
    }

    private enum Phase: UInt8 { case idle, ringing, releasing }

    /// From full to silent, in slices: 16 ms at 48 kHz, 17.4 ms at 44.1 kHz.
    private static var releaseSlices: Int { 6 }
    /// The least slices for a change of level, 21 ms: less could click.
    private static var shortestMove: Int { 8 }

    private let rate: Int
    private let bank: ToneBank
    private var phase = Phase.idle
    private var isWanted = false
    /// Another tone of the same ring is to follow the one that is released.
    private var isSwitching = false
    private var wanted = FlatScene(.silence).alarm
    private var current = FlatScene(.silence).alarm
    private var runs: UInt64 = 0
    private var crescendo = Fade(0)
    private var release = Fade(1)
    /// Frames since the pattern began.
    private var frame = 0
    private let scratch: FixedBuffer<Float>

    init(in memory: RenderMemory, rate: Int) {
        self.rate = rate
        bank = ToneBank(in: memory, rate: rate)
        scratch = memory.allocate(Slice.frames, repeating: 0)
    }

    /// What sounds, also while it is released.
    var audible: Run {
        @_noLocks get {
            Run(
                tone: current.tone, number: phase == .idle ? 0 : runs, serial: current.serial)
        }
    }

    /// Slices until the ramp or the release ends; 0 when neither runs.
    var remaining: Int {
        @_noLocks get {
            switch phase {
            case .idle: 0
            case .ringing: crescendo.remaining
            case .releasing: release.remaining
            }
        }
    }

    @_noLocks
    mutating func aim(_ scene: FlatScene) {
        isWanted = scene.hasAlarm
        wanted = scene.alarm
    }

    /// Compares what is wanted with what sounds, and starts, releases or moves the level: once
    /// before each slice.
    @_noLocks
    mutating func begin() {
        if phase == .releasing, release.remaining == 0 { phase = .idle }
        switch phase {
        case .idle:
            if isWanted, isSwitching, wanted.serial == current.serial {
                goOn(with: wanted)
            } else if isWanted {
                start(wanted)
            }
            isSwitching = false
        case .ringing:
            let isSameRing = isWanted && wanted.serial == current.serial
            guard isSameRing, wanted.tone.isSame(as: current.tone) else {
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
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
        _ ramp: SliceRamp
    ) {
        guard phase != .idle else { return }
        bank.render(current.tone, at: frame, into: scratch.base)
        let start = gain
        advance(slices: 1)
        ramp.add(scratch.base, to: left, from: start, to: gain)
        ramp.add(scratch.base, to: right, from: start, to: gain)
    }

    @_noLocks
    mutating func advance(slices: Int) {
        guard phase != .idle else { return }
        crescendo.advance(slices: slices)
        release.advance(slices: slices)
        frame += slices * Slice.frames
    }

    /// The gain now; 0 while idle.
    var gain: Float {
        @_noLocks get { phase == .idle ? 0 : crescendo.value * release.value }
    }

    /// The power of the tone while it is on.
    var power: Double {
        @_noLocks get {
            let level = Double(gain) * ToneBank.rootMeanSquare(current.tone)
            return level * level
        }
    }

    @_noLocks
    private mutating func start(_ alarm: Scene.Alarm) {
        phase = .ringing
        runs += 1
        current = alarm
        frame = 0
        let frames = min(max(Int(alarm.rampFrames), 0), AlarmLevel.longestRamp * rate)
        let target = level(alarm)
        let lowest = AlarmLevel.lowest(level: target, seconds: Double(frames) / Double(rate))
        // What is not a number begins at the level: too loud at once rather than never.
        let asked = Double(alarm.startDecibels)
        let start = asked >= lowest ? min(asked, target) : (asked < lowest ? lowest : target)
        release = Fade(1)
        if frames == 0 || start == target {
            crescendo = Fade(gain(target))
        } else {
            crescendo = Fade(gain(start))
            crescendo.aim(
                at: gain(target), slices: Slice.count(covering: frames), shape: .decibel)
        }
    }

    /// The next tone of the ring that sounds, at the place of its crescendo that it has come to.
    @_noLocks
    private mutating func goOn(with alarm: Scene.Alarm) {
        phase = .ringing
        runs += 1
        let ratio =
            ToneBank.rootMeanSquare(current.tone) / ToneBank.rootMeanSquare(alarm.tone)
        let left = crescendo.remaining
        current = alarm
        frame = 0
        release = Fade(1)
        crescendo = Fade(crescendo.value * Float(ratio))
        crescendo.aim(
            at: gain(level(alarm)), slices: max(left, AlarmVoice.shortestMove), shape: .decibel)
    }

    /// The asked level within the law's range, loudest where it is not a number; and the boost on top
    /// of it.
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
        Float(Elementary.amplitude(decibels: decibels) / ToneBank.rootMeanSquare(current.tone))
    }
}
