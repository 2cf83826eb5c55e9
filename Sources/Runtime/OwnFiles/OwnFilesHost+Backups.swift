import ClockCore
import HAL

// Backups, with own sounds and fonts.
extension OwnFilesHost {
    mutating func answer(_ question: BackupQuestion, for request: RequestID) -> [Event] {
        guard let backups else { return OwnFilesHost.refuse(request, "backups") }
        do throws(BackupHost.Fault) {
            switch question {
            case .write(let backup):
                let written = try backups.write(backup, sources, for: request)
                return [.answered(request, .backup(written))]
            case .read(let isDryRun):
                var given = try backups.read(for: request)
                try decide(&given)
                let events = isDryRun ? [] : take(&given)
                return events + [.backupRead(request, given.backup, isDryRun: isDryRun)]
            }
        } catch {
            let fault = CommandError.invalid(field: "file", .inWords(error.reason))
            return [.answered(request, .refused(fault))]
        }
    }

    /// All own sounds and fonts.
    private var sources: [BackupHost.Source] {
        var sources: [BackupHost.Source] = []
        if let library = sounds?.library {
            sources += library.sounds.map { sound in
                BackupHost.Source(file: OwnFile(sound)) { place, count throws(BackupHost.Fault) in
                    do throws(OwnSoundError) {
                        return try library.bytes(of: sound.id, at: place, count: count)
                    } catch {
                        throw BackupHost.Fault("can't have \(sound.name): \(error.message)")
                    }
                }
            }
        }
        sources += (fonts?.own ?? []).map { own in
            BackupHost.Source(file: own.file) { place, count throws(BackupHost.Fault) in
                Array(own.content[place..<min(own.content.count, place + count)])
            }
        }
        return sources
    }

    // MARK: - Restoring

    /// Finds out which of its sounds and fonts the clock takes.
    ///
    /// - Throws: what is no sound or font of a clock.
    private func decide(_ given: inout BackupHost.Given) throws(BackupHost.Fault) {
        var (soundSizes, fontSizes): ([Int], [Int]) = ([], [])
        for (place, source) in given.sources.enumerated() {
            let file = source.file
            let (isThere, hasRoom): (Bool, Bool)
            switch file.kind {
            case .sound:
                try OwnFilesHost.checkSound(source)
                isThere = sounds?.library.holds(file.id) ?? false
                soundSizes.append(file.bytes)
                hasRoom = sounds?.library.hasRoom(for: soundSizes) ?? false
                if isThere || !hasRoom { soundSizes.removeLast() }
            case .font:
                isThere = try holdsFont(source)
                fontSizes.append(file.bytes)
                hasRoom = fonts?.hasRoom(for: fontSizes) ?? false
                if isThere || !hasRoom { fontSizes.removeLast() }
            }
            given.backup.files[place].fate =
                isThere ? .alreadyThere : hasRoom ? .taken : .leftOut
        }
    }

    private static func checkSound(_ source: BackupHost.Source) throws(BackupHost.Fault) {
        let file = source.file
        let header = try source.bytes(0, min(file.bytes, WaveFile.headerSize))
        let content = WaveFile.content(ofHeader: header, size: file.bytes)
        let isNamed =
            file.id.hasPrefix(OwnSoundRules.idPrefix)
            && (try? OwnSoundRules.checked(file.name)) != nil
        guard content?.rate == OwnSoundRules.rate, isNamed else {
            throw BackupHost.Fault("has \"\(file.name)\", which is no sound of a clock")
        }
    }

    private func holdsFont(_ source: BackupHost.Source) throws(BackupHost.Fault) -> Bool {
        let file = source.file
        guard file.bytes <= OwnFontQuota.bytes, let fonts else { return false }
        let content = try source.bytes(0, file.bytes)
        do throws(CommandError) {
            return try fonts.holds(content)
        } catch {
            throw BackupHost.Fault("has \"\(file.name)\", which is no font of a clock")
        }
    }

    /// Adds the sounds and fonts that are to be taken. One that cannot be kept is left out.
    private mutating func take(_ given: inout BackupHost.Given) -> [Event] {
        var events: [Event] = []
        for (place, source) in given.sources.enumerated()
        where given.backup.files[place].fate == .taken {
            let isKept: Bool
            switch source.file.kind {
            case .sound: isKept = keepSound(source)
            case .font: isKept = keepFont(source)
            }
            if !isKept { given.backup.files[place].fate = .leftOut }
        }
        let kinds = given.backup.files.filter { $0.fate == .taken }.map(\.kind)
        if kinds.contains(.sound), let sounds { events.append(sounds.changed()) }
        if kinds.contains(.font), let fonts { events += fonts.changed() }
        return events
    }

    private func keepSound(_ source: BackupHost.Source) -> Bool {
        do throws(OwnSoundError) {
            try sounds?.library.add(source.file) { place, count throws(OwnSoundError) in
                do throws(BackupHost.Fault) {
                    return try source.bytes(place, count)
                } catch {
                    throw .failed(error.reason)
                }
            }
            return true
        } catch {
            return false
        }
    }

    private mutating func keepFont(_ source: BackupHost.Source) -> Bool {
        guard let content = try? source.bytes(0, source.file.bytes) else { return false }
        return (try? fonts?.add(content)) != nil
    }
}

extension OwnFile {
    fileprivate init(_ sound: OwnSound) {
        self.init(kind: .sound, id: sound.id, name: sound.name, bytes: sound.bytes)
        loudness = sound.loudness.map {
            Loudness(level: $0.level, weighted: $0.weighted, peak: $0.peak)
        }
        importedAt = sound.importedAt
    }
}
