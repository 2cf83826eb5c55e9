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

    /// Whether nothing stands behind the colon: some programs write out what an event does not have.
    var isEmpty: Bool { text.last { $0 != " " } == ":" }

    /// What stands after the first colon: enough for BEGIN and END, which have no parameters.
    var value: String {
        let value = text.drop { $0 != ":" }.dropFirst()
        return value.split(separator: " ").joined().uppercased()
    }
}

/// The lines of a file, and what is remarkable of its bytes.
struct ContentLines {
    private(set) var lines: [ContentLine] = []
    /// It is no UTF-8, as it must be, and was taken for ISO 8859-1.
    private(set) var isLatin = false

    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let blank = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")
    private static let other = "X"
    /// Of other lines only the place matters: they can be long, and most of a file.
    private static let kept: [[UInt8]] = [
        "BEGIN", "END", "UID", "SUMMARY", "STATUS", "DTSTART", "DTEND", "DURATION", "RRULE",
        "RDATE",
        "EXDATE", "RECURRENCE-ID", "SEQUENCE", "X-MICROSOFT-", "X-FUNAMBOL-",
    ].map { Array($0.utf8) }

    /// Reads the lines of a file, whether they end as the standard has it (CR LF) or as files here do (LF).
    /// Empty ones are left out.
    init(_ bytes: [UInt8]) throws(CalendarError) {
        guard bytes.count <= CalendarLimits.bytes else { throw CalendarError(line: 1, .tooLarge) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
        var current: [UInt8] = []
        var first = 0
        var number = 0
        var start = text.startIndex
        while start < text.endIndex {
            let end = text[start...].firstIndex(of: ContentLines.newline) ?? text.endIndex
            var line = text[start..<end]
            start = end + 1
            number += 1
            if line.last == ContentLines.carriageReturn { line.removeLast() }
            // Folded by bytes, even within a character: so decoded only when put together.
            if line.first == ContentLines.blank || line.first == ContentLines.tab, first > 0 {
                current += line.dropFirst()
            } else if !line.isEmpty {
                if first > 0 { try add(current, first) }
                (current, first) = (Array(line), number)
            }
        }
        if first > 0 { try add(current, first) }
    }

    /// Control characters have no place in a line, and a zero would end it for C: they become blanks.
    private mutating func add(_ bytes: [UInt8], _ number: Int) throws(CalendarError) {
        // Every second byte of UTF-16 is one.
        guard !bytes.contains(0) else { throw CalendarError(line: number, .notText) }
        let clean = bytes.map { $0 < ContentLines.blank ? ContentLines.blank : $0 }
        var text = String(validating: clean, as: UTF8.self)
        if text == nil {
            isLatin = true
            text = ContentLines.latin(clean)
        }
        let isKept = ContentLines.kept.contains { name in
            clean.count >= name.count && zip(clean, name).allSatisfy { $0 & 0xDF == $1 & 0xDF }
        }
        guard isKept else {
            // The first of several tells as much.
            if lines.last?.text != ContentLines.other {
                lines.append(ContentLine(number: number, text: ContentLines.other))
            }
            return
        }
        guard clean.count <= CalendarLimits.lineBytes else {
            throw CalendarError(line: number, .tooLong)
        }
        guard lines.count < CalendarLimits.lines else {
            throw CalendarError(line: number, .tooManyComponents)
        }
        lines.append(ContentLine(number: number, text: text ?? ""))
    }

    /// ISO 8859-1; what it leaves open, as Windows has it, does not matter here.
    private static func latin(_ bytes: [UInt8]) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
        return text
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
