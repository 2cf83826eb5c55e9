import CalendarFile
import ClockCore
import ClockTime
import Control
import Glibc

/// The free days of a calendar file (`.ics`), read here: the clock gets the dates alone, so that no
/// stranger's file ever comes into its process.
struct FreeDaysFile: Hashable {
    /// At most as many as the clock keeps, earliest first.
    var days: [FreeDay]
    /// Days of the file, within the years that are looked at, for which there was no room.
    var leftOut = 0
    /// Events that were ignored: those with a time of day, and the cancelled ones.
    var timedEvents = 0
    var cancelledEvents = 0

    /// Years ahead that are looked at. Nobody publishes holidays for longer, and rules go on for ever.
    private static let years = 5

    /// Why a file gave no days.
    enum Failure: Error, Hashable, CustomStringConvertible {
        /// It cannot be read; says why.
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
    /// - Parameter today: days before it are over and not looked at.
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

    /// As many characters as the clock keeps of a name.
    private static func bounded(_ name: String) -> String {
        var kept = ""
        for character in name {
            guard kept.utf8.count + character.utf8.count <= FreeDays.nameBytes else { break }
            kept.append(character)
        }
        return kept
    }

    /// What was found, for whoever gave the file: a line, and one for each thing that was not taken.
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
