import ClockCore
import ClockTime

// What help says of each command and of each option.

extension ClientOption {
    /// - Parameter command: nil for `when`.
    func usage(for command: CommandName? = nil) -> String {
        if self == .snooze, command == .setRingRules { return "\(word) 1m-60m" }
        if self == .alarm, command == .setOutputs { return "\(word) DEVICE" }
        return placeholder.map { "\(word) \($0)" } ?? word
    }

    /// - Parameter command: nil for `when`.
    func explanation(for command: CommandName? = nil) -> String {
        let usual = { (value: String) in command == .addAlarm ? " (default: \(value))" : "" }
        switch self {
        case .label: return "what it is for; up to \(AlarmLimits.labelLength) characters"
        case .sound: return "what it rings with, or silence" + usual(AlarmDefaults.sound.name)
        case .volume:
            let before = command == .playNoise ? " the whole is (default: as before)" : ""
            let own = command == .addToMix || command == .setInMix ? " it is beside the others" : ""
            return "how loud" + before + own + usual("\(AlarmDefaults.volume.value)")
        case .ramp:
            let ramp = DurationText.format(AlarmDefaults.ramp)
            return "how long it grows to its volume" + usual(ramp)
        case .snooze, .ring, .rings, .grace: return explanationOfRing(for: command)
        case .snoozeLimit: return "how often it can be snoozed" + usual("none")
        case .mustWake: return "louder, and every output, while nobody answers" + usual("off")
        case .vibration:
            return "steady, pulse, heartbeat[:40-120], growing" + usual("none")
        case .preAlert: return "how long before it the clock counts down" + usual("0m")
        case .sunrise: return "how long before it the light rises" + usual("0m")
        case .freeDays: return "whether free days silence it" + usual("off")
        case .quiet: return "whether do not disturb silences it" + usual("off")
        case .message: return "more words; up to \(AlarmLimits.messageLength) characters"
        case .category:
            let group = "the group that it is switched with, such as work"
            if command == .addAlarm || command == .editAlarm { return group }
            return command == .listSounds || command == .searchSounds
                ? "only this group, such as nature" : "all alarms of this group"
        case .icon: return "a picture's name, for faces that show one"
        case .tint: return "a colour, for faces that show one, such as '#ff8800'"
        case .date: return ClientOption.explanationOfDate(for: command)
        case .alarm:
            return command == .setOutputs
                ? "what alarms play on first, or default: as noise does"
                : "only what came of the alarm with this number"
        case .last: return "why the last ring was as it was, or what came instead"
        case .since: return "only what came to pass since then, such as 2026-03-27T00:00:00Z"
        case .name:
            return command == .importSound
                ? "what it is called (default: as the file)"
                : "what it is called; then it stays, to be started again"
        case .variant, .pan, .fadeIn, .fadeOut, .sleepFade, .shape, .start, .fallback:
            return explanationOfSound
        case .release: return "from letting go of the bar until the nap begins"
        case .nap: return "how long the nap is"
        case .max: return "when it rings at the latest, from the first hold on"
        case .pulse: return "a heartbeat while the bar is held, and how fast"
        case .until: return "its end: the next 07:00, or an instant such as 2026-03-29T05:00:00Z"
        case .zone:
            return command == nil
                ? "such as Europe/Berlin (default: the system's)"
                : "such as Europe/Berlin, or local: the clock's own" + usual("local")
        case .from: return "rings after this, such as 2026-03-27T00:00:00Z (default: now)"
        case .armedAt: return "when the alarm was set (default: at --from)"
        case .count:
            return command == .history
                ? "how many records, the newest (default: \(HistoryQuery.usualCount))"
                : "how many rings (default: \(WhenQuestion.usualCount))"
        case .batch: return "answer the questions in FILE, or else in standard input"
        case .json: return "print the clock's reply as one line of JSON"
        case .socket: return "the clock's socket"
        }
    }
}

extension ClientOption {
    private static func explanationOfDate(for command: CommandName?) -> String {
        switch command {
        case .history: "only its ring of this date"
        case .explain: "why it rang or did not on this date; with an ID"
        default: "only the ring of this date, so that a late word hits no other"
        }
    }

