package import ClockCore

// Which replies a command gets, for descriptions of the interface.

extension ReplyKind {
    /// The field with the content.
    package var contentField: String {
        switch self {
        case .alarm, .shownAlarm: "alarm"
        case .paused: "pauses"
        case .category: "changed"
        case .rehearsalTime: "rehearsal"
        case .updateCheck: "update"
        case .updateReadiness: "readiness"
        case .updateTold: "told"
        case .outputSettings: "output"
        case .keyFeedback: "feedback"
        case .status, .time, .timeSet, .zoneSet, .alarms, .history, .removed, .freeDays,
            .doNotDisturb, .timers, .timer, .nap, .ringRules, .health, .rehearsing, .explanation,
            .testing, .snoozed, .stopped, .acknowledged, .noise, .mixes, .favourite, .shared,
            .sounds, .sound, .fades, .outputs, .style, .presets, .fonts, .font, .display, .picture,
            .holdToStop, .page, .worldTimes, .pairing, .paired, .devices, .address, .mqtt, .lamp,
            .goodNight, .backup, .restored, .diagnosis, .undone, .breathing, .timerRemoved,
            .favouriteRemoved, .soundRemoved, .fontRemoved:
            rawValue
        }
    }
}

extension Command {
    /// The kinds of its replies, unless it is refused.
    package var replyKinds: [ReplyKind] {
        switch self {
        case .status: [.status]
        case .history: [.history]
        case .time(.show): [.time]
        case .time(.set): [.timeSet]
        case .time(.setZone): [.zoneSet]
        case .alarm(let command): [command.replyKind]
        case .timer(.list): [.timers]
        case .timer(.add): [.timer]
        // A timer without a name is gone when it is over.
        case .timer(.operate): [.timer, .timerRemoved]
        case .nap: [.nap]
        case .ring(.snooze): [.snoozed, .stopped]
        case .ring(.stop): [.stopped]
        case .ring(.acknowledge): [.acknowledged]
        case .noise(.setFades): [.fades]
        case .noise: [.noise]
        case .mix(let command): [command.replyKind]
        case .sounds(let command): [command.replyKind]
        case .quiet(.doNotDisturb), .quiet(.setDoNotDisturb): [.doNotDisturb]
        case .quiet: [.freeDays]
        case .health(.show): [.health]
        case .health(.rehearse): [.rehearsing]
        case .health(.explain): [.explanation]
        case .update(.check): [.updateCheck]
        case .update(.readiness): [.updateReadiness]
        case .update(.tell): [.updateTold]
        case .settings(.ringRules), .settings(.setRingRules): [.ringRules]
        case .settings(.setRehearsal): [.rehearsalTime]
        case .settings(.setHoldToStop): [.holdToStop]
        case .settings(.keyFeedback), .settings(.setKeyFeedback): [.keyFeedback]
        case .settings(.page), .settings(.setPage): [.page]
        case .style, .preset(.load): [.style]
        case .preset: [.presets]
        case .font(.list): [.fonts]
        case .font(.importFile): [.font]
        case .font(.delete): [.fontRemoved]
        case .display(.picture): [.picture]
        case .display: [.display]
        case .world: [.worldTimes]
        case .lamp: [.lamp]
        case .goodNight: [.goodNight]
        case .breathing: [.breathing]
        case .backup(.make): [.backup]
        case .backup(.restore): [.restored]
        case .backup(.diagnose): [.diagnosis]
        case .undo: [.undone]
        case .pairing(.begin): [.pairing]
        case .pairing(.confirm): [.paired]
        case .pairing(.address), .pairing(.tell): [.address]
        case .pairing: [.devices]
        case .mqtt: [.mqtt]
        }
    }
}

extension AlarmCommand {
    fileprivate var replyKind: ReplyKind {
        switch self {
        case .list: .alarms
        case .show: .shownAlarm
        case .remove: .removed
        case .test: .testing
        case .pauses, .pauseAll, .endPause: .paused
        case .setCategoryEnabled: .category
        case .add, .edit, .setEnabled, .skipNext, .duplicate, .operate: .alarm
        }
    }
}

extension MixCommand {
    fileprivate var replyKind: ReplyKind {
        switch self {
        case .list: .mixes
        case .share: .shared
        case .save, .rename: .favourite
        case .delete: .favouriteRemoved
        case .add, .set, .remove, .clear, .load: .noise
        }
    }
}

extension SoundCommand {
    fileprivate var replyKind: ReplyKind {
        switch self {
        case .list: .sounds
        case .show, .rename, .importFile: .sound
        case .delete: .soundRemoved
        case .outputs: .outputs
        case .setOutputs: .outputSettings
        }
    }
}
