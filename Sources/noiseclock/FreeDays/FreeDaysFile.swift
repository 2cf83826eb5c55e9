import CalendarFile
import ClockCore
import ClockTime
import Glibc

/// The free days of a calendar file (`.ics`). The client parses the file and sends only dates to the clock, so
/// that the clock never parses an untrusted file.
struct FreeDaysFile: Hashable {
    /// At most as many as the clock stores, earliest first.
    var days: [FreeDay]
    /// Days within the years examined for which there was no room.
    var leftOut = 0
    /// Events that were ignored: those with a time of day, and cancelled ones.
    var timedEvents = 0
    var cancelledEvents = 0

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
            case .refused(let path, let error): "\(Spelling.quoted(path)), \(error)"
            }
        }
    }

    /// Reads a file.
    ///
    /// - Parameter today: earlier days are past, and ignored.
    static func freeDays(file path: String, today: CivilDate) throws(Failure) -> FreeDaysFile {
        guard let bytes = SmallFile.bytes(at: path, limit: CalendarLimits.bytes) else {
            throw .unreadable(path: path, String(cString: strerror(errno)))
        }
        do throws(CalendarError) {
            return FreeDaysFile(
                try CalendarFile.days(
                    in: bytes, from: today, through: today.adding(days: years * 366)))
        } catch {
            throw .refused(path: path, error)
        }
    }

    private init(_ found: CalendarDays) {
        days = found.days.prefix(FreeDays.capacity).map {
            FreeDay(date: $0.date, name: FreeDaysFile.bounded($0.name))
        }
        leftOut = found.days.count - days.count
        timedEvents = found.timedEvents
        cancelledEvents = found.cancelledEvents
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
        }
        if leftOut > 0 {
            lines.append("\(leftOut) later days were left out; \(FreeDays.capacity) can be kept")
        }
        if timedEvents > 0 {
            lines.append("events with a time of day, which make no free day: \(timedEvents)")
        }
        if cancelledEvents > 0 { lines.append("cancelled events: \(cancelledEvents)") }
        return lines
    }
}
