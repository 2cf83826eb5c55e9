import ClockCore
import ClockTime

/// What `--help` prints, for the whole, for a group of commands and for one.
enum ClientHelp {
    enum Topic: Hashable, Sendable {
        case overview
        case group(String)
        case command(CommandName)
        case when
        case freeDaysImport
        case setup
    }

    /// The word of the one question that needs no clock.
    static let when = "when"

    /// The words for what the client does with a file before it asks the clock.
    static let freeDaysImport = ["free-days", "import"]

    /// The first words of commands that have two, in order.
    static var groups: [String] {
        var groups: [String] = []
        for words in CommandName.allCases.map(\.words) where words.count == 2 {
            if !groups.contains(words[0]) { groups.append(words[0]) }
        }
        return groups
    }

    static var firstWords: [String] {
        CommandName.allCases.map(\.words).filter { $0.count == 1 }.map { $0[0] } + groups + [
            when, setup, "help",
        ]
    }

    /// The topic that the words begin to name; the whole where they name none.
    static func nearestTopic(to words: [String]) -> Topic {
        let command = CommandName.allCases.first { name in
            words.count >= name.words.count && Array(words.prefix(name.words.count)) == name.words
        }
        if let command { return .command(command) }
        if words.first == when { return .when }
        if words.first == setup { return .setup }
        if words.starts(with: freeDaysImport) { return .freeDaysImport }
        if let first = words.first, groups.contains(first) { return .group(first) }
        return .overview
    }
}

extension ClientHelp.Topic {
    /// The words that name it.
    var words: [String] {
        switch self {
        case .overview: []
        case .group(let name): [name]
        case .command(let name): name.words
        case .when: [ClientHelp.when]
        case .freeDaysImport: ClientHelp.freeDaysImport
        case .setup: [ClientHelp.setup]
        }
    }

    /// The options that go with it.
    var options: [ClientOption] {
        switch self {
        case .overview, .group, .freeDaysImport, .setup: ClientOption.everywhere
        case .command(let name): name.options + ClientOption.everywhere
        case .when: WordReader.whenOptions + [.json]
        }
    }

    var text: String {
        switch self {
        case .overview: ClientHelp.overview
        case .group(let name): ClientHelp.text(group: name)
        case .command(let name): ClientHelp.text(command: name)
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

        \(columns(rows(CommandName.allCases) + updateRows + [importRow, whenRow, setupRow]))

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
        let own = rows(CommandName.allCases.filter { $0.words.first == group })
        let imported = freeDaysImport[0] == group ? [importRow] : []
        let isUpdate = group == update
        return """
            Usage: noiseclock \(group) COMMAND [OPTIONS]

            \(columns(own + imported + (isUpdate ? updateRows : [])))
            \(isUpdate ? updateRemark : "")
            Explain one: noiseclock \(group) COMMAND --help

            """
    }

    fileprivate static func text(command: CommandName) -> String {
        var text = "Usage: noiseclock \(command.usage)\n\n\(command.explanation)\n"
        let own = command.options.map { ($0.usage(for: command), $0.explanation(for: command)) }
        let rows = own + [("--json", "print the clock's reply as one line of JSON")]
        text += "\nOptions:\n" + columns(rows) + "\n"
        text += "\nExamples:\n"
        for example in command.examples { text += "  noiseclock \(example)\n" }
        return text
    }

    private static func rows(_ commands: [CommandName]) -> [(String, String)] {
        commands.filter { !$0.isUnlisted }.map { ($0.usage, $0.summary) }
    }

    static func columns(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { left, right in
            "  " + left + String(repeating: " ", count: width - left.count + 2) + right
        }.joined(separator: "\n")
    }
}
