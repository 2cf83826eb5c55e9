/// The sounds that are made and not played from a file, and the one list of what makes them. A new one is
/// a file in a folder beside this one, with a `GeneratedSound`, and here its case and its line in `show`.
///
/// Each plays, with its usual parameters and at gain 1, as loud by A-weighting as pink noise of
/// -20 dBFS RMS (which is -23.9 dB(A) under full scale), so that changing the sound does not change
/// the loudness (brown noise is 2 dB softer, see there). It makes two decorrelated channels and never repeats.
package enum Generator: String, CaseIterable, Hashable, Sendable, BitwiseCopyable {
    case white, pink, brown, blue, violet, grey
    case rain, thunder, ocean, wind, stream, fire
    case fan, heaterFan, airConditioner, train, cabin, heartbeat, birds, insects

    /// Shows the visitor the type that makes this sound.
    ///
    /// Always inlined, so that on the sound thread nothing of a protocol is left: whoever calls this is
    /// checked by `@_noLocks`, which goes through it and through what the visitor does with each type.
    @inline(__always)
    func show<Visitor: SoundVisitor>(to visitor: inout Visitor) {
        switch self {
        case .white: visitor.visit(WhiteNoise.self)
        case .pink: visitor.visit(ColouredNoise<Pink>.self)
        case .brown: visitor.visit(ColouredNoise<Brown>.self)
        case .blue: visitor.visit(ColouredNoise<Blue>.self)
        case .violet: visitor.visit(ColouredNoise<Violet>.self)
        case .grey: visitor.visit(ColouredNoise<Grey>.self)
        case .rain: visitor.visit(RainSound.self)
        case .thunder: visitor.visit(ThunderSound.self)
        case .ocean: visitor.visit(OceanSound.self)
        case .wind: visitor.visit(WindSound.self)
        case .stream: visitor.visit(StreamSound.self)
        case .fire: visitor.visit(FireSound.self)
        case .fan: visitor.visit(FanSound.self)
        case .heaterFan: visitor.visit(HeaterFanSound.self)
        case .airConditioner: visitor.visit(AirConditionerSound.self)
        case .train: visitor.visit(TrainSound.self)
        case .cabin: visitor.visit(CabinSound.self)
        case .heartbeat: visitor.visit(HeartbeatSound.self)
        case .birds: visitor.visit(BirdsSound.self)
        case .insects: visitor.visit(InsectsSound.self)
        }
    }
}

extension Generator {
    /// What its parameters are, in the order of the places in `Recipe.values`; at most eight.
    package var parameters: [SoundParameter] {
        var reader = ParameterReader()
        show(to: &reader)
        return reader.parameters
    }

    /// A number for each, which the `@_noLocks` check can compare; `==` goes through strings. It is what
    /// the value is in memory: an enum without payloads of at most 256 cases is one byte.
    var number: UInt8 {
        @_noLocks get { unsafeBitCast(self, to: UInt8.self) }
    }
}

private struct ParameterReader: SoundVisitor {
    private(set) var parameters: [SoundParameter] = []

    mutating func visit<Sound: GeneratedSound>(_ sound: Sound.Type) {
        parameters = sound.parameters
    }
}
