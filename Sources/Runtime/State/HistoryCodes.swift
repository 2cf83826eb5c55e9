import ClockCore

// The numbers by which words stand in records of the history. A word may be added at the end of its list; no
// number may change what it means.

/// A word with a number of its own.
protocol HistoryCoded: CaseIterable, Hashable {
    /// All words, each at its number.
    static var numbered: [Self] { get }
}

extension HistoryCoded {
    /// What is read as unknown for a word that is missing in the list.
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

extension Turn.Word: HistoryCoded {
    static let numbered: [Turn.Word] = [
        .started, .paused, .resumed, .extended, .fired, .snoozed, .rangAgain, .stopped, .silenced,
        .missed, .cancelled, .scheduled,
        // Of alarms alone, or not kept.
        .entered, .preAlert, .sunrise, .skipped, .passedOver, .superseded, .reopened,
    ]
}

extension RingRung.Kind: HistoryCoded {
    static let numbered: [RingRung.Kind] = [
        .sound, .tone, .output, .buzzer, .motor, .display, .card,
    ]
}
