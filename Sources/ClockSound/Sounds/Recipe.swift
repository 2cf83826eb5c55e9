/// A number that a recipe can set.
package struct SoundParameter: Hashable, Sendable {
    /// The name in catalogues, in camelCase.
    package var name: String
    package var range: ClosedRange<Float>
    /// The value if a recipe does not set it.
    package var `default`: Float
    /// The meaning and unit, for people who write catalogues.
    package var meaning: String

    package init(_ name: String, _ range: ClosedRange<Float>, default: Float, _ meaning: String) {
        self.name = name
        self.range = range
        self.default = `default`
        self.meaning = meaning
    }
}

/// A value for each parameter of a generator, in their order; the rest is 0.
typealias SoundValues = SIMD16<Float>

/// How to make a sound: a generator and its parameters. A trivial value, because it is copied to the sound thread
/// as bytes.
package struct Recipe: Hashable, Sendable, BitwiseCopyable {
    package let generator: Generator
    let values: SoundValues

    /// Why a recipe is invalid.
    package enum Problem: Error, Hashable, Sendable {
        case unknownParameter(String, known: [String])
        case outOfRange(SoundParameter, value: Float)
    }

    /// - Parameter values: by parameter name; missing ones get their defaults.
    package init(_ generator: Generator, _ values: [String: Float] = [:]) throws(Problem) {
        let parameters = generator.parameters
        for name in values.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
            throw .unknownParameter(name, known: parameters.map(\.name))
        }
        var lanes = SoundValues()
        for (place, parameter) in parameters.enumerated() {
            let value = values[parameter.name] ?? parameter.default
            // No range contains NaN.
            guard parameter.range.contains(value) else {
                throw .outOfRange(parameter, value: value)
            }
            lanes[place] = value
        }
        self.generator = generator
        self.values = lanes
    }

    /// A placeholder for sources without a recipe.
    static var none: Recipe {
        @_noLocks get { Recipe(.white, values: SoundValues()) }
    }

    @_noLocks
    init(_ generator: Generator, values: SoundValues) {
        self.generator = generator
        self.values = values
    }

    /// The generator with its default parameters.
    package init(default generator: Generator) {
        self.generator = generator
        var lanes = SoundValues()
        for (place, parameter) in generator.parameters.enumerated() {
            lanes[place] = parameter.default
        }
        values = lanes
    }

    /// Equality that the `@_noLocks` check can follow.
    @_noLocks
    func isSame(as other: Recipe) -> Bool {
        guard generator.number == other.generator.number else { return false }
        let count = SoundValues.scalarCount
        for lane in 0..<count where values[lane] != other.values[lane] { return false }
        return true
    }
}
