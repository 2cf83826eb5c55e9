/// The sounds that are made and not played from a file. A new one is one file in this folder and one
/// case here; the compiler then asks for the rest, since no switch has a default.
///
/// Each plays, with its usual parameters and at gain 1, as loud by A-weighting as pink noise of
/// -20 dBFS RMS (which is -23.9 dB(A) under full scale), so that changing the sound does not change
/// the loudness (brown noise is 2 dB softer, see there). It makes two decorrelated channels and never repeats.
package enum Generator: String, CaseIterable, Hashable, Sendable, BitwiseCopyable {
    case white, pink, brown, blue, violet, grey
    case rain, thunder, ocean, wind, stream, fire
    case fan, heaterFan, airConditioner, train, cabin, heartbeat, birds, insects

    /// What its parameters are, in the order of the places in `Recipe.values`; at most eight.
    package var parameters: [SoundParameter] {
        switch self {
        case .white, .pink, .brown, .blue, .violet, .grey: []
        case .rain: RainSound.parameters
        case .thunder: ThunderSound.parameters
        case .ocean: OceanSound.parameters
        case .wind: WindSound.parameters
        case .stream: StreamSound.parameters
        case .fire: FireSound.parameters
        case .fan: FanSound.parameters
        case .heaterFan: HeaterFanSound.parameters
        case .airConditioner: AirConditionerSound.parameters
        case .train: TrainSound.parameters
        case .cabin: CabinSound.parameters
        case .heartbeat: HeartbeatSound.parameters
        case .birds: BirdsSound.parameters
        case .insects: InsectsSound.parameters
        }
    }
}

/// One number that a recipe may set.
package struct SoundParameter: Hashable, Sendable {
    /// As catalogues have it, in camelCase.
    package var name: String
    package var range: ClosedRange<Float>
    /// Where a recipe says nothing.
    package var `default`: Float
    /// What it is, with its unit, for people who write catalogues.
    package var meaning: String

    package init(_ name: String, _ range: ClosedRange<Float>, default: Float, _ meaning: String) {
        self.name = name
        self.range = range
        self.default = `default`
        self.meaning = meaning
    }
}

/// How one sound is made: which generator, and with what numbers. A trivial value, because it crosses
/// to the sound thread by copying bytes.
package struct Recipe: Hashable, Sendable, BitwiseCopyable {
    package let generator: Generator
    /// One for each of the generator's parameters, in their order; the rest is 0.
    let values: SIMD8<Float>

    /// Why a recipe cannot be followed.
    package enum Problem: Error, Hashable, Sendable {
        case unknownParameter(String, known: [String])
        case outOfRange(SoundParameter, value: Float)
    }

    /// - Parameter values: by the parameters' names; those left out are as usual.
    package init(_ generator: Generator, _ values: [String: Float] = [:]) throws(Problem) {
        let parameters = generator.parameters
        for name in values.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
            throw .unknownParameter(name, known: parameters.map(\.name))
        }
        var lanes = SIMD8<Float>()
        for (place, parameter) in parameters.enumerated() {
            let value = values[parameter.name] ?? parameter.default
            // What is not a number is in no range.
            guard parameter.range.contains(value) else {
                throw .outOfRange(parameter, value: value)
            }
            lanes[place] = value
        }
        self.generator = generator
        self.values = lanes
    }

    /// For sources that have none.
    static var none: Recipe {
        @_noLocks get { Recipe(.white, values: SIMD8<Float>(repeating: 0)) }
    }

    @_noLocks
    private init(_ generator: Generator, values: SIMD8<Float>) {
        self.generator = generator
        self.values = values
    }

    /// The generator as it usually is.
    package init(default generator: Generator) {
        self.generator = generator
        var lanes = SIMD8<Float>()
        for (place, parameter) in generator.parameters.enumerated() {
            lanes[place] = parameter.default
        }
        values = lanes
    }

    /// Equality that the `@_noLocks` check can follow.
    @_noLocks
    func isSame(as other: Recipe) -> Bool {
        guard generator.place == other.generator.place else { return false }
        for lane in 0..<8 where values[lane] != other.values[lane] { return false }
        return true
    }
}

extension Generator {
    /// A number for each, which the `@_noLocks` check can compare; `==` goes through strings.
    var place: Int {
        @_noLocks get {
            switch self {
            case .white: 0
            case .pink: 1
            case .brown: 2
            case .blue: 3
            case .violet: 4
            case .grey: 5
            case .rain: 6
            case .thunder: 7
            case .ocean: 8
            case .wind: 9
            case .stream: 10
            case .fire: 11
            case .fan: 12
            case .heaterFan: 13
            case .airConditioner: 14
            case .train: 15
            case .cabin: 16
            case .heartbeat: 17
            case .birds: 18
            case .insects: 19
            }
        }
    }
}
