import ClockCore
import ClockTime

// How the commands about timers, the nap and health read their words.
extension WordReader {
    /// A command about timers, the nap or how they ring.
    mutating func countdown(_ name: CommandName) throws(UsageError) -> Command {
        switch name {
        case .startTimer: return .operate(.schedule, .timer(try timer(), run: nil))
        case .pauseTimer: return .operate(.pause, .timer(try timer(), run: nil))
        case .resumeTimer: return .operate(.resume, .timer(try timer(), run: nil))
        case .addMinuteToTimer: return .operate(.add, .timer(try timer(), run: nil))
        case .repeatTimer: return .operate(.repeat, .timer(try timer(), run: nil))
        case .snoozeTimer: return .operate(.snooze, .timer(try timer(), run: nil))
        case .stopTimer: return .operate(.stop, .timer(try timer(), run: nil))
        case .removeTimer: return .operate(.cancel, .timer(try timer(), run: nil))
        case .startNap: return .operate(.schedule, .nap(number: nil))
        case .pauseNap: return .operate(.pause, .nap(number: nil))
        case .resumeNap: return .operate(.resume, .nap(number: nil))
        case .snoozeNap: return .operate(.snooze, .nap(number: nil))
        case .stopNap: return .operate(.stop, .nap(number: nil))
        case .listTimers: return .listTimers
        case .addTimer: return try addedTimer()
        case .showNap: return .nap
        case .setNap: return .setNap(try napChanges())
        case .showRingRules: return .ringRules
        case .setRingRules: return .setRingRules(try ringRuleChanges())
        default: throw error("this is about no timer and no nap")
        }
    }

    mutating func timer() throws(UsageError) -> TimerID {
        let shown = "as \"noiseclock timer list\" shows it"
        guard let word = next() else { throw error("which timer? Give its number, \(shown)") }
        guard let number = Int(word), number >= 1 else {
            throw error("the timer", word, "a number, \(shown)")
        }
        return TimerID(number)
    }

    mutating func addedTimer() throws(UsageError) -> Command {
        guard let word = next() else {
            throw error("how long? Give a length, such as 5m or 1h30m")
        }
        guard let length = try? DurationText.parse(word.lowercased()),
            TimerLimits.length.contains(length)
        else { throw error("the length", word, "1s to 24h, such as 90s, 5m or 1h30m") }
        let name = next()
        guard name == nil || options[.name] == nil else {
            throw error("the name is given twice")
        }
        return .addTimer(length, name: name ?? options[.name], starts: true)
    }

    func napChanges() throws(UsageError) -> NapChanges {
        var changes = NapChanges()
        changes.release = try duration(.release, in: NapSettings.releaseRange, "1s to 10m")
        changes.nap = try duration(.nap, in: NapSettings.napRange, "1m to 3h")
        changes.max = try duration(.max, in: NapSettings.maxRange, "1m to 4h")
        switch options[.pulse]?.lowercased() {
        case nil: break
        case "on": changes.hasPulse = true
        case "off": changes.hasPulse = false
        case let word?:
            guard let rate = Int(word), HeartRate.allowed.contains(rate) else {
                throw error(ClientOption.pulse.word, word, "on, off, or 40 to 120 a minute")
            }
            changes.hasPulse = true
            changes.pulseRate = rate
        }
        guard changes != NapChanges() else {
            throw error("what is to change? Give options, such as --nap 25m")
        }
        return changes
    }

    mutating func rehearsalTime() throws(UsageError) -> TimeOfDay? {
        guard let word = next() else { throw error("when? Give a time, such as 21:00, or off") }
        return word.lowercased() == "off" ? nil : try timeOfDay(word)
    }

    mutating func explainTarget() throws(UsageError) -> ExplainTarget {
        let alarm: AlarmID? = if let word = next() { try alarmNumber(word) } else { nil }
        let isLast = options[.last] != nil
        guard let word = options[.date] else { return isLast ? .last(alarm) : .next(alarm) }
        guard let alarm else { throw error("--date needs the alarm's number beside it") }
        guard !isLast else { throw error("--last and --date do not go together") }
        return .occurrence(OccurrenceID(alarm: alarm, date: try date(word)))
    }
}
