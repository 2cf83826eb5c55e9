package import ClockCore
package import ClockTime

/// Dates, times and lengths as text for people.
package enum TimeText {
    /// The form of each time of day. A program that prints for one person sets it around what it prints; everything else,
    /// such as a log, has 24 hours.
    @TaskLocal package static var hours = HourFormat.twentyFour

    /// "Mon–Fri", "Mon, Wed, Fri", "daily", "once", "on Sun 29 Mar 2026".
    package static func days(_ kind: Schedule.Kind) -> String {
        switch kind {
        case .once: return "once"
        case .dated(let day): return "on \(date(day, withYear: true))"
        case .weekly(.daily): return "daily"
        case .weekly(let set):
            var runs: [[Weekday]] = []
            for day in set.days {
                if let last = runs.last?.last, last.rawValue + 1 == day.rawValue {
                    runs[runs.count - 1].append(day)
                } else {
                    runs.append([day])
                }
            }
            // From three days on, a range is clearer than a list.
            return runs.map { run in
                guard run.count >= 3, let first = run.first, let last = run.last else {
                    return run.map(name).joined(separator: ", ")
                }
                return "\(name(first))–\(name(last))"
            }.joined(separator: ", ")
        }
    }

    /// "07:30 Mon–Fri".
    package static func schedule(_ schedule: Schedule) -> String {
        "\(time(schedule.time)) \(days(schedule.kind))"
    }

    /// "7 h 32 min": whole minutes, rounded down like a countdown.
    package static func interval(_ duration: Duration) -> String {
        let minutes = max(0, duration.wholeNanoseconds) / 60_000_000_000
        let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60)
        if days > 0 { return hours > 0 ? "\(days) d \(hours) h" : "\(days) d" }
        if hours > 0 { return rest > 0 ? "\(hours) h \(rest) min" : "\(hours) h" }
        return minutes > 0 ? "\(minutes) min" : "less than a minute"
    }

    /// "9 min", "1 h 30 min", "12 min 30 s": to the second, as users set lengths.
    package static func length(_ duration: Duration) -> String {
        let seconds = max(0, duration.wholeNanoseconds) / 1_000_000_000
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
    }

    /// "0 min 57 s": what is left of a countdown, with the same units for its whole run (product, T3).
    package static func left(_ left: Duration, _ form: CountdownForm) -> String {
        let seconds = CountdownForm.wholeSeconds(of: left)
        return switch form {
        case .hours: "\(seconds / 3600) h \(seconds / 60 % 60) min \(seconds % 60) s"
        case .minutes: "\(seconds / 60) min \(seconds % 60) s"
        case .seconds: "\(seconds) s"
        }
    }

    /// "42 s", "4 min", "7 h 32 min": about how long something was, whatever its sign.
    package static func roughLength(_ duration: Duration) -> String {
        let size = duration < .zero ? .zero - duration : duration
        guard size < .seconds(60) else { return interval(size) }
        return "\(max(1, size.wholeNanoseconds / 1_000_000_000)) s"
    }

    /// "Mon 30 Mar", or with its year.
    package static func date(_ date: CivilDate, withYear: Bool = false) -> String {
        let (year, month, day) = date.components
        let text = "\(name(date.weekday)) \(day) \(DateWords.nameOfMonth(month).prefix(3))"
        return withYear ? "\(text) \(year)" : text
    }

    /// "23:57:43, Sun 29 Mar 2026".
    package static func moment(_ civil: CivilTime) -> String {
        "\(withSeconds(civil)), \(date(civil.date, withYear: true))"
    }

    /// "Mon 30 Mar 2026 at 07:30", for sentences.
    package static func dateAndTime(_ civil: CivilTime) -> String {
        "\(date(civil.date, withYear: true)) at \(clock(civil))"
    }

    /// "07:30", or "7:30 am".
    package static func clock(_ time: CivilTime) -> String {
        self.time(time.description.suffix(8).prefix(5), hour: time.hour)
    }

    /// "07:30:15", or "7:30:15 am".
    package static func withSeconds(_ time: CivilTime) -> String {
        self.time(time.description.suffix(8), hour: time.hour)
    }

    /// "07:30", or "7:30 am".
    package static func time(_ time: TimeOfDay) -> String {
        self.time(time.description[...], hour: time.hour)
    }

    /// - Parameter text: the time in 24 hours, with two digits of the hour.
    private static func time(_ text: Substring, hour: Int) -> String {
        switch hours {
        case .twentyFour: String(text)
        case .twelve: "\((hour + 11) % 12 + 1)\(text.dropFirst(2)) \(hour < 12 ? "am" : "pm")"
        }
    }

    private static func name(_ day: Weekday) -> String { DateWords.name(of: day) }
}

/// A zone's offset from UTC, for people and programs.
package enum OffsetText {
    /// "+02:00"; includes seconds if local mean time has them.
    package static func format(_ seconds: Int) -> String {
        let length = CivilTime(secondsAsUTC: Int64(seconds.magnitude)).description
        let clock = String(length.suffix(8))
        return (seconds < 0 ? "-" : "+")
            + (clock.hasSuffix(":00") ? String(clock.dropLast(3)) : clock)
    }
}
