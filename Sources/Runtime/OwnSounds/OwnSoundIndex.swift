import BoundedJSON
import ClockCore
import ClockTime
import HAL

/// Data on the own sounds beside their files, stored as one JSON file. A value: whoever changes it stores it.
struct OwnSoundIndex: Equatable {
    /// In the order of import.
    var sounds: [OwnSound] = []
    /// Fields of a newer program (product, A10), of the whole index and of each sound by its id.
    private var unknown = UnknownFields()
    private var unknownOfSounds: [String: UnknownFields] = [:]

    /// The version of the file's form; a newer one is read as far as it is known.
    private static let form = 1

    private struct Stored: Codable {
        var form: Int
        var sounds: [Entry]
        var unknown = UnknownFields()

        private enum Key: String, CodingKey {
            case form, sounds
        }

        init(_ index: OwnSoundIndex) {
            form = OwnSoundIndex.form
            sounds = index.sounds.map {
                Entry($0, index.unknownOfSounds[$0.id] ?? UnknownFields())
            }
            unknown = index.unknown
        }

        init(from decoder: any Decoder) throws {
            let record = try decoder.container(keyedBy: Key.self)
            form = try record.decode(Int.self, forKey: .form)
            // An unreadable entry must not cost the others their names.
            sounds = try record.decode([Readable].self, forKey: .sounds).compactMap(\.entry)
            unknown = try UnknownFields(in: decoder, besides: Key.self)
        }

        func encode(to encoder: any Encoder) throws {
            var record = encoder.container(keyedBy: Key.self)
            try record.encode(form, forKey: .form)
            try record.encode(sounds, forKey: .sounds)
            try unknown.encode(to: encoder)
        }
    }

    private struct Readable: Decodable {
        var entry: Entry?

        init(from decoder: any Decoder) throws {
            entry = try? Entry(from: decoder)
        }
    }

    private struct Entry: Codable {
        var id: String
        var name: String
        var frames: Int
        var bytes: Int
        var seconds: Double
        var playback: OwnSoundPlayback
        /// Missing if never measured: older clocks did not measure it.
        var loudness: StoredLoudness?
        /// RFC 3339, for people who read the file.
        var importedAt: String?
        var unknown: UnknownFields

        private enum Key: String, CodingKey {
            case id, name, frames, bytes, seconds, playback, loudness, importedAt
        }

        init(_ sound: OwnSound, _ unknown: UnknownFields) {
            id = sound.id
            name = sound.name
            frames = sound.frames
            bytes = sound.bytes
            seconds = sound.seconds
            playback = sound.playback
            loudness = sound.loudness.map {
                StoredLoudness(level: $0.level, weighted: $0.weighted, peak: $0.peak)
            }
            importedAt = sound.importedAt.map { RFC3339.format($0) }
            self.unknown = unknown
        }

        init(from decoder: any Decoder) throws {
            let record = try decoder.container(keyedBy: Key.self)
            id = try record.decode(String.self, forKey: .id)
            name = try record.decode(String.self, forKey: .name)
            frames = try record.decode(Int.self, forKey: .frames)
            bytes = try record.decode(Int.self, forKey: .bytes)
            seconds = try record.decode(Double.self, forKey: .seconds)
            // The file's header has it too, and takes precedence.
            playback = (try? record.decode(OwnSoundPlayback.self, forKey: .playback)) ?? .once
            loudness = try? record.decodeIfPresent(StoredLoudness.self, forKey: .loudness)
            importedAt = try? record.decodeIfPresent(String.self, forKey: .importedAt)
            unknown = try UnknownFields(in: decoder, besides: Key.self)
        }

        func encode(to encoder: any Encoder) throws {
            var record = encoder.container(keyedBy: Key.self)
            try record.encode(id, forKey: .id)
            try record.encode(name, forKey: .name)
            try record.encode(frames, forKey: .frames)
            try record.encode(bytes, forKey: .bytes)
            try record.encode(seconds, forKey: .seconds)
            try record.encode(playback, forKey: .playback)
            try record.encodeIfPresent(loudness, forKey: .loudness)
            try record.encodeIfPresent(importedAt, forKey: .importedAt)
            try unknown.encode(to: encoder)
        }
    }

