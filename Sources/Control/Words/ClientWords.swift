package import ClockCore
package import ClockTime

/// What the client is to do.
package enum ClientAction: Hashable, Sendable {
    case request(ClientRequest)
    /// Answer this without a clock.
    case when(WhenQuestion, isJSON: Bool)
    /// Answer the questions in a file, one in each line; nil for standard input.
    case whenBatch(file: String?)
    /// Read this calendar file, and tell the clock its days.
    case importFreeDays(file: String, isJSON: Bool, socket: String?)
    /// Have the system's updater do this.
    case update(UpdateOrder, isJSON: Bool, socket: String?)
    /// Look at a card's files, or do what they ask.
    case setup(SetupOrder, isJSON: Bool, socket: String?)
    /// Print what a shell can offer for the last of these words.
    case complete([String])
    /// Print this and be done: help or version.
    case text(String)
}

package struct ClientRequest: Hashable, Sendable {
    package var outgoing: OutgoingRequest
    /// What the clock will make of it.
    package var command: Command
    /// Print the reply as JSON.
    package var isJSON: Bool
    /// The path that `--socket` gives.
    package var socket: String?
    /// Open this file, and pass it with the request.
    package var file: String?
}

/// Words that ask for nothing that there is: what is wrong, and where to read on.
package struct UsageError: Error, Hashable, Sendable {
    package var message: String
    /// The words of the command that was meant, as far as they were understood.
    package var topic: [String]

    /// A second line for a person at a terminal.
    package var hint: String {
        "See: " + (["noiseclock"] + topic + ["--help"]).joined(separator: " ")
    }
}