    /// Of what alarms have each, and timers and naps together.
    private func explanationOfRing(for command: CommandName?) -> String {
        let usual = { (value: String) in command == .addAlarm ? " (default: \(value))" : "" }
        let areCountdowns = command == .setRingRules
        switch self {
        case .grace: return "how late alarms, timers and naps may still ring"
        case .snooze where areCountdowns: return "how long a snooze of timers and naps lasts"
        case .snooze:
            return "how long a snooze lasts, or whether there is one"
                + usual(DurationText.format(AlarmDefaults.snoozeLength))
        case .ring:
            return "how long \(areCountdowns ? "timers and naps ring" : "it rings") unanswered"
                + usual(DurationText.format(AlarmDefaults.ringLength))
        case .rings: return "how often again after that" + usual("\(AlarmDefaults.automaticRings)")
        default: return ""
        }
    }

    /// Of options that only commands about noise and sounds have.
    private var explanationOfSound: String {
        switch self {
        case .variant: "which of the sound's forms, such as heavy"
        case .pan: "from the left to the right; 0 is the middle"
        case .fadeIn: "how long noise takes to start"
        case .fadeOut: "how long it takes to end"
        case .sleepFade: "how long the sleep timer's end takes"
        case .shape: "how a fade goes"
        case .start: "play what played last, where nothing does"
        case .fallback: "what plays while DEVICE is not there, in this order; or none"
        default: ""
        }
    }
}

extension CommandName {
    var usage: String {
        let arguments =
            switch self {
            case .status, .listAlarms, .acknowledge, .listFreeDays, .clearFreeDays,
                .showDoNotDisturb,
                .doNotDisturbOn, .doNotDisturbOff, .history, .listTimers, .showNap,
                .startNap, .pauseNap, .resumeNap, .snoozeNap, .stopNap, .setNap, .showRingRules,
                .setRingRules, .showHealth,
                .rehearse, .checkUpdate, .updateReadiness, .showTime:
                ""
            case .addTimer: " LENGTH [NAME]"
            case .startTimer, .pauseTimer, .resumeTimer, .addMinuteToTimer, .repeatTimer,
                .snoozeTimer, .stopTimer, .removeTimer:
                " ID"
            case .setRehearsal: " TIME|off"
            case .explain: " [ID]"
            case .addAlarm: " TIME [DAYS]"
            case .editAlarm: " ID [TIME] [DAYS]"
            case .showAlarm, .removeAlarm, .duplicateAlarm, .testAlarm, .resume, .schedule, .cancel,
                .countdown, .repeat, .addMinute:
                " ID"
            case .enableAlarm, .disableAlarm: " [ID]"
            case .skipNext: " ID [COUNT|off]"
            case .pause: " FIRST LAST|off"
            case .snooze, .stop: " [ID]"
            case .setFreeDays: " DATE[=NAME]..."
            case .setQuietHours: " FROM TO|off"
            case .setQuietNoise: " on|off"
            case .setHoldToStop: " on|off"
            case .showNoise, .playNoise, .pauseNoise, .stopNoise, .toggleNoise, .nextNoise,
                .setNoiseVolume, .previewNoise, .endPreview, .setFades, .setSleep, .listMix,
                .addToMix, .setInMix, .removeFromMix, .clearMix, .saveMix, .loadMix, .renameMix,
                .deleteMix, .shareMix, .listSounds, .searchSounds, .showSound, .renameSound,
                .deleteSound, .importSound, .listOutputs, .setOutputs:
                soundHelp?.arguments ?? ""
            case .setHourFormat: " 12|24"
            case .setTime: " TIME"
            case .setZone: " ZONE"
            }
        return words.joined(separator: " ") + arguments
    }

    /// Whether the lists of commands leave it out: it is there for programs, which are told its refusal by
    /// name.
    var isUnlisted: Bool {
        switch self {
        case .resume, .repeat, .addMinute: true
        default: false
        }
    }

    var hold: String { DurationText.format(Settings.holdToStopLength) }
    var preview: String { DurationText.format(PreviewMachine.length) }

