/// Whether a command can be taken back (product, X6).
package enum Undoing: Hashable, Sendable {
    /// It changes what a person chose, and that can be put back.
    case possible
    /// It is about something else: a question, a ring, what plays or runs now.
    case passes
    /// It changes what a person chose, and that stays.
    case final
}

extension Command {
    package var undoing: Undoing {
        switch self {
        case .status, .history, .ring, .health, .update, .breathing, .undo: .passes
        case .time(let command): command.undoing
        case .alarm(let command): command.undoing
        case .timer(.operate(.cancel, _, _)): .final
        case .timer: .passes
        case .nap(.set): .possible
        case .nap: .passes
        case .noise(.setFades): .possible
        case .noise: .passes
        case .mix(let command): command.undoing
        case .sounds(let command): command.undoing
        case .quiet(.freeDays), .quiet(.doNotDisturb): .passes
        case .quiet: .possible
        case .settings(.ringRules), .settings(.keyFeedback), .settings(.page): .passes
        case .settings: .possible
        case .style(.show), .preset(.list), .world(.list), .font(.list): .passes
        case .style, .preset, .world: .possible
        case .font: .final
        case .display(.setMode): .possible
        case .display: .passes
        case .pairing(.setReading): .possible
        case .pairing(.confirm), .pairing(.remove): .final
        case .pairing: .passes
        // A program pairs for it.
        case .mqtt(.set), .mqtt(.off): .final
        case .mqtt: .passes
        case .lamp(.set), .goodNight(.set): .possible
        case .lamp, .goodNight: .passes
        // A restore is noted when its file was read.
        case .backup: .passes
        }
    }
}

extension TimeCommand {
    fileprivate var undoing: Undoing {
        switch self {
        case .show: .passes
        case .set: .final
        case .setZone: .possible
        }
    }
}

extension AlarmCommand {
    fileprivate var undoing: Undoing {
        switch self {
        case .list, .show, .test, .pauses: .passes
        case .operate(.schedule, _, _), .operate(.cancel, _, _): .possible
        case .operate: .passes
        case .add, .edit, .remove, .setEnabled, .skipNext, .duplicate, .pauseAll, .endPause,
            .setCategoryEnabled:
            .possible
        }
    }
}

extension MixCommand {
    fileprivate var undoing: Undoing {
        switch self {
        case .list, .share, .load: .passes
        case .add, .set, .remove, .clear, .save, .rename, .delete: .possible
        }
    }
}

extension SoundCommand {
    fileprivate var undoing: Undoing {
        switch self {
        case .list, .show, .outputs: .passes
        case .rename, .delete, .importFile: .final
        case .setOutputs: .possible
        }
    }
}
