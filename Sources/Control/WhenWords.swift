import ClockTime

// `when`: its words and its help.

extension WordReader {
    static let whenOptions: [ClientOption] = [.zone, .from, .armedAt, .count, .batch]

    /// Reads what follows "when".
    mutating func when() throws(UsageError) -> ClientAction {
        topic = [ClientHelp.when]
        try checkOptions(own: WordReader.whenOptions, common: [.json])
        if options[.batch] != nil { return try whenBatch() }
        let (time, kind) = try schedule()
        guard let time else {
            throw error("at what time? Give one, such as 07:30, and days, such as mon-fri")
        }
        guard let schedule = Schedule(time: time, kind: kind ?? .once) else {
            throw error("a weekly alarm needs one weekday at least")
        }
        let question = WhenQuestion(
            schedule: schedule, zone: options[.zone], from: try instant(.from),
            armedAt: try instant(.armedAt), count: try ringCount())
        return .when(question, isJSON: options[.json] != nil)
    }

    private mutating func whenBatch() throws(UsageError) -> ClientAction {
        let stranger = options.keys.sorted().first { $0 != .batch && $0 != .json }
        if let stranger {
            throw error("\(stranger.word) does not go with --batch, where each line says all")
        }
        let file = next()
        try finish()
        guard file != "" else { throw error("the name of the file is empty") }
        return .whenBatch(file: file == "-" ? nil : file)
    }

    private func instant(_ option: ClientOption) throws(UsageError) -> Instant? {
        guard let word = options[option] else { return nil }
        do {
            return try RFC3339.parse(word).instant
        } catch {
            throw self.error(
                "\(option.word) \(Spelling.quoted(word)) is not allowed. \(error.message)")
        }
    }

    private func ringCount() throws(UsageError) -> Int {
        guard let word = options[.count] else { return WhenQuestion.usualCount }
        guard let count = Int(word), WhenQuestion.counts.contains(count) else {
            let most = WhenQuestion.counts.upperBound
            throw error(ClientOption.count.word, word, "a whole number from 1 to \(most)")
        }
        return count
    }
}

extension ClientHelp {
    static let whenRow = ("when TIME [DAYS]", "when an alarm would ring, without asking the clock")

    static var whenText: String {
        let rows =
            WordReader.whenOptions.map { ($0.usage(), $0.explanation()) } + [
                ("--json", "print one line of JSON")
            ]
        return """
            Usage: noiseclock when TIME [DAYS] [OPTIONS]
                   noiseclock when --batch [FILE]

            Says when an alarm would ring, and where a change of the clocks moves it. No clock is asked:
            the answer comes from the system's time zones, by the rules that the clock itself goes by.

              TIME  07:30, 7:30, 7:30pm or 7pm
              DAYS  mon-fri, mon,wed,fri, daily, weekdays, weekends: each week on these days;
                    2026-03-29: on this date; once, or nothing: the next time the clock shows TIME
              FILE  questions, one JSON object a line; "-" or nothing for standard input

            Options:
            \(columns(rows))

            A question in a batch, and its answer, with instants as seconds since 1970 in UTC:
              {"id": 1, "zone": "Europe/Berlin", "now": 1743278400, "armed_at": 1743278400,
               "kind": "weekly", "hour": 2, "minute": 30, "weekdays": [7], "date": null, "count": 2}
              {"id":1,"next":[1743296400,1743899400]}
            It stands on one line of at most \(WhenQuestion.longestLine) bytes. "kind" is weekly, once or date; "weekdays" 1
            (Monday) to 7; "armed_at" is "now" and "count" \(WhenQuestion.usualCount) where they are missing; "id" a whole number or
            a text. A line that cannot be answered gets {"error":...,"id":...}, and the batch goes on.

            Examples:
              noiseclock when 07:30 mon-fri --zone Europe/Berlin --from 2026-03-27T00:00:00Z --count 5
              noiseclock when 2:30 sun --json
              noiseclock when --batch questions.jsonl

            """
    }
}