    var summary: String {
        switch self {
        case .status: "time, next alarm, what rings or runs, noise, problems"
        case .addAlarm: "set an alarm"
        case .listAlarms: "all alarms, and when each rings next"
        case .showAlarm: "all about one alarm"
        case .editAlarm: "change an alarm; what is not named stays"
        case .removeAlarm: "delete an alarm"
        case .enableAlarm: "switch an alarm, or a category of alarms, on"
        case .disableAlarm: "switch it off, and keep it"
        case .duplicateAlarm: "set another alarm that is as this one is"
        case .testAlarm: "let an alarm ring now, as it will"
        case .skipNext: "leave out the next ring of a weekly alarm, or several"
        case .pause: "let no alarm ring on some dates"
        case .resume: "refused: one alarm alone has no pause"
        case .schedule: "switch on an alarm that is off"
        case .cancel: "switch an alarm off, whatever it does just now"
        case .countdown: "let a ringing alarm count down its snooze"
        case .repeat: "refused: an alarm has no length to start over"
        case .addMinute: "refused: an alarm has no length to add to"
        case .snooze: "silence what rings, for a while"
        case .stop: "end what rings; with its number, a snooze too"
        case .acknowledge: "take away the notices of missed rings"
        case .setHoldToStop: "whether stop must be held for \(hold) to stop a ring"
        case .listFreeDays: "the days on which alarms with --free-days do not ring"
        case .setFreeDays: "name those days, instead of those known before"
        case .clearFreeDays: "forget them all"
        case .showDoNotDisturb: "whether the clock keeps quiet, and when"
        case .doNotDisturbOn: "keep quiet from now on"
        case .doNotDisturbOff: "keep quiet in the quiet hours only"
        case .setQuietHours: "when the clock keeps quiet each day"
        case .setQuietNoise: "whether noise may play meanwhile"
        case .showNoise, .playNoise, .pauseNoise, .stopNoise, .toggleNoise, .nextNoise,
            .setNoiseVolume, .previewNoise, .endPreview, .setFades, .setSleep, .listMix, .addToMix,
            .setInMix, .removeFromMix, .clearMix, .saveMix, .loadMix, .renameMix, .deleteMix,
            .shareMix, .listSounds, .searchSounds, .showSound, .renameSound, .deleteSound,
            .importSound, .listOutputs, .setOutputs:
            soundHelp?.summary ?? ""
        case .setHourFormat: "show 12-hour or 24-hour time"
        case .showTime: "what time it is, and how far that is believed"
        case .setTime: "set the clock by hand, where no network does"
        case .setZone: "choose the time zone that the clock stands in"
        case .history: "what rang, was snoozed, missed or skipped, and why"
        case .listTimers: "all timers, and what is left of each"
        case .addTimer: "count down, and ring at the end"
        case .startTimer: "start a timer that has a name again"
        case .pauseTimer: "let a timer stand still"
        case .resumeTimer: "let it go on"
        case .addMinuteToTimer: "a minute more"
        case .repeatTimer: "start a ringing timer over, with its full length"
        case .snoozeTimer: "silence a ringing timer, for a while"
        case .stopTimer: "end a timer, before its end or when it rings"
        case .removeTimer: "delete a timer"
        case .showNap: "the nap and what is left of it, and its three times"
        case .startNap: "begin a nap, as if the snooze bar were held and let go"
        case .pauseNap: "let the nap stand still"
        case .resumeNap: "let it go on"
        case .snoozeNap: "silence the end of the nap, for a while"
        case .stopNap: "end the nap, before its end or when it rings"
        case .showRingRules: "how late a ring may be, and how timers and naps ring"
        case .setRingRules: "set how late, how long and how often"
        case .setNap: "how long release, nap and max are, and the pulse"
        case .showHealth: "will it ring? what was checked, and what to do"
        case .rehearse: "try sound, display and storage now, unheard"
        case .checkUpdate: "whether an update may begin now, and why not"
        case .updateReadiness: "whether the clock is armed, draws, sounds and has its state"
        case .setRehearsal: "when that is done each evening"
        case .explain: "why a ring is when it is, or a past one was not"
        }
    }

