import ClockCore
import ClockTime

// How each command reads its words.
extension CommandName {
    /// The options of its own.
    var options: [ClientOption] {
        switch self {
        case .addAlarm, .editAlarm: [.label, .sound, .volume, .ramp, .snooze, .snoozeLimit]
        case .snooze, .stop: [.date]
        case .history: [.alarm, .date, .since, .count]
        case .playNoise: [.volume]
        case .status, .listAlarms, .removeAlarm, .enableAlarm, .disableAlarm, .skipNext, .stopNoise,
            .setNoiseVolume, .previewNoise, .setHoldToStop, .setHourFormat:
            []
        }
    }

    func command(_ words: inout WordReader) throws(UsageError) -> Command {
        switch self {
        case .status: return .status
        case .history: return .history(try words.historyQuery())
        case .addAlarm: return try words.addedAlarm()
        case .listAlarms: return .listAlarms
        case .editAlarm: return try words.editedAlarm()
        case .removeAlarm: return .removeAlarm(try words.alarm())
        case .enableAlarm: return .setAlarmEnabled(try words.alarm(), true)
        case .disableAlarm: return .setAlarmEnabled(try words.alarm(), false)
        case .skipNext: return .skipNext(try words.alarm(), try words.skips())
        case .snooze: return .snooze(try words.target())
        case .stop: return .stop(try words.target())
        case .playNoise:
            let sound = words.next().map { SoundID($0) }
            return .playNoise(sound, volume: try words.volumeOption())
        case .previewNoise:
            guard let word = words.next() else {
                throw words.error("which sound? Give its name, such as pink")
            }
            return .previewNoise(SoundID(word))
        case .setHoldToStop:
            let allowed = "on or off"
            guard let word = words.next() else { throw words.error("which? Give \(allowed)") }
            switch word.lowercased() {
            case "on": return .setHoldToStop(true)
            case "off": return .setHoldToStop(false)
            default: throw words.error("holding to stop", word, allowed)
            }
        case .stopNoise: return .stopNoise
        case .setNoiseVolume:
            guard let word = words.next() else {
                throw words.error("how loud? Give a number from 0 to 100")
            }
            return .setNoiseVolume(try words.volume(word))
        case .setHourFormat:
            let allowed = "12 or 24"
            guard let word = words.next() else { throw words.error("which? Give \(allowed)") }
            guard let format = Int(word).flatMap({ HourFormat(rawValue: $0) }) else {
                throw words.error("the format", word, allowed)
            }
            return .setHourFormat(format)
        }
    }
}

extension WordReader {
    fileprivate mutating func addedAlarm() throws(UsageError) -> Command {
        let (time, kind) = try schedule()
        guard let time else {
            throw error("when? Give a time, such as 07:30, and days, such as mon-fri")
        }
        guard let schedule = Schedule(time: time, kind: kind ?? .once) else {
            throw error("a weekly alarm needs one weekday at least")
        }
        return .addAlarm(schedule, try changes())
    }

    fileprivate mutating func editedAlarm() throws(UsageError) -> Command {
        let id = try alarm()
        let (time, kind) = try schedule()
        var changes = try changes()
        changes.time = time
        changes.kind = kind
        guard !changes.isEmpty else {
            throw error("what is to change? Give a time, days or options")
        }
        return .editAlarm(id, changes)
    }

    fileprivate mutating func alarm() throws(UsageError) -> AlarmID {
        guard let word = next() else {
            throw error("which alarm? Give its number, as \"noiseclock alarm list\" shows it")
        }
        return try alarm(word)
    }

    fileprivate func historyQuery() throws(UsageError) -> HistoryQuery {
        var query = HistoryQuery()
        if let word = options[.alarm] { query.alarm = try alarm(word) }
        if let word = options[.date] {
            guard query.alarm != nil else { throw error("--date needs --alarm beside it") }
            query.date = try date(word)
        }
        if let word = options[.since] {
            guard let since = try? RFC3339.parse(word) else {
                throw error(ClientOption.since.word, word, "a time such as 2026-03-27T00:00:00Z")
            }
            query.since = since.instant
        }
        if let word = options[.count] {
            guard let count = Int(word), HistoryQuery.counts.contains(count) else {
                throw error(
                    ClientOption.count.word, word,
                    "a number from 1 to \(HistoryQuery.counts.upperBound)")
            }
            query.count = count
        }
        return query
    }

