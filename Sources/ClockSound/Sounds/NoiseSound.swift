/// The noises. A new one is one file in this folder and one case here; the compiler then asks for
/// the rest, since no switch has a default.
///
/// At gain 1 a noise plays at -20 dBFS RMS where it is pink, and every other one as loud as that by
/// A-weighting, so that changing the sound does not change the loudness. Raw values are the places
/// in the mixer's tables: they count from 0 without a gap.
package enum NoiseSound: UInt8, CaseIterable, Sendable {
    case white, pink

    // What the `@_noLocks` check can follow from other files; the members that the compiler writes
    // for an enum are not annotated, and `==` goes through a generic one.

    /// Its place in the mixer's tables.
    var place: Int {
        @_noLocks get { Int(rawValue) }
    }

    @_noLocks
    static func at(place: Int) -> NoiseSound? {
        NoiseSound(rawValue: UInt8(truncatingIfNeeded: place))
    }

    @_noLocks
    func isSame(as other: NoiseSound) -> Bool {
        rawValue == other.rawValue
    }
}

/// One generator per noise, all made before the sound starts: a crossfade needs two at once.
struct NoiseBank {
    private var white: WhiteNoise
    private var pink: PinkNoise

    init(in memory: RenderMemory, rate: Int, seed: UInt64) {
        var seeds = SeedSequence(seed: seed)
        white = WhiteNoise(in: memory, seed: seeds.next())
        pink = PinkNoise(in: memory, rate: rate, seed: seeds.next())
    }

    /// Writes the next slice of each channel of `sound`.
    @_noLocks
    mutating func render(
        _ sound: NoiseSound, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        switch sound {
        case .white: white.render(left: left, right: right)
        case .pink: pink.render(left: left, right: right)
        }
    }

    /// Root mean square of `sound` at gain 1.
    @_noLocks
    static func rootMeanSquare(_ sound: NoiseSound) -> Double {
        switch sound {
        case .white: WhiteNoise.rootMeanSquare
        case .pink: PinkNoise.rootMeanSquare
        }
    }
}
