import BoundedJSON
import ClockCore
import ClockTime
import Control

// The words and help of `when`.

enum WhenWords {
    private static let zone = Parameter(
        "zone", option: "zone", Form<String>.text("ZONE", completion: .known(.zones)),
        "Time zone, such as Berlin (default: the system's)")
    private static let from = Parameter(
        "from", option: "from", instant("from"),
        "Rings after this, such as 2026-03-27T00:00:00Z (default: now)")
    private static let armedAt = Parameter(
        "armed_at", option: "armed-at", instant("armed-at"),
        "When the alarm was set (default: at --from)")
    private static let count = Parameter(
        "count", option: "count", Form<Int>.count(in: WhenQuestion.counts),
        "How many rings (default: \(WhenQuestion.defaultCount))")
    private static let batch = Parameter(
        "batch", flag: "batch", true, Form<Bool>.flag,
        "Answer the questions in FILE, or in standard input")

    static let parameters: [any DescribedParameter] = [zone, from, armedAt, count, batch]
    static let flags = CommandBook.flags(of: parameters)

    /// Gives the reason if the word is not an instant.
    private static func instant(_ option: String) -> Form<Instant> {
        Form<Instant>(
            "INSTANT", allowed: "an instant", json: .instant
        ) { word in
            do throws(TextFormError) {
                return try RFC3339.parse(word).instant
            } catch {
                throw TextFormError(
                    "--\(option) can't be \(Spelling.quoted(word)). \(error.message)")
            }
        }
    }

    /// Parses the words after "when".
    static func action(_ words: inout WordReader) throws(UsageError) -> ClientAction {
        words.topic = [ClientHelp.when]
        try words.checkOptions(own: parameters.compactMap(\.option), common: [ClientWords.json])
        if words.options["batch"] != nil { return try batch(&words) }
        let (time, kind) = try words.schedule()
        guard let time else {
            throw words.error("When? Give a time, such as 07:30, and days, such as mon-fri.")
        }
        guard let schedule = Schedule(time: time, kind: kind ?? .once) else {
            throw words.error("A weekly alarm needs at least one weekday.")
        }
        let given = try words.arguments(of: parameters)
        return .when(
            WhenQuestion(
                schedule: schedule, zone: given[zone], from: given[from], armedAt: given[armedAt],
                count: given[count] ?? WhenQuestion.defaultCount), isJSON: words.isJSON)
    }

    private static func batch(_ words: inout WordReader) throws(UsageError) -> ClientAction {
        let stranger = words.options.keys.sorted().first { $0 != "batch" && $0 != ClientWords.json }
        if let stranger {
            throw words.error("--\(stranger) does not go with --batch. Put it into each line.")
        }
        let file = words.next()
        try words.finish()
        guard file != "" else { throw words.error("The name of the file is empty. Give one.") }
        return .whenBatch(file: file == "-" ? nil : file)
    }
}

extension ClientHelp {
    static let whenCommand = OwnCommand(
        usages: ["when TIME [DAYS] [OPTIONS]", "when --batch [FILE]"], usage: "when TIME [DAYS]",
        summary: "Show when an alarm would ring, without a clock",
        explanation: """
            Shows when an alarm would ring, and where a change of the clocks moves it. It asks no clock, but
            follows the same rules, with the time zones of this system.

              TIME  07:30, 7:30, 7:30pm or 7pm
              DAYS  mon-fri, mon,wed,fri, daily, weekdays or weekends: every week;
                    2026-03-29, today or tomorrow: on that date;
                    once, or nothing: the next time the clock shows TIME
              FILE  questions, one JSON object a line; "-" or nothing for standard input
            """,
        parameters: WhenWords.parameters, json: "Print the answer as JSON",
        remark: """
            A question in a batch, and its answer, with instants as seconds since 1970 in UTC:
              {"id": 1, "zone": "Europe/Berlin", "now": 1743278400, "armed_at": 1743278400,
               "kind": "weekly", "hour": 2, "minute": 30, "weekdays": [7], "count": 2}
              {"id":1,"next":[1743296400,1743899400]}
            It stands on one line of at most \(WhenQuestion.longestLine) bytes. "kind" is weekly, once or date; "weekdays" 1
            (Monday) to 7; "armed_at" is "now" and "count" \(WhenQuestion.defaultCount) where they are missing; "id" a whole number or
            a text. A line that cannot be answered gets {"error":...,"id":...}, and the batch goes on.
            """,
        examples: [
            "noiseclock when 07:30 mon-fri --zone Berlin --from 2026-03-27T00:00:00Z",
            "noiseclock when 6:00 tomorrow", "noiseclock when 2:30 sun --json",
            "noiseclock when --batch questions.jsonl",
        ])
}
