/// The available sounds (product, N1 and A3): names and descriptions, no recipes. The machine gets a catalogue at its
/// start, learns of a replacement by an event, and refuses names that are not in it. The sound host knows how to
/// generate each sound.
///
/// Ids are unique across tones and noises: an alarm can ring with either, and either can be previewed.
package struct SoundCatalogue: Hashable, Sendable {
    /// In the order in which the noise button steps through them.
    package var noises: [Sound]
    /// Alarm sounds, besides any noise.
    package var tones: [Sound]
    package var categories: [SoundCategory]
    /// What plays if nothing has been chosen yet; one of `noises`, if there are any.
    package var defaultSound: SoundID
    /// How noise starts and ends, unless the user set something else.
    package var fades: NoiseFades

    package init(
        noises: [Sound], tones: [Sound], categories: [SoundCategory] = [],
        defaultSound: SoundID? = nil, fades: NoiseFades = NoiseFades()
    ) {
        self.noises = noises
        self.tones = tones
        self.categories = categories
        self.defaultSound = defaultSound ?? noises.first?.id ?? SoundCatalogue.fallbackNoise
        self.fades = fades
    }

    private static let fallbackNoise = SoundID("pink")

    /// The fallback if no catalogue can be read; needs no file.
    package static let least = SoundCatalogue(
        noises: [Sound(id: fallbackNoise, name: "Pink noise")],
        tones: [Sound(id: AlarmDefaults.sound, name: "Digital")])

    package func noise(_ id: SoundID) -> Sound? { noises.first { $0.id == id } }

    package func tone(_ id: SoundID) -> Sound? { tones.first { $0.id == id } }

    /// A noise or a tone.
    package subscript(id: SoundID) -> Sound? { noise(id) ?? tone(id) }

    package func category(_ id: CategoryID) -> SoundCategory? {
        categories.first { $0.id == id }
    }

    /// The sounds that an alarm can use: tones, own sounds and any noise (product, A3).
    var alarmSounds: [SoundID] { tones.map(\.id) + noises.map(\.id) }

    /// The sounds that can rise before a ring: gentle tones, own sounds and any noise (product, A6b).
    var risingSounds: [SoundID] {
        tones.filter { $0.category == CategoryID("gentle-tones") }.map(\.id) + noises.map(\.id)
    }
}

/// A noise or a tone, as the user chooses it.
package struct Sound: Hashable, Sendable, Codable {
    package let id: SoundID
    package var name: String
    package var category: CategoryID?
    package var description: String
    /// An icon's name, for faces that show one.
    package var icon: String?
    /// The first one is the default. Empty: the sound has only one form.
    package var variants: [SoundVariant]
    /// What a listener may move. Empty: nothing, as of an own sound.
    package var sliders: [Slider]
    package var defaultVolume: Percent
    /// The user's own sound: it can be renamed and deleted.
    package var isOwn: Bool

    private enum CodingKeys: String, CodingKey {
        case id, name, category, description, icon, variants, sliders, defaultVolume, isOwn = "own"
    }

    package init(
        id: SoundID, name: String, category: CategoryID? = nil, description: String = "",
        icon: String? = nil, variants: [SoundVariant] = [], sliders: [Slider] = [],
        defaultVolume: Percent = Percent(clamping: 100), isOwn: Bool = false
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.description = description
        self.icon = icon
        self.variants = variants
        self.sliders = sliders
        self.defaultVolume = defaultVolume
        self.isOwn = isOwn
    }

    package var defaultVariant: VariantID? { variants.first?.id }

    package func variant(_ id: VariantID) -> SoundVariant? { variants.first { $0.id == id } }

    package func slider(_ id: SliderID) -> Slider? { sliders.first { $0.id == id } }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try fields.decode(SoundID.self, forKey: .id),
            name: try fields.decode(String.self, forKey: .name),
            category: try fields.decodeIfPresent(CategoryID.self, forKey: .category),
            description: try fields.decode(String.self, forKey: .description),
            icon: try fields.decodeIfPresent(String.self, forKey: .icon),
            variants: try fields.decode([SoundVariant].self, forKey: .variants),
            // An older clock has none.
            sliders: try fields.decodeIfPresent([Slider].self, forKey: .sliders) ?? [],
            defaultVolume: try fields.decode(Percent.self, forKey: .defaultVolume),
            isOwn: try fields.decode(Bool.self, forKey: .isOwn))
    }
}

/// One variant of a sound: light rain.
package struct SoundVariant: Hashable, Sendable, Codable {
    package let id: VariantID
    package var name: String

    package init(id: VariantID, name: String) {
        self.id = id
        self.name = name
    }
}

/// A group of sounds, for browsing.
package struct SoundCategory: Hashable, Sendable, Codable {
    package let id: CategoryID
    package var name: String
    /// The lowest comes first.
    package var order: Int

    package init(id: CategoryID, name: String, order: Int) {
        self.id = id
        self.name = name
        self.order = order
    }
}
