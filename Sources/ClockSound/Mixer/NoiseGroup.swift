/// The noises, one voice each, so that any number can fade in or out at once; and the gains over all of them:
/// master, headroom and duck.
///
/// Theory of operation. A scene names the wanted voices. One that already plays continues and moves to its new
/// gain. One that is no longer wanted fades out and then frees its place. A new one takes a free place. There are
/// twice as many places as a scene has voices, so that one mix can follow another. If no place is free, the faintest
/// departing voice fades out quickly, and the new voice begins after that.
///
/// Headroom: uncorrelated voices add up in power, so the sum is divided by the root of the total power. Two
/// voices at full gain each play 3 dB lower, and a faint one beside a loud one changes nothing. A voice beside the mix
/// is no part of that: only the duck is over it.
struct NoiseGroup {
    struct Slot: BitwiseCopyable {
        var voice: SoundVoice
        var tag: UInt32 = 0
        var isUsed = false
        var isWanted = false
        var isBesideMix = false
        var gain: Float = 0
        var trim: Float = 1
        var fade = Fade(0)
        var leftPan = Fade(1)
        var rightPan = Fade(1)
        /// Slices until its start is reported: the limiter delays it by one.
        var reportIn: Int8 = 0
    }

    /// In milliseconds. A faster fade would click.
    private static var shortestFade: Float {
        @_noLocks get { 0.01 }
    }
    private static var duckSeconds: Float {
        @_noLocks get { 0.4 }
    }
    private static var releaseSeconds: Float {
        @_noLocks get { 3 }
    }
    /// 12 dB. More would only amplify a sound's noise floor.
    private static var greatestTrim: Float {
        @_noLocks get { 4 }
    }
    /// The approximate RMS of every noise at gain and trim 1, to estimate the level of skipped frames.
    private static var typicalRootMeanSquare: Double {
        @_noLocks get { 0.1 }
    }

    private let rate: Int
    let slots: FixedBuffer<Slot>
    /// No place is used from here on. Every slice scans the places several times, and a night uses two.
    private(set) var end = 0
    var duck = Fade(1)
    private var duckDecibels: Float = 0
    var master = Fade(1)
    private var wantedMaster: Float = 1
    var headroom = Fade(1)
    let left: FixedBuffer<Float>
    let right: FixedBuffer<Float>
    /// A voice of the scene is waiting for a free place.
    private(set) var isWaiting = false

    init(in memory: RenderMemory, rate: Int) {
        self.rate = rate
        left = memory.allocate(Slice.frames, repeating: 0)
        right = memory.allocate(Slice.frames, repeating: 0)
        slots = memory.allocate(
            2 * Scene.mostVoices,
            repeating: Slot(voice: SoundVoice(in: memory, rate: rate, isThere: false)))
        // Each needs its own memory.
        for place in 1..<slots.count {
            slots.base[place].voice = SoundVoice(in: memory, rate: rate, isThere: false)
        }
    }

    /// The number of voices that are audible or about to be.
    var audible: Int {
        @_noLocks get {
            var sum = 0
            for place in 0..<end where slots.base[place].isUsed { sum += 1 }
            return sum
        }
    }

    /// Slices until the next running fade ends; 0 if all are settled.
    var remaining: Int {
        @_noLocks get {
            var least = earlier(duck.remaining, earlier(master.remaining, headroom.remaining))
            for place in 0..<end where slots.base[place].isUsed {
                least = earlier(least, slots.base[place].fade.remaining)
                if slots.base[place].reportIn > 0 { least = earlier(least, 1) }
            }
            return isWaiting ? earlier(least, 1) : least
        }
    }

    /// Returns and clears the first start that is due to be reported; nil if there is none.
    @_noLocks
    mutating func takeStart() -> UInt32? {
        for place in 0..<end where slots.base[place].reportIn == 1 {
            slots.base[place].reportIn = 0
            return slots.base[place].tag
        }
        return nil
    }

    /// Called once per rendered slice.
    @_noLocks
    mutating func countDownToStarts() {
        for place in 0..<end where slots.base[place].reportIn > 1 {
            slots.base[place].reportIn -= 1
        }
    }

    /// The current gain of a noise, with everything applied over it; 0 if it is inaudible.
    @_noLocks
    func gain(tag: UInt32) -> Float {
        var sum: Float = 0
        for place in 0..<end where slots.base[place].isUsed && slots.base[place].tag == tag {
            sum += slots.base[place].fade.value * over(place)
        }
        return sum
    }

    /// The noise power estimated from the gains, roughly what rendering would measure.
    var power: Double {
        @_noLocks get {
            var sum = 0.0
            for place in 0..<end where slots.base[place].isUsed {
                let level =
                    Double(slots.base[place].fade.value * over(place))
                    * NoiseGroup.typicalRootMeanSquare
                sum += level * level
            }
            return sum
        }
    }

