import Synchronization

/// The tables of the alarm tones at one rate, in memory that somebody else owns.
///
/// All tones together take 3.5 MB, and a clock uses one or two of them. So a tone's table is built when the tone is
/// first wanted, and stays from then on, because a mixer may be playing it. A tone without a table sounds like the
/// digital one, which always has its own: an alarm is never silent.
struct ToneBank {
    private let rate: Int
    private let digital: DigitalTone
    /// The other tones, in the order of their numbers.
    private let scores: FixedBuffer<ToneScore>

    init(in memory: RenderMemory, rate: Int) {
        self.rate = rate
        digital = DigitalTone(in: memory, rate: rate)
        scores = memory.allocate(
            ToneSound.allCases.count - 1, repeating: ToneScore(unbuiltIn: memory))
    }

    /// Builds a tone's table in `memory`. No mixer may be asked for the tone before this returns.
    func build(_ tone: ToneSound, in memory: RenderMemory) {
        let scratch = RenderMemory()
        guard let score = ToneBank.score(tone, in: memory, ToneFoundry(in: scratch, rate: rate))
        else { return }
        scores.base[Int(tone.rawValue) - 1] = score
    }

    /// Builds all tones, and plays a slice of each, at a rate so low that this takes little memory, and forgets them.
    static func rehearse() {
        let memory = RenderMemory()
        let bank = ToneBank(in: memory, rate: rehearsalRate)
        let slice: FixedBuffer<Float> = memory.allocate(Slice.frames, repeating: 0)
        for tone in ToneSound.allCases {
            bank.build(tone, in: memory)
            bank.render(tone, at: 0, into: slice.base)
        }
    }

    /// Hz; most of the tones' sines are below half of it.
    private static let rehearsalRate = 4000

    private static func score(
        _ tone: ToneSound, in memory: RenderMemory, _ foundry: ToneFoundry
    ) -> ToneScore? {
        switch tone {
        case .digital: nil
        case .classic: .classic(in: memory, foundry)
        case .beep: .beep(in: memory, foundry)
        case .siren: .siren(in: memory, foundry)
        case .buzzing: .buzzing(in: memory, foundry)
        case .bell: .bell(in: memory, foundry)
        case .chimes: .chimes(in: memory, foundry)
        case .ding: .ding(in: memory, foundry)
        case .glass: .glass(in: memory, foundry)
        case .dawn: .dawn(in: memory, foundry)
        case .harp: .harp(in: memory, foundry)
        }
    }

    /// Renders a slice of `tone`, `frame` frames after it started.
    @_noLocks
    func render(_ tone: ToneSound, at frame: Int, into output: UnsafeMutablePointer<Float>) {
        let number = Int(tone.rawValue)
        if number == 0 || !scores.base[number - 1].isBuilt {
            digital.render(at: frame, into: output)
        } else {
            scores.base[number - 1].render(at: frame, into: output)
        }
    }

    /// RMS of every tone while it is on, at gain 1: the reference for requested levels. It is that of a
    /// full-scale sine.
    ///
    /// "On" means the pulse for a sustained tone (digital, beep, siren, buzzing). For a tone that is struck and
    /// decays, it means the loudest 400 ms of its cycle, the window of momentary loudness (EBU Tech 3341). So the
    /// strikes have the requested loudness, and there a tone is never quieter than the law's floor.
    @_noLocks
    static func rootMeanSquare(_ tone: ToneSound) -> Double {
        DigitalTone.rootMeanSquare
    }
}

/// The program's tone tables: one bank for each rate that a mixer runs at, with the tones that were ever wanted.
///
/// `@unchecked Sendable`: `banks` is reached only under the lock. A table is written under it too, before the scene
/// that wants its tone is published, or before its bank is; so no mixer reads it earlier.
final class ToneStore: @unchecked Sendable {
    static let shared = ToneStore()

    private let wanted = Mutex<Set<ToneSound>>([])
    private let memory = RenderMemory()
    private var banks: [Int: ToneBank] = [:]

    /// The permanent bank for a rate, with all tones that were wanted so far; made on first use.
    ///
    /// - Parameter rate: one of `Mixer.rates`.
    func bank(rate: Int) -> ToneBank {
        wanted.withLock { wanted in
            if let bank = banks[rate] { return bank }
            let bank = ToneBank(in: memory, rate: rate)
            for tone in wanted { bank.build(tone, in: memory) }
            banks[rate] = bank
            return bank
        }
    }

    func isPrepared(_ tone: ToneSound) -> Bool { wanted.withLock { $0.contains(tone) } }

    /// Bytes of all banks.
    var bytes: Int { wanted.withLock { _ in memory.bytes } }

    /// Builds the tone in all banks, once.
    func prepare(_ tone: ToneSound) {
        wanted.withLock { wanted in
            guard wanted.insert(tone).inserted else { return }
            for bank in banks.values { bank.build(tone, in: memory) }
        }
    }
}
