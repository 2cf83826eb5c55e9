import CalendarFile
import ClockCore
import ClockTime
import English
import Glibc

/// The free days of a calendar file (`.ics`). The client parses the file and sends only dates to the clock, so
/// that the clock never parses an untrusted file.
struct FreeDaysFile: Hashable {
    /// At most as many as the clock stores, earliest first.
    var days: [FreeDay]
    /// Days within the years examined for which there was no room.
    var leftOut = 0
    /// Events that were ignored: those with a time of day, cancelled ones, and older versions of others.
    var timedEvents = 0
    var cancelledEvents = 0
    var olderEvents = 0
    /// Days whose names were not asked for.
    var unwantedDays = 0
    /// Lines that were left out, because nothing can be made of them.
    var oddLines: [CalendarOddLine] = []
    /// The file is not in UTF-8, and was read as ISO 8859-1.
    var isLatin = false

    /// The number of years ahead to examine. Holidays are not published further ahead, but rules may never end.
    private static let years = 5

    /// Why a file yielded no days.
    enum Failure: Error, Hashable, CustomStringConvertible {
        /// The file cannot be read, and why.
        case unreadable(path: String, String)
        case refused(path: String, CalendarError)

        var description: String {
            switch self {
            case .unreadable(let path, let reason): "\(Spelling.quoted(path)): \(reason)"
            case .refused(let path, let error):
                "\(Spelling.quoted(FreeDaysFile.lastPart(of: path))), \(error)"
            }
        }
    }

    /// A path can be longer than what is wrong with its file.
    private static func lastPart(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - today: earlier days are past, and ignored.
    ///   - zone: the clock's.
    ///   - choice: which names count.
    static func freeDays(
        file path: String, today: CivilDate, zone: Zone = .utc, choice: NameChoice = NameChoice()
    ) throws(Failure) -> FreeDaysFile {
        guard let bytes = SmallFile.bytes(at: path, limit: CalendarLimits.bytes) else {
            throw .unreadable(path: path, String(cString: strerror(errno)))
        }
        do throws(CalendarError) {
            return FreeDaysFile(
                try CalendarFile.days(
                    in: bytes, from: today, through: today.adding(days: years * 366), zone: zone),
                choice)
        } catch {
            throw .refused(path: path, error)
        }
    }

    private init(_ found: CalendarDays, _ choice: NameChoice) {
        let wanted = found.days.filter { choice.takes($0.name) }
        unwantedDays = found.days.count - wanted.count
        days = wanted.prefix(FreeDays.capacity).map {
            FreeDay(date: $0.date, name: FreeDaysFile.bounded($0.name))
        }
        leftOut = wanted.count - days.count
        timedEvents = found.timedEvents
        cancelledEvents = found.cancelledEvents
        olderEvents = found.olderEvents
        oddLines = found.oddLines
        isLatin = found.isLatin
    }

    var oddLineNumbers: [Int] { oddLines.map(\.line) }

    /// How many of the days lie in the year from a date on.
    func count(inYearFrom today: CivilDate) -> Int {
        days.count { $0.date < today.adding(days: 365) }
    }

    /// Cuts a name to the number of characters that the clock stores.
    private static func bounded(_ name: String) -> String {
        var kept = ""
        for character in name {
            guard kept.utf8.count + character.utf8.count <= FreeDays.nameBytes else { break }
            kept.append(character)
        }
        return kept
    }

    /// A report for the user: a summary line, and one for each kind of thing that was left out.
    var lines: [String] {
        var lines = ["no free day lies ahead in this file"]
        if let first = days.first, let last = days.last {
            lines = ["free days: \(days.count), from \(first.date) to \(last.date)"]
            lines += days.prefix(FreeDaysFile.mostNamed).map {
                "  \(TimeText.date($0.date, withYear: true))  \(Spelling.printable($0.name))"
            }
            let more = days.count - FreeDaysFile.mostNamed
            if more > 0 { lines.append("  and \(more) more; noiseclock free-days shows all") }
        }
        if unwantedDays > 0 {
            lines.append("days with other names, which were left out: \(unwantedDays)")
        }
        if leftOut > 0 {
            lines.append("\(leftOut) later days were left out; \(FreeDays.capacity) can be kept")
        }
        if timedEvents > 0 {
            lines.append("events with a time of day, which make no free day: \(timedEvents)")
        }
        if cancelledEvents > 0 { lines.append("cancelled events: \(cancelledEvents)") }
        if olderEvents > 0 {
            lines.append("older versions of events, which do not count: \(olderEvents)")
        }
        if !oddLines.isEmpty {
            let named = oddLines.prefix(FreeDaysFile.mostOdd).map { odd in
                let event = odd.event.isEmpty ? "" : " of \(Spelling.quoted(odd.event))"
                return "\(odd.property)\(event) in line \(odd.line)"
            }.joined(separator: ", ")
            let more = oddLines.count - FreeDaysFile.mostOdd
            lines.append(
                "left out, because it makes no sense: \(named)"
                    + (more > 0 ? ", and \(more) more" : ""))
        }
        if isLatin {
            lines.append(
                "the file is not in UTF-8; its names were read as ISO 8859-1 and may be wrong")
        }
        return lines
    }

    /// How many of the next days, and of what was left out, are named.
    private static let mostNamed = 10
    private static let mostOdd = 3
}

/// Which days of a file are taken, by their names. Capitals and accents do not matter.
struct NameChoice: Hashable, Sendable {
    /// Only those with this in their names.
    var only: String?
    /// None of those with this in their names.
    var without: String?

    func takes(_ name: String) -> Bool {
        let name = SearchText.folded(name)
        if let only, !name.contains(SearchText.folded(only)) { return false }
        if let without, name.contains(SearchText.folded(without)) { return false }
        return true
    }
}