    var over: Float {
        @_noLocks get { duck.value * master.value * headroom.value }
    }

    @_noLocks
    private func earlier(_ one: Int, _ other: Int) -> Int {
        one == 0 ? other : (other == 0 ? one : min(one, other))
    }

    @_noLocks
    private func slices(_ seconds: Float) -> Int {
        let held =
            seconds > NoiseGroup.shortestFade
            ? (seconds < 86_400 ? seconds : 86_400) : NoiseGroup.shortestFade
        return Slice.count(covering: Int(held * Float(rate)), atLeast: 1)
    }
}

// MARK: - What is wanted

extension NoiseGroup {
    @_noLocks
    mutating func aim(_ scene: FlatScene, _ streams: SoundStreams) {
        aimDuck(scene.noiseDuckDecibels)
        isWaiting = false
        for place in 0..<slots.count { slots.base[place].isWanted = false }
        let comes = keep(scene)
        // New voices while others are audible make it a crossfade, in which all move together.
        let isCrossfade = comes && audible > 0
        let shape: Fade.Shape = isCrossfade ? .power : NoiseGroup.shape(scene.shape)
        let wasSilent = audible == 0
        leave(over: comes ? scene.fadeInSeconds : scene.fadeOutSeconds, shape, again: comes)
        if comes { start(scene, shape, streams) }
        aimOver(scene, atOnce: wasSilent)
        release(streams)
    }

    /// Retries placing the voices that found no room.
    @_noLocks
    mutating func startWaiting(_ scene: FlatScene, _ streams: SoundStreams) {
        isWaiting = false
        start(scene, .power, streams)
    }

    /// Keeps the voices that already play and moves them to their targets.
    ///
    /// - Returns: whether the scene has further voices.
    @_noLocks
    private mutating func keep(_ scene: FlatScene) -> Bool {
        var comes = false
        for index in 0..<scene.count {
            let voice = scene.voices.base[index]
            guard let place = find(voice) else {
                comes = comes || clamp(voice.gain) > 0
                continue
            }
            let wasLeaving = slots.base[place].gain == 0 && clamp(voice.gain) != 0
            slots.base[place].isWanted = true
            let gain = clamp(voice.gain)
            if slots.base[place].gain != gain || slots.base[place].trim != trim(voice) {
                slots.base[place].gain = gain
                slots.base[place].trim = trim(voice)
                let change = slices(wasLeaving ? scene.fadeInSeconds : scene.changeSeconds)
                let left = wasLeaving ? 0 : slots.base[place].fade.remaining
                slots.base[place].fade.aim(
                    at: gain * trim(voice), slices: max(left, change),
                    shape: wasLeaving ? NoiseGroup.shape(scene.shape) : .decibel)
            }
            aimPan(place, voice.pan, slices: slices(scene.changeSeconds))
        }
        return comes
    }

    @_noLocks
    private func find(_ voice: Scene.Voice) -> Int? {
        for place in 0..<end where slots.base[place].isUsed {
            let slot = slots.base[place]
            if !slot.isWanted, slot.tag == voice.tag, slot.voice.source.isSame(as: voice.source) {
                return place
            }
        }
        return nil
    }

    /// Fades out the unwanted voices.
    ///
    /// - Parameter again: restarts fade-outs in progress, so that all move together.
    @_noLocks
    private mutating func leave(over seconds: Float, _ shape: Fade.Shape, again: Bool) {
        for place in 0..<end where slots.base[place].isUsed && !slots.base[place].isWanted {
            guard slots.base[place].gain != 0 || again else { continue }
            slots.base[place].gain = 0
            slots.base[place].fade.aim(at: 0, slices: slices(seconds), shape: shape)
        }
    }

    /// Gives each voice that does not yet play a place.
    @_noLocks
    private mutating func start(
        _ scene: FlatScene, _ shape: Fade.Shape, _ streams: SoundStreams
    ) {
        for index in 0..<scene.count {
            let voice = scene.voices.base[index]
            guard clamp(voice.gain) > 0, !isPlaying(voice) else { continue }
            guard let place = freePlace else {
                isWaiting = true
                hurry()
                return
            }
            slots.base[place].voice.begin(voice.source, streams)
            slots.base[place].tag = voice.tag
            slots.base[place].isUsed = true
            if place >= end { end = place + 1 }
            slots.base[place].isWanted = true
            slots.base[place].isBesideMix = voice.isBesideMix
            slots.base[place].gain = clamp(voice.gain)
            slots.base[place].trim = trim(voice)
            slots.base[place].fade = Fade(0)
            slots.base[place].fade.aim(
                at: clamp(voice.gain) * trim(voice), slices: slices(scene.fadeInSeconds),
                shape: shape)
            slots.base[place].leftPan = Fade(1)
            slots.base[place].rightPan = Fade(1)
            aimPan(place, voice.pan, slices: 0)
            slots.base[place].reportIn = 2
        }
    }

