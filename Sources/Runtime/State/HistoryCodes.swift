import ClockCore

// The numbers by which words stand in records of the history. A word may be added with a number that was
// never used; no number may change what it means.

/// A word with a number of its own.
protocol HistoryCoded: CaseIterable, Hashable {
    var code: UInt8 { get }
}

extension HistoryCoded {
    /// Nil for a word of a newer program.
    init?(code: UInt8) {
        guard let word = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = word
    }
}

extension RingCause: HistoryCoded {
    var code: UInt8 {
        switch self {
        case .snoozeEnded: 0
        case .unanswered: 1
        case .powerCut: 2
        }
    }
}

extension StopCause: HistoryCoded {
    var code: UInt8 {
        switch self {
        case .button: 0
        case .command: 1
        case .edited: 2
        }
    }
}

extension MissReason: HistoryCoded {
    var code: UInt8 {
        switch self {
        case .late: 0
        case .unanswered: 1
        }
    }
}

extension SkipReason: HistoryCoded {
    var code: UInt8 {
        switch self {
        case .skipNext: 0
        case .paused: 1
        case .freeDay: 2
        case .doNotDisturb: 3
        }
    }
}

extension AlarmEdit: HistoryCoded {
    var code: UInt8 {
        switch self {
        case .added: 0
        case .edited: 1
        case .removed: 2
        case .enabled: 3
        case .disabled: 4
        case .skips: 5
        case .soundReplaced: 6
        }
    }
}

extension StepCause: HistoryCoded {
    var code: UInt8 {
        switch self {
        case .synchronised: 0
        case .user: 1
        case .outside: 2
        }
    }
}

extension RungReason: HistoryCoded {
    var code: UInt8 {
        switch self {
        case .noFrames: 0
        case .nobodyAnswered: 1
        case .silence: 2
        }
    }
}

extension StoragePart: HistoryCoded {
    var code: UInt8 {
        switch self {
        case .storage: 0
        case .state: 1
        }
    }
}

extension CountdownEvent: HistoryCoded {
    var code: UInt8 {
        switch self {
        case .scheduled: 11
        case .started: 0
        case .paused: 1
        case .resumed: 2
        case .extended: 3
        case .alerted: 4
        case .snoozed: 5
        case .repeated: 6
        case .stopped: 7
        case .silenced: 8
        case .missed: 9
        case .cancelled: 10
        }
    }
}

extension RingRung {
    var code: (rung: Int64, output: Int64) {
        switch self {
        case .chosenSound: (0, 0)
        case .builtInTone: (1, 0)
        case .output(let output): (2, Int64(clamping: output))
        case .buzzer: (3, 0)
        case .motor: (4, 0)
        case .flashingDisplay: (5, 0)
        case .otherCard: (6, 0)
        }
    }

    init?(code: (rung: Int64, output: Int64)) {
        switch code.rung {
        case 0: self = .chosenSound
        case 1: self = .builtInTone
        case 2: self = .output(Int(clamping: code.output))
        case 3: self = .buzzer
        case 4: self = .motor
        case 5: self = .flashingDisplay
        case 6: self = .otherCard
        default: return nil
        }
    }
}
