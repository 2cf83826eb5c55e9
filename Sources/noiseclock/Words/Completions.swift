import Control
import English

/// Shell completions for the word that the user is typing.
///
/// A shell's script (`CompletionScript`) passes the words so far, the last one unfinished or empty, and prints the
/// result. All knowledge of the commands is here, so the scripts stay short.
enum Completions {
    struct Candidate: Hashable, Sendable {
        var word: String
        /// Its purpose; empty if it needs no explanation.
        var help: String
    }

    enum Answer: Hashable, Sendable {
        case words([Candidate])
        /// A file name, which the shell completes.
        case file
        /// Things that the clock has.
        case known(Completion.Kind)
    }

    /// - Parameter words: the words after the program's name.
    static func answer(to words: [String]) -> Answer {
        let current = words.last ?? ""
        let before = Array(words.dropLast())
        let said = before.filter { !$0.hasPrefix("-") }
        let topic = ClientHelp.nearestTopic(to: said)
        let options = topic.described
        if let last = before.last, last.hasPrefix("--"),
            let option = options.first(where: { $0.option == String(last.dropFirst(2)) }),
            case .option = option.place
        {
            return answer(option.completion, beginning: current)
        }
        if current.hasPrefix("-") {
            let own = options.map { Candidate(word: "--\($0.option ?? "")", help: $0.help) }
            let modes = topic.modes.map { Candidate(word: $0.0, help: $0.1) }
            return begin(own + modes + common, with: current)
        }
        switch topic {
        case .overview where said.isEmpty: return begin(firstWords, with: current)
        case .group(let group) where said == [group]: return begin(verbs(of: group), with: current)
        case .command(let command):
            return argument(of: command, at: arguments(of: command, in: before), current)
        case .freeDaysImport: return .file
        case .setup where said.count > 1: return .file
        case .setup: return begin([Candidate(word: "check", help: "")], with: current)
        case .completion where said.count == 1:
            let shells = CompletionScript.allCases.map { Candidate(word: $0.rawValue, help: "") }
            return begin(shells, with: current)
        case .when: return answer(AlarmCommands.days, beginning: current)
        case .overview, .group, .completion, .manual: return .words([])
        }
    }

    /// The number of arguments after the command's words, not counting options and their values.
    private static func arguments(of command: CommandDescription, in words: [String]) -> Int {
        var count = -command.words.count
        var isValue = false
        for word in words {
            if isValue {
                isValue = false
            } else if word.hasPrefix("--") {
                isValue =
                    !word.contains("=")
                    && ClientAction.vocabulary.options[String(word.dropFirst(2))] == false
            } else {
                count += 1
            }
        }
        return count
    }

    private static func argument(
        of command: CommandDescription, at place: Int, _ current: String
    ) -> Answer {
        guard let completion = command.completion(at: place) else { return .words([]) }
        return answer(completion, beginning: current)
    }

    private static func answer(_ completion: Completion, beginning: String) -> Answer {
        switch completion {
        case .nothing: .words([])
        case .words(let words):
            begin(words.map { Candidate(word: $0, help: "") }, with: beginning)
        case .date(let use, let others):
            begin((others + use.offered).map { Candidate(word: $0, help: "") }, with: beginning)
        case .file: .file
        case .known(let kind): .known(kind)
        }
    }

    static func begin(_ candidates: [Candidate], with start: String) -> Answer {
        .words(candidates.filter { $0.word.hasPrefix(start) })
    }

    private static let common = [
        Candidate(word: "--json", help: "Print the reply as JSON"),
        Candidate(word: "--socket", help: "Socket of the clock"),
        Candidate(word: "--help", help: "Explain the command"),
    ]

    private static let firstWords: [Candidate] = {
        let alone = CommandBook.all.filter { $0.words.count == 1 }
            .map { Candidate(word: $0.name, help: $0.summary) }
        let groups = CommandBook.groups.map { Candidate(word: $0, help: "") }
        let others = [
            ClientHelp.when, ClientHelp.setup, ClientHelp.help, CompletionScript.words,
            ClientManual.words,
        ]
        return alone + groups + others.map { Candidate(word: $0, help: "") }
    }()

    private static func verbs(of group: String) -> [Candidate] {
        var verbs = CommandBook.typed.filter { $0.words.first == group }
            .map { Candidate(word: $0.words[1], help: $0.summary) }
        if group == ClientHelp.freeDaysImport[0] {
            verbs.append(
                Candidate(
                    word: ClientHelp.freeDaysImport[1], help: ClientHelp.importCommand.summary))
        }
        return verbs
    }
}

extension ClientHelp.Topic {
    fileprivate var modes: [(String, String)] {
        if case .command(let command) = self { ClientHelp.modes(of: command) } else { [] }
    }

    /// The topic's own options.
    fileprivate var described: [any DescribedParameter] {
        switch self {
        case .command(let command): command.options
        case .when: WhenWords.parameters
        case .freeDaysImport: FreeDaysWords.parameters
        case .overview, .group, .setup, .completion, .manual: []
        }
    }
}
