import ClockCore
package import ClockTime
package import HAL

/// A sound that a person has imported.
package struct OwnSound: Hashable, Sendable {
    /// Lower-case letters, digits and hyphens, beginning with `own-`; never changes, even when the name does.
    package let id: String
    /// The name that people use; at most `OwnSoundRules.longestName` characters.
    package internal(set) var name: String
    /// Frames at 48 kHz; of a loop, those of one pass.
    package let frames: Int
    /// The size of the file.
    package let bytes: Int
    package let playback: OwnSoundPlayback
    /// Nil: never measured, or no longer known.
    package let loudness: OwnSoundLoudness?
    /// Nil: unknown, because the index was lost.
    package let importedAt: WallTime?

    /// Its length in seconds.
    package var seconds: Double { Double(frames) / Double(OwnSoundRules.rate) }
}

/// A sound that has just been imported.
package struct ImportedSound: Hashable, Sendable {
    package let sound: OwnSound
    /// What the person should know of the file, such as what is missing of it; sentences without their full stop.
    package let remarks: [String]
}

/// The rules for all own sounds.
package enum OwnSoundRules {
    /// The files' rate in frames per second.
    package static let rate = 48_000
    /// The most characters in a name; the same as for an alarm's label.
    package static let longestName = 100
    /// The most UTF-8 bytes in a name: one character can have any number of combining marks.
    static let longestNameBytes = 400
    static let idPrefix = SoundID.ownPrefix
    /// The most bytes in an id with its number; valid as a file name anywhere.
    static let longestID = 56

    /// The name to store, without surrounding whitespace.
    ///
    /// - Throws: the problem with it.
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

    /// Makes a unique id from a name: `Rain on the roof` becomes `own-rain-on-the-roof`, and a second one
    /// `own-rain-on-the-roof-2`.
    static func makeID(from name: String, isTaken: (String) -> Bool) -> String {
        var word = ""
        for scalar in name.unicodeScalars {
            if let letter = plainLetter(scalar) {
                word.unicodeScalars.append(letter)
            } else if !word.isEmpty, word.last != "-" {
                word += "-"
            }
        }
        // Leaves room for a number; names differ at their beginning.
        word = String(word.prefix(longestID - idPrefix.count - 6))
        while word.last == "-" { word.removeLast() }
        let base = idPrefix + (word.isEmpty ? "sound" : word)
        guard isTaken(base) else { return base }
        var number = 2
        // Terminates, because there are finitely many ids.
        while isTaken("\(base)-\(number)") { number += 1 }
        return "\(base)-\(number)"
    }

    /// The lower-case Latin letter or digit for a character: itself, or the base letter of one with a mark (by its
    /// Unicode name). Nil for any other.
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

/// How much may be stored.
package struct OwnSoundQuota: Hashable, Sendable {
    /// For all files together.
    package var bytes: Int
    package var count: Int
    /// The space to leave free on the disk for everything else.
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

/// Why an operation on own sounds failed, and what is possible instead.
package enum OwnSoundError: Error, Hashable, Sendable {
    case unknownSound(id: String)
    /// `problem` follows "the name".
    case badName(String)
    /// The maximum number is reached.
    case tooMany(limit: Int)
    /// The quota for all files is used up.
    case quotaFull(used: Int, limit: Int)
    /// The disk is full.
    case diskFull
    /// The import program refused the file; `code` and `message` are its own.
    case refused(code: ImportRefusal, message: String)
    /// The file could not be read, or its result could not be stored.
    case failed(String)
    /// Cancelled, because the clock ends.
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

/// Why the clock cannot use a file as a sound.
package enum ImportRefusal: String, CaseIterable, Sendable {
    case notAudio, aac, foreign, tooLong, tooLarge, tooShort, silent, damaged, timeOut
}