    /// The fields of `OwnSoundLoudness`.
    private struct StoredLoudness: Codable {
        var level: Float
        var weighted: Float
        var peak: Float
    }

    init(sounds: [OwnSound] = []) {
        self.sounds = sounds
    }

    /// Parses the file; nil if it is not valid.
    init?(parsing bytes: [UInt8]) {
        guard let stored = try? Stored(storedText: bytes, limit: bytes.count) else { return nil }
        unknown = stored.unknown
        unknownOfSounds = Dictionary(
            stored.sounds.map { ($0.id, $0.unknown) }, uniquingKeysWith: { $1 })
        sounds = stored.sounds.map { entry in
            OwnSound(
                id: entry.id, name: entry.name, frames: entry.frames, bytes: entry.bytes,
                playback: entry.playback,
                loudness: entry.loudness.flatMap {
                    OwnSoundLoudness(level: $0.level, weighted: $0.weighted, peak: $0.peak)
                }, importedAt: entry.importedAt.flatMap { try? RFC3339.parse($0) })
        }
    }

    /// The file's bytes.
    var encoded: [UInt8] {
        Array(JSONValue(storing: Stored(self)).lines().utf8) + [UInt8(ascii: "\n")]
    }

    /// Adjusts the index to the files, which take precedence. A sound without its file is dropped. A file that the
    /// index does not know gets a name from its id. Lengths come from the files.
    ///
    /// - Parameter files: the files that exist.
    func reconciled(with files: [OwnSoundFile]) -> (index: OwnSoundIndex, lost: [OwnSound]) {
        var left: [String: OwnSoundFile] = [:]
        for file in files where file.content.rate == OwnSoundRules.rate { left[file.id] = file }
        var kept: [OwnSound] = []
        var lost: [OwnSound] = []
        for sound in sounds {
            guard let file = left.removeValue(forKey: sound.id) else {
                lost.append(sound)
                continue
            }
            kept.append(
                OwnSound(
                    file, name: (try? OwnSoundRules.checked(sound.name)) ?? sound.id,
                    loudness: sound.loudness, importedAt: sound.importedAt))
        }
        for id in left.keys.sorted() {
            guard let file = left[id] else { continue }
            kept.append(
                OwnSound(
                    file, name: OwnSoundIndex.name(from: id), loudness: nil, importedAt: nil))
        }
        var index = self
        index.sounds = kept
        return (index, lost)
    }

    /// Turns `own-rain-on-the-roof` into "rain on the roof".
    private static func name(from id: String) -> String {
        let words =
            id.hasPrefix(OwnSoundRules.idPrefix)
            ? id.dropFirst(OwnSoundRules.idPrefix.count) : id[...]
        return words.isEmpty ? id : String(words.map { $0 == "-" ? " " : $0 })
    }

    var usedBytes: Int { sounds.reduce(0) { $0 + $1.bytes } }

    /// The bytes that one more sound may take.
    ///
    /// - Parameter free: the free space on the disk.
    func room(in quota: OwnSoundQuota, free: Int) throws(OwnSoundError) -> Int {
        guard sounds.count < quota.count else { throw .tooMany(limit: quota.count) }
        let used = usedBytes
        guard quota.bytes - used >= OwnSoundIndex.smallest else {
            throw .quotaFull(used: used, limit: quota.bytes)
        }
        guard free - quota.reserve >= OwnSoundIndex.smallest else { throw .diskFull }
        return min(quota.bytes - used, free - quota.reserve)
    }

    /// One second of sound: with less room an import is pointless.
    private static let smallest = OwnSoundRules.rate * WaveFile.bytesPerFrame

    func has(_ id: String) -> Bool { sounds.contains { $0.id == id } }

    func place(of id: String) throws(OwnSoundError) -> Int {
        guard let place = sounds.firstIndex(where: { $0.id == id }) else {
            throw .unknownSound(id: id)
        }
        return place
    }
}

extension OwnSound {
    init(
        _ file: OwnSoundFile, name: String, loudness: OwnSoundLoudness?, importedAt: WallTime?
    ) {
        self.init(
            id: file.id, name: name, frames: file.content.frames, bytes: file.bytes,
            playback: file.content.isLoop ? .loop : .once, loudness: loudness,
            importedAt: importedAt)
    }
}
