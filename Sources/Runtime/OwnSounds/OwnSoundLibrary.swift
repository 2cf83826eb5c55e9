package import ClockTime
package import HAL
import Synchronization

/// The own sounds: listed, added, renamed, deleted, under a quota.
///
/// The files are the truth and the index is what they cannot say (names, times, loudness). So nothing is lost with the
/// index: what it does not know is found by its header. A sound is added by its file first and its entry
/// second, and deleted in the same order; a power cut between the two leaves a sound with a plain name, or
/// an entry that the next start drops.
///
/// `sounds` can be asked from any thread and never waits for a disk or an import. `add`
/// takes as long as the import does, so it is called where that harms nobody. What changed is told by the
/// return value: who calls tells the machine.
package final class OwnSoundLibrary: Sendable {
    private let storage: any OwnSoundStorage
    private let program: any SoundImportProgram
    private let quota: OwnSoundQuota
    private let limits: ImportLimits
    /// Held through a whole import.
    private let importing = Mutex(())
    /// Held while the index is written, so that a rename need not wait for an import.
    private let changing = Mutex(())
    private let index: Mutex<OwnSoundIndex>

    /// What was found at the start that a person should know; sentences.
    package let notices: [String]

    /// How long and how much one import may be.
    package struct ImportLimits: Hashable, Sendable {
        /// Of the sound that comes out.
        package var longestSeconds: Int
        package var processorSeconds: Int
        /// Of real time.
        package var longestRun: Duration

        package init(longestSeconds: Int, processorSeconds: Int, longestRun: Duration) {
            self.longestSeconds = longestSeconds
            self.processorSeconds = processorSeconds
            self.longestRun = longestRun
        }

        /// Two hours, which is more than the standard quota holds; a quarter of an hour of a slow processor,
        /// which an hour of Opus may need there; and half an hour in all.
        package static let standard = ImportLimits(
            longestSeconds: 7200, processorSeconds: 900, longestRun: .seconds(1800))
    }

    /// Looks at what is there. A folder that cannot be read is an empty library with a notice.
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
                    "the own sound “\(sound.name)” (\(sound.id)) has no sound file any more")
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
            // The first start, or an index that is gone.
            if !files.isEmpty { notices.append(lostIndex) }
            return OwnSoundIndex()
        }
        if let index = OwnSoundIndex(parsing: bytes) { return index }
        notices.append(lostIndex)
        return OwnSoundIndex()
    }

    private static let lostIndex =
        "the list of own sounds cannot be read; the sounds are there, some with other names"

    /// All of them, in the order in which they were imported.
    package var sounds: [OwnSound] { index.withLock { $0.sounds } }

    /// Bytes in use.
    package var usedBytes: Int { index.withLock { $0.usedBytes } }

    /// Imports a file: decodes it in a process of its own, bakes its seam, keeps it. A second caller waits
    /// until the first is done.
    ///
    /// - Parameters:
    ///   - file: the audio file.
    ///   - name: what people will call it.
    ///   - crossfade: of a loop, in milliseconds (100 to 2000); nil: 500.
    ///   - now: noted as the time of the import.
    /// - Throws: a refusal before anything is decoded where there is no room for a second of sound.
    package func add(
        _ file: PassedFile, named name: String, playback: OwnSoundPlayback,
        crossfade: Int? = nil, at now: WallTime
    ) throws(OwnSoundError) -> OwnSound {
        let name = try OwnSoundRules.checked(name)
        return try OwnSoundLibrary.locked(importing) { () throws(OwnSoundError) in
            let known = index.withLock { $0 }
            let free = try stored { () throws(OwnSoundStorageError) in try storage.freeBytes() }
            let room = try known.room(in: quota, free: free)
            let id = OwnSoundRules.makeID(from: name) { storage.holds($0) || known.has($0) }
            let draft = try stored { () throws(OwnSoundStorageError) in try storage.makeDraft(id) }
            // Does nothing once it is kept.
            defer { storage.dropDraft(id) }
            let loudness = try decode(
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
                // Refused is refused: the next start must not find it.
                try? storage.remove(id)
                throw error
            }
            return sound
        }
    }

    /// Ends the import that is under way and refuses all later ones: the clock is about to end.
    package func stop() { program.cancel() }

    /// Gives a sound another name; its id stays.
    package func rename(_ id: String, to name: String) throws(OwnSoundError) -> OwnSound {
        let name = try OwnSoundRules.checked(name)
        return try change { index throws(OwnSoundError) in
            let place = try index.place(of: id)
            index.sounds[place].name = name
            return index.sounds[place]
        }
    }

    /// Removes a sound for good. Whoever plays it just then plays on.
    package func delete(_ id: String) throws(OwnSoundError) -> OwnSound {
        _ = try index.withLock { $0 }.place(of: id)
        try stored { () throws(OwnSoundStorageError) in try storage.remove(id) }
        var gone: OwnSound?
        // Where the index cannot be written, its entry without a file is dropped at the next start.
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

    /// Changes the index, durably: what could not be written did not happen.
    private func change<Value: Sendable>(
        _ body: (inout OwnSoundIndex) throws(OwnSoundError) -> Value
    ) throws(OwnSoundError) -> Value {
        try OwnSoundLibrary.locked(changing) { () throws(OwnSoundError) in
            var next = index.withLock { $0 }
            let value = try body(&next)
            guard let bytes = next.encoded else { throw .failed("the list cannot be written") }
            try stored { () throws(OwnSoundStorageError) in try storage.replaceIndex(bytes) }
            index.withLock { [next] in $0 = next }
            return value
        }
    }

    /// - Returns: how loud it is; nil where that was not told.
    private func decode(
        _ order: SoundImportOrder
    ) throws(OwnSoundError) -> OwnSoundLoudness? {
        let run: SoundImportRun
        do throws(SoundImportStartError) {
            run = try program.run(order)
        } catch {
            throw OwnSoundError(error)
        }
        switch ImportOutcome(run) {
        case .made(_, let loudness): return loudness
        case .refused(let error): throw error
        }
    }

    /// A call of the storage, its failure as one of ours.
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
