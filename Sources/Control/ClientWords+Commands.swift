import ClockCore
import ClockTime

// How each command reads its words.
extension CommandName {
    /// The options of its own.
    var options: [ClientOption] {
        switch self {
        case .addAlarm, .editAlarm: ClientOption.ofAlarms
        case .enableAlarm, .disableAlarm: [.category]
        case .snooze, .stop: [.date]
        case .history: [.alarm, .date, .since, .count]
        case .explain: [.last, .date]
        case .doNotDisturbOn: [.until]
        case .playNoise: [.variant, .volume]
        case .previewNoise: [.variant]
        case .setFades: [.fadeIn, .fadeOut, .sleepFade, .shape]
        case .setSleep: [.start]
        case .addToMix, .setInMix: [.variant, .volume, .pan]
        case .listSounds, .searchSounds: [.category]
        case .importSound: [.name]
        case .setOutputs: [.fallback, .alarm]
        case .addTimer: [.name]
        case .setNap: [.release, .nap, .max, .pulse]
        case .setRingRules: [.grace, .ring, .snooze, .rings]
        case .status, .listAlarms, .showAlarm, .acknowledge, .removeAlarm, .duplicateAlarm,
            .testAlarm, .skipNext, .pause,
            .resume, .schedule, .cancel, .countdown, .repeat, .addMinute, .listFreeDays,
            .setFreeDays, .clearFreeDays, .showDoNotDisturb, .doNotDisturbOff, .setQuietHours,
            .setQuietNoise, .stopNoise, .setNoiseVolume, .setHoldToStop,
            .setHourFormat, .listTimers, .startTimer, .pauseTimer, .resumeTimer,
            .addMinuteToTimer, .repeatTimer, .snoozeTimer, .stopTimer, .removeTimer, .showNap,
            .startNap, .pauseNap, .resumeNap, .snoozeNap, .stopNap, .showRingRules, .showHealth,
            .rehearse, .checkUpdate, .updateReadiness,
            .setRehearsal, .showNoise, .pauseNoise, .toggleNoise, .nextNoise, .endPreview,
            .listMix, .removeFromMix, .clearMix, .saveMix, .loadMix, .renameMix, .deleteMix,
            .shareMix, .showSound, .renameSound, .deleteSound, .listOutputs, .showTime, .setTime,
            .setZone:
            []
        }
    }

    func command(_ words: inout WordReader) throws(UsageError) -> Command {
        switch self {
        case .status: return .status
        case .history: return .history(try words.historyQuery())
        case .addAlarm: return try words.addedAlarm()
        case .listAlarms: return .listAlarms
        case .showAlarm: return .showAlarm(try words.alarm())
        case .editAlarm: return try words.editedAlarm()
        case .removeAlarm: return .removeAlarm(try words.alarm())
        case .enableAlarm: return try words.enabling(true)
        case .disableAlarm: return try words.enabling(false)
        case .duplicateAlarm: return .duplicateAlarm(try words.alarm())
        case .testAlarm: return .testAlarm(try words.alarm())
        case .skipNext: return .skipNext(try words.alarm(), try words.skips())
        case .pause: return try words.pause()
        case .resume: return .operate(.resume, .alarm(try words.alarm()))
        case .schedule: return .operate(.schedule, .alarm(try words.alarm()))
        case .cancel: return .operate(.cancel, .alarm(try words.alarm()))
        case .countdown: return .operate(.countdown, .alarm(try words.alarm()))
        case .repeat: return .operate(.repeat, .alarm(try words.alarm()))
        case .addMinute: return .operate(.add, .alarm(try words.alarm()))
        case .listTimers, .addTimer, .startTimer, .pauseTimer, .resumeTimer, .addMinuteToTimer,
            .repeatTimer, .snoozeTimer, .stopTimer, .removeTimer, .showNap, .startNap, .pauseNap,
            .resumeNap, .snoozeNap, .stopNap, .setNap, .showRingRules, .setRingRules:
            return try words.countdown(self)
        case .showHealth: return .health
        case .rehearse: return .rehearse
        case .checkUpdate: return .checkUpdate
        case .updateReadiness: return .updateReadiness
        case .setRehearsal: return .setRehearsal(try words.rehearsalTime())
        case .explain: return .explain(try words.explainTarget())
        case .snooze: return .snooze(try words.target())
        case .stop: return .stop(try words.target())
        case .acknowledge: return .acknowledge
        case .listFreeDays: return .listFreeDays
        case .setFreeDays: return .setFreeDays(try words.freeDays())
        case .clearFreeDays: return .setFreeDays([])
        case .showDoNotDisturb: return .showDoNotDisturb
        case .doNotDisturbOn: return .setDoNotDisturb(try words.doNotDisturbOn())
        case .doNotDisturbOff: return .setDoNotDisturb(.byHand(.off))
        case .setQuietHours: return .setDoNotDisturb(.quietHours(try words.quietHours()))
        case .setQuietNoise:
            return .setDoNotDisturb(.allowsNoise(try words.flag("noise in quiet hours")))
        case .showNoise, .playNoise, .pauseNoise, .stopNoise, .toggleNoise, .nextNoise,
            .setNoiseVolume, .previewNoise, .endPreview, .setFades, .setSleep:
            return try words.noise(self)
        case .listMix, .addToMix, .setInMix, .removeFromMix, .clearMix, .saveMix, .loadMix,
            .renameMix, .deleteMix, .shareMix:
            return .mix(try words.mix(self))
        case .listSounds, .searchSounds, .showSound, .renameSound, .deleteSound, .importSound,
            .listOutputs, .setOutputs:
            return .sounds(try words.sounds(self))
        case .setHoldToStop: return .setHoldToStop(try words.flag("holding to stop"))
        case .setHourFormat: return .setHourFormat(try words.hourFormat())
        case .showTime: return .time
        case .setTime: return .setTime(try words.givenTime())
        case .setZone: return .setZone(try words.givenZone())
        }
    }
}

