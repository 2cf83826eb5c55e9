/// The generated sounds, as opposed to those played from a file, and the only list of their types. To add one,
/// write a file with a `GeneratedSound` in a folder beside this one, then add its case and its line in `show`
/// here.
///
/// With default parameters at gain 1, each has the A-weighted loudness of pink noise of -20 dBFS RMS (which is
/// -23.9 dB(A) relative to full scale), so that changing the sound does not change the loudness. (Brown noise is
/// 2 dB softer, see there.) Each makes two decorrelated channels and never repeats.
package enum Generator: String, CaseIterable, Hashable, Sendable, BitwiseCopyable {
    case white, pink, brown, blue, violet, grey
    case rain, thunder, ocean, wind, stream, fire
    case fan, heaterFan, airConditioner, train, cabin, heartbeat, birds, insects
    case purr, bowl, cafe

    /// Shows the visitor the type that implements this sound.
    ///
    /// Always inlined, so that no protocol dispatch is left on the sound thread. The `@_noLocks` check of the
    /// caller covers this function and the visitor's code for each type.
    @inline(__always)
    func show<Visitor: SoundVisitor>(to visitor: inout Visitor) {
        switch self {
        case .white: visitor.visit(WhiteSound.self)
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
        case .purr: visitor.visit(PurrSound.self)
        case .bowl: visitor.visit(BowlSound.self)
        case .cafe: visitor.visit(CafeSound.self)
        }
    }
}

extension Generator {
    /// The parameters, in the order of `Recipe.values`; at most sixteen.
    package var parameters: [SoundParameter] {
        var reader = ParameterReader()
        show(to: &reader)
        return reader.parameters
    }

    /// The case's number, for comparisons that the `@_noLocks` check accepts; `==` goes through strings. It is
    /// the value's memory: an enum without payloads of at most 256 cases is one byte.
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