/// The client's words.
///
/// A command line is one command's words, then what it is about, then options in any place. The command's
/// description says what that can be; the same words stand in the simulator's scripts. `when`,
/// `free-days import` and `setup` are no commands to a clock and have no description: WhenWords, FreeDaysWords
/// and SetupWords read their words.
package enum ClientWords {
    static let json = "json"
    static let socket = "socket"

    /// The options that every command takes.
    static let commonOptions = [json, socket]

    /// All options that there are, and whether each is a flag.
    static let options = CommandBook.flags.merging(WhenWords.flags) { $1 }
        .merging([json: true, socket: false]) { $1 }

    /// The options that say what an alarm is like, as a card's `noiseclock.json` names them, too.
    package static let alarmOptions = AlarmFields.optionNames

    /// "--volume 0-100", as the command with these words takes it.
    static func usage(of option: String, in topic: [String]) -> String {
        if option == socket { return "--socket PATH" }
        let own = topic == [ClientHelp.when] ? WhenWords.parameters : []
        let command = CommandBook[topic.joined(separator: ".")]?.options ?? []
        let known = (own + command + CommandBook.all.flatMap(\.options) + WhenWords.parameters)
        return known.first { $0.option == option }?.optionUsage ?? "--\(option)"
    }

    /// Reads the arguments after the program's name.
    ///
    /// - Parameter zones: where the rules of a zone are read that they name.
    package static func parse(
        _ arguments: [String], zones: some ZoneReader
    ) throws(UsageError) -> ClientAction {
        if arguments.first == CompletionScript.question {
            return .complete(Array(arguments.dropFirst()))
        }
        if arguments.first == CompletionScript.words {
            return .text(try CompletionScript.text(arguments.dropFirst()))
        }
        let beforeEnd = arguments.prefix { $0 != "--" }
        let topic = ClientHelp.nearestTopic(to: beforeEnd.filter { !$0.hasPrefix("-") })
        if beforeEnd.contains(where: { $0 == "--help" || $0 == "-h" }) { return .text(topic.text) }
        if beforeEnd.contains("--version") { return .text("noiseclock \(Product.version)\n") }
        var words = try WordReader(
            arguments, topic: topic.words, options: topic.options, zones: zones)
        if words.isEmpty, words.options.isEmpty { return .text(ClientHelp.Topic.overview.text) }
        if words.peek == "help" {
            _ = words.next()
            return .text(try helpTopic(&words).text)
        }
        if words.peek == ClientHelp.when {
            _ = words.next()
            return try WhenWords.action(&words)
        }
        if words.peek == ClientHelp.setup {
            _ = words.next()
            return try words.setupOrder()
        }
        if words.take(ClientHelp.freeDaysImport) { return try words.freeDaysImport() }
        if let order = try words.updateOrder() {
            return .update(
                order, isJSON: words.isJSON, socket: words.options[socket])
        }
        return .request(try request(&words))
    }

    /// Whether the arguments ask for JSON, also where they ask for nothing else that there is.
    package static func asksForJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--\(json)")
    }

    /// Reads a line of a script: a command in the client's words, without what only the client itself
    /// can do (help, `--json`, `--socket`).
    package static func command(
        _ line: String, zones: some ZoneReader
    ) throws(UsageError) -> Command {
        let arguments = try split(line)
        guard case .request(let request) = try parse(arguments, zones: zones) else {
            throw UsageError(
                message: "\(Spelling.quoted(line)) is not a command to the clock", topic: [])
        }
        guard !request.isJSON, request.socket == nil else {
            throw UsageError(
                message: "--json and --socket mean nothing in a script", topic: [])
        }
        guard request.file == nil else {
            throw UsageError(
                message:
                    "\(Spelling.quoted(line)) needs the client, which opens the file and passes it "
                    + "through the clock's socket", topic: [])
        }
        return request.command
    }

    /// Splits a line at its blanks. Quotes, single or double, hold blanks together; a backslash takes
    /// the next character as it is, except in single quotes.
    package static func split(_ line: String) throws(UsageError) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open {
                    quote = nil
                } else {
                    word = (word ?? "") + String(character)
                }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " || character == "\t" {
                if let finished = word { words.append(finished) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else {
            throw UsageError(
                message:
                    "\(Spelling.quoted(line)) ends inside \(isEscaped ? "an escape" : "quotes")",
                topic: [])
        }
        if let finished = word { words.append(finished) }
        return words
    }

    private static func helpTopic(_ words: inout WordReader) throws(UsageError) -> ClientHelp.Topic
    {
        guard !words.isEmpty else { return .overview }
        if words.peek == ClientHelp.when, words.count == 1 { return .when }
        if words.peek == ClientHelp.setup, words.count == 1 { return .setup }
        if words.count == 2, words.take(ClientHelp.freeDaysImport) { return .freeDaysImport }
        if let name = words.peek, words.count == 1, CommandBook.groups.contains(name) {
            return .group(name)
        }
        return .command(try description(&words))
    }

    /// Takes the words that name a command.
    private static func description(
        _ words: inout WordReader
    ) throws(UsageError) -> CommandDescription {
        guard let first = words.next() else {
            throw UsageError(message: "there is no command", topic: [])
        }
        if let command = CommandBook[first] { return command }
        guard CommandBook.groups.contains(first) else {
            throw unknown(first, "command", among: ClientHelp.firstWords, topic: [])
        }
        let commands = CommandBook.all.map(\.words) + [ClientHelp.freeDaysImport]
        let verbs = commands.filter { $0.first == first }.map { $0[1] }
        guard let second = words.next() else {
            if let command = CommandBook.alone[first] { return command }
            throw UsageError(
                message: "\(first) needs one of these words: " + verbs.joined(separator: ", "),
                topic: [first])
        }
        guard let command = CommandBook["\(first).\(second)"] else {
            throw unknown(second, "word for \(first)", among: verbs, topic: [first])
        }
        return command
    }

    private static func request(_ words: inout WordReader) throws(UsageError) -> ClientRequest {
        let description = try description(&words)
        words.topic = description.words
        try words.checkOptions(own: description.options.compactMap(\.option))
        let arguments = try description.arguments(reading: &words)
        do {
            let command = try description.command(arguments)
            return ClientRequest(
                outgoing: OutgoingRequest(description, arguments, isChange: command.isChange),
                command: command, isJSON: words.isJSON, socket: words.options[socket],
                file: words.file)
        } catch {
            throw description.usageError(error, in: words)
        }
    }

    private static func unknown(
        _ word: String, _ kind: String, among known: [String], topic: [String]
    ) -> UsageError {
        UsageError(message: unknownMessage(word, kind, among: known), topic: topic)
    }
}

/// "there is no option "--lable"; did you mean --label?", or with all that there are.
func unknownMessage(_ word: String, _ kind: String, among known: [String]) -> String {
    let start = "there is no \(kind) \(Spelling.quoted(word))"
    if let near = Spelling.suggestion(for: word, among: known) {
        return "\(start); did you mean \(near)?"
    }
    return "\(start); there are \(known.joined(separator: ", "))"
}