extension WordReader {
    /// The next word, which must be on or off.
    ///
    /// - Parameter what: what is switched, for the message.
    fileprivate mutating func flag(_ what: String) throws(UsageError) -> Bool {
        guard let word = next() else { throw error("which? Give on or off") }
        return try flag(what, word)
    }

    func flag(_ what: String, _ word: String) throws(UsageError) -> Bool {
        switch word.lowercased() {
        case "on": return true
        case "off": return false
        default: throw error(what, word, "on or off")
        }
    }

    fileprivate mutating func hourFormat() throws(UsageError) -> HourFormat {
        let allowed = "12 or 24"
        guard let word = next() else { throw error("which? Give \(allowed)") }
        guard let format = Int(word).flatMap({ HourFormat(rawValue: $0) }) else {
            throw error("the format", word, allowed)
        }
        return format
    }

    fileprivate mutating func givenTime() throws(UsageError) -> GivenTime {
        guard let word = next() else { throw error("which time? Give \(GivenTime.allowed)") }
        guard let given = GivenTime(word) else { throw error("the time", word, GivenTime.allowed) }
        return given
    }

    fileprivate mutating func givenZone() throws(UsageError) -> Zone {
        guard let word = next() else { throw error("which zone? Give one like Europe/Berlin") }
        do throws(TextFormError) {
            return try zones.zone(named: word)
        } catch {
            throw self.error(error.message)
        }
    }

    fileprivate func historyQuery() throws(UsageError) -> HistoryQuery {
        var query = HistoryQuery()
        if let word = options[.alarm] { query.alarm = try alarmNumber(word) }
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

    // MARK: - Free days and do not disturb

    /// All words left: dates, each with its name behind a "=" or without.
    fileprivate mutating func freeDays() throws(UsageError) -> [FreeDay] {
        var days: [FreeDay] = []
        while let word = next() {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard let date = parts.first.flatMap({ CivilDate(String($0)) }) else {
                if let day = parts.first, ScheduleWords.looksLikeDate(String(day)) {
                    throw error(ScheduleWords.noSuchDate(String(day)))
                }
                throw error("the day", word, "a date such as 2026-12-25, or 2026-12-25=Christmas")
            }
            let name = parts.count == 2 ? String(parts[1]) : ""
            guard !name.unicodeScalars.contains(where: Spelling.isControl) else {
                throw error("the name of", word, "a text without control characters")
            }
            days.append(FreeDay(date: date, name: name))
        }
        guard !days.isEmpty else {
            throw error("which days? Give dates, such as 2026-12-25=Christmas")
        }
        return days
    }

    fileprivate func doNotDisturbOn() throws(UsageError) -> DoNotDisturbChange {
        guard let word = options[.until] else { return .byHand(.on) }
        if let time = ScheduleWords.time(word) { return .onUntil(time) }
        if let end = try? RFC3339.parse(word) { return .byHand(.until(end.instant)) }
        throw error(
            ClientOption.until.word, word, "a time such as 07:00, or 2026-03-29T05:00:00Z")
    }

    /// Two times, or "off" for none.
    fileprivate mutating func quietHours() throws(UsageError) -> QuietHours? {
        let usage = "from when to when? Give two times, such as 22:00 07:00, or off"
        guard let first = next() else { throw error(usage) }
        if first.lowercased() == "off" { return nil }
        guard let second = next() else { throw error(usage) }
        let from = try timeOfDay(first)
        guard let hours = QuietHours(from: from, to: try timeOfDay(second)) else {
            throw error("quiet hours cannot end when they begin; \"dnd on\" is for the whole day")
        }
        return hours
    }

    func timeOfDay(_ word: String) throws(UsageError) -> TimeOfDay {
        guard let time = ScheduleWords.time(word) else {
            throw error("the time", word, "like 07:30 or 7:30pm, up to 23:59")
        }
        return time
    }
}
