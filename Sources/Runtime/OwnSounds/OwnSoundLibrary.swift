import ClockCore
package import ClockTime
package import HAL
import Synchronization

/// The own sounds: lists, adds, renames and deletes them, under a quota.
///
/// The files are the truth; the index holds what they cannot say (names, times, loudness). So losing the index loses
/// no sound: the files' headers give the rest. Adding writes the file first and its entry second, and deleting has
/// the same order. A power cut in between leaves a sound with a plain name, or an entry that the next start drops.
///
/// `sounds` can be read on any thread and never waits for a disk or an import. `add` takes as long as the import, so
/// call it where that does no harm. The return value tells what changed: the caller informs the machine.
package final class OwnSoundLibrary: Sendable {
    private let storage: any OwnSoundStorage
    private let program: any SoundImportProgram
    private let quota: OwnSoundQuota
    private let limits: ImportLimits
    /// Held during a whole import.
    private let importing = Mutex(())
    /// Held while the index is written, so that a rename need not wait for an import.
    private let changing = Mutex(())
    private let index: Mutex<OwnSoundIndex>

    /// What a person should know of the files found at start, in sentences.
    package let notices: [String]

    /// The limits of one import.
    package struct ImportLimits: Hashable, Sendable {
        /// The longest resulting sound.
        package var longestSeconds: Int
        package var processorSeconds: Int
        /// In real time.
        package var longestRun: Duration

        package init(longestSeconds: Int, processorSeconds: Int, longestRun: Duration) {
            self.longestSeconds = longestSeconds
            self.processorSeconds = processorSeconds
            self.longestRun = longestRun
        }

        /// Two hours of sound, which is more than the standard quota holds; a quarter of an hour on a slow processor,
        /// which an hour of Opus may need; and half an hour in all.
        package static let standard = ImportLimits(
            longestSeconds: 7200, processorSeconds: 900, longestRun: .seconds(1800))
    }

    /// Scans the folder. One that cannot be read is an empty library with a notice.
    package init(
        storage: any OwnSoundStorage, program: any SoundImportProgram,
        quota: OwnSoundQuota = .standard, limits: ImportLimits = .standard
    ) {
        self.storage = storage
        self.program = program
        self.quota = quota
        self.limits = limits
        var notices: [String] = []
        var found = OwnSoundIndex()
        do throws(OwnSoundStorageError) {
            let files = try storage.scan()
            let stored = try OwnSoundLibrary.storedIndex(storage, files: files, &notices)
            let (index, lost) = stored.reconciled(with: files)
            found = index
            for sound in lost {
                notices.append(
                    "the file of your own sound \"\(sound.name)\" (\(sound.id)) is gone. Import it again"
                )
            }
        } catch {
            notices.append(OwnSoundError(error).message)
        }
        index = Mutex(found)
        self.notices = notices
    }

    private static func storedIndex(
        _ storage: any OwnSoundStorage, files: [OwnSoundFile], _ notices: inout [String]
    ) throws(OwnSoundStorageError) -> OwnSoundIndex {
        guard let bytes = try? storage.readIndex() else {
            // The first start, or a lost index.
            if !files.isEmpty { notices.append(lostIndex) }
            return OwnSoundIndex()
        }
        if let index = OwnSoundIndex(parsing: bytes) { return index }
        notices.append(lostIndex)
        return OwnSoundIndex()
    }

    private static let lostIndex =
        "the list of your own sounds can't be read. The sounds are there, some with other names"

    /// All of them, in the order of import.
    package var sounds: [OwnSound] { index.withLock { $0.sounds } }

    /// Bytes in use.
    package var usedBytes: Int { index.withLock { $0.usedBytes } }

    /// Imports a file: decodes it in a separate process, bakes its seam, stores it. A second caller waits for the
    /// first.
    ///
    /// - Parameters:
    ///   - file: the audio file.
    ///   - name: the name for people.
    ///   - crossfade: of a loop, in milliseconds (100 to 2000); nil: 500.
    ///   - now: stored as the time of the import.
    /// - Throws: refuses before decoding if there is no room for a second of sound.
    package func add(
        _ file: PassedFile, named name: String, playback: OwnSoundPlayback,
        crossfade: Int? = nil, at now: WallTime
    ) throws(OwnSoundError) -> ImportedSound {
        let name = try OwnSoundRules.checked(name)
        return try OwnSoundLibrary.locked(importing) { () throws(OwnSoundError) in
            let known = index.withLock { $0 }
            let free = try stored { () throws(OwnSoundStorageError) in try storage.freeBytes() }
            let room = try known.room(in: quota, free: free)
            let id = OwnSoundRules.makeID(from: name) { storage.holds($0) || known.has($0) }
            let draft = try stored { () throws(OwnSoundStorageError) in try storage.makeDraft(id) }
            // Does nothing once the draft is kept.
            defer { storage.dropDraft(id) }
            let (loudness, remarks) = try decode(
                SoundImportOrder(
                    source: file, target: draft, playback: playback, crossfade: crossfade,
                    longestSeconds: limits.longestSeconds,
                    largestBytes: min(room, OwnSoundLibrary.largestFile),
                    processorSeconds: limits.processorSeconds, longestRun: limits.longestRun))
            let kept = try stored { () throws(OwnSoundStorageError) in try storage.keepDraft(id) }
            let sound = OwnSound(kept, name: name, loudness: loudness, importedAt: now)
            do throws(OwnSoundError) {
                try change { index in index.sounds.append(sound) }
            } catch {
                // The next start must not find a refused sound.
                try? storage.remove(id)
                throw error
            }
            return ImportedSound(sound: sound, remarks: remarks)
        }
    }

    /// Adds a sound of a backup under its own id. It has the form of an own sound already, so nothing is decoded.
    ///
    /// - Parameter content: returns so many bytes of it from a place on.
    func add(
        _ file: OwnFile, content: (_ place: Int, _ count: Int) throws(OwnSoundError) -> [UInt8]
    ) throws(OwnSoundError) {
        let name = try OwnSoundRules.checked(file.name)
        try OwnSoundLibrary.locked(importing) { () throws(OwnSoundError) in
            _ = try stored { () throws(OwnSoundStorageError) in try storage.makeDraft(file.id) }
            // Does nothing once the draft is kept.
            defer { storage.dropDraft(file.id) }
            var place = 0
            while place < file.bytes {
                let block = try content(place, min(OwnSoundLibrary.block, file.bytes - place))
                guard !block.isEmpty else { throw .failed("the file has ended too early") }
                try stored { () throws(OwnSoundStorageError) in
                    try storage.extendDraft(file.id, with: block)
                }
                place += block.count
            }
            let kept = try stored { () throws(OwnSoundStorageError) in
                try storage.keepDraft(file.id)
            }
            let loudness = file.loudness.flatMap {
                OwnSoundLoudness(level: $0.level, weighted: $0.weighted, peak: $0.peak)
            }
            let sound = OwnSound(
                kept, name: name, loudness: loudness, importedAt: file.importedAt)
            do throws(OwnSoundError) {
                try change { index in index.sounds.append(sound) }
            } catch {
                // The next start must not find a refused sound.
                try? storage.remove(file.id)
                throw error
            }
        }
    }

    /// Bytes of a sound's file from a place on.
    func bytes(of id: String, at place: Int, count: Int) throws(OwnSoundError) -> [UInt8] {
        try stored { () throws(OwnSoundStorageError) in
            try storage.bytes(of: id, at: place, count: count)
        }
    }

    /// Whether a file of that name is there, even a damaged one.
    func holds(_ id: String) -> Bool { storage.holds(id) || index.withLock { $0.has(id) } }

    /// Whether there is room for all sounds of these sizes.
    func hasRoom(for sizes: [Int]) -> Bool {
        let (known, free) = (index.withLock { $0 }, (try? storage.freeBytes()) ?? 0)
        let bytes = sizes.reduce(0, +)
        return known.sounds.count + sizes.count <= quota.count
            && known.usedBytes + bytes <= quota.bytes && bytes <= free - quota.reserve
    }

    /// Bytes of a file that are in memory at once.
    static let block = 256 << 10

    /// Cancels the running import and refuses all later ones, because the clock is about to end.
    package func stop() { program.cancel() }

    /// Renames a sound; its id stays.
    package func rename(_ id: String, to name: String) throws(OwnSoundError) -> OwnSound {
        let name = try OwnSoundRules.checked(name)
        return try change { index throws(OwnSoundError) in
            let place = try index.place(of: id)
            index.sounds[place].name = name
            return index.sounds[place]
        }
    }

    /// Deletes a sound for good. A stream that is playing it goes on.
    package func delete(_ id: String) throws(OwnSoundError) -> OwnSound {
        _ = try index.withLock { $0 }.place(of: id)
        try stored { () throws(OwnSoundStorageError) in try storage.remove(id) }
        var gone: OwnSound?
        // If the index cannot be written, the next start drops the entry without a file.
        _ = try? change { index throws(OwnSoundError) in
            gone = index.sounds.remove(at: try index.place(of: id))
        }
        guard let gone else { throw .unknownSound(id: id) }
        index.withLock { $0.sounds.removeAll { $0.id == id } }
        return gone
    }

    // MARK: - How

    private static let largestFile =
        WaveFile.headerSize + WaveFile.mostFrames * WaveFile.bytesPerFrame

    /// Changes the index durably; a failed write changes nothing.
    private func change<Value: Sendable>(
        _ body: (inout OwnSoundIndex) throws(OwnSoundError) -> Value
    ) throws(OwnSoundError) -> Value {
        try OwnSoundLibrary.locked(changing) { () throws(OwnSoundError) in
            var next = index.withLock { $0 }
            let value = try body(&next)
            let bytes = next.encoded
            try stored { () throws(OwnSoundStorageError) in try storage.replaceIndex(bytes) }
            index.withLock { [next] in $0 = next }
            return value
        }
    }

    /// - Returns: the loudness, nil if it was not reported; and remarks on the file.
    private func decode(
        _ order: SoundImportOrder
    ) throws(OwnSoundError) -> (OwnSoundLoudness?, [String]) {
        let run: SoundImportRun
        do throws(SoundImportStartError) {
            run = try program.run(order)
        } catch {
            throw OwnSoundError(error)
        }
        switch ImportOutcome(run) {
        case .made(_, let loudness, let remarks): return (loudness, remarks)
        case .refused(let error): throw error
        }
    }

    /// Calls the storage, and converts its failure to ours.
    private func stored<Value>(
        _ body: () throws(OwnSoundStorageError) -> Value
    ) throws(OwnSoundError) -> Value {
        do throws(OwnSoundStorageError) {
            return try body()
        } catch {
            throw OwnSoundError(error)
        }
    }

    private static func locked<Value: Sendable>(
        _ lock: borrowing Mutex<Void>, _ body: () throws(OwnSoundError) -> Value
    ) throws(OwnSoundError) -> Value {
        let result = lock.withLock { _ -> Result<Value, OwnSoundError> in
            do throws(OwnSoundError) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
