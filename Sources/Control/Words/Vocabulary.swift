/// All words that can start a command line, and all its options: those of the commands, and those that the
/// reader of the line handles without a clock.
package struct Vocabulary: Sendable {
    /// Something that is not a command to a clock.
    package struct Extra: Sendable {
        package let words: [String]
        package let parameters: [any DescribedParameter]
        /// What each of the words after its own may be.
        package let argument: Completion

        package init(
            _ words: [String], arguments argument: Completion = .nothing,
            parameters: [any DescribedParameter] = []
        ) {
            self.words = words
            self.argument = argument
            self.parameters = parameters
        }
    }

    private let extras: [Extra]
    /// Options that are recognised in any line, before it is parsed: "help".
    let questions: [String]
    /// All options, and whether each is a flag.
    package let options: [String: Bool]

    package init(extras: [Extra], questions: [String]) {
        self.extras = extras
        self.questions = questions
        options = CommandBook.flags(of: extras.flatMap(\.parameters))
            .merging(CommandBook.flags) { $1 }
            .merging(ClientWords.options) { $1 }
    }

    /// The arguments without options and their values.
    package func wordsBesideOptions(of arguments: some Sequence<String>) -> [String] {
        var words: [String] = []
        var isValue = false
        for argument in arguments {
            if argument.hasPrefix("-") {
                isValue = options[String(argument.dropFirst(2))] == false
            } else {
                if !isValue { words.append(argument) }
                isValue = false
            }
        }
        return words
    }

    /// Only the clock's commands.
    package static let commands = Vocabulary(extras: [], questions: [])

    /// What starts with these words and is not a command to a clock.
    package func extra(startingWith words: [String]) -> Extra? {
        extras.first { words.starts(with: $0.words) }
    }

    /// The words that can start a line.
    var firstWords: [String] {
        CommandBook.all.map(\.words).filter { $0.count == 1 }.map { $0[0] } + CommandBook.groups
            + extras.map(\.words).filter { $0.count == 1 }.map { $0[0] }
    }

    /// The words that can follow a group's, but for those that no list shows.
    func verbs(of group: String) -> [String] {
        (CommandBook.typed.map(\.words) + extras.map(\.words))
            .filter { $0.count == 2 && $0[0] == group }.map { $0[1] }
    }

    /// "--volume 0-100", the option's usage in this topic.
    func usage(of option: String, in topic: [String]) -> String {
        if option == ClientWords.socket { return "--socket PATH" }
        let own = extras.first { $0.words == topic }?.parameters ?? []
        let command = CommandBook[topic.joined(separator: ".")]?.options ?? []
        let others = CommandBook.all.flatMap(\.options) + extras.flatMap(\.parameters)
        return (own + command + others).first { $0.option == option }?.optionUsage ?? "--\(option)"
    }
}
