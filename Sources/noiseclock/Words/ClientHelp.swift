import Control
import ManualPage

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

    static let help = "help"

    /// The words for what the client does with a file before it asks the clock.
    static let freeDaysImport = ["free-days", "import"]

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
        case .when: ClientHelp.whenCommand.text
        case .freeDaysImport: ClientHelp.importCommand.text
        case .setup: ClientHelp.setupCommand.text
        }
    }
}

extension ClientHelp {
    fileprivate static var overview: String {
        """
        noiseclock: talk to the NoiseClock beside the bed, or to its simulator.

        Usage: noiseclock COMMAND [OPTIONS]

        \(columns(rows(CommandBook.all) + updateRows + own.map(\.row)))

        Options of every command:
        \(columns(commonOptions))

        Examples:
        \(examples.map { "  \($0)" }.joined(separator: "\n"))

        \(HelpText.wrapped("Exit status: \(statuses.joined(separator: "; ")).", to: width))

        """
    }

    /// What the lists of commands have beside the clock's.
    private static let own = [importCommand, whenCommand, setupCommand]

    /// The options that go with every command, as the page of the manual names them, too.
    static let commonOptions = [
        ("--json", "print the clock's reply as one line of JSON, and errors too"),
        ("--socket PATH", "the clock's socket; else NOISECLOCK_SOCKET, else the usual places"),
        ("--help", "explain a command: noiseclock alarm add --help"),
        ("--version", "print the version"),
    ]

    static let examples = [
        "noiseclock status", "noiseclock alarm add 07:30 mon-fri --label Work",
        "noiseclock noise play pink --volume 30",
    ]

    private static let statuses = Client.Status.allCases.map { "\($0.rawValue) \($0.meaning)" }

    /// Columns of a text of several lines.
    private static let width = 103

    fileprivate static func text(group: String) -> String {
        let own = rows(CommandBook.all.filter { $0.words.first == group })
        let imported = freeDaysImport[0] == group ? [importCommand.row] : []
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
        let options = command.options.map { ($0.optionUsage, $0.help) }
        text += "\nOptions:\n" + columns(options + [json]) + "\n"
        text += "\nExamples:\n"
        for example in command.examples { text += "  noiseclock \(example)\n" }
        return text
    }

    private static let json = ("--json", "print the clock's reply as one line of JSON")

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
