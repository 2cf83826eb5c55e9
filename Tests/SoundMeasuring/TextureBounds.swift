import ClockSound

/// A figure of a sound's texture and what it may be (sound design, 8).
package struct TextureBound: Sendable {
    /// What is measured, for a report.
    package let name: String
    package let range: ClosedRange<Double>
    package let value: @Sendable (Texture, Swells) -> Double

    /// - Parameter range: inclusive.
    init(
        _ name: String, _ range: ClosedRange<Double>,
        _ value: @escaping @Sendable (Texture, Swells) -> Double
    ) {
        self.name = name
        self.range = range
        self.value = value
    }

    static func least(
        _ name: String, _ least: Double, _ value: @escaping @Sendable (Texture, Swells) -> Double
    ) -> TextureBound { TextureBound(name, least...1000, value) }

    static func most(
        _ name: String, _ most: Double, _ value: @escaping @Sendable (Texture, Swells) -> Double
    ) -> TextureBound { TextureBound(name, -1000...most, value) }
}

extension TextureBound {
    /// What must hold for a sound: `rain/heavy`, or `pink`.
    package static func all(of sound: BuiltInSound) -> [TextureBound] {
        let parts = sound.name.split(separator: "/")
        let variant = parts.count > 1 ? String(parts[1]) : ""
        return ears(of: sound) + own(of: sound.recipe.generator, variant)
    }

    private static func own(of generator: Generator, _ variant: String) -> [TextureBound] {
        switch generator {
        case .rain: variant == "roof" || variant == "leaves" || variant == "tent" ? struck : rain
        case .thunder: thunder(isNear: variant == "stormy")
        case .ocean: ocean(isSurf: variant == "surf")
        case .wind: wind
        case .stream: stream
        case .birds: [least("range", 12) { t, _ in t.range }, least("high", 13) { t, _ in t.high }]
        case .fire: fire(variant)
        case .heartbeat: heartbeat
        case .train: train
        case .cabin: cabin
        case .fan, .heaterFan, .airConditioner:
            [most("1.4-5.6 kHz", -16) { t, _ in t.shares[3] }]
        default: []
        }
    }

    /// Two ears in one place: alike below, apart above, never opposite (Cook et al. 1955). A colour has nothing in
    /// common.
    private static func ears(of sound: BuiltInSound) -> [TextureBound] {
        guard sound.recipe.generator.isColour == false else { return [] }
        return [
            least("ears at 125 Hz", 0.5) { t, _ in t.stereo[0] },
            TextureBound("ears at 500 Hz", 0.2...0.7) { t, _ in t.stereo[2] },
            least("ears anywhere", -0.2) { t, _ in t.stereo.min() ?? 0 },
        ]
    }

    /// Drops excite all bands at once.
    private static let rain = [
        least("bands alike, next", 0.22) { t, _ in t.correlation[0] },
        least("bands alike, 8 off", 0.07) { t, _ in t.correlation[2] },
        TextureBound("events over 6 dB", 1...4) { t, _ in t.events[0] },
        TextureBound("high", 2...5) { t, _ in t.high },
    ]

    /// Rain on something that sounds when it is struck.
    private static let struck = [
        TextureBound("events over 6 dB", 8...14) { t, _ in t.events[0] },
        TextureBound("events over 12 dB", 2...4) { t, _ in t.events[1] },
        least("bands alike, next", 0.45) { t, _ in t.correlation[0] },
        least("bands alike, 8 off", 0.25) { t, _ in t.correlation[2] },
        least("kurtosis", 50) { t, _ in t.kurtosis },
    ]

    private static func thunder(isNear: Bool) -> [TextureBound] {
        [
            least("high", isNear ? 12 : 6) { t, _ in t.high },
            least("low", 20) { t, _ in t.low },
            least("flicker, low", 2.5) { t, _ in t.flicker[0] },
            least("flicker, high", 1.8) { t, _ in t.flicker[1] },
            least("bands alike, next", 0.6) { t, _ in t.correlation[0] },
            least("bands alike, 8 off", 0.4) { t, _ in t.correlation[2] },
            least("seconds to the peak", 0.4) { _, s in s.rollRise },
        ]
    }

    private static func ocean(isSurf: Bool) -> [TextureBound] {
        [
            TextureBound("range", isSurf ? 12...18 : 8...14) { t, _ in t.range },
            least("waves", isSurf ? 8 : 5) { t, _ in t.waves },
            TextureBound("rise", 20...37) { _, s in s.waveRise },
            TextureBound("fall", 12...26) { _, s in s.waveFall },
            least("swing above over below", 0) { _, s in
                (s.swings[4...6].min() ?? 0) - (s.swings[0...1].max() ?? 0)
            },
            least("bands alike, next", 0.5) { t, _ in t.correlation[0] },
            least("bands alike, 8 off", 0.4) { t, _ in t.correlation[2] },
        ]
    }

    private static let wind = [
        TextureBound("range", 9...14) { t, _ in t.range },
        TextureBound("low", 8...14) { t, _ in t.low },
    ]

    private static let stream = [
        least("1.4-5.6 kHz", -5) { t, _ in t.shares[3] },
        TextureBound("high", 3...6) { t, _ in t.high },
    ]

    private static func fire(_ variant: String) -> [TextureBound] {
        let gap = [
            least("kurtosis", 100) { t, _ in t.kurtosis },
            least("gap at 355-1400 Hz", 3) { t, _ in
                min(t.shares[1], t.shares[3]) - t.shares[2]
            },
        ]
        let events: [ClosedRange<Double>] =
            switch variant {
            case "campfire": [8...13, 4...7, 1.5...3]
            case "fireplace": [2...13, 1...7, 0.375...3]
            default: []
            }
        return gap
            + zip([6, 12, 20], events).enumerated().map { place, event in
                TextureBound("events over \(event.0) dB", event.1) { t, _ in t.events[place] }
            }
    }

    private static let heartbeat = [
        most("355-1400 Hz", -30) { t, _ in t.shares[2] },
        most("above", -45) { t, _ in max(t.shares[3], t.shares[4]) },
        least("low", 20) { t, _ in t.low },
    ]

    private static let train = [
        TextureBound("knock at 100-400 Hz", 10...16) { _, s in s.knocks[0] },
        TextureBound("knock above", 7...13) { _, s in s.knocks[1...].min() ?? 0 },
        TextureBound("the strongest above", 7...13) { _, s in s.knocks[1...].max() ?? 0 },
        least("mid", 9) { t, _ in t.mid },
        most("1.4-5.6 kHz", -16) { t, _ in t.shares[3] },
    ]

    private static let cabin = [
        TextureBound("below 90 Hz", -5 ... -2) { t, _ in t.shares[0] },
        TextureBound("90-355 Hz", -5 ... -2) { t, _ in t.shares[1] },
        TextureBound("355-1400 Hz", -17 ... -13) { t, _ in t.shares[2] },
        most("1.4-5.6 kHz", -24) { t, _ in t.shares[3] },
        most("above 5.6 kHz", -43) { t, _ in t.shares[4] },
        most("range", 3.5) { t, _ in t.range },
    ]
}

extension Generator {
    fileprivate var isColour: Bool {
        switch self {
        case .white, .pink, .brown, .blue, .violet, .grey: true
        default: false
        }
    }
}
