package import ClockTime

/// A person's own sound or font in a backup. Its content follows the backup's text (product, X6).
package struct OwnFile: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
        case sound, font
    }

    /// What a restore does with it.
    package enum Fate: Hashable, Sendable {
        case taken
        /// The clock has one of that name, and keeps it.
        case alreadyThere
        /// The clock has no room for it.
        case leftOut
    }

    /// The loudness of a sound, in decibels relative to full scale.
    package struct Loudness: Hashable, Sendable, Codable {
        package var level: Float
        package var weighted: Float
        package var peak: Float

        package init(level: Float, weighted: Float, peak: Float) {
            self.level = level
            self.weighted = weighted
            self.peak = peak
        }
    }

    package var kind: Kind
    /// What the clock calls its file, without the ending; of a sound also what alarms and mixes call it.
    package var id: String
    /// The name that people use.
    package var name: String
    package var bytes: Int
    /// The CRC-32C of its content.
    package var checksum: UInt32 = 0
    /// Nil: of a font, or never measured.
    package var loudness: Loudness?
    /// When a sound was imported; nil: of a font, or unknown.
    package var importedAt: WallTime?
    /// Not in the file.
    package var fate = Fate.taken

    private enum CodingKeys: String, CodingKey {
        case kind, id, name, bytes, checksum, loudness, importedAt
    }

    package init(kind: Kind, id: String, name: String, bytes: Int) {
        self.kind = kind
        self.id = id
        self.name = name
        self.bytes = bytes
    }
}
