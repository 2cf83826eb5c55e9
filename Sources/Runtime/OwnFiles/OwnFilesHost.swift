import ClockCore
import ClockTime

/// Answers all questions about files that people give: their sounds, fonts and backups. All on one thread.
package struct OwnFilesHost {
    package struct Request: Hashable, Sendable {
        var id: RequestID
        var question: FileQuestion
    }

    var sounds: SoundLibraryHost?
    var fonts: FontLibraryHost?
    var backups: BackupHost?
    private var hasBegun = false

    init(sounds: SoundLibraryHost?, fonts: FontLibraryHost?, backups: BackupHost? = nil) {
        self.backups = backups
        self.sounds = sounds
        self.fonts = fonts
    }

    /// What there is to report before the first question; empty after the first call.
    mutating func begin() -> [Event] {
        guard !hasBegun else { return [] }
        hasBegun = true
        return fonts?.begin() ?? []
    }

    mutating func answer(_ request: Request, at now: WallTime) -> [Event] {
        switch request.question {
        case .font(let question):
            fonts?.answer(question, for: request.id) ?? OwnFilesHost.refuse(request.id, "fonts")
        case .backup(let question): answer(question, for: request.id)
        case .sound(let question):
            sounds?.answer(question, for: request.id, at: now)
                ?? OwnFilesHost.refuse(request.id, "sounds")
        }
    }

    static func refuse(_ request: RequestID, _ kind: String) -> [Event] {
        [
            .answered(
                request,
                .refused(.wrongState(.inWords("this clock has no room for \(kind) of yours"))))
        ]
    }
}
