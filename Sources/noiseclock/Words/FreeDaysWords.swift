import BoundedJSON
import ClockTime
import Control

// The words, help and JSON answer of `free-days import`.

enum FreeDaysWords {
    static let only = Parameter(
        "only", option: "only", Form<String>.text("WORD"), "Only days with this in their names")
    static let without = Parameter(
        "without", option: "without", Form<String>.text("WORD"),
        "Without days that have this in their names")
    static let parameters: [any DescribedParameter] = [only, without]
}

extension WordReader {
    /// Parses the words after "free-days import".
    mutating func freeDaysImport() throws(UsageError) -> ClientAction {
        topic = ClientHelp.freeDaysImport
        try checkOptions(own: FreeDaysWords.parameters.compactMap(\.option))
        guard let file = next(), !file.isEmpty else {
            throw error("Which file? Give a calendar file, such as holidays.ics.")
        }
        try finish()
        let given = try arguments(of: FreeDaysWords.parameters)
        let choice = NameChoice(
            only: given[FreeDaysWords.only], without: given[FreeDaysWords.without])
        return .importFreeDays(
            file: file, choice: choice, isJSON: isJSON, socket: options[ClientWords.socket])
    }
}

extension ClientHelp {
    static let importCommand = OwnCommand(
        usages: ["free-days import FILE.ics"], usage: "free-days import FILE.ics",
        summary: "Take the free days from a calendar file",
        explanation: """
            Reads a calendar file and tells the clock on which days of the next five years an event takes
            the whole day. These days replace all free days that the clock knew before; the answer names
            those that are no longer free, and the next ones. Events with a time of day and cancelled
            events do not count; the answer says how many there were. A calendar may have the holidays of
            all states of a country: --only and --without choose days by a word in their names, whose
            capitals and accents do not matter. If there are more than 20 days a year, you are asked.

            If the file is no calendar, the answer names the wrong line. Then, and if no day lies ahead,
            the clock keeps what it knows.
            """,
        parameters: FreeDaysWords.parameters,
        json: "Print the reply as JSON, with what was left out as \"import\"",
        examples: [
            "noiseclock free-days import holidays.ics",
            "noiseclock free-days import germany.ics --only Bayern",
        ])
}

/// The clock's reply to an import, with additions: only the client knows what it left out of the file.
enum FreeDaysImportLine {
    /// The reply with the field `import`: `{"leftOut": 0, "timedEvents": 1, "cancelledEvents": 0, …}`.
    ///
    /// - Parameters:
    ///   - reply: a line from the clock.
    ///   - leftOut: later days for which there was no room.
    ///   - timedEvents: events with a time of day, which are not free days.
    ///   - cancelledEvents: events that will not take place.
    ///   - olderEvents: events of which the file has a later version.
    ///   - unwantedDays: days whose names were not asked for.
    ///   - oddLines: lines of which nothing can be made.
    static func encode(
        _ reply: [UInt8], leftOut: Int, timedEvents: Int, cancelledEvents: Int,
        olderEvents: Int = 0, unwantedDays: Int = 0, oddLines: [Int] = []
    ) -> [UInt8] {
        // The client has already decoded it as a reply, so it is an object.
        guard case .object(var fields)? = try? JSONValue.parse(reply, limit: ReplyLine.limit) else {
            return reply
        }
        var left: [String: JSONValue] = [:]
        let counts = [
            "leftOut": leftOut, "timedEvents": timedEvents, "cancelledEvents": cancelledEvents,
            "olderEvents": olderEvents, "unwantedDays": unwantedDays,
        ]
        for (name, count) in counts { left[name] = .integer(Int64(count)) }
        left["oddLines"] = .list(oddLines.map { .integer(Int64($0)) })
        fields["import"] = .object(left)
        return JSONValue.object(fields).line()
    }
}
