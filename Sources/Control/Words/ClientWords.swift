package import ClockCore
package import ClockTime
import English

/// A command parsed from words.
package struct ClientRequest: Hashable, Sendable {
    package var outgoing: OutgoingRequest
    /// The command for the clock.
    package var command: Command
    /// Print the reply as JSON.
    package var isJSON: Bool
    /// The path given with `--socket`.
    package var socket: String?
    /// Open this file, and pass it along with the request.
    package var file: String?
    /// Ask only what the change would do.
    package var isDryRun = false
    /// Print each new reply until somebody ends the client.
    package var isWatching = false
    /// The reply is for this file.
    package var target: String?
    /// Nobody needs to be asked.
    package var isSure = false
}

/// Words that cannot be parsed: what is wrong, and where to read more.
package struct UsageError: Error, Hashable, Sendable {
    package var message: String
    /// The words of the intended command, as far as they were understood.
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

/// Parses the words of a command to the clock.
///
/// A command line is the words of one command, then its arguments, with options anywhere. The command's description
/// defines which are valid. The client parses its command line with this, and so do the simulator's scripts and the
/// alarms on a card. The client itself defines what it does without a clock, or before asking one (its `ClientAction`).
package enum ClientWords {
    package static let json = "json"
    package static let socket = "socket"
    package static let dryRun = "dry-run"
    package static let watch = "watch"
    /// What asks before it does something needs no answer.
    package static let yes = "yes"

    /// The options that every command takes.
    package static let commonOptions = [json, socket]
    /// These, and those that fit only changes or only queries: whether each is a flag.
    static let options = [json: true, socket: false, dryRun: true, watch: true, yes: true]

    /// The options that describe an alarm, with the same names as in a card's `noiseclock.json`.
    package static let alarmOptions = AlarmFields.optionNames

    /// Parses a command.
    ///
    /// - Parameter zones: provides the rules of the zones that the words name.
    package static func request(
        _ arguments: [String], zones: some ZoneReader
    ) throws(UsageError) -> ClientRequest {
        let arguments = SpokenWords.meant(by: arguments)
        let named = arguments.prefix { $0 != "--" }.filter { !$0.hasPrefix("-") }
        let command = CommandBook.typed.first { named.starts(with: $0.words) }
        var words = try WordReader(
            arguments,
            topic: command?.words ?? named.prefix(1).filter(CommandBook.groups.contains),
            options: (command?.options.compactMap(\.option) ?? []) + commonOptions,
            vocabulary: .commands, zones: zones)
        return try request(&words)
    }

    /// Parses a line of a script: a command in the client's words, without what only the client itself
    /// can do (help, `--json`, `--socket`).
    package static func command(
        _ line: String, zones: some ZoneReader
    ) throws(UsageError) -> Command {
        try command(try split(line), zones: zones)
    }

    /// The same for a line that is already split, with numbers and ids in place of names.
    package static func command(
        _ words: [String], zones: some ZoneReader
    ) throws(UsageError) -> Command {
        let request = try request(words, zones: zones)
        guard !request.isJSON, request.socket == nil, !request.isWatching,
            !request.isDryRun
        else {
            throw UsageError(
                message:
                    "A script cannot have --json, --socket, --dry-run or --watch. Leave them out.",
                topic: [])
        }
        guard request.file == nil, request.target == nil else {
            throw UsageError(
                message: "A script cannot have \(Spelling.quoted(words.joined(separator: " "))): "
                    + "the client has to open the file.",
                topic: [])
        }
        return request.command
    }

    /// Splits a line at blanks. Single or double quotes keep blanks together. A backslash takes the next
    /// character literally, except in single quotes.
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
                message: "What about \(first)? Add \(verbs.count == 1 ? "" : "one of ")"
                    + verbs.joined(separator: ", ") + ".",
                topic: [first])
        }
        guard let command = CommandBook["\(first).\(second)"], !command.isOnlyInRequests else {
            throw UsageError(
                message: unknownMessage(of: first, second, among: verbs), topic: [first])
        }
        return command
    }

    /// Parses a command, starting at its first word.
    package static func request(_ words: inout WordReader) throws(UsageError) -> ClientRequest {
        let description = try description(&words)
        words.topic = description.words
        try words.checkOptions(
            own: description.options.compactMap(\.option), common: options.keys.sorted())
        let arguments = try description.arguments(reading: &words)
        let command: Command
        do {
            command = try description.command(arguments)
        } catch {
            throw description.usageError(error, in: words)
        }
        let request = ClientRequest(
            outgoing: OutgoingRequest(description, arguments), command: command,
            isJSON: words.isJSON, socket: words.options[socket],
            file: description.writesFile ? nil : words.file,
            target: description.writesFile ? words.file : nil,
            isSure: words.options[yes] != nil)
        if description.writesFile, command.takesFile, [nil, "-"].contains(words.file) {
            throw words.error(
                "That goes into a file only. Give its path, as in: \(description.usage)")
        }
        return try request.asAsked(for: description, words)
    }

    /// If a word is a command of some group, the user left out the group: "volume" is "noise volume".
    private static func unknownCommand(_ word: String, _ vocabulary: Vocabulary) -> UsageError {
        let verb = word.lowercased()
        let found = CommandBook.groups.filter { vocabulary.verbs(of: $0).contains(verb) }
            .map { "\($0) \(verb)" }
        // An alarm clock's alarms come first; else several are equally likely.
        let likely = found.count == 1 ? found[0] : found.first { $0.hasPrefix("alarm ") }
        let near =
            likely ?? (ScheduleWords.time(word) == nil ? nil : "alarm add \(word)")
            ?? (found.isEmpty ? Spelling.suggestion(for: word, among: vocabulary.firstWords) : nil)
        let others =
            found.isEmpty
            ? "\"noiseclock help\" shows all." : "Try one of \(found.joined(separator: ", "))."
        let hint = near.map { "Did you mean \($0)?" } ?? others
        return UsageError(
            message: "There is no command \(Spelling.quoted(word)). \(hint)", topic: [])
    }
}

extension ClientRequest {
    /// With `--dry-run` and `--watch` where they fit.
    fileprivate func asAsked(
        for description: CommandDescription, _ words: WordReader
    ) throws(UsageError) -> ClientRequest {
        var request = self
        let name = "\"\(description.words.joined(separator: " "))\""
        if words.options[ClientWords.dryRun] != nil {
            if let reason = description.obstacleToDryRun {
                throw words.error("\(name) \(reason). Leave out --dry-run.")
            }
            request.isDryRun = true
        }
        if words.options[ClientWords.yes] != nil, !description.asksFirst {
            throw words.error("\(name) asks nothing. Leave out --yes.")
        }
        if words.options[ClientWords.watch] != nil {
            guard !description.writesFile else {
                throw words.error("\(name) is for a file and can't be watched. Leave out --watch.")
            }
            guard description.kind == .query else {
                throw words.error("\(name) is a change. Only what shows something can be watched.")
            }
            guard outgoing.fields.count == 1 else {
                throw words.error(
                    "Only \(name) without other words can be watched. Leave them out.")
            }
            request.isWatching = true
        }
        return request
    }
}

/// `There is no option "--lable". Did you mean --label?`, or a list of all options.
package func unknownMessage(_ word: String, _ kind: String, among known: [String]) -> String {
    let near = Spelling.suggestion(for: word, among: known)
    let hint = near.map { "Did you mean \($0)?" } ?? "Try one of \(known.joined(separator: ", "))."
    return "There is no \(kind) \(Spelling.quoted(word)). \(hint)"
}
