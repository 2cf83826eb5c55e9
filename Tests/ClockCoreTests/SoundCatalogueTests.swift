import Testing

@testable import ClockCore

@Suite("The catalogue of sounds") struct SoundCatalogueTests {
    private let catalogue = SoundCatalogue(
        noises: [
            Sound(
                id: SoundID("rain"), name: "Rain", category: CategoryID("nature"),
                description: "Drops on leaves and a roof",
                variants: [SoundVariant(id: VariantID("spring"), name: "Spring shower")]),
            Sound(
                id: SoundID("cafe"), name: "Café à Paris", category: CategoryID("city"),
                description: "Cups and voices"),
            Sound(id: SoundID("fan"), name: "Fan", description: "A big one on a roof"),
        ],
        tones: [Sound(id: SoundID("bell"), name: "Bell", description: "Struck bronze")],
        categories: [
            SoundCategory(id: CategoryID("nature"), name: "Out of doors", order: 2),
            SoundCategory(id: CategoryID("city"), name: "In town", order: 1),
        ])

    private func found(_ words: String..., category: String? = nil) -> [String] {
        let query = SoundQuery(words: words, category: category.map { CategoryID($0) })
        let list = catalogue.list(query)
        return (list.noises + list.tones).map(\.id.name)
    }

    @Test("N11: every word must occur, in name, id, category, description or variant")
    func search() {
        #expect(found() == ["rain", "cafe", "fan", "bell"])
        #expect(found("roof") == ["rain", "fan"])
        #expect(found("roof", "drop") == ["rain"])
        #expect(found("ROOF drop") == ["rain"])
        #expect(found("doors") == ["rain"])
        #expect(found("nature", "shower") == ["rain"])
        #expect(found("bronze") == ["bell"])
        #expect(found("roof", "snow") == [])
        #expect(found(category: "city") == ["cafe"])
        #expect(found("drops", category: "city") == [])
    }

    @Test("N11: capitals and accents do not matter")
    func accents() {
        #expect(found("cafe") == ["cafe"])
        #expect(found("CAFÉ", "à") == ["cafe"])
        #expect(found("cafe\u{301}") == ["cafe"])
        #expect(SearchText.folded("Straße ÆØÅ łódź") == "strasse aeoa lodz")
    }

    @Test("The list names the categories that it has sounds of, in their order")
    func categories() {
        #expect(catalogue.list(SoundQuery()).categories.map(\.id.name) == ["city", "nature"])
        #expect(
            catalogue.list(SoundQuery(words: ["drops"])).categories.map(\.id.name) == ["nature"])
        #expect(catalogue.list(SoundQuery(words: ["bronze"])).categories == [])
    }

    @Test("N1: an entry without an id gets a stable one from its name")
    func identifiers() {
        let names: [(String, String?)] = [
            ("Rain", "rain"), ("Heavy  rain (spring)", "heavy-rain-spring"),
            ("Café à Paris", "cafe-a-paris"), ("  --x-- ", "x"), ("Fan 2", "fan-2"),
            ("雨", nil), ("", nil), ("!?", nil),
        ]
        for (name, id) in names { #expect(SoundID(madeFrom: name)?.name == id, "\(name)") }
        let long = SoundID(madeFrom: String(repeating: "ab ", count: 30))
        #expect(long?.isWellFormed == true)
        #expect(long?.name.count ?? 0 <= SoundLimits.idLength)
    }

    @Test("Ids are of small letters, digits and hyphens")
    func wellFormed() {
        for name in ["a", "rain", "rain-2", "2"] { #expect(SoundID(name).isWellFormed, "\(name)") }
        for name in ["", "Rain", "a b", "ä", "-a", "a-", String(repeating: "a", count: 41)] {
            #expect(!SoundID(name).isWellFormed, "\(name)")
        }
    }
}
