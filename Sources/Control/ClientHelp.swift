import ClockCore
import ClockTime

/// What `--help` prints, for the whole, for a group of commands and for one.
enum ClientHelp {
    enum Topic: Hashable, Sendable {
        case overview
        case group(String)
        case command(CommandName)
        case when
    }

    /// The word of the one question that needs no clock.
    static let when = "when"

    /// The first words of commands that have two, in order.
    static var groups: [String] {
        var groups: [String] = []
        for words in CommandName.allCases.map(\.words) where words.count == 2 {
            if !groups.contains(words[0]) { groups.append(words[0]) }
        }
        return groups
    }

    static var firstWords: [String] {
        CommandName.allCases.map(\.words).filter { $0.count == 1 }.map { $0[0] } + groups + [
            when, "help",
        ]
    }

    /// The topic that the words begin to name; the whole where they name none.
    static func nearestTopic(to words: [String]) -> Topic {
        let command = CommandName.allCases.first { name in
            words.count >= name.words.count && Array(words.prefix(name.words.count)) == name.words
        }
        if let command { return .command(command) }
        if words.first == when { return .when }
        if let first = words.first, groups.contains(first) { return .group(first) }
        return .overview
    }
}

extension ClientHelp.Topic {
    /// The words that name it.
    var words: [String] {
        switch self {
        case .overview: []
        case .group(let name): [name]
        case .command(let name): name.words
        case .when: [ClientHelp.when]
        }
    }

    var text: String {
        switch self {
        case .overview: ClientHelp.overview
        case .group(let name): ClientHelp.text(group: name)
        case .command(let name): ClientHelp.text(command: name)
        case .when: ClientHelp.whenText
        }
    }
}

extension ClientHelp {
    fileprivate static var overview: String {
        """
        noiseclock: talk to the NoiseClock beside the bed, or to its simulator.

        Usage: noiseclock COMMAND [OPTIONS]

        \(columns(CommandName.allCases.map { ($0.usage, $0.summary) } + [whenRow]))

        Options of every command:
          --json         print the clock's reply as one line of JSON
          --socket PATH  the clock's socket; else NOISECLOCK_SOCKET, else the usual places
          --help         explain a command: noiseclock alarm add --help
          --version      print the version

        Examples:
          noiseclock status
          noiseclock alarm add 07:30 mon-fri --label Work
          noiseclock noise play pink --volume 30

        Exit status: 0 done; 1 the clock refused; 64 wrong words; 66 no input; 69 no clock found; 70 a fault
        of this program; 74 output failed; 75 no answer in time; 76 the answer makes no sense; 77 not
        permitted.

        """
    }

    fileprivate static func text(group: String) -> String {
        """
        Usage: noiseclock \(group) COMMAND [OPTIONS]

        \(table(CommandName.allCases.filter { $0.words.first == group }))

        Explain one: noiseclock \(group) COMMAND --help

        """
    }

    fileprivate static func text(command: CommandName) -> String {
        var text = "Usage: noiseclock \(command.usage)\n\n\(command.explanation)\n"
        let own = command.options.map { ($0.usage, $0.explanation(for: command)) }
        let rows = own + [("--json", "print the clock's reply as one line of JSON")]
        text += "\nOptions:\n" + columns(rows) + "\n"
        text += "\nExamples:\n"
        for example in command.examples { text += "  noiseclock \(example)\n" }
        return text
    }

    private static func table(_ commands: [CommandName]) -> String {
        columns(commands.map { ($0.usage, $0.summary) })
    }

    static func columns(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { left, right in
            "  " + left + String(repeating: " ", count: width - left.count + 2) + right
        }.joined(separator: "\n")
    }
}

extension ClientOption {
    var usage: String {
        placeholder.map { "\(word) \($0)" } ?? word
    }

