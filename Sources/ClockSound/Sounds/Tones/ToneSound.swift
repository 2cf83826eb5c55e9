/// The alarm tones, all synthetic, so that nothing can be missing when one has to ring. A new one is
/// one function that writes its score and one case here. The numbers are kept: they may stand in
/// what was saved.
package enum ToneSound: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case digital, classic, beep, siren, buzzing, bell, chimes, ding, glass, dawn, harp

    /// Equality that the `@_noLocks` check can follow; `==` of an enum goes through a generic one.
    @_noLocks
    func isSame(as other: ToneSound) -> Bool {
        rawValue == other.rawValue
    }
}

/// Every tone, made before the sound starts.
///
/// Making it takes some ten milliseconds, on a small machine ten times as much, so all mixers of a rate have
/// the same one.
struct ToneBank {
    private let digital: DigitalTone
    /// The others, in the order of their numbers.
    private let scores: FixedBuffer<ToneScore>

    /// The one of a rate, for ever; it is made when it is asked for first.
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

    /// Writes a slice of `tone`, `frame` frames after it began.
    @_noLocks
    func render(_ tone: ToneSound, at frame: Int, into output: UnsafeMutablePointer<Float>) {
        let number = Int(tone.rawValue)
        if number == 0 {
            digital.render(at: frame, into: output)
        } else {
            scores.base[number - 1].render(at: frame, into: output)
        }
    }

    /// Root mean square of any tone while it is on, at gain 1: what an asked level is measured by. It
    /// is that of a sine of full scale.
    ///
    /// "On" is the pulse, for a tone that is held (digital, beep, siren, buzzing); for one that is
    /// struck and dies away it is the loudest 400 ms of its cycle, which is the window of momentary
    /// loudness (EBU Tech 3341). So it is the strikes that are as loud as was asked, and a tone is never
    /// quieter there than the law's floor.
    @_noLocks
    static func rootMeanSquare(_ tone: ToneSound) -> Double {
        DigitalTone.rootMeanSquare
    }
}

/// A bank with what its buffers lie in.
///
/// `@unchecked Sendable` because of those buffers: they are written while the bank is made, and only read
/// from then on.
private final class SharedToneBank: @unchecked Sendable {
    static let at48000 = SharedToneBank(rate: 48_000)
    static let at44100 = SharedToneBank(rate: 44_100)

    private let memory = RenderMemory()
    let bank: ToneBank

    private init(rate: Int) { bank = ToneBank(in: memory, rate: rate) }
}
