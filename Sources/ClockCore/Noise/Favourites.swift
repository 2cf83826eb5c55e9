package import BoundedJSON

/// A mix that the user named.
package struct Favourite: Hashable, Sendable, Codable {
    package var name: String
    /// 1 to 16 voices, each sound once.
    package var voices: [NoiseVoice]
    package var seed: UInt64
}

/// The named mixes, in the order in which they were first saved; the noise button steps through them. Names are
/// compared like search text, ignoring case and accents.
package struct Favourites: Hashable, Sendable {
    package private(set) var all: [Favourite] = []
    /// The name of the favourite that the mix was loaded from or saved as; nil once the mix differs.
    package internal(set) var present: String?

    /// More than anyone can step through by button, and small enough for the state's slot: at most 8 KB each.
    package static let capacity = 64
    package static let names = TextLimits(1...40, bytes: 160, needsInk: true)

    init() {}

    /// - Parameter stored: the stored favourites; anything beyond the limits is dropped.
    init(restoring stored: [Favourite], present: String?) {
        for favourite in stored.prefix(Favourites.capacity) where self[favourite.name] == nil {
            var whole = favourite
            whole.voices = Favourites.bounded(favourite.voices)
            whole.seed &= MixCode.seedMask
            if !whole.voices.isEmpty { all.append(whole) }
        }
        self.present = present.flatMap { self[$0]?.name }
    }

    /// Each sound once, and at most as many as a mix holds.
    private static func bounded(_ voices: [NoiseVoice]) -> [NoiseVoice] {
        var seen: Set<SoundID> = []
        return Array(
            voices.filter { seen.insert($0.sound).inserted }.prefix(NoiseState.mixCapacity))
    }

    private func place(of name: String) -> Int? {
        let wanted = SearchText.folded(name)
        return all.firstIndex { SearchText.folded($0.name) == wanted }
    }

    package subscript(name: String) -> Favourite? { place(of: name).map { all[$0] } }

    /// The favourite after the current one, or the first; nil: there are none.
    func next(among playable: [Favourite]) -> Favourite? {
        guard let present, let place = playable.firstIndex(where: { $0.name == present }) else {
            return playable.first
        }
        return playable[(place + 1) % playable.count]
    }

    mutating func save(_ favourite: Favourite) throws(CommandError) {
        try Favourites.check(favourite.name)
        if let place = place(of: favourite.name) {
            all[place] = favourite
        } else {
            guard all.count < Favourites.capacity else { throw .favouritesFull }
            all.append(favourite)
        }
        present = favourite.name
    }

    /// Returns it under its new name.
    mutating func rename(
        _ name: String, to other: String
    ) throws(CommandError) -> Favourite {
        guard let place = place(of: name) else { throw .notFoundMix(name) }
        try Favourites.check(other)
        if let taken = self.place(of: other), taken != place {
            throw .invalid(field: "name", .sound(.favouriteExists(all[taken].name)))
        }
        if present == all[place].name { present = other }
        all[place].name = other
        return all[place]
    }

    /// Returns its name.
    mutating func delete(_ name: String) throws(CommandError) -> String {
        guard let place = place(of: name) else { throw .notFoundMix(name) }
        let gone = all.remove(at: place).name
        if present == gone { present = nil }
        return gone
    }

    private static func check(_ name: String) throws(CommandError) {
        try LabelRule.check(name, field: "name", names)
    }
}
