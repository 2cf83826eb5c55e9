import Control
import English

/// The output of `--help`: overall, for a group of commands, and for a single command.
enum ClientHelp {
    enum Topic: Sendable {
        case overview
        case group(String)
        case command(CommandDescription)
        case when
        case freeDaysImport
        case setup
        case completion
        case manual
    }

    /// The word of the only question that needs no clock.
    static let when = "when"

    static let help = "help"

    /// The command to run if there are no words.
    static let status = "status"

    /// The words for importing a file, which the client reads before it asks the clock.
    static let freeDaysImport = ["free-days", "import"]

    /// The topic that the words begin with; the overall help if they match none.
    static func nearestTopic(to words: [String]) -> Topic {
        if let command = CommandBook.typed.first(where: { words.starts(with: $0.words) }) {
            return .command(command)
        }
        if words.first == when { return .when }
        if words.first == setup { return .setup }
        if words.first == CompletionScript.words { return .completion }
        if words.first == ClientManual.words { return .manual }
        if words.starts(with: freeDaysImport) { return .freeDaysImport }
        if let first = words.first, CommandBook.groups.contains(first) { return .group(first) }
        return .overview
    }
}

extension ClientHelp.Topic {
    /// The words of the topic.
    var words: [String] {
        switch self {
        case .overview: []
        case .group(let name): [name]
        case .command(let command): command.words
        case .when: [ClientHelp.when]
        case .freeDaysImport: ClientHelp.freeDaysImport
        case .setup: [ClientHelp.setup]
        case .completion: [CompletionScript.words]
        case .manual: [ClientManual.words]
        }
    }

    /// The options of the topic.
    var options: [String] {
        switch self {
        case .overview, .group, .setup, .completion, .manual:
            ClientWords.commonOptions
        case .freeDaysImport:
            FreeDaysWords.parameters.compactMap(\.option) + ClientWords.commonOptions
        case .command(let command):
            command.options.compactMap(\.option) + ClientWords.commonOptions
        case .when: WhenWords.parameters.compactMap(\.option) + [ClientWords.json]
        }
    }

    func text(to width: Int) -> String {
        switch self {
        case .overview: ClientHelp.overview(to: width)
        case .group(let name): ClientHelp.text(group: name, to: width)
        case .command(let command): ClientHelp.text(command, to: width)
        case .when: ClientHelp.whenCommand.text(to: width)
        case .freeDaysImport: ClientHelp.importCommand.text(to: width)
        case .setup: ClientHelp.setupCommand.text(to: width)
        case .completion: CompletionScript.command.text(to: width)
        case .manual: ClientManual.command.text(to: width)
        }
    }
}

// The texts of the topics, laid out for a terminal.
extension ClientHelp {
    /// The widest lines; longer ones are hard to read.
    static let standardWidth = 80

    fileprivate static func overview(to width: Int) -> String {
        let columns = { (rows: [(String, String)]) in HelpText.columns(rows, to: width) }
        let parts = purposes.map { "\($0.title)\n\(columns(rows(of: $0)))\n" }
        return """
            noiseclock talks to the NoiseClock beside the bed, or to its simulator.

            Usage: noiseclock [COMMAND] [OPTIONS]

            Without a command it shows the status.

            \(parts.joined(separator: "\n"))
            Options of every command
            \(columns(commonOptions))

            Examples
            \(examples.map { "  \($0)" }.joined(separator: "\n"))

            \(HelpText.wrapped("Exit status: \(statuses.joined(separator: "; ")).", to: width))

            """
    }

    /// The options that all commands share, also for the manual page.
    static let commonOptions = [
        ("--json", "Print the clock's reply as one line of JSON, and errors too"),
        ("--dry-run", "Of a change: say what it would do, and change nothing"),
        ("--watch", "Of a list or status: print it again whenever it differs, until Ctrl-C"),
        (
            "--socket PATH",
            "Socket of the clock; else $NOISECLOCK_SOCKET, else the usual places"
        ),
        ("--help", "Explain a command, as in: noiseclock alarm add --help"),
        ("--version", "Print the version"),
    ]

    static let examples = [
        "noiseclock", "noiseclock alarm add 07:30 mon-fri --label Work",
        "noiseclock noise play pink --volume 30", "noiseclock stop",
    ]

    private static let statuses = Client.Status.allCases.map { "\($0.rawValue) \($0.meaning)" }

    fileprivate static func text(group: String, to width: Int) -> String {
        let remark = group == update ? "\n\(HelpText.filled(updateRemark, to: width))\n" : ""
        return """
            Usage: noiseclock \(group) COMMAND [OPTIONS]

            \(HelpText.columns(rows(ofGroup: group), to: width))
            \(remark)
            Explain one: noiseclock \(group) COMMAND --help

            """
    }

    fileprivate static func text(_ command: CommandDescription, to width: Int) -> String {
        let explanation = HelpText.filled(command.explanation, to: width)
        var text = "Usage: noiseclock \(command.usage)\n\n\(explanation)\n"
        let options = command.options.map { ($0.optionUsage, $0.help) } + modes(of: command)
        text += "\nOptions:\n" + HelpText.columns(options + [json], to: width) + "\n"
        text += "\nExamples:\n"
        for example in command.examples { text += "  noiseclock \(example)\n" }
        return text
    }

    /// The options that fit the kind of command, with their help.
    static func modes(of command: CommandDescription) -> [(String, String)] {
        let sure = command.asksFirst ? [("--\(ClientWords.yes)", "Ask nothing")] : []
        switch command.kind {
        case .query where command.writesFile: return sure
        case .query where command.parameters.allSatisfy({ !$0.isRequired }):
            return [("--\(ClientWords.watch)", "Print it again whenever it differs, until Ctrl-C")]
        case .change:
            return [("--\(ClientWords.dryRun)", "Say what it would do, and change nothing")] + sure
        case .query, .hostChange: return []
        }
    }

    private static let json = ("--json", "Print the clock's reply as one line of JSON")
}
