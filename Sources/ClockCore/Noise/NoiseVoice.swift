import ClockTime

/// One sound of a mix and its settings.
package struct NoiseVoice: Hashable, Sendable, Codable {
    package var sound: SoundID
    /// Nil: the sound's first variant, if it has any.
    package var variant: VariantID?
    package var volume: Percent
    package var pan: Pan
    package var sliders: SliderPositions

    package init(
        sound: SoundID, variant: VariantID? = nil, volume: Percent = Percent(clamping: 100),
        pan: Pan = .middle, sliders: SliderPositions = SliderPositions()
    ) {
        self.sound = sound
        self.variant = variant
        self.volume = volume
        self.pan = pan
        self.sliders = sliders
    }

    private enum Key: String, CodingKey {
        case sound, variant, volume, pan, sliders
    }

    /// A bad value costs no sound.
    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        self.init(sound: try record.decode(SoundID.self, forKey: .sound))
        variant = try? record.decodeIfPresent(VariantID.self, forKey: .variant)
        volume = (try? record.decodeIfPresent(Percent.self, forKey: .volume)) ?? volume
        pan = (try? record.decodeIfPresent(Pan.self, forKey: .pan)) ?? pan
        sliders = (try? record.decodeIfPresent(SliderPositions.self, forKey: .sliders)) ?? sliders
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(sound, forKey: .sound)
        try record.encodeIfPresent(variant, forKey: .variant)
        try record.encode(volume, forKey: .volume)
        if pan != .middle { try record.encode(pan, forKey: .pan) }
        if !sliders.isEmpty { try record.encode(sliders, forKey: .sliders) }
    }
}

/// A sound's position between the two loudspeakers: -100 is left, 0 the middle, 100 right.
package struct Pan: Hashable, Comparable, Sendable, Codable {
    package let value: Int

    package static let range = -100...100
    package static let middle = Pan(clamping: 0)

    /// Nil outside -100...100.
    package init?(_ value: Int) {
        guard Pan.range.contains(value) else { return nil }
        self.value = value
    }

    package init(clamping value: Int) {
        self.value = min(Pan.range.upperBound, max(Pan.range.lowerBound, value))
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let pan = Pan(try container.decode(Int.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "-100 to 100 is allowed")
        }
        self = pan
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    package static func < (one: Pan, other: Pan) -> Bool { one.value < other.value }
}

/// Changes to one sound; nil leaves a value unchanged, and so does a slider that is not named.
package struct VoiceChanges: Hashable, Sendable {
    package var variant: VariantID?
    package var volume: Percent?
    package var pan: Pan?
    /// Where these sliders go; 0 brings one back.
    package var sliders: [SliderID: Int]

    package init(
        variant: VariantID? = nil, volume: Percent? = nil, pan: Pan? = nil,
        sliders: [SliderID: Int] = [:]
    ) {
        self.variant = variant
        self.volume = volume
        self.pan = pan
        self.sliders = sliders
    }

    package var isEmpty: Bool { self == VoiceChanges() }
}

/// How a fade gets from one loudness to another (product, N6).
package enum FadeShape: String, CaseIterable, Hashable, Sendable, Codable {
    case equalPower, linear, exponential
}

/// How noise starts and ends.
package struct NoiseFades: Hashable, Sendable, Codable {
    package var fadeIn: Duration
    package var fadeOut: Duration
    package var shape: FadeShape
    /// The fade at the end of the sleep timer.
    package var sleepFade: Duration

    package static let range: ClosedRange<Duration> = .zero ... .seconds(60)
    /// Never zero: a sudden end of the noise could wake someone.
    package static let sleepRange: ClosedRange<Duration> = .seconds(1) ... .minutes(30)

    private enum CodingKeys: String, CodingKey {
        case fadeIn = "inSeconds", fadeOut = "outSeconds", shape, sleepFade = "sleepSeconds"
    }

    package init(
        fadeIn: Duration = .seconds(2), fadeOut: Duration = .seconds(5),
        shape: FadeShape = .equalPower, sleepFade: Duration = .seconds(60)
    ) {
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
        self.shape = shape
        self.sleepFade = sleepFade
    }
}

/// Changes to the fades; nil leaves a value unchanged.
package struct FadeChanges: Hashable, Sendable {
    package var fadeIn: Duration?
    package var fadeOut: Duration?
    package var shape: FadeShape?
    package var sleepFade: Duration?

    package init(
        fadeIn: Duration? = nil, fadeOut: Duration? = nil, shape: FadeShape? = nil,
        sleepFade: Duration? = nil
    ) {
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
        self.shape = shape
        self.sleepFade = sleepFade
    }

    package var isEmpty: Bool { self == FadeChanges() }
}
