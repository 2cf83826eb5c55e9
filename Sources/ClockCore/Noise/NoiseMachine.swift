import ClockTime

/// The noise that a person falls asleep to: on or off, which sound, how loud.
///
/// Theory of operation. The machine holds the wish; how it is faded, and that it ducks while an alarm
/// rings, is the sound host's business. Off keeps sound and volume, so that the next press brings back
/// what was. What plays survives a power cut, because someone sleeps to it.
///
/// | state   | play    | stop   | volume | next sound         |
/// | ------- | ------- | ------ | ------ | ------------------ |
/// | silent  | playing | -      | -      | playing            |
/// | playing | -       | silent | -      | the one after this |
package struct NoiseState: Hashable, Sendable, Codable {
    package var isPlaying = false
    package var sound = SoundID("pink")
    package var volume = Percent(clamping: 30)
    package var unknown = UnknownFields()

    package init() {}

    private enum Key: String, CodingKey {
        case isPlaying, sound, volume
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        isPlaying = try record.decodeIfPresent(Bool.self, forKey: .isPlaying) ?? isPlaying
        sound = try record.decodeIfPresent(SoundID.self, forKey: .sound) ?? sound
        volume = try record.decodeIfPresent(Percent.self, forKey: .volume) ?? volume
        unknown = try UnknownFields(in: decoder, besides: Key.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(isPlaying, forKey: .isPlaying)
        try record.encode(sound, forKey: .sound)
        try record.encode(volume, forKey: .volume)
        try unknown.encode(to: encoder)
    }

    /// A key press moves the volume by this much.
    static let volumeStep = 5

    mutating func play(
        _ wanted: SoundID?, volume: Percent?, catalogue: SoundCatalogue
    ) throws(CommandError) {
        let chosen = wanted ?? sound
        guard catalogue.noises.contains(chosen) else {
            throw .unknownSound(chosen, among: catalogue.noises)
        }
        sound = chosen
        self.volume = volume ?? self.volume
        isPlaying = true
    }

    mutating func stop() {
        isPlaying = false
    }

    mutating func changeVolume(by steps: Int) {
        volume = Percent(clamping: volume.value + steps * NoiseState.volumeStep)
    }

    /// The next sound of the catalogue; the present one first where nothing plays. Nil: there are none.
    func next(in catalogue: SoundCatalogue) -> SoundID? {
        guard let place = catalogue.noises.firstIndex(of: sound) else {
            return catalogue.noises.first
        }
        return catalogue.noises[(isPlaying ? place + 1 : place) % catalogue.noises.count]
    }

    mutating func playNext(in catalogue: SoundCatalogue) {
        sound = next(in: catalogue) ?? sound
        isPlaying = true
    }

    func intent(_ settings: NoiseSettings) -> NoiseIntent? {
        guard isPlaying else { return nil }
        return NoiseIntent(sound: sound, volume: volume, fadeIn: settings.fadeIn)
    }

    func report(preview: SoundID?) -> NoiseReport {
        NoiseReport(isPlaying: isPlaying, sound: sound, volume: volume, preview: preview)
    }
}
