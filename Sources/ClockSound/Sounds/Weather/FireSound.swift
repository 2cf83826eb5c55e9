/// A wood fire.
///
/// The real thing (Farnell, Designing Sound, ch. 34). Flames lap: burning gas puffs at a few cycles per second, f
/// = 1.5 / sqrt(width in m) Hz (Cetegen and Ahmed, 1993), never evenly, and moves air: a soft low rumble. Wood
/// crackles where steam and resin burst its cells: bangs of a millisecond or less at 2 to 10 kHz, 20 to 30 dB over
/// the hiss of sap and escaping gas. Between rumble and crackles, at 0.5 to 2 kHz, is a gap: nothing else of a
/// fire tells it from rain so well. The crackles come in flurries, since one crack opens the next. In recordings
/// half as many exceed a level that is 7 dB higher. Now and then a whole knot pops, lower.
///
/// The model. Four bands of noise: the rumble and the flutter (both steep, to leave the gap, and moved by drifts at
/// the pace of the puffs), the even bed over the gap, and the grainy hiss. Three logs crackle, each at its place. A
/// crackle comes at random and for a tenth of a second makes others more likely (a Hawkes process: a crackle has
/// 0.7 followers on average). Strengths are distributed as the inverse of a uniform number, which makes twice as
/// loud half as frequent, over 23 dB. Pops are bursts with a ring of wood.
///
/// Its peaks stand so high over its mean that it cannot be as loud as the even sounds without a limiter.
struct FireSound: GeneratedSound {
    /// The parameters by their index.
    static var parameters: [SoundParameter] {
        [
            SoundParameter(
                "crackles", 0.5...40, default: 8,
                "crackles a second, with those that follow others"),
            SoundParameter("crackleLevel", -24...6, default: 0, "level of the crackles, in dB"),
            SoundParameter("pitch", 700...6000, default: 3800, "middle of the crackles, in Hz"),
            SoundParameter("pops", 0...60, default: 5, "knots that pop, in a minute"),
            SoundParameter("rumble", -24...12, default: 0, "level of the flames, in dB"),
            SoundParameter("hiss", -30...30, default: 0, "level of the grainy hiss, in dB"),
            SoundParameter("puffs", 0.5...8, default: 2.7, "how fast the flames lap, in Hz"),
            SoundParameter("lapping", 0...1.5, default: 0.4, "how much they do, in octaves"),
            SoundParameter("bed", -30...30, default: 0, "level of the even noise, in dB"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider("crackles", "more crackles", [.times("crackles", 3)]),
            SoundSlider("roar", "louder, livelier flames", [.plus("rumble", 9)]),
            SoundSlider(
                "bed", "more of the even hiss between the crackles",
                [.plus("bed", 18), .plus("hiss", 12)]),
        ]
    }

    private struct Log: BitwiseCopyable {
        var arrivals: Arrivals
        var mood: Drift
        /// Additional crackles per second triggered by recent ones.
        var excitement: Float = 0
        var pan: Float
        var pitch: Float
    }

    private static var logCount: Int {
        @_noLocks get { 3 }
    }
    /// The average number of followers of a crackle, and how long, in seconds, it makes them likely.
    private static var followers: Float {
        @_noLocks get { 0.7 }
    }
    /// The energy that a flurry may have.
    private static var most: Float {
        @_noLocks get { 0.15 }
    }
    private static var flurry: Float {
        @_noLocks get { 0.1 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var seconds: Float
    private var crackles: Float
    private var peak: Float
    private var pitch: Float
    private var brevity: Float
    private var pops: Float
    private var body: Float
    private var rumble: Float
    private var hiss: Float
    private var bed: Float
    private var lapping: Float
    private var calming: Float
    /// The energy of the crackles and pops of the last tenth of a second: strength squared, times seconds.
    private var spent: Float = 0
    private var chance: Chance
    private var logs: UnsafeMutablePointer<Log>
    private var popArrivals: Arrivals
    private var glow: Drift
    private var leftPuff: Drift
    private var rightPuff: Drift
    private var leftSap: Drift
    private var rightSap: Drift
    private var bands: NoiseBands
    private var bursts: Bursts
    private var ringers: Ringers
    private var cut: LowCut

    /// - Parameter values: the values of `parameters`, in their order.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        seconds = Float(Slice.frames) / Float(rate)
        crackles = values[0]
        peak = FireSound.loudness * 0.0713 * Rough.amplitude(decibels: values[1])
        pitch = values[2]
        brevity = (3800 / pitch) * (3800 / pitch)
        pops = values[3] / 60 * seconds
        body = FireSound.loudness
        rumble = Rough.amplitude(decibels: values[4])
        hiss = Rough.amplitude(decibels: values[5])
        lapping = values[7]
        bed = Rough.amplitude(decibels: values[8])
        calming = Rough.exponential2(-1.442_695 * seconds / FireSound.flurry)
        chance = Chance(seed: seed)
        let memory = arena.reserve(bytes: FireSound.logCount * MemoryLayout<Log>.stride)
        logs = memory.assumingMemoryBound(to: Log.self)
        popArrivals = Arrivals(&chance)
        glow = Drift(frequency: 0.12, rate: rate, seed: chance.seed())
        leftPuff = Drift(frequency: values[6], rate: rate, seed: chance.seed())
        rightPuff = Drift(frequency: values[6], rate: rate, seed: chance.seed())
        leftSap = Drift(frequency: 0.5, rate: rate, seed: chance.seed())
        rightSap = Drift(frequency: 0.5, rate: rate, seed: chance.seed())
        bands = NoiseBands(in: &arena, rate: rate, seed: chance.seed())
        bursts = Bursts(in: &arena, capacity: 24, rate: rate)
        ringers = Ringers(in: &arena, groups: 1, rate: rate)
        cut = LowCut(frequency: 32, rate: rate)
        bands.set(0, .lowPass, frequency: 70, quality: 0.8)
        bands.set(1, .lowPass, frequency: 115, quality: 1.1)
        bands.set(2, .bandPass, frequency: 5000, quality: 0.6)
        bands.set(3, .bandPass, frequency: 6500, quality: 0.8)
        bands.setGrain(3, perSecond: 7000)
        for index in 0..<FireSound.logCount {
            let place = Float(index) - 1
            logs[index] = Log(
                arrivals: Arrivals(&chance),
                mood: Drift(frequency: 0.08, rate: rate, seed: chance.seed()),
                pan: 0.3 * place + chance.between(-0.08, 0.08), pitch: chance.ratio(0.75, 1.35))
        }
        setLevels()
        bands.settle(slices: 16)
    }

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        setLevels()
        bands.render(left: left, right: right)
        cut.apply(left: left, right: right)
        bursts.render(left: left, right: right)
        ringers.render(left: left, right: right)
        spent *= calming
        let spontaneous = crackles / Float(FireSound.logCount) * (1 - FireSound.followers)
        for index in 0..<FireSound.logCount {
            logs[index].excitement *= calming
            // The mean of 2^x is 1.17 if x has the standard deviation 0.8.
            let own = spontaneous * Rough.exponential2(0.8 * logs[index].mood.step()) / 1.17
            let expected = (own + logs[index].excitement) * seconds
            logs[index].arrivals.open(expected: expected)
            while let frame = logs[index].arrivals.next(&chance) {
                logs[index].excitement += FireSound.followers / FireSound.flurry
                crackle(logs[index], at: frame, left: left, right: right)
            }
        }
        popArrivals.open(expected: pops)
        while let frame = popArrivals.next(&chance) { pop(at: frame, left: left, right: right) }
    }

    @_noLocks
    private mutating func setLevels() {
        let slow = 0.2 * glow.step()
        let l = Rough.exponential2(FireSound.held(lapping * leftPuff.step()) + slow)
        let r = Rough.exponential2(FireSound.held(lapping * rightPuff.step()) + slow)
        let (leftFizz, rightFizz) = (0.4 * leftSap.step(), 0.4 * rightSap.step())
        let low = body * rumble
        bands.setLevel(0, left: 0.024 * low * l, right: 0.024 * low * r)
        bands.setLevel(1, left: 0.028 * low * l, right: 0.028 * low * r)
        let even = 0.003_4 * body * bed * Rough.exponential2(slow)
        bands.setLevel(2, left: even, right: even)
        let grain = 0.001_9 * body * hiss
        bands.setLevel(
            3, left: grain * Rough.exponential2(leftFizz),
            right: grain * Rough.exponential2(rightFizz))
    }

    /// Limits how far a flame leaps at the drifts' extremes.
    @_noLocks @inline(__always)
    private static func held(_ octaves: Float) -> Float {
        octaves > 0 ? octaves / (1 + 0.8 * octaves) : octaves
    }

    /// Keeps a flurry from being louder than its strongest crackle, which could startle (sound design, Q9).
    ///
    /// - Returns: `strength`, or what is left of it.
    @_noLocks
    private mutating func spend(_ strength: Float, for seconds: Float) -> Float {
        let wanted = strength * strength * seconds
        let rest = FireSound.most - spent
        let left = rest > 0.2 * FireSound.most ? rest : 0.2 * FireSound.most
        spent += wanted < left ? wanted : left
        return wanted < left ? strength : Rough.squareRoot(left / seconds)
    }

    @_noLocks
    private mutating func crackle(
        _ log: Log, at frame: Int, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        // 0.93 ... 12.5; twice as loud is half as frequent.
        let strength = 1 / (chance.even() + 0.08)
        // Stronger crackles are lower and last longer, and high ones are short.
        let weight = Rough.squareRoot(Rough.squareRoot(strength))
        let pan = Rough.panGains(log.pan + chance.between(-0.15, 0.15))
        let frequency = pitch * log.pitch * chance.ratio(0.7, 2.4) / weight
        let quality = chance.ratio(1.2, 2.5)
        let rise = chance.ratio(0.000_05, 0.000_15)
        let fall = chance.ratio(0.000_5, 0.002_2) * weight * brevity
        let level = peak * spend(strength, for: fall)
        bursts.strike(
            Bursts.Strike(
                frequency: frequency, quality: quality, rise: rise, fall: fall,
                left: level * pan[0], right: level * pan[1]),
            at: frame, &chance, left: left, right: right)
    }

    @_noLocks
    private mutating func pop(
        at frame: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let strength = chance.ratio(3, 9)
        let sign = chance.sign()
        let pan = Rough.panGains(chance.between(-0.6, 0.6))
        let frequency = chance.ratio(1800, 3200)
        let fall = chance.ratio(0.002, 0.005)
        let level = peak * spend(strength, for: fall)
        bursts.strike(
            Bursts.Strike(
                frequency: frequency, quality: 1.5, rise: 0.000_2, fall: fall,
                left: level * pan[0], right: level * pan[1]),
            at: frame, &chance, left: left, right: right)
        let pitch = chance.ratio(130, 260)
        let decay = chance.ratio(40, 110)
        // A long ring has no more energy than a short one.
        let ring = 0.061 * level * sign * Rough.squareRoot(decay)
        ringers.strike(
            Ringers.Strike(
                frequency: pitch, decay: decay, rise: 0,
                left: ring * pan[0], right: ring * pan[1]),
            at: frame, left: left, right: right)
    }
}

extension FireSound {
    /// Keeps the peaks of the strongest crackles below full scale.
    private static var loudness: Float {
        @_noLocks get { 1.6 }
    }
}
