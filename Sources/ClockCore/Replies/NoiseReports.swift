package import ClockTime

/// The noise as reported to clients (product, N12).
package struct NoiseReport: Hashable, Sendable, Codable {
    /// Whether the mix is audible, ignoring an alarm's ducking and a preview.
    package var isPlaying: Bool
    /// The mix, as it is or would be played.
    package var voices: [VoiceReport]
    /// Sounds of the mix that the catalogue lacks.
    package var missing: [SoundID]
    /// The master volume.
    package var volume: Percent
    package var seed: UInt64
    /// The favourite that matches the mix.
    package var favourite: String?
    /// The sound previewed for some seconds instead; nil if none.
    package var preview: SoundID?
    /// Its name; nil also from an older clock.
    package var previewName: String?
    /// Nil if none is set; also nil in a `Snapshot`, which lists it in `running`.
    package var sleep: SleepReport?
    /// Whether the sound output works, as far as known; nil from an older clock, which does not report it.
    package var hasWorkingSound: Bool?
    /// Whether there is a device to play on; nil from an older clock.
    package var hasSoundDevice: Bool?

    private enum CodingKeys: String, CodingKey {
        case isPlaying = "playing", voices = "sounds", missing, volume, seed, favourite, preview,
            previewName, sleep, hasWorkingSound = "soundWorks", hasSoundDevice = "soundDevice"
    }

    package init(
        isPlaying: Bool, voices: [VoiceReport] = [], missing: [SoundID] = [], volume: Percent,
        seed: UInt64 = 0, favourite: String? = nil, preview: SoundID? = nil,
        previewName: String? = nil, sleep: SleepReport? = nil, hasWorkingSound: Bool? = nil,
        hasSoundDevice: Bool? = nil
    ) {
        self.isPlaying = isPlaying
        self.voices = voices
        self.missing = missing
        self.volume = volume
        self.seed = seed
        self.favourite = favourite
        self.preview = preview
        self.previewName = previewName
        self.sleep = sleep
        self.hasWorkingSound = hasWorkingSound
        self.hasSoundDevice = hasSoundDevice
    }

    /// The one-line title: the favourite's name, or the sounds' names.
    package var title: String {
        favourite ?? voices.map(\.name).joined(separator: " + ")
    }
}

extension NoiseReport {
    /// How many names of a mix the face shows; nobody waits for sixteen.
    private static let mostSoundsOnFace = 3

    /// The name and volume of what plays: the favourite's name, or sound by sound with each one's own volume, followed
    /// by the master volume. Nil: nothing plays.
    var textOnFace: PlayingText? {
        guard isPlaying else { return nil }
        guard favourite == nil, voices.count > 1 else {
            return PlayingText(titles: "\(title) ", volume: volume)
        }
        let sounds = voices.map { "\($0.name) \($0.voice.volume.value)" }
        let shown = sounds.prefix(NoiseReport.mostSoundsOnFace).joined(separator: " - ")
        let rest = sounds.count - NoiseReport.mostSoundsOnFace
        return PlayingText(
            titles: shown + (rest > 0 ? " - and \(rest)" : "") + " - ", volume: volume)
    }
}

/// A sound of a mix with its display names. In JSON they are siblings of the voice's fields.
package struct VoiceReport: Hashable, Sendable, Codable {
    package var voice: NoiseVoice
    package var name: String
    /// Nil if the sound has no variants.
    package var variantName: String?

    package init(_ voice: NoiseVoice, name: String, variantName: String? = nil) {
        self.voice = voice
        self.name = name
        self.variantName = variantName
    }

    private enum CodingKeys: String, CodingKey {
        case pan, name, variantName
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try NoiseVoice(from: decoder), name: try fields.decode(String.self, forKey: .name),
            variantName: try fields.decodeIfPresent(String.self, forKey: .variantName))
    }

    package func encode(to encoder: any Encoder) throws {
        try voice.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(voice.pan, forKey: .pan)  // which the store leaves out in the middle
        try fields.encode(name, forKey: .name)
        try fields.encodeIfPresent(variantName, forKey: .variantName)
    }

    /// A sound missing from the catalogue shows its id.
    init(_ voice: NoiseVoice, _ catalogue: SoundCatalogue) {
        let sound = catalogue[voice.sound]
        self.init(
            voice, name: sound?.name ?? voice.sound.name,
            variantName: voice.variant.flatMap { sound?.variant($0)?.name })
    }
}

