import ClockCore
import ClockTime

/// What `--help` prints, for the whole, for a group of commands and for one.
enum ClientHelp {
    enum Topic: Sendable {
        case overview
        case group(String)
        case command(CommandDescription)
        case when
        case freeDaysImport
        case setup
    }

    /// The word of the one question that needs no clock.
    static let when = "when"

    /// The words for what the client does with a file before it asks the clock.
    static let freeDaysImport = ["free-days", "import"]

    static let firstWords =
        CommandBook.all.map(\.words).filter { $0.count == 1 }.map { $0[0] } + CommandBook.groups
        + [when, setup, "help"]

    /// The topic that the words begin to name; the whole where they name none.
    static func nearestTopic(to words: [String]) -> Topic {
        if let command = CommandBook.all.first(where: { words.starts(with: $0.words) }) {
            return .command(command)
        }
        if words.first == when { return .when }
        if words.first == setup { return .setup }
        if words.starts(with: freeDaysImport) { return .freeDaysImport }
        if let first = words.first, CommandBook.groups.contains(first) { return .group(first) }
        return .overview
    }
}

extension ClientHelp.Topic {
    /// The words that name it.
    var words: [String] {
        switch self {
        case .overview: []
        case .group(let name): [name]
        case .command(let command): command.words
        case .when: [ClientHelp.when]
        case .freeDaysImport: ClientHelp.freeDaysImport
        case .setup: [ClientHelp.setup]
        }
    }

    /// The options that go with it.
    var options: [String] {
        switch self {
        case .overview, .group, .freeDaysImport, .setup: ClientWords.commonOptions
        case .command(let command):
            command.options.compactMap(\.option) + ClientWords.commonOptions
        case .when: WhenWords.parameters.compactMap(\.option) + [ClientWords.json]
        }
    }

    var text: String {
        switch self {
        case .overview: ClientHelp.overview
        case .group(let name): ClientHelp.text(group: name)
        case .command(let command): ClientHelp.text(command)
        case .when: ClientHelp.whenText
        case .freeDaysImport: ClientHelp.importText
        case .setup: ClientHelp.setupText
        }
    }
}

extension ClientHelp {
    fileprivate static var overview: String {
        """
        noiseclock: talk to the NoiseClock beside the bed, or to its simulator.

        Usage: noiseclock COMMAND [OPTIONS]

        \(columns(rows(CommandBook.all) + updateRows + [importRow, whenRow, setupRow]))

        Options of every command:
          --json         print the clock's reply as one line of JSON, and errors too
          --socket PATH  the clock's socket; else NOISECLOCK_SOCKET, else the usual places
          --help         explain a command: noiseclock alarm add --help
          --version      print the version

        Examples:
          noiseclock status
          noiseclock alarm add 07:30 mon-fri --label Work
          noiseclock noise play pink --volume 30

        Exit status: 0 done; 1 the clock refused; 64 wrong words; 65 a file that makes no sense; 66 no input;
        69 no clock found; 70 a fault of this program; 74 output failed; 75 no answer in time; 76 the answer
        makes no sense; 77 not permitted.

        """
    }

    fileprivate static func text(group: String) -> String {
        let own = rows(CommandBook.all.filter { $0.words.first == group })
        let imported = freeDaysImport[0] == group ? [importRow] : []
        let isUpdate = group == update
        return """
            Usage: noiseclock \(group) COMMAND [OPTIONS]

            \(columns(own + imported + (isUpdate ? updateRows : [])))
            \(isUpdate ? updateRemark : "")
            Explain one: noiseclock \(group) COMMAND --help

            """
    }

    fileprivate static func text(_ command: CommandDescription) -> String {
        var text = "Usage: noiseclock \(command.usage)\n\n\(command.explanation)\n"
        let rows =
            optionRows(command.options) + [
                ("--json", "print the clock's reply as one line of JSON")
            ]
        text += "\nOptions:\n" + columns(rows) + "\n"
        text += "\nExamples:\n"
        for example in command.examples { text += "  noiseclock \(example)\n" }
        return text
    }

    static func optionRows(_ options: [any DescribedParameter]) -> [(String, String)] {
        options.map { ($0.optionUsage, $0.help) }
    }

    private static func rows(_ commands: [CommandDescription]) -> [(String, String)] {
        commands.filter { !$0.isUnlisted }.map { ($0.usage, $0.summary) }
    }

    static func columns(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { left, right in
            "  " + left + String(repeating: " ", count: width - left.count + 2) + right
        }.joined(separator: "\n")
    }
}
