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

/// Text in the form that searches compare.
///
/// Theory of operation. The standard library lowers upper case. A table for the letters of European names (Latin-1 and
/// Latin Extended-A, composed) strips accents, and combining marks are dropped. Other scripts are compared unchanged. A
/// library that covers all of Unicode would be ten times as large as this program.
package enum SearchText {
    package static func folded(_ text: String) -> String {
        var folded = ""
        for scalar in text.lowercased().unicodeScalars {
            switch scalar.value {
            case 0x300...0x36f: continue
            case 9, 10, 13: folded.unicodeScalars.append(" ")
            default:
                if let base = bases[scalar] {
                    folded += base
                } else {
                    folded.unicodeScalars.append(scalar)
                }
            }
        }
        return folded
    }

    /// Whether the text contains the word; both must be folded.
    static func holds(_ text: [UInt8], _ word: Substring) -> Bool {
        let word = Array(word.utf8)
        guard let first = word.first else { return true }
        guard text.count >= word.count else { return false }
        for start in 0...(text.count - word.count) where text[start] == first {
            if text[start..<(start + word.count)].elementsEqual(word) { return true }
        }
        return false
    }

    static func identifier(_ name: String) -> String? {
        var id = ""
        for scalar in folded(name).unicodeScalars {
            if isPlain(scalar) {
                id.unicodeScalars.append(scalar)
            } else if !id.isEmpty, !id.hasSuffix("-") {
                id += "-"
            }
        }
        id = String(id.prefix(SoundLimits.idLength))
        while id.hasSuffix("-") { id.removeLast() }
        return id.isEmpty ? nil : id
    }

    static func isIdentifier(_ text: String) -> Bool {
        (1...SoundLimits.idLength).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { isPlain($0) || $0 == "-" }
            && !text.hasPrefix("-") && !text.hasSuffix("-")
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
    }

    /// The base letter of each accented letter.
    private static let bases: [Unicode.Scalar: String] = {
        let groups: [(base: String, letters: String)] = [
            ("a", "àáâãäåāăą"), ("ae", "æ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęě"),
            ("g", "ĝğġģ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"),
            ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏő"), ("oe", "œ"), ("r", "ŕŗř"),
            ("s", "śŝşš"), ("ss", "ß"), ("t", "ţťŧ"), ("th", "þ"), ("u", "ùúûüũūŭůűų"),
            ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
        ]
        var bases: [Unicode.Scalar: String] = [:]
        for (base, letters) in groups {
            for letter in letters.unicodeScalars { bases[letter] = base }
        }
        return bases
    }()
}
