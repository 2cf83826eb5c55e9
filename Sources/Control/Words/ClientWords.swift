package import ClockCore
package import ClockTime

/// A command, as words ask for it.
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

    package init(message: String, topic: [String]) {
        self.message = Sentences.sentence(message)
        self.topic = topic
    }

    /// A second line for a person at a terminal.
    package var hint: String {
        "See: " + (["noiseclock"] + topic + ["--help"]).joined(separator: " ")
    }
}

/// The words of a command to the clock.
///
/// A command line is one command's words, then what it is about, then options in any place. The command's
/// description says what that can be. The client reads such lines, and so are scripts of the simulator and a
/// card's alarms read. What the client does without a clock, or before it asks one, is its own
/// (its `ClientAction`).
package enum ClientWords {
    package static let json = "json"
    package static let socket = "socket"

    /// The options that every command takes.
    package static let commonOptions = [json, socket]

    /// The options that say what an alarm is like, as a card's `noiseclock.json` names them, too.
    package static let alarmOptions = AlarmFields.optionNames

    /// Reads a command.
    ///
    /// - Parameter zones: where the rules of a zone are read that they name.
    package static func request(
        _ arguments: [String], zones: some ZoneReader
    ) throws(UsageError) -> ClientRequest {
        let named = arguments.prefix { $0 != "--" }.filter { !$0.hasPrefix("-") }
        let command = CommandBook.all.first { named.starts(with: $0.words) }
        var words = try WordReader(
            arguments,
            topic: command?.words ?? named.prefix(1).filter(CommandBook.groups.contains),
            options: (command?.options.compactMap(\.option) ?? []) + commonOptions,
            vocabulary: .commands, zones: zones)
        return try request(&words)
    }

    /// Reads a line of a script: a command in the client's words, without what only the client itself
    /// can do (help, `--json`, `--socket`).
    package static func command(
        _ line: String, zones: some ZoneReader
    ) throws(UsageError) -> Command {
        let request = try request(try split(line), zones: zones)
        guard !request.isJSON, request.socket == nil else {
            throw UsageError(
                message: "A script cannot have --json or --socket. Leave them out.", topic: [])
        }
        guard request.file == nil else {
            throw UsageError(
                message:
                    "\(Spelling.quoted(line)) cannot stand in a script: the client has to open the file.",
                topic: [])
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
                    "\(Spelling.quoted(line)) ends inside \(isEscaped ? "an escape" : "quotes").",
                topic: [])
        }
        if let finished = word { words.append(finished) }
        return words
    }

    /// Takes the words that name a command.
    package static func description(
        _ words: inout WordReader
    ) throws(UsageError) -> CommandDescription {
        guard let first = words.next() else {
            throw UsageError(
                message: "There is no command. \"noiseclock help\" shows all.", topic: [])
        }
        if let command = CommandBook[first] { return command }
        guard CommandBook.groups.contains(first) else {
            throw unknownCommand(first, words.vocabulary)
        }
        let verbs = words.vocabulary.verbs(of: first)
        guard let second = words.next() else {
            if let command = CommandBook.alone[first] { return command }
            throw UsageError(
                message: "What about \(first)? Add one of "
                    + verbs.joined(separator: ", ") + ".",
                topic: [first])
        }
        guard let command = CommandBook["\(first).\(second)"] else {
            throw UsageError(
                message: unknownMessage(of: first, second, among: verbs), topic: [first])
        }
        return command
    }

    /// Reads a command from its first word on.
    package static func request(_ words: inout WordReader) throws(UsageError) -> ClientRequest {
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

    /// Whoever leaves out a group's word means one of its commands: "volume" is "noise volume".
    private static func unknownCommand(_ word: String, _ vocabulary: Vocabulary) -> UsageError {
        let group = CommandBook.groups.first {
            vocabulary.verbs(of: $0).contains(word.lowercased())
        }
        let near =
            group.map { "\($0) \(word.lowercased())" }
            ?? Spelling.suggestion(for: word, among: vocabulary.firstWords)
        let hint = near.map { "Did you mean \($0)?" } ?? "\"noiseclock help\" shows all."
        return UsageError(
            message: "There is no command \(Spelling.quoted(word)). \(hint)", topic: [])
    }
}

/// `There is no option "--lable". Did you mean --label?`, or with all that there are.
package func unknownMessage(_ word: String, _ kind: String, among known: [String]) -> String {
    let near = Spelling.suggestion(for: word, among: known)
    let hint = near.map { "Did you mean \($0)?" } ?? "Try one of \(known.joined(separator: ", "))."
    return "There is no \(kind) \(Spelling.quoted(word)). \(hint)"
}

/// `There is no command "alarm ad". Did you mean alarm add?`, or with all that can follow the first word.
package func unknownMessage(of group: String, _ word: String, among verbs: [String]) -> String {
    let near = Spelling.suggestion(for: word, among: verbs)
    let hint =
        near.map { "Did you mean \(group) \($0)?" }
        ?? "Try one of \(verbs.joined(separator: ", "))."
    return "There is no command \(Spelling.quoted("\(group) \(word)")). \(hint)"
}
