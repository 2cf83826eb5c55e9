import ClockCore
import ClockTime

// What help says of each command and of each option.

extension ClientOption {
    var usage: String {
        placeholder.map { "\(word) \($0)" } ?? word
    }

    /// - Parameter command: nil for `when`.
    func explanation(for command: CommandName? = nil) -> String {
        let usual = { (value: String) in command == .addAlarm ? " (default: \(value))" : "" }
        switch self {
        case .label: return "what it is for; up to \(AlarmLimits.labelLength) characters"
        case .sound: return "what it rings with, or silence" + usual(AlarmDefaults.sound.name)
        case .volume:
            let before = command == .playNoise ? " (default: as before)" : ""
            return "how loud" + before + usual("\(AlarmDefaults.volume.value)")
        case .ramp:
            let ramp = DurationText.format(AlarmDefaults.ramp)
            return "how long it grows to its volume" + usual(ramp)
        case .snooze:
            let length = DurationText.format(AlarmDefaults.snoozeLength)
            return "how long a snooze lasts, or whether there is one" + usual(length)
        case .snoozeLimit: return "how often it can be snoozed" + usual("none")
        case .mustWake: return "louder, and every output, while nobody answers" + usual("off")
        case .vibration:
            return "steady, pulse, heartbeat[:40-120], growing" + usual("none")
        case .ring:
            let length = DurationText.format(AlarmDefaults.ringLength)
            return "how long it rings unanswered" + usual(length)
        case .rings: return "how often again after that" + usual("\(AlarmDefaults.automaticRings)")
        case .preAlert: return "how long before it the clock counts down" + usual("0m")
        case .sunrise: return "how long before it the light rises" + usual("0m")
        case .freeDays: return "whether free days silence it" + usual("off")
        case .quiet: return "whether do not disturb silences it" + usual("off")
        case .message: return "more words; up to \(AlarmLimits.messageLength) characters"
        case .category:
            let group = "the group that it is switched with, such as work"
            return command == .addAlarm || command == .editAlarm
                ? group : "all alarms of this group"
        case .icon: return "a picture's name, for faces that show one"
        case .tint: return "a colour, for faces that show one, such as '#ff8800'"
        case .date:
            return command == .history
                ? "only its ring of this date"
                : "only the ring of this date, so that a late word hits no other"
        case .alarm: return "only what came of the alarm with this number"
        case .since: return "only what came to pass since then, such as 2026-03-27T00:00:00Z"
        case .name: return "what it is called; then it stays, to be started again"
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

extension CommandName {
    var usage: String {
        let arguments =
            switch self {
            case .status, .listAlarms, .listFreeDays, .clearFreeDays, .showDoNotDisturb,
                .doNotDisturbOn, .doNotDisturbOff, .stopNoise, .history, .listTimers, .showNap,
                .startNap, .pauseNap, .resumeNap, .snoozeNap, .stopNap, .setNap, .showHealth,
                .rehearse:
                ""
            case .addTimer: " LENGTH [NAME]"
            case .startTimer, .pauseTimer, .resumeTimer, .addMinuteToTimer, .repeatTimer,
                .snoozeTimer, .stopTimer, .removeTimer:
                " ID"
            case .setRehearsal: " TIME|off"
            case .explain: " [ID]"
            case .addAlarm: " TIME [DAYS]"
            case .editAlarm: " ID [TIME] [DAYS]"
            case .removeAlarm, .duplicateAlarm, .testAlarm, .resume, .schedule, .cancel,
                .countdown, .repeat, .addMinute:
                " ID"
            case .enableAlarm, .disableAlarm: " [ID]"
            case .skipNext: " ID [COUNT|off]"
            case .pause: " FIRST LAST|off"
            case .snooze, .stop: " [ID]"
            case .setFreeDays: " DATE[=NAME]..."
            case .setQuietHours: " FROM TO|off"
            case .setQuietNoise: " on|off"
            case .playNoise: " [SOUND]"
            case .previewNoise: " SOUND"
            case .setHoldToStop: " on|off"
            case .setNoiseVolume: " 0-100"
            case .setHourFormat: " 12|24"
            }
        return words.joined(separator: " ") + arguments
    }

    private var hold: String { DurationText.format(Settings.holdToStopLength) }
    private var preview: String { DurationText.format(PreviewMachine.length) }
    private var test: String { DurationText.format(AlarmTest.length) }

    var summary: String {
        switch self {
        case .status: "time, next alarm, what rings, noise and problems"
        case .addAlarm: "set an alarm"
        case .listAlarms: "all alarms, and when each rings next"
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
        case .stop: "end what rings, or else what is snoozed"
        case .setHoldToStop: "whether stop must be held for \(hold) to stop a ring"
        case .listFreeDays: "the days on which alarms with --free-days do not ring"
        case .setFreeDays: "name those days, instead of those known before"
        case .clearFreeDays: "forget them all"
        case .showDoNotDisturb: "whether the clock keeps quiet, and when"
        case .doNotDisturbOn: "keep quiet from now on"
        case .doNotDisturbOff: "keep quiet in the quiet hours only"
        case .setQuietHours: "when the clock keeps quiet each day"
        case .setQuietNoise: "whether noise may play meanwhile"
        case .playNoise: "play a sound to fall asleep to"
        case .previewNoise: "play \(preview) of a sound, then what played before"
        case .stopNoise: "fade the sound out"
        case .setNoiseVolume: "how loud the sound is"
        case .setHourFormat: "show 12-hour or 24-hour time"
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
        case .setNap: "how long release, nap and max are, and the pulse"
        case .showHealth: "will it ring? what was checked, and what to do"
        case .rehearse: "try sound, display and storage now, unheard"
        case .setRehearsal: "when that is done each evening"
        case .explain: "why an alarm, or the next one, rings when it does"
        }
    }

    /// What the command's own help says of it.
    var explanation: String { ofAlarms ?? ofQuietAndNoise ?? ofCountdownsAndHealth ?? summary }

    private var ofAlarms: String? {
        switch self {
        case .status:
            "Shows the clock at a glance: the time and how far it can be believed, the next alarm, what"
                + "\nrings or is snoozed, missed alarms, the noise, and what is wrong."
        case .addAlarm:
            """
            Sets an alarm and says when it will ring.

              TIME  07:30, 7:30, 7:30pm or 7pm
              DAYS  mon-fri, mon,wed,fri, daily, weekdays, weekends: each week on these days;
                    2026-03-29: on this date; once, or nothing: the next time the clock shows TIME
            """
        case .listAlarms:
            "Lists all alarms with their numbers, which the other alarm commands take."
        case .editAlarm:
            """
            Changes what is named and keeps the rest: a time alone keeps the days, days alone keep the
            time. A ring or snooze of the alarm ends.

              ID    the alarm's number, as "noiseclock alarm list" shows it
              TIME  07:30, 7:30, 7:30pm or 7pm
              DAYS  mon-fri, mon,wed,fri, daily, weekdays, weekends, once, or a date
            """
        case .removeAlarm: "Deletes the alarm with this number. If it rings, it falls silent."
        case .enableAlarm:
            "Switches the alarm with this number on and says when it will ring; with --category all alarms"
                + "\nof that group. A date that is over stays off."
        case .disableAlarm:
            "Switches the alarm with this number off, or with --category all alarms of that group. They"
                + "\nstay in the list and can be switched on again."
        case .duplicateAlarm: "Sets another alarm that is as this one is, but for skipped dates."
        case .testAlarm:
            "Lets the alarm with this number be heard, felt and seen for \(test), as it will be. Stop ends it, and"
                + "\nso does snooze. Refused while anything rings."
        case .skipNext:
            """
            Leaves out the next ring of a weekly alarm, or the next COUNT; after them it rings as before.
            "off" takes that back: what is not over yet rings again.
            """
        case .pause:
            """
            Lets no alarm ring from the date FIRST through the date LAST, both included; then they ring as
            before. "off" takes that back. One alarm alone cannot be paused: skip its next dates.

              FIRST, LAST  dates, such as 2026-07-20 2026-08-02
            """
        case .resume: "Refused for alarms (notPausable): no pause may swallow a ring."
        case .schedule: "As \"alarm enable\", but refused where the alarm is on already."
        case .cancel: "As \"alarm disable\", but refused where the alarm is off already."
        case .countdown: "As \"alarm snooze ID\": it rings again after its snooze."
        case .repeat, .addMinute: "Refused for alarms (wrongState), which ring at a time."
        case .snooze:
            "Silences what rings; it rings again when its snooze is over. With ID, only that alarm."
        case .stop:
            "Ends what rings. If nothing rings, ends what is snoozed. With ID, only that alarm."
        default: nil
        }
    }

    private var ofQuietAndNoise: String? {
        switch self {
        case .listFreeDays: "Lists the days on which alarms set with --free-days on do not ring."
        case .setFreeDays:
            """
            Names the days on which alarms set with --free-days on do not ring. They take the place of all
            those that the clock knew before.

              DATE  such as 2026-12-25, or with what the day is called: 2026-12-25=Christmas
            """
        case .clearFreeDays: "Forgets all days off. Alarms ring on them as on any other day."
        case .showDoNotDisturb:
            "Says whether the clock keeps quiet now, and what is set. While it does, the display is dim and"
                + "\ncalls nobody. Alarms ring all the same, but for those set with --quiet on."
        case .doNotDisturbOn: "The clock keeps quiet until --until, else until \"dnd off\"."
        case .doNotDisturbOff: "The clock keeps quiet no longer, but in its quiet hours."
        case .setQuietHours:
            """
            The clock keeps quiet each day between these times, over midnight where TO is the earlier.
            "off": no quiet hours.

              FROM, TO  07:30, 7:30, 7:30pm or 7pm
            """
        case .setQuietNoise:
            "With \"off\", noise ends when do not disturb begins, and cannot be started meanwhile."
        case .playNoise:
            "Plays SOUND, or else what played last, until it is stopped. An unknown name is answered with"
                + "\nthose that there are."
        case .previewNoise:
            "Plays \(preview) of SOUND, as loud as the noise, and goes back to what was. An unknown name is"
                + "\nanswered with those that there are. Refused while an alarm rings."
        case .setHoldToStop:
            "With \"on\", the clock's stop button stops a ring only when it is held for \(hold), so that nobody"
                + "\nstops it in their sleep; a shorter press does nothing. \"alarm stop\" stops it as before."
        case .stopNoise: "Fades the noise out. Alarms are not touched."
        case .setNoiseVolume:
            "Sets how loud the noise is, now or the next time it plays. Alarms have their own volume."
        case .setHourFormat: "Chooses the form in which the display shows the time."
        default: nil
        }
    }

    private var ofCountdownsAndHealth: String? {
        switch self {
        case .history:
            "Tells what came to pass, oldest first: each ring with how it ended, and what happened to the"
                + "\nclock. With --json, each record by itself."
        case .listTimers:
            "Lists all timers with their numbers, which the other timer commands take."
        case .addTimer:
            """
            Counts down and rings like an alarm. A timer with a name stays when it is over, to be started
            again; one without is gone.

              LENGTH  1s to 24h, such as 90s, 5m or 1h30m
              NAME    as --name
            """
        case .startTimer: "Starts a timer that has a name, with its full length."
        case .pauseTimer: "The timer keeps what is left until it is resumed."
        case .resumeTimer: "The timer goes on with what is left."
        case .addMinuteToTimer:
            "Adds a minute to a timer that runs or is paused; one that rings counts down a minute."
        case .repeatTimer: "A timer that rings starts over with its full length."
        case .snoozeTimer: "A timer that rings is silent for 9m and rings again."
        case .stopTimer: "Ends the timer. With a name it stays, to be started again."
        case .removeTimer: "Deletes the timer with this number. If it rings, it falls silent."
        case .showNap:
            "Shows the nap's phase, what is left, and the three times that the next one will have."
        case .startNap:
            "Begins a nap without the bar: release, then nap, and the ring at its end."
        case .pauseNap:
            "The nap keeps what is left until it is resumed. Only while the nap itself runs."
        case .resumeNap: "The nap goes on with what is left."
        case .snoozeNap: "The nap's end is silent for 9m and rings again."
        case .stopNap: "Ends the nap. Alarms are not touched."
        case .setNap:
            "Sets what is named and keeps the rest. A nap that is on its way keeps the phase that it is in."
        case .showHealth:
            "Answers whether the next alarm will ring, as far as can be told: time, zone, sound, outputs,"
                + "\ndisplay, keys, storage, the next alarm and the last rehearsal."
        case .rehearse:
            "Tries the sound output, the display and the storage the way a ring does, unheard and unseen."
                + "\nIt takes some seconds; \"health\" then has the result."
        case .setRehearsal:
            "Sets the time of the evening's rehearsal, whose result the alarm mark on the display shows:"
                + "\nsteady, all is well; blinking, something is wrong. \"off\": never."
        case .explain:
            "Says why the alarm, or the one that rings next, will ring when it will: its rule, skipped dates"
                + "\nand their reasons, clock changes, and how far the time can be believed."
        default: nil
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
        case .editAlarm: ["alarm edit 3 07:45", "alarm edit 3 mon-thu --label \"Long week\""]
        case .removeAlarm: ["alarm remove 3"]
        case .enableAlarm: ["alarm enable 3", "alarm enable --category work"]
        case .disableAlarm: ["alarm disable 3", "alarm disable --category work"]
        case .duplicateAlarm: ["alarm duplicate 3"]
        case .testAlarm: ["alarm test 3"]
        case .pause: ["alarm pause 2026-07-20 2026-08-02", "alarm pause off"]
        case .resume: ["alarm resume 3"]
        case .schedule: ["alarm schedule 3"]
        case .cancel: ["alarm cancel 3"]
        case .countdown: ["alarm countdown 3"]
        case .repeat: ["alarm repeat 3"]
        case .addMinute: ["alarm add-minute 3"]
        case .skipNext: ["alarm skip 3", "alarm skip 3 5", "alarm skip 3 off"]
        case .snooze: ["alarm snooze", "alarm snooze 3 --date 2026-03-29"]
        case .stop: ["alarm stop", "alarm stop 3 --date 2026-03-29"]
        case .listFreeDays: ["free-days list", "free-days --json"]
        case .setFreeDays: ["free-days set 2026-12-25=Christmas 2026-12-26"]
        case .clearFreeDays: ["free-days clear"]
        case .showDoNotDisturb: ["dnd", "dnd status --json"]
        case .doNotDisturbOn: ["dnd on", "dnd on --until 07:00"]
        case .doNotDisturbOff: ["dnd off"]
        case .setQuietHours: ["dnd hours 22:00 07:00", "dnd hours off"]
        case .setQuietNoise: ["dnd noise off"]
        case .playNoise: ["noise play", "noise play pink --volume 50"]
        case .previewNoise: ["noise preview white"]
        case .setHoldToStop: ["alarm hold-to-stop on", "alarm hold-to-stop off"]
        case .stopNoise: ["noise stop"]
        case .setNoiseVolume: ["noise volume 30"]
        case .setHourFormat: ["display format 24"]
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
        case .startNap: ["nap start"]
        case .pauseNap: ["nap pause"]
        case .resumeNap: ["nap resume"]
        case .snoozeNap: ["nap snooze"]
        case .stopNap: ["nap stop"]
        case .setNap: ["nap set --nap 25m --max 40m", "nap set --pulse 60"]
        case .showHealth: ["health", "health status --json"]
        case .rehearse: ["health rehearse"]
        case .setRehearsal: ["health evening 21:30", "health evening off"]
        case .explain: ["explain", "explain 3 --json"]
        }
    }
}
