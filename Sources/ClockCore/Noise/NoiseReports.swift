import ClockTime

/// The noise as it is told to the world (product, N12).
package struct NoiseReport: Hashable, Sendable, Codable {
    /// Whether anything is heard of the mix, an alarm's ducking and a preview aside.
    package var isPlaying: Bool
    /// The mix, as it is heard or would be.
    package var voices: [VoiceReport]
    /// What the mix has and the catalogue lacks.
    package var missing: [SoundID]
    /// The master volume.
    package var volume: Percent
    package var seed: UInt64
    /// The favourite that the mix is.
    package var favourite: String?
    /// What is heard for some seconds instead; nil where nothing is.
    package var preview: SoundID?
    /// Nil where none is set; in a `Snapshot`, which has it among what runs.
    package var sleep: SleepReport?
    /// Whether sound comes out, as far as is known; nil of an older clock, which does not say.
    package var hasWorkingSound: Bool?

    private enum CodingKeys: String, CodingKey {
        case isPlaying = "playing", voices = "sounds", missing, volume, seed, favourite, preview,
            sleep, hasWorkingSound = "soundWorks"
    }

    package init(
        isPlaying: Bool, voices: [VoiceReport] = [], missing: [SoundID] = [], volume: Percent,
        seed: UInt64 = 0, favourite: String? = nil, preview: SoundID? = nil,
        sleep: SleepReport? = nil, hasWorkingSound: Bool? = nil
    ) {
        self.isPlaying = isPlaying
        self.voices = voices
        self.missing = missing
        self.volume = volume
        self.seed = seed
        self.favourite = favourite
        self.preview = preview
        self.sleep = sleep
        self.hasWorkingSound = hasWorkingSound
    }

    /// What it is called in a line: the favourite's name, or those of the sounds.
    package var title: String {
        favourite ?? voices.map(\.name).joined(separator: " + ")
    }
}

extension NoiseReport {
    /// Of a mix, by name on the face; nobody waits for sixteen.
    private static let mostSoundsOnFace = 3

    /// Its name and how loud it is; a mix by the favourite that it is, else sound by sound, each with its own
    /// volume before that of the whole. Nil: nothing plays.
    var textOnFace: PlayingText? {
        guard isPlaying else { return nil }
        guard favourite == nil, voices.count > 1 else {
            return PlayingText(name: title, whole: "\(title) \(volume.textOnFace)")
        }
        let sounds = voices.map { "\($0.name) \($0.voice.volume.value)" }
        let told = sounds.prefix(NoiseReport.mostSoundsOnFace).joined(separator: " - ")
        let rest = sounds.count - NoiseReport.mostSoundsOnFace
        return PlayingText(
            whole: told + (rest > 0 ? " - and \(rest)" : "") + " - \(volume.textOnFace)")
    }
}

extension Percent {
    /// "U 30": how loud the whole is, in four characters.
    var textOnFace: String { value < 100 ? "U \(value < 10 ? " " : "")\(value)" : "U\(value)" }
}

/// A sound of a mix, with the names that people know it by. In JSON they stand beside the fields of the voice.
package struct VoiceReport: Hashable, Sendable, Codable {
    package var voice: NoiseVoice
    package var name: String
    /// Nil where the sound has but one form.
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

    /// A sound that the catalogue lacks goes by its id.
    init(_ voice: NoiseVoice, _ catalogue: SoundCatalogue) {
        let sound = catalogue[voice.sound]
        self.init(
            voice, name: sound?.name ?? voice.sound.name,
            variantName: voice.variant.flatMap { sound?.variant($0)?.name })
    }
}

/// The mix and what is kept.
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
    /// Saved in the place of another mix of this name.
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

/// A mix as a text to hand on.
package struct SharedCode: Hashable, Sendable, Codable {
    /// The favourite that it is; nil: the present mix.
    package var name: String?
    package var code: String

    package init(name: String?, code: String) {
        self.name = name
        self.code = code
    }
}

/// Sounds that were asked for, each list in the catalogue's order.
package struct SoundList: Hashable, Sendable, Codable {
    package var noises: [Sound]
    package var tones: [Sound]
    /// Those that any of them is in, in their own order.
    package var categories: [SoundCategory]

    package init(noises: [Sound], tones: [Sound], categories: [SoundCategory]) {
        self.noises = noises
        self.tones = tones
        self.categories = categories
    }
}

/// A sound with all that is known of it. In JSON the fields of the sound and of the voice stand beside its own.
package struct SoundReport: Hashable, Sendable, Codable {
    package var sound: Sound
    /// Whether it is an alarm's tone; a noise can be one too.
    package var isTone: Bool
    package var categoryName: String?
    /// How it is heard in a mix: as remembered, else as usual.
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
        let sound = try Sound(from: decoder)
        let voice = NoiseVoice(
            sound: sound.id, variant: try fields.decodeIfPresent(VariantID.self, forKey: .variant),
            volume: try fields.decode(Percent.self, forKey: .volume),
            pan: try fields.decode(Pan.self, forKey: .pan))
        self.init(
            sound: sound, isTone: try fields.decode(Bool.self, forKey: .isTone),
            categoryName: try fields.decodeIfPresent(String.self, forKey: .categoryName),
            voice: voice)
    }

    package func encode(to encoder: any Encoder) throws {
        try sound.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(isTone, forKey: .isTone)
        try fields.encodeIfPresent(categoryName, forKey: .categoryName)
        try fields.encodeIfPresent(voice.variant, forKey: .variant)
        try fields.encode(voice.volume, forKey: .volume)
        try fields.encode(voice.pan, forKey: .pan)
    }
}
