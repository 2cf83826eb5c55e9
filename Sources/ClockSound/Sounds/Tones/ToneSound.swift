/// The alarm tones. All are synthetic, so that nothing can be missing when one must ring. To add one, write a
/// function for its score and add a case here. The numbers must not change, because saved state may contain them.
package enum ToneSound: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case digital, classic, beep, siren, buzzing, bell, chimes, ding, glass, dawn, harp

    /// Equality that the `@_noLocks` check can follow; an enum's `==` calls generic code.
    @_noLocks
    func isSame(as other: ToneSound) -> Bool {
        rawValue == other.rawValue
    }
}

/// All tones, built before the sound starts.
///
/// Building takes some ten milliseconds, ten times that on a small machine, so all mixers of one rate share a
/// bank.
struct ToneBank {
    private let digital: DigitalTone
    /// The other tones, in the order of their numbers.
    private let scores: FixedBuffer<ToneScore>

    /// The permanent bank for a rate, built on first use.
    ///
    /// - Parameter rate: one of `Mixer.rates`.
    static func shared(rate: Int) -> ToneBank {
        rate == 44_100 ? SharedToneBank.at44100.bank : SharedToneBank.at48000.bank
    }

    init(in memory: RenderMemory, rate: Int) {
        digital = DigitalTone(in: memory, rate: rate)
        let scratch = RenderMemory()
        let foundry = ToneFoundry(in: scratch, rate: rate)
        let made = ToneSound.allCases.compactMap { ToneBank.score($0, in: memory, foundry) }
        scores = memory.allocate(made.count, repeating: made[0])
        for (index, score) in made.enumerated() { scores.base[index] = score }
    }

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
        if number == 0 {
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

/// A bank with the memory of its buffers.
///
/// `@unchecked Sendable` because of those buffers: they are written while the bank is built, and only read
/// afterwards.
private final class SharedToneBank: @unchecked Sendable {
    static let at48000 = SharedToneBank(rate: 48_000)
    static let at44100 = SharedToneBank(rate: 44_100)

    private let memory = RenderMemory()
    let bank: ToneBank

    private init(rate: Int) { bank = ToneBank(in: memory, rate: rate) }
}