/// The mix and the saved favourites.
package struct MixList: Hashable, Sendable, Codable {
    package var present: NoiseReport
    package var favourites: [FavouriteReport]

    package init(present: NoiseReport, favourites: [FavouriteReport]) {
        self.present = present
        self.favourites = favourites
    }
}

package struct FavouriteReport: Hashable, Sendable, Codable {
    package var name: String
    package var voices: [VoiceReport]
    package var seed: UInt64
    /// It replaced another mix of this name.
    package var isInPlaceOfAnother = false

    private enum CodingKeys: String, CodingKey {
        case name, voices = "sounds", seed
    }

    package init(name: String, voices: [VoiceReport], seed: UInt64) {
        self.name = name
        self.voices = voices
        self.seed = seed
    }

    init(_ favourite: Favourite, _ catalogue: SoundCatalogue) {
        self.init(
            name: favourite.name, voices: favourite.voices.map { VoiceReport($0, catalogue) },
            seed: favourite.seed)
    }
}

/// A mix as a text to share.
package struct SharedCode: Hashable, Sendable, Codable {
    /// The favourite's name; nil: the current mix.
    package var name: String?
    package var code: String

    package init(name: String?, code: String) {
        self.name = name
        self.code = code
    }
}

/// The requested sounds, each list in catalogue order.
package struct SoundList: Hashable, Sendable, Codable {
    package var noises: [Sound]
    package var tones: [Sound]
    /// The categories of these sounds, in their own order.
    package var categories: [SoundCategory]

    package init(noises: [Sound], tones: [Sound], categories: [SoundCategory]) {
        self.noises = noises
        self.tones = tones
        self.categories = categories
    }
}

/// A sound with all its details. In JSON the fields of the sound and the voice are siblings of its own; each slider has
/// its position.
package struct SoundReport: Hashable, Sendable, Codable {
    package var sound: Sound
    /// Whether it is an alarm tone; a noise can be one too.
    package var isTone: Bool
    package var categoryName: String?
    /// Its settings in a mix: as remembered, else the defaults.
    package var voice: NoiseVoice

    package init(sound: Sound, isTone: Bool, categoryName: String?, voice: NoiseVoice) {
        self.sound = sound
        self.isTone = isTone
        self.categoryName = categoryName
        self.voice = voice
    }

    private enum CodingKeys: String, CodingKey {
        case isTone = "tone", categoryName, variant, volume, pan
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        var sound = try Sound(from: decoder)
        var voice = NoiseVoice(
            sound: sound.id, variant: try fields.decodeIfPresent(VariantID.self, forKey: .variant),
            volume: try fields.decode(Percent.self, forKey: .volume),
            pan: try fields.decode(Pan.self, forKey: .pan))
        for place in sound.sliders.indices {
            voice.sliders[sound.sliders[place].id] = sound.sliders[place].position ?? 0
            sound.sliders[place].position = nil
        }
        self.init(
            sound: sound, isTone: try fields.decode(Bool.self, forKey: .isTone),
            categoryName: try fields.decodeIfPresent(String.self, forKey: .categoryName),
            voice: voice)
    }

    package func encode(to encoder: any Encoder) throws {
        var sound = sound
        for place in sound.sliders.indices {
            sound.sliders[place].position = voice.sliders[sound.sliders[place].id]
        }
        try sound.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(isTone, forKey: .isTone)
        try fields.encodeIfPresent(categoryName, forKey: .categoryName)
        try fields.encodeIfPresent(voice.variant, forKey: .variant)
        try fields.encode(voice.volume, forKey: .volume)
        try fields.encode(voice.pan, forKey: .pan)
    }
}

/// The sleep timer as reported to clients.
package struct SleepReport: Hashable, Sendable, Codable {
    package enum State: String, CaseIterable, Hashable, Sendable, Codable {
        case running, fading, paused
    }

    package var state: State
    /// The time until silence, not rounded.
    package var left: Duration
    /// The format of `left`.
    package var form: CountdownForm
    /// `left` in that format.
    package let leftText: String
    /// When silence begins, by the current wall clock; nil while paused.
    package var until: WallTime?

    private enum CodingKeys: String, CodingKey {
        case state, left = "leftSeconds", leftText = "left", form, until
    }

    package init(state: State, left: Duration, form: CountdownForm, until: WallTime?) {
        self.state = state
        self.left = left
        self.form = form
        leftText = form.text(left: left)
        self.until = until
    }
}
