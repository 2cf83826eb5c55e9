import BoundedJSON
import ClockCore
import ClockTime
import HAL

/// Data on the own sounds beside their files, stored as one JSON file. A value: whoever changes it stores it.
struct OwnSoundIndex: Equatable {
    /// In the order of import.
    var sounds: [OwnSound] = []
    /// Fields of a newer program (product, A10), of the whole index and of each sound by its id.
    private var foreign = ForeignFields()
    private var foreignOfSounds: [String: ForeignFields] = [:]

    private struct File: DescribedRecord {
        /// The version of the file's form; a newer one is read as far as it is known.
        var form = 1
        var sounds: [Entry] = []
        var foreign = ForeignFields()

        static let fields: [RecordField<File>] = [
            RecordField("form", \.form, .integer),
            RecordField("sounds", records: \.sounds, isSparse: false),
        ]
        static let required = ["form", "sounds"]
    }

    private struct Entry: DescribedRecord {
        var id = ""
        var name = ""
        var frames = 0
        var bytes = 0
        var seconds = 0.0
        /// The file's header has it too, and takes precedence.
        var playback = OwnSoundPlayback.once
        /// Missing if never measured: older clocks did not measure it.
        var loudness: StoredLoudness?
        /// RFC 3339, for people who read the file.
        var importedAt: String?
        var foreign = ForeignFields()

        static let fields: [RecordField<Entry>] = [
            RecordField("id", \.id, .text), RecordField("name", \.name, .text),
            RecordField("frames", \.frames, .integer), RecordField("bytes", \.bytes, .integer),
            RecordField("seconds", \.seconds, .coded(.number)),
            RecordField("playback", \.playback, .choice),
            RecordField("loudness", optional: \.loudness, .coded(.object)),
            RecordField("importedAt", optional: \.importedAt, .text),
        ]
        static let required = ["id", "name", "frames", "bytes", "seconds"]
    }

    /// The fields of `OwnSoundLoudness`.
    private struct StoredLoudness: Hashable, Codable {
        var level: Float
        var weighted: Float
        var peak: Float
    }

    init(sounds: [OwnSound] = []) {
        self.sounds = sounds
    }

    /// Parses the file; nil if it is not valid.
    init?(parsing bytes: [UInt8]) {
        guard let json = try? JSONValue.parse(bytes, limit: bytes.count, isOneLine: false),
            let file = File(usable: json)
        else { return nil }
        foreign = file.foreign
        foreignOfSounds = Dictionary(
            file.sounds.map { ($0.id, $0.foreign) }, uniquingKeysWith: { $1 })
        sounds = file.sounds.map { entry in
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
        var file = File()
        file.foreign = foreign
        file.sounds = sounds.map { sound in
            var entry = Entry()
            entry.id = sound.id
            entry.name = sound.name
            entry.frames = sound.frames
            entry.bytes = sound.bytes
            entry.seconds = sound.seconds
            entry.playback = sound.playback
            entry.loudness = sound.loudness.map {
                StoredLoudness(level: $0.level, weighted: $0.weighted, peak: $0.peak)
            }
            entry.importedAt = sound.importedAt.map { RFC3339.format($0) }
            entry.foreign = foreignOfSounds[sound.id] ?? ForeignFields()
            return entry
        }
        return Array(JSONValue.object(file.stored).lines().utf8) + [UInt8(ascii: "\n")]
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
