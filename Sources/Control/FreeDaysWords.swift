// `free-days import`: its words and its help.

extension WordReader {
    /// Reads what follows "free-days import".
    mutating func freeDaysImport() throws(UsageError) -> ClientAction {
        topic = ClientHelp.freeDaysImport
        try checkOptions(own: [])
        guard let file = next(), !file.isEmpty else {
            throw error("which file? Give a calendar file, such as holidays.ics")
        }
        try finish()
        return .importFreeDays(
            file: file, isJSON: options[.json] != nil, socket: options[.socket])
    }
}

extension ClientHelp {
    static let importRow = (
        "free-days import FILE.ics", "name the days of a calendar file, instead of those before"
    )

    static var importText: String {
        """
        Usage: noiseclock free-days import FILE.ics

        Reads a calendar file here, and tells the clock the days on which its events take the whole day,
        for the next five years. They take the place of all those that the clock knew before. Events
        with a time of day and cancelled ones are no free days; how many there were is said.

        A file that cannot be read as a calendar is refused with the line, and so is one without a day
        ahead: then the clock keeps what it knows.

        Options:
          --json  print the clock's reply as one line of JSON

        Examples:
          noiseclock free-days import holidays.ics

        """
    }
}
