import BoundedJSON
import ClockTime
import Testing

@testable import Control
@testable import noiseclock_sim

/// A short notation for a story that the simulator runs: by default Berlin on 14 January 2025, an hour ahead of UTC.
///
/// Times are UTC, "06:21", "06:21:30" or, on another day, "15 06:21" or "2025-02-15 06:21". An alarm is "A 07:00",
/// daily by the clock of the zone, "A 07:00 once", "A 07:00 2025-01-15" or "A 07:00 days 6,7"; a timer "T 300". The
/// table of `event` lists the events.
struct StoryLine {
    var month: String
    var zone: String
    var from: String
    var until: String
    var settings: String
    var alarms: [String]
    var timers: [String] = []
    var events: [String]

    init(
        _ events: [String] = [], until: String = "09:00", alarms: [String] = ["A 07:00"],
        settings: String = "{}", zone: String = "Europe/Berlin", from: String = "05:00",
        month: String = "2025-01"
    ) {
        self.events = events
        self.until = until
        self.alarms = alarms
        self.settings = settings
        self.zone = zone
        self.from = from
        self.month = month
    }

    var json: String {
        """
        {"id": 1, "zone": "\(zone)", "start": "\(time(from))", \
        "until": "\(time(until))", "settings": \(settings), \
        "alarms": [\(alarms.map(StoryLine.alarm).joined(separator: ", "))], \
        "timers": [\(timers.map(StoryLine.timer).joined(separator: ", "))], \
        "events": [\(events.map(event).joined(separator: ", "))]}
        """
    }

    /// Entries such as "06:21:00 ring A". Those of one second are in alphabetical order, because the law does not say
    /// which of two alarms sounds first. The result must not depend on how late the clock wakes (6.5).
    func log() throws -> [String] {
        let line = try #require(nightAnswers([json], seed: 1).first)
        for seed in UInt64(2)...3 { #expect(nightAnswers([json], seed: seed) == [line]) }
        guard case .object(let fields) = try JSONValue.parse(Array(line.utf8), limit: .max),
            case .list(let entries)? = fields["log"]
        else { return [line] }
        return entries.map { entry in
            guard case .object(let fields) = entry, case .string(let time)? = fields["t"],
                case .string(let kind)? = fields["e"], case .string(let name)? = fields["a"]
            else { return "\(entry)" }
            let day = time.dropFirst(8).prefix(2)
            return (day == "14" ? "" : day + " ") + time.suffix(8) + " \(kind) \(name)"
        }.sorted()
    }

    // MARK: - Words

    private func time(_ text: String) -> String {
        let words = text.split(separator: " ")
        let day = words.count > 1 ? words[0] : "14"
        let date = day.count == 2 ? "\(month)-\(day)" : String(day)
        let clock = words.last ?? ""
        return "\(date)T\(clock)\(clock.count == 5 ? ":00" : "")"
    }

    private static func alarm(_ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        let kind: String
        switch words.count > 2 ? words[2] : "days" {
        case "days":
            let days = words.count > 3 ? words[3] : "1,2,3,4,5,6,7"
            kind = "\"kind\": \"weekly\", \"weekdays\": [\(days)]"
        case "once": kind = "\"kind\": \"once\""
        default: kind = "\"kind\": \"date\", \"date\": \"\(words[2])\""
        }
        return "{\"id\": \"\(words[0])\", \(clock(words[1])), \(kind)}"
    }

    private static func change(_ word: String) -> String {
        switch word {
        case "on", "off": "\"enabled\": \(word == "on")"
        case _ where word.contains(":"): clock(word)
        default: "\"kind\": \"date\", \"date\": \"\(word)\""
        }
    }

    private static func clock(_ text: String) -> String {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        return "\"hour\": \(parts[0]), \"minute\": \(parts[1])"
    }

    private static func timer(_ text: String) -> String {
        let words = text.split(separator: " ")
        return "{\"id\": \"\(words[0])\", \"seconds\": \(words[1])}"
    }

    /// | words | what happens |
    /// | --- | --- |
    /// | stop, snooze, power_off | as named |
    /// | boot 05:50 plausible | the power returns, with this clock |
    /// | sync 06:21, user_set 06:21 | the clock is set |
    /// | zone Asia/Tokyo, skip_next A | as named |
    /// | edit A 08:00, edit A 2025-01-14, edit A off | another time, one date, off or on; or several of them |
    /// | add B 07:30 once | adds an alarm |
    /// | start_timer T 300 | as named |
    private func event(_ text: String) -> String {
        var words = text.split(separator: " ").map(String.init)
        var when = words.removeFirst()
        if !when.contains(":") { when += " " + words.removeFirst() }
        let action = words.removeFirst()
        var fields = "\"t\": \"\(time(when))\", \"do\": \"\(action)\""
        switch action {
        case "boot":
            let trust = words.removeLast()
            fields += ", \"clock\": \"\(reading(words))\", \"trust\": \"\(trust)\""
        case "sync", "user_set": fields += ", \"clock\": \"\(reading(words))\""
        case "zone": fields += ", \"to\": \"\(words[0])\""
        case "skip_next": fields += ", \"a\": \"\(words[0])\""
        case "edit":
            let set = words.dropFirst().map(StoryLine.change).joined(separator: ", ")
            fields += ", \"a\": \"\(words[0])\", \"set\": {\(set)}"
        case "add": fields += ", \"alarm\": \(StoryLine.alarm(words.joined(separator: " ")))"
        case "start_timer":
            fields += ", \"id\": \"\(words[0])\", \"seconds\": \(words[1])"
        default: break
        }
        return "{\(fields)}"
    }

    /// A full date and time if it begins with a year.
    private func reading(_ words: [String]) -> String {
        words.count == 1 && words[0].count > 8 ? words[0] : time(words.joined(separator: " "))
    }
}

/// The answers to stories, one per line.
func nightAnswers(_ lines: [String], seed: UInt64 = 0) -> [String] {
    var batch = NightBatch(zones: StoryZoneFiles(), live: { NightRun.log(of: $0, seed: seed) })
    var output: [UInt8] = []
    batch.receive(Array(lines.map { $0 + "\n" }.joined().utf8)[...]) { output += $0 }
    batch.finish { output += $0 }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
}
