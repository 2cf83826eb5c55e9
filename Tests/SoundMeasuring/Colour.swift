/// A noise that is defined by how its power goes with frequency, and what it must keep to.
package struct Colour: Sendable, CustomStringConvertible {
    package let sound: BuiltInSound
    /// Of the frequency in the power density.
    package let exponent: Double
    /// Where it is looked at, hertz; and how far a third octave may be off there, decibels (sound
    /// design, Q1 and Q2).
    package let range: ClosedRange<Double>
    package let bound: Double

    package var description: String { sound.name }

    /// Those of the design that there are; grey follows the ear and no power law.
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