    var examples: [String] {
        switch self {
        case .status: ["status", "status --json"]
        case .addAlarm:
            [
                "alarm add 07:30 mon-fri --label Work --sound digital --volume 60",
                "alarm add 9am weekends --ramp 60s --snooze 5m --snooze-limit 3",
                "alarm add 6:00 2026-03-29 --label \"Early train\" --must-wake on --snooze off",
                "alarm add 7:00 weekdays --category work --sunrise 30m --free-days on",
            ]
        case .listAlarms: ["alarm list", "alarm list --json"]
        case .showAlarm: ["alarm show 3", "alarm show 3 --json"]
        case .editAlarm: ["alarm edit 3 07:45", "alarm edit 3 mon-thu --label \"Long week\""]
        case .enableAlarm: ["alarm enable 3", "alarm enable --category work"]
        case .disableAlarm: ["alarm disable 3", "alarm disable --category work"]
        case .pause: ["alarm pause 2026-07-20 2026-08-02", "alarm pause off"]
        case .removeAlarm, .duplicateAlarm, .testAlarm, .resume, .schedule, .cancel, .countdown,
            .repeat, .addMinute:
            [words.joined(separator: " ") + " 3"]
        case .acknowledge, .clearFreeDays, .doNotDisturbOff, .startNap, .pauseNap, .resumeNap,
            .snoozeNap, .stopNap, .rehearse:
            [words.joined(separator: " ")]
        case .checkUpdate, .updateReadiness:
            ["", " --json"].map { words.joined(separator: " ") + $0 }
        case .skipNext: ["alarm skip 3", "alarm skip 3 5", "alarm skip 3 off"]
        case .snooze: ["alarm snooze", "alarm snooze 3 --date 2026-03-29"]
        case .stop: ["alarm stop", "alarm stop 3 --date 2026-03-29"]
        case .listFreeDays: ["free-days list", "free-days --json"]
        case .setFreeDays: ["free-days set 2026-12-25=Christmas 2026-12-26"]
        case .showDoNotDisturb: ["dnd", "dnd status --json"]
        case .doNotDisturbOn: ["dnd on", "dnd on --until 07:00"]
        case .setQuietHours: ["dnd hours 22:00 07:00", "dnd hours off"]
        case .setQuietNoise: ["dnd noise off"]
        case .setHoldToStop: ["alarm hold-to-stop on", "alarm hold-to-stop off"]
        case .showNoise, .playNoise, .pauseNoise, .stopNoise, .toggleNoise, .nextNoise,
            .setNoiseVolume, .previewNoise, .endPreview, .setFades, .setSleep, .listMix, .addToMix,
            .setInMix, .removeFromMix, .clearMix, .saveMix, .loadMix, .renameMix, .deleteMix,
            .shareMix, .listSounds, .searchSounds, .showSound, .renameSound, .deleteSound,
            .importSound, .listOutputs, .setOutputs:
            soundHelp?.examples ?? []
        case .setHourFormat: ["display format 24"]
        case .showTime: ["time", "time status --json"]
        case .setTime: ["time set 2026-11-22T03:40", "time set 2026-11-22T02:40:00Z"]
        case .setZone: ["time zone Europe/Berlin"]
        case .history: ["history", "history --alarm 3 --count 20", "history --json"]
        case .listTimers: ["timer", "timer list --json"]
        case .addTimer: ["timer add 5m", "timer add 12m30s Pizza"]
        case .startTimer: ["timer start 2"]
        case .pauseTimer: ["timer pause 2"]
        case .resumeTimer: ["timer resume 2"]
        case .addMinuteToTimer: ["timer add-minute 2"]
        case .repeatTimer: ["timer repeat 2"]
        case .snoozeTimer: ["timer snooze 2"]
        case .stopTimer: ["timer stop 2"]
        case .removeTimer: ["timer remove 2"]
        case .showNap: ["nap", "nap status --json"]
        case .showRingRules: ["ring", "ring status --json"]
        case .setRingRules: ["ring set --grace 90m", "ring set --ring 5m --snooze 5m --rings 4"]
        case .setNap: ["nap set --nap 25m --max 40m", "nap set --pulse 60"]
        case .showHealth: ["health", "health status --json"]
        case .setRehearsal: ["health evening 21:30", "health evening off"]
        case .explain:
            ["explain", "explain 3 --json", "explain --last", "explain 3 --date 2026-03-29"]
        }
    }
}
