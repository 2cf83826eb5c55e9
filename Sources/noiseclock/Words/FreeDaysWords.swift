import BoundedJSON
import Control

// The words, help and JSON answer of `free-days import`.

extension WordReader {
    /// Parses the words after "free-days import".
    mutating func freeDaysImport() throws(UsageError) -> ClientAction {
        topic = ClientHelp.freeDaysImport
        try checkOptions(own: [])
        guard let file = next(), !file.isEmpty else {
            throw error("Which file? Give a calendar file, such as holidays.ics.")
        }
        try finish()
        return .importFreeDays(
            file: file, isJSON: isJSON, socket: options[ClientWords.socket])
    }
}

extension ClientHelp {
    static let importCommand = OwnCommand(
        usages: ["free-days import FILE.ics"], usage: "free-days import FILE.ics",
        summary: "Take the free days from a calendar file",
        explanation: """
            Reads a calendar file and tells the clock on which days of the next five years an event takes
            the whole day. These days replace all free days that the clock knew before; the answer names
            those that are no longer free. Events with a time of day and cancelled events do not count; the
            answer says how many there were.

            If the file is no calendar, the answer names the wrong line. Then, and if no day lies ahead,
            the clock keeps what it knows.
            """,
        json: "Print the reply as JSON, with what was left out as \"import\"",
        examples: ["noiseclock free-days import holidays.ics"])
}

/// The clock's reply to an import, with additions: only the client knows what it left out of the file.
enum FreeDaysImportLine {
    /// The reply with the field `import`: `{"leftOut": 0, "timedEvents": 1, "cancelledEvents": 0}`.
    ///
    /// - Parameters:
    ///   - reply: a line from the clock.
    ///   - leftOut: later days for which there was no room.
    ///   - timedEvents: events with a time of day, which are not free days.
    ///   - cancelledEvents: events that will not take place.
    static func encode(
        _ reply: [UInt8], leftOut: Int, timedEvents: Int, cancelledEvents: Int
    ) -> [UInt8] {
        // The client has already decoded it as a reply, so it is an object.
        guard case .object(var fields)? = try? JSONValue.parse(reply, limit: ReplyLine.limit) else {
            return reply
        }
        fields["import"] = .object([
            "leftOut": .integer(Int64(leftOut)), "timedEvents": .integer(Int64(timedEvents)),
            "cancelledEvents": .integer(Int64(cancelledEvents)),
        ])
        return JSONValue.object(fields).line()
    }
}
