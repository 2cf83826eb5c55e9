/// A noise defined by how its power depends on frequency, with its tolerances.
package struct Colour: Sendable, CustomStringConvertible {
    package let sound: BuiltInSound
    /// The exponent of the frequency in the power density.
    package let exponent: Double
    /// The range in hertz where it is checked, and the permitted error of a third octave there, in
    /// decibels (sound design, Q1 and Q2).
    package let range: ClosedRange<Double>
    package let bound: Double

    package var description: String { sound.name }

    /// The design's colours; not grey, which follows the ear instead of a power law.
    package static let all: [Colour] = [
        ("white", 0, 20...20_000, 0.1), ("pink", -1, 20...20_000, 0.15),
        ("brown", -2, 40...16_000, 0.25), ("blue", 1, 100...16_000, 0.25),
        ("violet", 2, 100...16_000, 0.25),
    ].compactMap { (name: String, exponent: Double, range: ClosedRange<Double>, bound: Double) in
        BuiltInSound.named(name).map {
            Colour(sound: $0, exponent: exponent, range: range, bound: bound)
        }
    }
}
