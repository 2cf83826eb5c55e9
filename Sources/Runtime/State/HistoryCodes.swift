import ClockCore

// The numbers that stand for words in history records. New words go at the end of their list; a number never changes
// its meaning.

/// A word with a number of its own.
protocol HistoryCoded: CaseIterable, Hashable, Sendable {
    /// All words, each at the index that is its number.
    static var numbered: [Self] { get }
}

extension HistoryCoded {
    /// A word that is missing in the list gets a code that is read as unknown.
    var code: UInt8 { Self.numbered.firstIndex(of: self).map { UInt8($0) } ?? .max }

    /// Nil for a word of a newer program.
    init?(code: UInt8) {
        guard Self.numbered.indices.contains(Int(code)) else { return nil }
        self = Self.numbered[Int(code)]
    }
}

extension RingCause: HistoryCoded {
    static let numbered: [RingCause] = [.snoozeEnded, .unanswered, .powerCut]
}

extension StopCause: HistoryCoded {
    static let numbered: [StopCause] = [.button, .command, .edited]
}

extension MissReason: HistoryCoded {
    static let numbered: [MissReason] = [.late, .unanswered]
}

extension SkipReason: HistoryCoded {
    static let numbered: [SkipReason] = [.skipNext, .paused, .freeDay, .doNotDisturb]
}

extension AlarmEdit: HistoryCoded {
    static let numbered: [AlarmEdit] = [
        .added, .edited, .removed, .enabled, .disabled, .skips, .soundReplaced,
    ]
}

extension StepCause: HistoryCoded {
    static let numbered: [StepCause] = [.synchronised, .user, .outside]
}

extension RungReason: HistoryCoded {
    static let numbered: [RungReason] = [.noFrames, .nobodyAnswered, .silence]
}

extension StoragePart: HistoryCoded {
    static let numbered: [StoragePart] = [.storage, .state]
}

extension SubjectEvent.Name: HistoryCoded {
    static let numbered: [SubjectEvent.Name] = [
        .started, .paused, .resumed, .extended, .fired, .snoozed, .rangAgain, .stopped, .silenced,
        .missed, .cancelled, .scheduled,
        // Only for alarms, or not kept.
        .entered, .preAlert, .sunrise, .skipped, .passedOver, .superseded, .reopened, .gotUp,
    ]
}

extension RingRung.Kind: HistoryCoded {
    static let numbered: [RingRung.Kind] = [
        .sound, .tone, .output, .buzzer, .motor, .display, .card,
    ]
}

extension UpdateNews: HistoryCoded {
    static let numbered: [UpdateNews] = [
        .writing, .waits, .nothingNewer, .cutShort, .notSigned, .otherDevice, .older, .damaged,
        .failed, .installed, .zonesInUse, .good, .fellBack,
    ]
}
