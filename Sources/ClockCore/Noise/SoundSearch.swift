// Searching for sounds by typed words (product, N11), and deriving ids from names.

/// Selects the sounds to list.
package struct SoundQuery: Hashable, Sendable {
    /// Each word must occur in a sound's name, id, category, description or variants, in any order and anywhere in a
    /// word. Empty: all sounds.
    package var words: [String]
    package var category: CategoryID?

    /// The maximum number of words in a query: more than anyone types, and few enough to search for in each sound.
    package static let mostWords = 16

    package init(words: [String] = [], category: CategoryID? = nil) {
        self.words = words
        self.category = category
    }
}

extension SoundCatalogue {
    /// The matches of both lists, each in its own order.
    package func list(_ query: SoundQuery) -> SoundList {
        let words = query.words.flatMap { SearchText.folded($0).split(separator: " ") }
        func found(_ sounds: [Sound]) -> [Sound] {
            sounds.filter { sound in
                guard query.category == nil || sound.category == query.category else {
                    return false
                }
                let text = searchText(of: sound)
                return words.allSatisfy { SearchText.holds(text, $0) }
            }
        }
        let noises = found(noises)
        let tones = found(tones)
        let used = Set((noises + tones).compactMap(\.category))
        return SoundList(
            noises: noises, tones: tones,
            categories: categories.filter { used.contains($0.id) }.sorted {
                ($0.order, $0.name) < ($1.order, $1.name)
            })
    }

    private func searchText(of sound: Sound) -> [UInt8] {
        let category = sound.category.map { [$0.name, self.category($0)?.name ?? ""] } ?? []
        let texts =
            [sound.id.name, sound.name, sound.description] + category + sound.variants.map(\.name)
        return Array(SearchText.folded(texts.joined(separator: "\n")).utf8)
    }
}

extension Identifier where Identity == String {
    /// Derives an id for something that has only a name: the same name always gives the same id. Nil if the name
    /// contains no letter or digit that an id can contain.
    package init?(madeFrom name: String) {
        guard let id = SearchText.identifier(name) else { return nil }
        self.init(id)
    }

    /// Whether it has the form that catalogues allow: `SoundLimits.idLength` of a-z, 0-9 and hyphens.
    package var isWellFormed: Bool { SearchText.isIdentifier(identity) }
}