    private func date(_ word: String) throws(UsageError) -> CivilDate {
        guard let date = CivilDate(word) else {
            throw error(ClientOption.date.word, word, "a date such as 2026-03-29")
        }
        return date
    }

    private func alarm(_ word: String) throws(UsageError) -> AlarmID {
        guard let number = Int(word), number >= 1 else {
            throw error("the alarm", word, "a number, as \"noiseclock alarm list\" shows it")
        }
        return AlarmID(number)
    }

    /// How many dates; one, where nothing is said.
    fileprivate mutating func skips() throws(UsageError) -> Int {
        guard let word = next() else { return 1 }
        if word.lowercased() == "off" { return 0 }
        guard let count = Int(word), AlarmLimits.skipNext.contains(count) else {
            throw error(
                "the count", word, "a number up to \(AlarmLimits.skipNext.upperBound), or off")
        }
        return count
    }

    fileprivate mutating func target() throws(UsageError) -> MemberTarget {
        let alarm = try next().map { word throws(UsageError) in try self.alarm(word) }
        switch (alarm, options[.date]) {
        case (nil, nil): return .current
        case (let alarm?, nil): return .alarm(alarm)
        case (let alarm?, let word?):
            return .occurrence(OccurrenceID(alarm: alarm, date: try date(word)))
        case (nil, _?): throw error("--date needs the alarm's number before it")
        }
    }

    /// The words left, as a time and days in any order.
    mutating func schedule() throws(UsageError) -> (TimeOfDay?, Schedule.Kind?) {
        var time: TimeOfDay?
        var days: [String] = []
        while var word = next() {
            guard ScheduleWords.looksLikeTime(word) else {
                days.append(word)
                continue
            }
            // "7:30 pm" is said in two words as often as in one.
            if let half = peek, ["am", "pm"].contains(half.lowercased()) {
                word += half
                _ = next()
            }
            guard time == nil else { throw error("\(Spelling.quoted(word)) is a second time") }
            guard let read = ScheduleWords.time(word) else {
                throw error("the time", word, "like 07:30 or 7:30pm, up to 23:59")
            }
            time = read
        }
        guard !days.isEmpty else { return (time, nil) }
        do {
            return (time, try ScheduleWords.kind(days))
        } catch {
            throw self.error(error.message)
        }
    }

    /// What the options say.
    private func changes() throws(UsageError) -> AlarmChanges {
        var changes = AlarmChanges()
        changes.label = options[.label]
        if let name = options[.sound] {
            guard !name.isEmpty else { throw error(ClientOption.sound.word, name, "a sound") }
            changes.sound = SoundID(name)
        }
        changes.volume = try volumeOption()
        changes.ramp = try duration(.ramp, in: AlarmLimits.ramp, "0s to 60s, such as 30s")
        switch options[.snooze]?.lowercased() {
        case "off": changes.snoozeAllowed = false
        case "on": changes.snoozeAllowed = true
        case nil: break
        default:
            changes.snoozeAllowed = true
            changes.snoozeLength = try duration(
                .snooze, in: AlarmLimits.snoozeLength, "1m to 60m, such as 9m, or on or off")
        }
        if let word = options[.snoozeLimit] {
            if word.lowercased() == "none" {
                changes.snoozeLimit = .unlimited
            } else if let count = Int(word), AlarmLimits.snoozeLimit.contains(count) {
                changes.snoozeLimit = .times(count)
            } else {
                throw error(ClientOption.snoozeLimit.word, word, "a number from 1 to 100, or none")
            }
        }
        return changes
    }

    private func duration(
        _ option: ClientOption, in range: ClosedRange<Duration>, _ allowed: String
    ) throws(UsageError) -> Duration? {
        guard let word = options[option] else { return nil }
        guard let duration = try? DurationText.parse(word.lowercased()), range.contains(duration)
        else { throw error(option.word, word, allowed) }
        return duration
    }

    fileprivate func volumeOption() throws(UsageError) -> Percent? {
        guard let word = options[.volume] else { return nil }
        return try volume(word)
    }

    fileprivate func volume(_ word: String) throws(UsageError) -> Percent {
        let digits = word.hasSuffix("%") ? word.dropLast() : word[...]
        guard let percent = Int(digits).flatMap({ Percent($0) }) else {
            throw error("the volume", word, "a number from 0 to 100")
        }
        return percent
    }
}
