/// A table in a cafe, whose people talk in turns: one voice at a time, without words.
///
/// The real thing: people say 3 to 5 syllables a second, so that speech swells and fades most at 4 Hz
/// (Houtgast and Steeneken, "A review of the MTF concept in room acoustics", 1985). A syllable is a
/// consonant, at which the voice stops or hisses or hums, and a vowel, which fades. What is said in one
/// breath lasts 1 to 3 s; over it the pitch falls by an octave when they are lively, with a rise at what
/// matters. Then there is a pause, and somebody else may go on.
///
/// The model draws each syllable by chance, with vowels of Peterson and Barney ("Control methods used in a
/// study of the vowels", 1952), and no language: there are no words that anybody could follow.
struct Table: BitwiseCopyable {
    /// How much of the way to where it is aimed each thing goes in a step.
    struct Pace: BitwiseCopyable {
        var seconds: Float
        var rise: Float
        var fall: Float
        var hiss: Float
        var slow: Float
        var pitch: Float

        @_noLocks
        init(seconds: Float) {
            self.seconds = seconds
            // The inverse of 15, 23, 19, 87 and 12 ms.
            rise = 1 - Rough.exponential2(-96 * seconds)
            fall = 1 - Rough.exponential2(-63 * seconds)
            hiss = 1 - Rough.exponential2(-76 * seconds)
            slow = 1 - Rough.exponential2(-16.6 * seconds)
            pitch = 1 - Rough.exponential2(-120 * seconds)
        }
    }

    private enum Part: BitwiseCopyable {
        case pause, consonant, vowel
    }

    // The people: pitch, size of the throat (its formants against a man's), seconds for a syllable and level.
    private var pitches = SIMD4<Float>()
    private var scales = SIMD4<Float>()
    private var syllables = SIMD4<Float>()
    private var levels = SIMD4<Float>()
    private var people: Float
    private var who = 0

    private var part = Part.pause
    /// Seconds that are left of the part, and of the phrase; how long that is in all.
    private var left: Float
    private var phraseLeft: Float
    private var phrase: Float = 2
    private var syllable: Float = 0.2
    private var isStop = false
    private var loudness: Float = 1
    private var pauses: Float

    private var voicedGoal: Float = 0
    private var voiced: Float = 0
    private var burst: Float = 0
    private var hushGoal: Float = 0
    private var hissGoal: Float = 0
    private var hush: Float = 0
    private var hiss: Float = 0
    private var accentGoal: Float = 0
    private var accent: Float = 0
    private var jitter: Float = 0
    private var pitch: Float

    /// The power of its sh and of its s, which lie above the voices.
    var hushPower: Float = 0
    var hissPower: Float = 0

    /// - Parameters:
    ///   - number: of the table; high and low voices sit evenly among them.
    ///   - pauses: their mean length in seconds.
    @_noLocks
    init(number: Int, pauses: Float, _ chance: inout Chance) {
        self.pauses = pauses
        people = chance.even() < 0.5 ? 2 : 3
        for person in 0..<3 {
            let isHigh = (number + person) & 1 == 0
            pitches[person] = (isHigh ? 200 : 115) * Rough.exponential2(0.17 * chance.bell())
            scales[person] = (isHigh ? 1.16 : 1) * (1 + 0.03 * chance.bell())
            syllables[person] = 0.185 * Rough.exponential2(0.15 * chance.bell())
            // More pulses a second are louder.
            levels[person] =
                Rough.squareRoot(150 / pitches[person])
                * Rough.amplitude(decibels: 1.2 * chance.bell())
        }
        pitch = pitches[0]
        // Somewhere in what it says, most likely.
        phraseLeft = chance.between(0, 2)
        left = 0
        part = chance.even() < 0.7 ? .vowel : .pause
    }

    /// Moves on by a step.
    @_noLocks
    mutating func step(
        _ pace: Pace, _ chance: inout Chance, _ voices: inout Voices, lane: Int
    ) {
        left -= pace.seconds
        if part != .pause { phraseLeft -= pace.seconds }
        if left <= 0 { nextPart(&chance, &voices, lane) }
        if part == .vowel { voicedGoal -= pace.slow * voicedGoal }
        let pull = voicedGoal > voiced ? pace.rise : pace.fall
        voiced += pull * (voicedGoal - voiced)
        burst -= pace.hiss * burst
        hush += pace.hiss * (hushGoal - hush)
        hiss += pace.hiss * (hissGoal - hiss)
        // Stop before denormals.
        voiced = voiced > 1e-9 ? voiced : 0
        burst = burst > 1e-9 ? burst : 0
        hush = hush > 1e-9 ? hush : 0
        hiss = hiss > 1e-9 ? hiss : 0

        accent += pace.slow * (accentGoal - accent)
        jitter += 0.4 * (chance.bell() - jitter)
        let done = 1 - phraseLeft / phrase
        let octaves = 0.32 - 1.15 * done + 1.5 * accent + 0.012 * jitter
        pitch += pace.pitch * (pitches[who] * Rough.exponential2(octaves) - pitch)
        let level = loudness * levels[who]
        let rough = 0.05 * voiced + 0.12 * burst + 0.07 * (hush + 0.4 * hiss)
        voices.aim(lane, pitch: pitch, voiced: level * voiced, rough: level * rough)
        let (high, higher) = (level * (0.7 * hush + 0.25 * burst), level * hiss)
        hushPower = high * high
        hissPower = higher * higher
    }

