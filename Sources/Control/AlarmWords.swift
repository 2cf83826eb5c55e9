import ClockCore
import ClockTime

// How alarms are said in words.

extension ClientOption {
    /// What an alarm can be given.
    package static let ofAlarms: [ClientOption] = [
        .label, .sound, .volume, .ramp, .snooze, .snoozeLimit, .mustWake, .ring, .rings,
        .vibration, .preAlert, .sunrise, .freeDays, .quiet, .zone, .category, .message, .icon,
        .tint,
    ]
}

extension WordReader {
    mutating func addedAlarm() throws(UsageError) -> Command {
        let (time, kind) = try schedule()
        guard let time else {
            throw error("when? Give a time, such as 07:30, and days, such as mon-fri")
        }
        guard let schedule = Schedule(time: time, kind: kind ?? .once) else {
            throw error("a weekly alarm needs one weekday at least")
        }
        return .addAlarm(schedule, try changes())
    }

    mutating func editedAlarm() throws(UsageError) -> Command {
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

    /// One alarm, or all of a category.
    mutating func enabling(_ isEnabled: Bool) throws(UsageError) -> Command {
        guard let category = options[.category] else {
            return .setAlarmEnabled(try alarm(), isEnabled)
        }
        guard isEmpty else { throw error("give an alarm's number or a category, not both") }
        return .setCategoryEnabled(category, isEnabled)
    }

    /// Dates for all alarms. A number means one alarm, which the clock refuses with its reason.
    mutating func pause() throws(UsageError) -> Command {
        let usage = "for which dates? Give the first and the last, or off"
        guard let first = next() else { throw error(usage) }
        if first.lowercased() == "off" { return .pauseAlarms(nil) }
        if Int(first) != nil { return .operate(.pause, .alarm(try alarmNumber(first))) }
        let start = try date(first)
        guard let last = next() else { throw error(usage) }
        let end = try date(last)
        guard start <= end else { throw error("\(end) is before \(start)") }
        return .pauseAlarms(DateRange(first: start, last: end))
    }

    mutating func alarm() throws(UsageError) -> AlarmID {
        guard let word = next() else {
            throw error("which alarm? Give its number, as \"noiseclock alarm list\" shows it")
        }
        return try alarmNumber(word)
    }

    func alarmNumber(_ word: String) throws(UsageError) -> AlarmID {
        guard let number = Int(word), number >= 1 else {
            throw error("the alarm", word, "a number, as \"noiseclock alarm list\" shows it")
        }
        return AlarmID(number)
    }

    func date(_ word: String) throws(UsageError) -> CivilDate {
        guard let date = CivilDate(word) else {
            if ScheduleWords.looksLikeDate(word) { throw error(ScheduleWords.noSuchDate(word)) }
            throw error("the date", word, "like 2026-03-29")
        }
        return date
    }

    /// How many dates; one, where nothing is said.
    mutating func skips() throws(UsageError) -> Int {
        guard let word = next() else { return 1 }
        if word.lowercased() == "off" { return 0 }
        guard let count = Int(word), AlarmLimits.skipNext.contains(count) else {
            throw error(
                "the count", word, "a number up to \(AlarmLimits.skipNext.upperBound), or off")
        }
        return count
    }

    mutating func target() throws(UsageError) -> RingTarget {
        let alarm = try next().map { word throws(UsageError) in try alarmNumber(word) }
        switch (alarm, options[.date]) {
        case (nil, nil): return .current
        case (let alarm?, nil): return .alarm(alarm)
        case (let alarm?, let word?):
            guard let date = CivilDate(word) else {
                throw error(ClientOption.date.word, word, "a date such as 2026-03-29")
            }
            return .occurrence(OccurrenceID(alarm: alarm, date: date))
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
            time = try timeOfDay(word)
        }
        guard !days.isEmpty else { return (time, nil) }
        do {
            return (time, try ScheduleWords.kind(days))
        } catch {
            throw self.error(error.message)
        }
    }

    // MARK: - Options

    /// What the options say.
    private func changes() throws(UsageError) -> AlarmChanges {
        var changes = AlarmChanges()
        changes.label = options[.label]
        changes.message = options[.message]
        changes.category = name(.category)
        changes.icon = name(.icon)
        changes.tint = try tint()
        changes.zone = try zone()
        if let name = options[.sound] {
            guard !name.isEmpty else { throw error(ClientOption.sound.word, name, "a sound") }
            changes.sound = SoundID(name)
        }
        changes.volume = try volumeOption()
        changes.ramp = try duration(.ramp, in: AlarmLimits.ramp, "0s to 60s, such as 30s")
        changes.vibration = try vibration()
        changes.isMustWake = try flag(.mustWake)
        let upToAnHour = "0m to 60m, such as 10m"
        changes.preAlert = try duration(.preAlert, in: AlarmLimits.preAlert, upToAnHour)
        changes.sunrise = try duration(.sunrise, in: AlarmLimits.sunrise, upToAnHour)
        changes.observesFreeDays = try flag(.freeDays)
        changes.respectsDoNotDisturb = try flag(.quiet)
        let minutes = "1m to 60m, such as 10m"
        changes.ringLength = try duration(.ring, in: AlarmLimits.ringLength, minutes)
        changes.automaticRings = try count(.rings, in: AlarmLimits.automaticRings)
        try setSnooze(of: &changes)
        return changes
    }

    private func setSnooze(of changes: inout AlarmChanges) throws(UsageError) {
        switch options[.snooze]?.lowercased() {
        case "off": changes.snoozeAllowed = false
        case "on": changes.snoozeAllowed = true
        case nil: break
        default:
            changes.snoozeAllowed = true
            changes.snoozeLength = try duration(
                .snooze, in: AlarmLimits.snoozeLength, "1m to 60m, such as 9m, or on or off")
        }
        if options[.snoozeLimit]?.lowercased() == "none" {
            changes.snoozeLimit = .unlimited
        } else {
            changes.snoozeLimit = try count(
                .snoozeLimit, in: AlarmLimits.snoozeLimit, ", or none"
            ).map { .times($0) }
        }
    }

    /// What `none` takes away, and any other word sets; nil where the option is not given.
    private func name(_ option: ClientOption) -> AlarmChanges.Setting<String>? {
        options[option].map { word in
            word.lowercased() == "none"
                ? AlarmChanges.Setting.none : AlarmChanges.Setting.some(word)
        }
    }

    private func tint() throws(UsageError) -> AlarmChanges.Setting<Tint>? {
        switch name(.tint) {
        case nil: return nil
        case .none?: return AlarmChanges.Setting.none
        case .some(let word)?:
            guard let tint = Tint(word) else {
                throw error(
                    ClientOption.tint.word, word, "a colour such as '#ff8800', in quotes, or none")
            }
            return AlarmChanges.Setting.some(tint)
        }
    }

    /// "steady", or "heartbeat:70" with its beats a minute.
    private func vibration() throws(UsageError) -> AlarmChanges.Setting<VibrationPattern>? {
        guard let word = options[.vibration]?.lowercased() else { return nil }
        if word == "none" { return AlarmChanges.Setting.none }
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if let name = VibrationPattern.Name(rawValue: String(parts[0])) {
            if parts.count == 1 { return AlarmChanges.Setting.some(VibrationPattern(name)) }
            if name == .heartbeat, let rate = Int(parts[1]).flatMap({ HeartRate($0) }) {
                return AlarmChanges.Setting.some(VibrationPattern(name, rate: rate))
            }
        }
        throw error(
            ClientOption.vibration.word, word,
            "steady, pulse, heartbeat or heartbeat:40 to heartbeat:120, growing, or none")
    }

    private func zone() throws(UsageError) -> AlarmChanges.ZoneChoice? {
        guard let word = options[.zone] else { return nil }
        if word.lowercased() == "local" { return .local }
        var zones = zones
        do throws(TextFormError) {
            return .pinned(try zones.zone(named: word))
        } catch {
            throw self.error("\(ClientOption.zone.word): \(error.message)")
        }
    }

    private func flag(_ option: ClientOption) throws(UsageError) -> Bool? {
        guard let word = options[option] else { return nil }
        return try flag(option.word, word)
    }

    func count(
        _ option: ClientOption, in range: ClosedRange<Int>, _ more: String = ""
    ) throws(UsageError) -> Int? {
        guard let word = options[option] else { return nil }
        guard let count = Int(word), range.contains(count) else {
            throw error(
                option.word, word,
                "a number from \(range.lowerBound) to \(range.upperBound)\(more)")
        }
        return count
    }

    func duration(
        _ option: ClientOption, in range: ClosedRange<Duration>, _ allowed: String
    ) throws(UsageError) -> Duration? {
        guard let word = options[option] else { return nil }
        guard let duration = try? DurationText.parse(word.lowercased()), range.contains(duration)
        else { throw error(option.word, word, allowed) }
        return duration
    }

    func volumeOption() throws(UsageError) -> Percent? {
        guard let word = options[.volume] else { return nil }
        return try volume(word)
    }

    func volume(_ word: String) throws(UsageError) -> Percent {
        let digits = word.hasSuffix("%") ? word.dropLast() : word[...]
        guard let percent = Int(digits).flatMap({ Percent($0) }) else {
            throw error("the volume", word, "a number from 0 to 100")
        }
        return percent
    }
}
