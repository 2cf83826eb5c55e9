package import ClockTime

/// How noise starts and ends, as far as the user has set it; the catalogue defines the rest (product, S1, N1, N6).
package struct NoiseSettings: Hashable, Sendable, Codable {
    package var fades = FadeChanges()
    package var unknown = UnknownFields()

    package init() {}

    private enum Key: String, CodingKey {
        case fadeInSeconds, fadeOutSeconds, sleepFadeSeconds, fadeShape
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        fades.fadeIn = try record.decodeSecondsIfPresent(forKey: .fadeInSeconds)
        fades.fadeOut = try record.decodeSecondsIfPresent(forKey: .fadeOutSeconds)
        fades.sleepFade = try record.decodeSecondsIfPresent(forKey: .sleepFadeSeconds)
        // This program cannot play a shape that only a newer clock knows.
        let shape = try record.decodeIfPresent(String.self, forKey: .fadeShape)
        fades.shape = shape.flatMap { FadeShape(rawValue: $0) }
        unknown = try UnknownFields(in: decoder, besides: Key.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        if let fadeIn = fades.fadeIn { try record.encodeSeconds(fadeIn, forKey: .fadeInSeconds) }
        if let out = fades.fadeOut { try record.encodeSeconds(out, forKey: .fadeOutSeconds) }
        if let sleep = fades.sleepFade {
            try record.encodeSeconds(sleep, forKey: .sleepFadeSeconds)
        }
        try record.encodeIfPresent(fades.shape, forKey: .fadeShape)
        try unknown.encode(to: encoder)
    }
}

package struct Settings: Hashable, Sendable, Codable {
    @OnHeap package var style = ClockStyle()
    /// Saved styles, at most `StylePreset.capacity`, by name.
    package var presets: [StylePreset] = []
    package var displayMode = DisplayMode.normal
    /// At most `WorldClock.capacity`, each zone once.
    package var worldClocks: [WorldClock] = []
    package var noise = NoiseSettings()
    package var soundOutput = SoundOutputSettings()
    /// Whether the stop key must be held to stop a ring (product, B3).
    package var holdToStop = false
    package var keyFeedback = KeyFeedback.off
    package static let holdToStopLength = Duration.seconds(2)
    /// The law's G.
    package var grace = AlarmDefaults.grace
    package var doNotDisturb = DoNotDisturb()
    package var nap = NapSettings()
    package var countdownRings = CountdownRings()
    /// When everything that a ring needs is tested each evening; nil: never (product, H1a).
    package var rehearsal: TimeOfDay? = Settings.defaultRehearsal
    package static let defaultRehearsal = TimeOfDay(hour: 21, minute: 0)
    /// The stored form of "never"; a missing value means the default time.
    private static let never = "never"
    package var unknown = UnknownFields()

    package init() {}

    private enum Key: String, CodingKey {
        case style, noise, holdToStop, graceSeconds, doNotDisturb, nap, countdownRings
        case rehearsal, soundOutput, presets, displayMode, worldClocks, keyFeedback
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        style = try record.decodeIfPresent(ClockStyle.self, forKey: .style) ?? style
        presets = try record.decodeIfPresent([StylePreset].self, forKey: .presets) ?? presets
        worldClocks =
            try record.decodeIfPresent([WorldClock].self, forKey: .worldClocks) ?? worldClocks
        displayMode =
            try record.decodeIfPresent(DisplayMode.self, forKey: .displayMode) ?? displayMode
        noise = try record.decodeIfPresent(NoiseSettings.self, forKey: .noise) ?? noise
        soundOutput =
            try record.decodeIfPresent(SoundOutputSettings.self, forKey: .soundOutput)
            ?? soundOutput
        holdToStop = try record.decodeIfPresent(Bool.self, forKey: .holdToStop) ?? holdToStop
        // A kind that only a newer clock knows is off.
        keyFeedback =
            try record.decodeIfPresent(String.self, forKey: .keyFeedback)
            .flatMap { KeyFeedback(rawValue: $0) } ?? keyFeedback
        grace = try record.decodeSecondsIfPresent(forKey: .graceSeconds) ?? grace
        grace = grace.held(in: RingRules.graceRange)
        doNotDisturb =
            try record.decodeIfPresent(DoNotDisturb.self, forKey: .doNotDisturb) ?? doNotDisturb
        nap = try record.decodeIfPresent(NapSettings.self, forKey: .nap) ?? nap
        countdownRings =
            try record.decodeIfPresent(CountdownRings.self, forKey: .countdownRings)
            ?? countdownRings
        if (try? record.decode(String.self, forKey: .rehearsal)) == Settings.never {
            rehearsal = nil
        } else {
            rehearsal =
                try record.decodeIfPresent(TimeOfDay.self, forKey: .rehearsal) ?? rehearsal
        }
        unknown = try UnknownFields(in: decoder, besides: Key.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(style, forKey: .style)
        if !presets.isEmpty { try record.encode(presets, forKey: .presets) }
        try record.encode(displayMode, forKey: .displayMode)
        if !worldClocks.isEmpty { try record.encode(worldClocks, forKey: .worldClocks) }
        try record.encode(noise, forKey: .noise)
        try record.encode(soundOutput, forKey: .soundOutput)
        try record.encode(holdToStop, forKey: .holdToStop)
        if keyFeedback != .off { try record.encode(keyFeedback, forKey: .keyFeedback) }
        try record.encodeSeconds(grace, forKey: .graceSeconds)
        try record.encode(doNotDisturb, forKey: .doNotDisturb)
        try record.encode(nap, forKey: .nap)
        try record.encode(countdownRings, forKey: .countdownRings)
        try record.encode(rehearsal?.description ?? Settings.never, forKey: .rehearsal)
        try unknown.encode(to: encoder)
    }
}