    /// The next part of a syllable, or the next phrase.
    @_noLocks @inline(never)
    private mutating func nextPart(_ chance: inout Chance, _ voices: inout Voices, _ lane: Int) {
        switch part {
        case .pause:
            if chance.even() < 0.4 { who = Int(people * chance.even()) }
            phrase = chance.between(0.7, 2.8)
            phraseLeft = phrase
            loudness = Rough.amplitude(decibels: 1.5 * chance.bell())
            begin(&chance, &voices, lane)
        case .consonant: open(&chance, &voices, lane)
        case .vowel:
            hushGoal = 0
            hissGoal = 0
            if phraseLeft > 0 {
                begin(&chance, &voices, lane)
            } else {
                part = .pause
                left = pauses * chance.between(0.3, 1.7)
                phraseLeft = 0
                voicedGoal = 0
            }
        }
    }

    /// Begins a syllable with its consonant.
    @_noLocks
    private mutating func begin(_ chance: inout Chance, _ voices: inout Voices, _ lane: Int) {
        part = .consonant
        syllable = syllables[who] * Rough.exponential2(0.25 * chance.bell())
        let kind = chance.even()
        isStop = kind < 0.3
        if isStop {
            left = chance.between(0.045, 0.08)
            voicedGoal = 0
        } else if kind < 0.5 {
            left = chance.between(0.06, 0.11)
            voicedGoal = 0
            let strength = chance.between(0.5, 1)
            if chance.even() < 0.6 { hissGoal = strength } else { hushGoal = strength }
        } else if kind < 0.75 {
            // A hum through the nose, or an l or r.
            left = chance.between(0.05, 0.08)
            voicedGoal = 0.35
            let formants = SIMD4<Float>(260, chance.between(1000, 1500), 2400, 3500)
            voices.shape(lane, scales[who] * formants)
        } else {
            left = 0.02
            voicedGoal = 0.5
        }
    }

    /// Opens the mouth for the syllable's vowel.
    @_noLocks
    private mutating func open(_ chance: inout Chance, _ voices: inout Voices, _ lane: Int) {
        part = .vowel
        hushGoal = 0
        hissGoal = 0
        if isStop, chance.even() < 0.6 { burst = 0.9 }
        var formants = Table.vowel(chance.even() < 0.25 ? 10 : Int(chance.between(0, 10.99)))
        for place in 0..<3 { formants[place] *= 1 + 0.04 * chance.bell() }
        voices.shape(lane, scales[who] * formants)
        let isStressed = chance.even() < 0.4
        voicedGoal = Rough.amplitude(
            decibels: isStressed ? chance.between(-1, 2) : chance.between(-7, -2))
        accentGoal = (isStressed ? 0.41 * chance.even() : 0) + 0.24 * chance.bell()
        let rest = syllable - chance.between(0.05, 0.08)
        // The last one is longer.
        let length = phraseLeft < 0.25 ? 1.5 * rest : rest
        left = length > 0.06 ? length : 0.06
    }

    /// The formants of a man's vowel, in Hz.
    @_noLocks
    private static func vowel(_ number: Int) -> SIMD4<Float> {
        switch number {
        case 0: SIMD4(270, 2290, 3010, 3500)
        case 1: SIMD4(390, 1990, 2550, 3500)
        case 2: SIMD4(530, 1840, 2480, 3500)
        case 3: SIMD4(660, 1720, 2410, 3500)
        case 4: SIMD4(730, 1090, 2440, 3500)
        case 5: SIMD4(570, 840, 2410, 3500)
        case 6: SIMD4(440, 1020, 2240, 3500)
        case 7: SIMD4(300, 870, 2240, 3500)
        case 8: SIMD4(640, 1190, 2390, 3500)
        case 9: SIMD4(490, 1350, 1690, 3500)
        default: SIMD4(500, 1500, 2500, 3500)
        }
    }
}
