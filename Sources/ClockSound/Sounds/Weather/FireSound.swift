/// A wood fire.
///
/// The real thing (Farnell, Designing Sound, ch. 34). Flames lap: burning gas puffs at a few cycles per second, f
/// = 1.5 / sqrt(width in m) Hz (Cetegen and Ahmed, 1993), never evenly, and moves air: a soft low rumble and
/// flutter. Wood crackles where steam and resin burst its cells: bangs of one to a few milliseconds at 1-10 kHz.
/// They come in flurries, since one crack opens the next; few are strong. Now and then a whole knot pops, lower.
/// Sap and escaping gas hiss.
///
/// The model. Four bands of noise: the rumble, the flutter (both moved by drifts at the pace of the puffs), a
/// breath of warm noise, and the grainy hiss. Three logs crackle, each at its place. A crackle comes at random
/// and for a tenth of a second makes others more likely (a Hawkes process: each has half a follower on average).
/// Strengths are distributed as 1 / sqrt of a uniform number, which makes twice as loud four times as rare, and
/// are bounded. Pops are bursts with a ring of wood.
struct FireSound: GeneratedSound {
    /// The parameters by their index.
    static var parameters: [SoundParameter] {
        [
            SoundParameter(
                "crackles", 0.5...40, default: 24,
                "crackles a second, with those that follow others"),
            SoundParameter("crackleLevel", -24...6, default: 0, "level of the crackles, in dB"),
            SoundParameter("pitch", 700...5000, default: 2100, "middle of the crackles, in Hz"),
            SoundParameter("pops", 0...60, default: 9, "knots that pop, in a minute"),
            SoundParameter("rumble", -24...9, default: 0, "level of the flames, in dB"),
            SoundParameter("hiss", -30...9, default: 0, "level of the hiss, in dB"),
            SoundParameter("puffs", 0.5...8, default: 2.7, "how fast the flames lap, in Hz"),
            SoundParameter("lapping", 0...1.5, default: 0.4, "how much they do, in octaves"),
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
        @_noLocks get { 0.5 }
    }
    private static var flurry: Float {
        @_noLocks get { 0.1 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var seconds: Float
    private var crackles: Float
    private var peak: Float
    private var pitch: Float
    private var pops: Float
    private var body: Float
    private var rumble: Float
    private var hiss: Float
    private var lapping: Float
    private var calming: Float
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
        peak = FireSound.loudness * 0.105 * Rough.amplitude(decibels: values[1])
        pitch = values[2]
        pops = values[3] / 60 * seconds
        body = FireSound.loudness * 0.027
        rumble = Rough.amplitude(decibels: values[4])
        hiss = Rough.amplitude(decibels: values[5])
        lapping = values[7]
        calming = Rough.exponential2(-1.442_695 * seconds / FireSound.flurry)
        chance = Chance(seed: seed)
        let memory = arena.take(bytes: FireSound.logCount * MemoryLayout<Log>.stride)
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
        bands.set(0, .bandPass, frequency: 82, quality: 0.7)
        bands.set(1, .lowPass, frequency: 300, quality: 0.7)
        bands.set(2, .bandPass, frequency: 950, quality: 0.5)
        bands.set(3, .bandPass, frequency: 5200, quality: 0.6)
        bands.setGrain(3, perSecond: 7000)
        for index in 0..<FireSound.logCount {
            let place = Float(index) - 1
            logs[index] = Log(
                arrivals: Arrivals(&chance),
                mood: Drift(frequency: 0.08, rate: rate, seed: chance.seed()),
                pan: 0.55 * place + chance.between(-0.12, 0.12), pitch: chance.ratio(0.75, 1.35))
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
        bands.setLevel(0, left: 0.75 * low * l, right: 0.75 * low * r)
        bands.setLevel(1, left: 0.95 * low * l, right: 0.95 * low * r)
        let breath = 0.5 * rumble * Rough.exponential2(slow)
        bands.setLevel(
            2, left: breath * body * (0.6 + 0.4 * l), right: breath * body * (0.6 + 0.4 * r))
        let high = 0.36 * body * hiss
        bands.setLevel(
            3, left: high * Rough.exponential2(leftFizz),
            right: high * Rough.exponential2(rightFizz))
    }

    /// Limits how far a flame leaps at the drifts' extremes.
    @_noLocks @inline(__always)
    private static func held(_ octaves: Float) -> Float {
        octaves > 0 ? octaves / (1 + 0.8 * octaves) : octaves
    }

    @_noLocks
    private mutating func crackle(
        _ log: Log, at frame: Int, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        // 0.94 ... 2.8; twice as loud is a quarter as frequent.
        let strength = 1 / Rough.squareRoot(chance.even() + 0.13)
        let level = peak * strength
        // Stronger crackles are lower and last longer.
        let weight = Rough.squareRoot(Rough.squareRoot(strength))
        let place = log.pan + chance.between(-0.25, 0.25)
        let pan = Rough.panGains(place)
        bursts.strike(
            Bursts.Strike(
                frequency: pitch * log.pitch * chance.ratio(0.5, 2.4) / weight,
                quality: chance.ratio(0.8, 2.5), rise: chance.ratio(0.000_08, 0.000_25),
                fall: chance.ratio(0.001_5, 0.009) * weight, left: level * pan[0],
                right: level * pan[1]),
            at: frame, &chance, left: left, right: right)
    }

    @_noLocks
    private mutating func pop(
        at frame: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let level = peak * chance.ratio(1, 2.4)
        let ring = 0.6 * level * chance.sign()
        let pan = Rough.panGains(chance.between(-0.6, 0.6))
        bursts.strike(
            Bursts.Strike(
                frequency: chance.ratio(350, 900), quality: 1, rise: 0.000_5,
                fall: chance.ratio(0.006, 0.016), left: level * pan[0], right: level * pan[1]),
            at: frame, &chance, left: left, right: right)
        ringers.strike(
            Ringers.Strike(
                frequency: chance.ratio(160, 420), decay: chance.ratio(40, 110), rise: 0,
                left: ring * pan[0], right: ring * pan[1]),
            at: frame, left: left, right: right)
    }
}

extension FireSound {
    /// Matches the loudness of all sounds at default parameters.
    private static var loudness: Float {
        @_noLocks get { 2.62 }
    }
}