    @_noLocks
    private func isPlaying(_ voice: Scene.Voice) -> Bool {
        for place in 0..<end where slots.base[place].isUsed && slots.base[place].isWanted {
            if slots.base[place].tag == voice.tag,
                slots.base[place].voice.source.isSame(as: voice.source)
            {
                return true
            }
        }
        return false
    }

    /// Frees the place.
    @_noLocks
    mutating func free(_ place: Int) {
        slots.base[place].isUsed = false
        slots.base[place].reportIn = 0
        while end > 0, !slots.base[end - 1].isUsed { end -= 1 }
    }

    private var freePlace: Int? {
        @_noLocks get {
            for place in 0..<slots.count where !slots.base[place].isUsed { return place }
            return nil
        }
    }

    /// Fades out the faintest departing voice in the shortest time, unless one is about to end: a slider that is moved
    /// on and on leaves many that hardly began, and the loud ones are what is heard.
    @_noLocks
    private mutating func hurry() {
        let shortest = slices(0)
        var faintest = -1
        for place in 0..<end where slots.base[place].isUsed && !slots.base[place].isWanted {
            guard slots.base[place].fade.remaining > shortest else { return }
            if faintest < 0 || slots.base[place].fade.value < slots.base[faintest].fade.value {
                faintest = place
            }
        }
        guard faintest >= 0 else { return }
        slots.base[faintest].fade.aim(at: 0, slices: shortest, shape: .power)
    }

    /// Sets master and headroom, at once if nothing was audible and so nothing can click.
    @_noLocks
    private mutating func aimOver(_ scene: FlatScene, atOnce: Bool) {
        guard scene.hasNoise else { return }
        let change = atOnce ? 0 : slices(scene.changeSeconds)
        let wanted = clamp(scene.master)
        if wanted != wantedMaster {
            wantedMaster = wanted
            NoiseGroup.move(&master, to: wanted, slices: change)
        }
        var power: Float = 0
        for index in 0..<scene.count where !scene.voices.base[index].isBesideMix {
            let gain = clamp(scene.voices.base[index].gain)
            power += gain * gain
        }
        let room = power > 1 ? Float(1 / Hatch.squareRoot(Double(power))) : 1
        if room != headroom.target {
            NoiseGroup.move(
                &headroom, to: room, slices: atOnce ? 0 : slices(scene.fadeInSeconds))
        }
    }

    @_noLocks
    private static func move(_ fade: inout Fade, to target: Float, slices: Int) {
        if slices == 0 {
            fade = Fade(target)
        } else {
            fade.aim(at: target, slices: slices, shape: .decibel)
        }
    }

    @_noLocks
    private mutating func aimPan(_ place: Int, _ pan: Float, slices: Int) {
        let held = pan > -1 ? (pan < 1 ? pan : 1) : (pan <= -1 ? -1 : 0)
        let turns = Double(held + 1) / 8
        // Both are 1 in the middle.
        let left = Float(1.4142135623730951 * Elementary.sine(turns: 0.25 - turns))
        let right = Float(1.4142135623730951 * Elementary.sine(turns: turns))
        let middle: Bool = held == 0
        if slots.base[place].leftPan.target != (middle ? 1 : left) {
            aim(&slots.base[place].leftPan, at: middle ? 1 : left, slices)
        }
        if slots.base[place].rightPan.target != (middle ? 1 : right) {
            aim(&slots.base[place].rightPan, at: middle ? 1 : right, slices)
        }
    }

    @_noLocks
    private func aim(_ fade: inout Fade, at target: Float, _ slices: Int) {
        if slices == 0 {
            fade = Fade(target)
        } else {
            fade.aim(at: target, slices: slices, shape: .linear)
        }
    }

    @_noLocks
    private mutating func aimDuck(_ decibels: Float) {
        let wanted: Float = decibels < 0 ? (decibels > -60 ? decibels : -60) : 0
        guard wanted != duckDecibels else { return }
        let seconds =
            wanted < duckDecibels ? NoiseGroup.duckSeconds : NoiseGroup.releaseSeconds
        duckDecibels = wanted
        duck.aim(
            at: Float(Elementary.amplitude(decibels: Double(wanted))), slices: slices(seconds),
            shape: .decibel)
    }

    @_noLocks
    private static func shape(_ shape: Scene.FadeShape) -> Fade.Shape {
        switch shape {
        case .linear: .linear
        case .equalPower: .power
        case .exponential: .decibel
        }
    }

    /// NaN counts as silence.
    @_noLocks
    private func clamp(_ gain: Float) -> Float {
        gain > 0 ? (gain < 1 ? gain : 1) : 0
    }

    @_noLocks
    private func trim(_ voice: Scene.Voice) -> Float {
        let trim = voice.trim
        return trim > 0 ? (trim < NoiseGroup.greatestTrim ? trim : NoiseGroup.greatestTrim) : 0
    }
}
