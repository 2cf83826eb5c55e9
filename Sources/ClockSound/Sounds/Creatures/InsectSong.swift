/// The song of one cricket, katydid or frog, pulse by pulse.
///
/// Based on Gerhardt and Huber, "Acoustic Communication in Insects and Anurans", 2002. A chirp is a few pulses of
/// one nearly pure tone, the wing's resonance. Insects are as warm as the night, so their rates depend linearly
/// on its temperature. Dolbear's law (1897), for snowy tree crickets: chirps per minute = 7 t - 30 at t degrees
/// Celsius (110 at 20 degrees).
struct InsectSong: BitwiseCopyable {
    enum Kind: BitwiseCopyable {
        /// Snowy tree cricket: chirps of 5 to 8 soft pulses at 2.9 kHz, at Dolbear's rate.
        case treeCricket
        /// Field cricket: chirps of 3 or 4 pulses at 4.6 kHz, a little faster.
        case fieldCricket
        /// Bush cricket: long, fine trills at 6.5 kHz.
        case katydid
        /// Tree frog, soft and far: a purr of low pulses.
        case frog
    }

    private let kind: Kind
    /// Degrees Celsius. A change is heard from the next pulse.
    var temperature: Float
    /// This one's individual variation in pitch and pace.
    private let pitch: Float
    private let pace: Float
    private var pulse = 0
    private var pulses = 0
    /// Seconds elapsed in the chirp, including this pulse.
    private var spent: Float = 0

    @_noLocks
    init(_ kind: Kind, temperature: Float, _ chance: inout Chance) {
        self.kind = kind
        self.temperature = temperature
        pitch = chance.ratio(0.95, 1.05)
        pace = chance.ratio(0.96, 1.04)
    }

    /// The tree crickets' chirps per second. Never zero, because our night goes on.
    @_noLocks
    static func dolbear(_ temperature: Float) -> Float {
        let perMinute = 7 * temperature - 30
        return (perMinute > 20 ? perMinute : 20) / 60
    }

    /// Whether a chirp has just ended, so that the singer may stop here.
    var isBetweenChirps: Bool {
        @_noLocks get { pulse >= pulses }
    }

    /// The next pulse.
    @_noLocks
    mutating func next(_ chance: inout Chance) -> Note {
        let warm = (temperature - 20) / 20
        switch kind {
        case .treeCricket:
            // 48 pulses a second at 20 degrees.
            return chirp(
                first: 5, last: 8, period: 0.0208 / (1 + warm), duty: 0.68,
                frequency: 2900 * (1 + 0.25 * warm),
                every: 1 / InsectSong.dolbear(temperature), &chance)
        case .fieldCricket:
            // 30 pulses a second at 20 degrees.
            return chirp(
                first: 3, last: 4, period: 0.0333 / (1 + warm), duty: 0.55,
                frequency: 4600 * (1 + 0.10 * warm),
                every: 0.75 / InsectSong.dolbear(temperature), &chance)
        case .katydid:
            return chirp(
                first: 40, last: 110, period: 0.0260 / (1 + warm), duty: 0.75,
                frequency: 6400, every: 3.6 / (1 + 0.6 * warm), &chance)
        case .frog:
            return chirp(
                first: 7, last: 12, period: 0.052 / (1 + 0.7 * warm), duty: 0.8,
                frequency: 720, every: 2.6, &chance)
        }
    }

    /// A pulse of a chirp of `first` to `last` pulses; chirps start `every` that many seconds.
    @_noLocks
    private mutating func chirp(
        first: Int, last: Int, period: Float, duty: Float, frequency: Float, every: Float,
        _ chance: inout Chance
    ) -> Note {
        var wait = period * (1 - duty) / pace
        if pulse >= pulses {
            let rest = every / pace * (1 + 0.035 * chance.bell()) - spent
            wait = rest > period ? rest : period
            spent = -wait
            pulse = 0
            pulses = first + Int(chance.even() * Float(last - first + 1))
        }
        // A chirp starts softly and is strongest towards its end.
        let share = Float(pulse + 1) / Float(pulses)
        let rise = last > 20 ? (share < 0.15 ? 0.3 + share * 4.6 : 1) : 0.45 + 0.55 * share
        pulse += 1
        let length = period * duty / pace * (1 + 0.04 * chance.bell())
        spent += wait + length
        let own = frequency * pitch * (1 + 0.002 * chance.bell())
        return Note(
            wait: wait, length: length, from: own * 1.012, middle: own, to: own * 0.975,
            level: rise * (1 + 0.06 * chance.bell()), shape: .round)
    }
}
