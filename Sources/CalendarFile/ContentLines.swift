/// One line of a calendar as its writer meant it: a long one is folded into several of the file, each
/// but the first with a blank or a tab before it (RFC 5545, 3.1).
struct ContentLine: Hashable {
    /// Of its first line in the file, from 1.
    var number: Int
    var text: String

    /// What stands before the first colon or semicolon, in capitals.
    var name: String {
        String(text.prefix { $0 != ":" && $0 != ";" }).uppercased()
    }

    /// What stands after the first colon: enough for BEGIN and END, which have no parameters.
    var value: String {
        let value = text.drop { $0 != ":" }.dropFirst()
        return value.split(separator: " ").joined().uppercased()
    }
}

enum ContentLines {
    /// The lines of a file, whether they end as the standard has it (CR LF) or as files here do (LF).
    /// Empty ones are left out.
    static func read(_ bytes: [UInt8]) throws(CalendarError) -> [ContentLine] {
        guard bytes.count <= CalendarLimits.bytes else { throw CalendarError(line: 1, .tooLarge) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
        var lines: [(number: Int, bytes: [UInt8])] = []
        var number = 0
        for var line in text.split(separator: newline, omittingEmptySubsequences: false) {
            number += 1
            if line.last == carriageReturn { line.removeLast() }
            // Folded by bytes, even within a character: so decoded only when put together.
            if line.first == blank || line.first == tab, !lines.isEmpty {
                lines[lines.count - 1].bytes += line.dropFirst()
            } else if !line.isEmpty {
                lines.append((number, Array(line)))
            }
        }
        var read: [ContentLine] = []
        read.reserveCapacity(lines.count)
        for line in lines { read.append(try decoded(line.bytes, line.number)) }
        return read
    }

    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let blank = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")

    /// Other control characters have no place in a line, and a zero would end it for C: they become
    /// blanks.
    private static func decoded(
        _ bytes: [UInt8], _ number: Int
    ) throws(CalendarError) -> ContentLine {
        let clean = bytes.map { $0 < blank ? blank : $0 }
        guard let text = String(validating: clean, as: UTF8.self) else {
            throw CalendarError(line: number, .notText)
        }
        return ContentLine(number: number, text: text)
    }
}

/// The lines of one event, without those of what lies in it (reminders).
struct EventLines: Hashable {
    /// Of its BEGIN.
    var number: Int
    var lines: [ContentLine] = []

    /// The events of a file, in its order.
    static func all(in lines: [ContentLine]) throws(CalendarError) -> [EventLines] {
        var events: [EventLines] = []
        var open: [(name: String, number: Int)] = []
        var components = 0
        guard !lines.isEmpty else { throw CalendarError(line: 1, .notACalendar) }
        for line in lines {
            switch line.name {
            case "BEGIN":
                let name = line.value
                components += 1
                guard !open.isEmpty || name == calendar else {
                    throw CalendarError(line: line.number, .notACalendar)
                }
                guard components <= CalendarLimits.components else {
                    throw CalendarError(line: line.number, .tooManyComponents)
                }
                guard open.count < CalendarLimits.depth else {
                    throw CalendarError(line: line.number, .tooDeep)
                }
                open.append((name, line.number))
                if isInEvent(open) { events.append(EventLines(number: line.number)) }
            case "END":
                guard open.last?.name == line.value else {
                    throw CalendarError(line: line.number, .strayEnd(line.value))
                }
                open.removeLast()
            default:
                guard !open.isEmpty else {
                    throw CalendarError(line: line.number, .notACalendar)
                }
                if isInEvent(open) { events[events.count - 1].lines.append(line) }
            }
        }
        if let last = open.last { throw CalendarError(line: last.number, .cutOff(last.name)) }
        return events
    }

    private static let calendar = "VCALENDAR"
    private static let event = "VEVENT"

    private static func isInEvent(_ open: [(name: String, number: Int)]) -> Bool {
        open.count == 2 && open[1].name == event
    }
}