    /// - Parameter command: nil for `when`.
    func explanation(for command: CommandName? = nil) -> String {
        let usual = { (value: String) in command == .addAlarm ? " (default: \(value))" : "" }
        switch self {
        case .label: return "what it is for; up to \(AlarmLimits.labelLength) characters"
        case .sound: return "what it rings with" + usual(AlarmDefaults.sound.name)
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
        case .date:
            return command == .history
                ? "only its ring of this date"
                : "only the ring of this date, so that a late word hits no other"
        case .alarm: return "only what came of the alarm with this number"
        case .since: return "only what came to pass since then, such as 2026-03-27T00:00:00Z"
        case .zone: return "such as Europe/Berlin (default: the system's)"
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
    fileprivate var usage: String {
        let arguments =
            switch self {
            case .status, .history, .listAlarms, .stopNoise: ""
            case .addAlarm: " TIME [DAYS]"
            case .editAlarm: " ID [TIME] [DAYS]"
            case .removeAlarm, .enableAlarm, .disableAlarm: " ID"
            case .skipNext: " ID [COUNT|off]"
            case .snooze, .stop: " [ID]"
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

    fileprivate var summary: String {
        switch self {
        case .status: "time, next alarm, what rings, noise and problems"
        case .history: "what rang, was snoozed, missed or skipped, and why"
        case .addAlarm: "set an alarm"
        case .listAlarms: "all alarms, and when each rings next"
        case .editAlarm: "change an alarm; what is not named stays"
        case .removeAlarm: "delete an alarm"
        case .enableAlarm: "switch an alarm on"
        case .disableAlarm: "switch an alarm off, and keep it"
        case .skipNext: "leave out the next ring of a weekly alarm, or several"
        case .snooze: "silence what rings, for a while"
        case .stop: "end what rings, or else what is snoozed"
        case .setHoldToStop: "whether stop must be held for \(hold) to stop a ring"
        case .playNoise: "play a sound to fall asleep to"
        case .previewNoise: "play \(preview) of a sound, then what played before"
        case .stopNoise: "fade the sound out"
        case .setNoiseVolume: "how loud the sound is"
        case .setHourFormat: "show 12-hour or 24-hour time"
        }
    }

    fileprivate var explanation: String {
        switch self {
        case .status:
            "Shows the clock at a glance: the time and how far it can be believed, the next alarm, what"
                + "\nrings or is snoozed, missed alarms, the noise, and what is wrong."
        case .history:
            "Tells what came to pass, oldest first: each ring with how it ended, and what happened to the"
                + "\nclock. With --json, each record by itself."
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
        case .enableAlarm: "Switches the alarm with this number on and says when it will ring."
        case .disableAlarm:
            "Switches the alarm with this number off. It stays in the list and can be switched on again."
        case .skipNext:
            """
            Leaves out the next ring of a weekly alarm, or the next COUNT; after them it rings as before.
            "off" takes that back: what is not over yet rings again.
            """
        case .snooze:
            "Silences what rings; it rings again when its snooze is over. With ID, only that alarm."
        case .stop:
            "Ends what rings. If nothing rings, ends what is snoozed. With ID, only that alarm."
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
        }
    }

    fileprivate var examples: [String] {
        switch self {
        case .status: ["status", "status --json"]
        case .history: ["history", "history --alarm 3 --count 20", "history --json"]
        case .addAlarm:
            [
                "alarm add 07:30 mon-fri --label Work --sound digital --volume 60",
                "alarm add 9am weekends --ramp 60s --snooze 5m --snooze-limit 3",
                "alarm add 6:00 2026-03-29 --label \"Early train\" --snooze off",
            ]
        case .listAlarms: ["alarm list", "alarm list --json"]
        case .editAlarm: ["alarm edit 3 07:45", "alarm edit 3 mon-thu --label \"Long week\""]
        case .removeAlarm: ["alarm remove 3"]
        case .enableAlarm: ["alarm enable 3"]
        case .disableAlarm: ["alarm disable 3"]
        case .skipNext: ["alarm skip 3", "alarm skip 3 5", "alarm skip 3 off"]
        case .snooze: ["alarm snooze", "alarm snooze 3 --date 2026-03-29"]
        case .stop: ["alarm stop", "alarm stop 3 --date 2026-03-29"]
        case .playNoise: ["noise play", "noise play pink --volume 50"]
        case .previewNoise: ["noise preview white"]
        case .setHoldToStop: ["alarm hold-to-stop on", "alarm hold-to-stop off"]
        case .stopNoise: ["noise stop"]
        case .setNoiseVolume: ["noise volume 30"]
        case .setHourFormat: ["display format 24"]
        }
    }
}
