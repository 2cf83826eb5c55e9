/// The noises and how loud each is: one voice per sound, so that any number of them can be on their
/// way in or out at once, and a duck over them all.
struct NoiseGroup {
    /// In milliseconds. No noise begins or ends faster, or it would click.
    private static var shortestFade: Int { 10 }
    private static var duckMilliseconds: Int { 400 }
    private static var releaseMilliseconds: Int { 3000 }

    private let rate: Int
    private var bank: NoiseBank
    private let fades: FixedBuffer<Fade>
    private var duck = Fade(1)
    /// What the fades are on their way to, where something is wanted.
    private var wanted = Scene.Noise(sound: .white, gain: 0, fadeFrames: 0)
    private var isWanted = false
    private var duckDecibels: Float = 0
    private let left: FixedBuffer<Float>
    private let right: FixedBuffer<Float>

    init(in memory: RenderMemory, rate: Int, seed: UInt64) {
        self.rate = rate
        bank = NoiseBank(in: memory, rate: rate, seed: seed)
        left = memory.allocate(Slice.frames, repeating: 0)
        right = memory.allocate(Slice.frames, repeating: 0)
        fades = memory.allocate(NoiseSound.allCases.count, repeating: Fade(0))
    }

    /// As many as there are noises.
    var voices: Int {
        @_noLocks get { fades.count }
    }

    /// Bit n is set while the sound with raw value n is heard or about to be.
    var audible: UInt32 {
        @_noLocks get {
            var mask: UInt32 = 0
            for voice in 0..<fades.count where !fades.base[voice].isSilent {
                mask |= 1 << UInt32(voice)
            }
            return mask
        }
    }

    /// Slices until the first of the running fades ends; 0 when all is settled.
    var remaining: Int {
        @_noLocks get {
            var least = duck.remaining
            for voice in 0..<fades.count {
                let remaining = fades.base[voice].remaining
                if remaining > 0, least == 0 || remaining < least { least = remaining }
            }
            return least
        }
    }

    @_noLocks
    mutating func aim(_ scene: FlatScene) {
        aimDuck(scene.noiseDuckDecibels)
        let noise = scene.noise
        guard scene.hasNoise else {
            guard isWanted else { return }
            isWanted = false
            let slices = slices(scene.noiseFadeOutFrames)
            for voice in 0..<fades.count {
                fades.base[voice].aim(at: 0, slices: slices, shape: .decibel)
            }
            return
        }
        let gain = clamp(noise.gain)
        if isWanted, wanted.sound.isSame(as: noise.sound), clamp(wanted.gain) == gain { return }
        let chosen = noise.sound.place
        var slices = slices(noise.fadeFrames)
        if isWanted, wanted.sound.isSame(as: noise.sound) {
            let change = self.slices(noise.changeFrames)
            let left = fades.base[chosen].remaining
            slices = left > change ? left : change
        }
        isWanted = true
        wanted = noise
        // Another sound that is heard makes it a crossfade, in which all voices move together.
        let others = audible & ~(1 << UInt32(chosen))
        let shape: Fade.Shape = others == 0 ? .decibel : .power
        for voice in 0..<fades.count {
            fades.base[voice].aim(
                at: voice == chosen ? gain : 0, slices: slices, shape: shape)
        }
    }

    /// Adds the next slice of every audible noise to the mix.
    @_noLocks
    mutating func render(
        left mixLeft: UnsafeMutablePointer<Float>, right mixRight: UnsafeMutablePointer<Float>,
        _ ramp: SliceRamp
    ) {
        let duckBefore = duck.value
        duck.advance(slices: 1)
        for voice in 0..<fades.count where !fades.base[voice].isSilent {
            let start = fades.base[voice].value * duckBefore
            fades.base[voice].advance(slices: 1)
            let end = fades.base[voice].value * duck.value
            guard let sound = NoiseSound.at(place: voice) else {
                continue
            }
            bank.render(sound, left: left.base, right: right.base)
            ramp.add(left.base, to: mixLeft, from: start, to: end)
            ramp.add(right.base, to: mixRight, from: start, to: end)
        }
    }

    /// Moves the fades on without making a sample.
    @_noLocks
    mutating func advance(slices: Int) {
        duck.advance(slices: slices)
        for voice in 0..<fades.count { fades.base[voice].advance(slices: slices) }
    }

    /// The gain of a noise now, duck included.
    @_noLocks
    func gain(_ sound: NoiseSound) -> Float {
        fades.base[sound.place].value * duck.value
    }

    /// The power that the gains make of noise, which is what rendering would measure.
    var power: Double {
        @_noLocks get {
            var sum = 0.0
            for voice in 0..<fades.count {
                guard let sound = NoiseSound.at(place: voice) else {
                    continue
                }
                let level = Double(gain(sound)) * NoiseBank.rootMeanSquare(sound)
                sum += level * level
            }
            return sum
        }
    }

    @_noLocks
    private mutating func aimDuck(_ decibels: Float) {
        let wanted: Float = decibels < 0 ? (decibels > -60 ? decibels : -60) : 0
        guard wanted != duckDecibels else { return }
        let milliseconds =
            wanted < duckDecibels ? NoiseGroup.duckMilliseconds : NoiseGroup.releaseMilliseconds
        duckDecibels = wanted
        duck.aim(
            at: Float(Elementary.amplitude(decibels: Double(wanted))),
            slices: Slice.count(covering: rate * milliseconds / 1000), shape: .decibel)
    }

    @_noLocks
    private func slices(_ frames: Int32) -> Int {
        Slice.count(
            covering: Int(frames),
            atLeast: Slice.count(covering: rate * NoiseGroup.shortestFade / 1000))
    }

    /// Not a number counts as silence.
    @_noLocks
    private func clamp(_ gain: Float) -> Float {
        gain > 0 ? (gain < 1 ? gain : 1) : 0
    }
}
