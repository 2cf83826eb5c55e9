package import ClockTime
package import HAL

/// A sound that a person brought along.
package struct OwnSound: Hashable, Sendable {
    /// Small letters, digits and hyphens, beginning with `own-`; never changes, also when the name does.
    package let id: String
    /// What people call it; at most `OwnSoundRules.longestName` characters.
    package internal(set) var name: String
    /// At 48 kHz; of a loop in one turn.
    package let frames: Int
    /// What the file takes.
    package let bytes: Int
    package let playback: OwnSoundPlayback
    /// Nil: nobody measured it, or nobody knows any more.
    package let loudness: OwnSoundLoudness?
    /// Nil: nobody knows, because the index was lost.
    package let importedAt: WallTime?

    /// Its length in seconds.
    package var seconds: Double { Double(frames) / Double(OwnSoundRules.rate) }
}

/// What holds for all own sounds.
package enum OwnSoundRules {
    /// Frames a second of their files.
    package static let rate = 48_000
    /// Of a name; as many as a label of an alarm has.
    package static let longestName = 100
    /// Bytes of UTF-8 in a name: a single character can hold any number of combining marks.
    static let longestNameBytes = 400
    static let idPrefix = "own-"
    /// Bytes of an id, its number included; a file's name anywhere.
    static let longestID = 56

    /// A name as it is kept: without blanks at its ends.
    ///
    /// - Throws: what is wrong with it.
    static func checked(_ name: String) throws(OwnSoundError) -> String {
        let blanks = name.drop { $0.isWhitespace }
        var kept = blanks
        while kept.last?.isWhitespace == true { kept.removeLast() }
        guard !kept.isEmpty else {
            throw .badName("is empty; 1 to \(longestName) characters are allowed")
        }
        guard kept.count <= longestName else {
            throw .badName("has \(kept.count) characters; \(longestName) are allowed")
        }
        guard kept.utf8.count <= longestNameBytes else {
            throw .badName("has \(kept.utf8.count) bytes; \(longestNameBytes) are allowed")
        }
        guard !kept.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else {
            throw .badName("holds a control character; text on one line is allowed")
        }
        return String(kept)
    }

    /// An id made from a name, which no other has: `Rain on the roof` becomes `own-rain-on-the-roof`, and a
    /// second one `own-rain-on-the-roof-2`.
    static func makeID(from name: String, isTaken: (String) -> Bool) -> String {
        var word = ""
        for scalar in name.unicodeScalars {
            if let letter = plainLetter(scalar) {
                word.unicodeScalars.append(letter)
            } else if !word.isEmpty, word.last != "-" {
                word += "-"
            }
        }
        // Room for a number; names differ in their beginnings.
        word = String(word.prefix(longestID - idPrefix.count - 6))
        while word.last == "-" { word.removeLast() }
        let base = idPrefix + (word.isEmpty ? "sound" : word)
        guard isTaken(base) else { return base }
        var number = 2
        // Ends, because what is taken is finite.
        while isTaken("\(base)-\(number)") { number += 1 }
        return "\(base)-\(number)"
    }

    /// The small Latin letter or digit that a character stands for: itself, or of a letter with a mark the
    /// one beneath it (its Unicode name says which). Nil for any other.
    private static func plainLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "a"..."z", "0"..."9": return scalar
        case "A"..."Z": return Unicode.Scalar(scalar.value + 32)
        default:
            let words = scalar.properties.name?.split(separator: " ") ?? []
            guard words.count > 4, words[0] == "LATIN", words[2] == "LETTER", words[4] == "WITH",
                words[3].unicodeScalars.count == 1, let letter = words[3].unicodeScalars.first
            else { return nil }
            return plainLetter(letter)
        }
    }
}

/// How much may be kept.
package struct OwnSoundQuota: Hashable, Sendable {
    /// Of all files together.
    package var bytes: Int
    package var count: Int
    /// What has to stay free on the disk, for everything else that is kept there.
    package var reserve: Int

    package init(bytes: Int, count: Int, reserve: Int) {
        self.bytes = bytes
        self.count = count
        self.reserve = reserve
    }

    /// 500 MB (45 minutes), 256 sounds (as many as a list can show), and 64 MiB that stay free.
    package static let standard = OwnSoundQuota(
        bytes: 500_000_000, count: 256, reserve: 64 << 20)
}

/// Why something about own sounds cannot be done, and what can.
package enum OwnSoundError: Error, Hashable, Sendable {
    case unknownSound(id: String)
    /// `problem` follows "the name".
    case badName(String)
    /// There are as many as there may be.
    case tooMany(limit: Int)
    /// All together take as much as they may.
    case quotaFull(used: Int, limit: Int)
    /// The disk has no room.
    case diskFull
    /// The import program refused the file; `code` is one of its own, `message` its words.
    case refused(code: ImportRefusal, message: String)
    /// The file could not be read, or its result not be kept.
    case failed(String)
    /// It was called off, because the clock ends.
    case cancelled

    /// One sentence for people.
    package var message: String {
        switch self {
        case .unknownSound(let id): "there is no own sound “\(id)”"
        case .badName(let problem): "the name \(problem)"
        case .tooMany(let limit):
            "there are \(limit) own sounds, and no more are allowed; delete one first"
        case .quotaFull(let used, let limit):
            "the own sounds take \(OwnSoundError.megabytes(used)) of the \(OwnSoundError.megabytes(limit)) "
                + "that are allowed; delete one first"
        case .diskFull: "the disk is full; delete a sound first"
        case .refused(_, let message): message
        case .failed(let reason): reason
        case .cancelled: "the import was called off"
        }
    }

    private static func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }
}

/// Why a file is no sound for the clock.
package enum ImportRefusal: String, CaseIterable, Sendable {
    case notAudio, aac, tooLong, tooLarge, tooShort, silent, damaged, timeOut
}
