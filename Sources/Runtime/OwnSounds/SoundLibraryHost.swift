package import ClockCore
package import ClockTime
import HAL

/// Answers the machine's questions about a person's own sounds, and keeps catalogue and shelf in step with them.
///
/// Theory of operation. An import decodes for seconds or minutes, so this has its own thread and handles one request
/// after another. The file of an import came open with its request (`PassedFiles`). After a change the shelf is
/// replaced first, so that the sound can be made. Then the machine gets the new catalogue, so that it can be asked
/// for. The reply comes last.
package struct SoundLibraryHost {
    let library: OwnSoundLibrary
    private let collection: SoundCollection
    private let shelf: Published<SoundShelf>
    private let files: PassedFiles

    package init(
        _ library: OwnSoundLibrary, over collection: SoundCollection,
        shelf: Published<SoundShelf>, files: PassedFiles
    ) {
        self.files = files
        self.library = library
        self.collection = collection
        self.shelf = shelf
    }

    package func answer(
        _ question: SoundQuestion, for request: RequestID, at now: WallTime
    ) -> [Event] {
        do throws(OwnSoundError) {
            let reply = try reply(to: question, for: request, at: now)
            return [changed(), .answered(request, reply)]
        } catch {
            return [.answered(request, .refused(CommandError(error)))]
        }
    }

    /// What the machine hears of a change.
    func changed() -> Event {
        let own = library.sounds
        let whole = collection.adding(own)
        shelf.value = SoundShelf(whole, own: own)
        return .catalogueChanged(whole.catalogue)
    }

    private func reply(
        to question: SoundQuestion, for request: RequestID, at now: WallTime
    ) throws(OwnSoundError) -> Reply {
        switch question {
        case .importFile(let name):
            guard let file = files.take(of: request) else {
                throw .failed("no open file came with the request; pass one by SCM_RIGHTS")
            }
            let imported = try library.add(file, named: name, playback: .loop, at: now)
            var report = report(of: imported.sound)
            // Told once, where the sound is described.
            let remarks = imported.remarks + [imported.sound.loudness?.remark].compactMap { $0 }
            report.sound.description = ([report.sound.description] + remarks).joined(
                separator: ". ")
            return .sound(report)
        case .rename(let id, let name):
            return .sound(report(of: try library.rename(id.name, to: name)))
        case .delete(let id):
            let gone = try library.delete(id.name)
            return .soundRemoved(SoundID(gone.id), name: gone.name)
        }
    }

    private func report(of own: OwnSound) -> SoundReport {
        let sound = Sound(own)
        return SoundReport(
            sound: sound, isTone: false,
            categoryName: SoundCollection.ownCategory.name,
            voice: NoiseVoice(sound: sound.id, volume: sound.defaultVolume))
    }
}

extension ClockParts {
    /// All sounds at the start, including own sounds.
    var allSounds: SoundCollection { sounds.adding(ownSounds?.library.sounds ?? []) }

    /// How to make them.
    var shelf: SoundShelf { SoundShelf(allSounds, own: ownSounds?.library.sounds ?? []) }
}

extension SoundCollection {
    /// The category that lists own sounds.
    static let ownCategory = SoundCategory(
        id: CategoryID("own"), name: "Your own", order: Int(Int16.max))

    /// Appends a person's own sounds. One with an id of the catalogue is skipped: the catalogue files win.
    func adding(_ own: [OwnSound]) -> SoundCollection {
        var whole = self
        for sound in own where catalogue[SoundID(sound.id)] == nil {
            whole.add(Sound(sound), file: sound.id)
        }
        return whole
    }
}

extension Sound {
    init(_ own: OwnSound) {
        self.init(
            id: SoundID(own.id), name: own.name, category: SoundCollection.ownCategory.id,
            description: Sound.description(of: own), icon: "music-note",
            isOwn: true)
    }

    private static func description(of own: OwnSound) -> String {
        let softer = own.loudness.map { Int($0.audibleShortfall.rounded()) } ?? 0
        return "your own, \(Int(own.seconds.rounded())) s"
            + (softer > 0 ? ", \(softer) dB softer" : "")
    }
}

extension CommandError {
    fileprivate init(_ error: OwnSoundError) {
        switch error {
        case .unknownSound(let id):
            self = .invalid(field: "sound", .inWords("there is none \"\(id)\""))
        case .badName(let problem): self = .invalid(field: "name", .inWords(problem))
        case .tooMany, .quotaFull, .diskFull: self = .wrongState(.inWords(error.message))
        case .refused(_, let message): self = .invalid(field: "file", .inWords(message))
        case .failed(let reason): self = .invalid(field: "file", .inWords(reason))
        case .cancelled: self = .wrongState(.inWords(error.message))
        }
    }
}
