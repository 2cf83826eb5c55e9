import ClockTime
import Control

/// What the client does.
enum ClientAction: Hashable, Sendable {
    case request(ClientRequest)
    /// Answer this without a clock.
    case when(WhenQuestion, isJSON: Bool)
    /// Answer the questions in a file, one per line; nil for standard input.
    case whenBatch(file: String?)
    /// Read this calendar file and send its days to the clock.
    case importFreeDays(file: String, choice: NameChoice, isJSON: Bool, socket: String?)
    case removeAlarms(AlarmRemoval)
    /// Let the system's updater do this.
    case update(UpdateOrder, isJSON: Bool, socket: String?)
    /// Check a card's files, or apply them.
    case setup(SetupOrder, isJSON: Bool, socket: String?)
    /// Print shell completions for the last of these words.
    case complete([String])
    /// Print this and exit: help or version.
    case text(String)
    /// Print this unchanged, for another program.
    case script(String)
}

// The program's arguments. `when`, `free-days import`, `update FILE` and `setup` are not clock commands and have no
// description: WhenWords, FreeDaysWords, UpdateWords and SetupWords parse their words.
extension ClientAction {
    /// All words that the client accepts.
    static let vocabulary = Vocabulary(
        extras: [
            Vocabulary.Extra(
                [ClientHelp.when], arguments: AlarmCommands.days, parameters: WhenWords.parameters),
            Vocabulary.Extra([ClientHelp.setup]), Vocabulary.Extra([ClientHelp.help]),
            Vocabulary.Extra(ClientHelp.freeDaysImport, parameters: FreeDaysWords.parameters),
        ], questions: ["help", "version"])

    /// Parses the arguments after the program's name.
    ///
    /// - Parameters:
    ///   - zones: provides the rules of the zones that they name.
    ///   - width: columns of help.
    static func parse(
        _ arguments: [String], zones: some ZoneReader, width: Int = ClientHelp.standardWidth
    ) throws(UsageError) -> ClientAction {
        let arguments = SpokenWords.meant(by: arguments)
        if arguments.first == CompletionScript.question {
            return .complete(Array(arguments.dropFirst()))
        }
        if arguments.first == CompletionScript.words {
            return .script(try CompletionScript.text(arguments.dropFirst()))
        }
        if arguments.first == ClientManual.words {
            return .script(try ClientManual.text(arguments.dropFirst()))
        }
        let beforeEnd = arguments.prefix { $0 != "--" }
        let topic = ClientHelp.nearestTopic(to: vocabulary.wordsBesideOptions(of: beforeEnd))
        if beforeEnd.contains(where: { $0 == "--help" || $0 == "-h" }) {
            return .text(topic.text(to: width))
        }
        if beforeEnd.contains("--version") { return .text("noiseclock \(Product.version)\n") }
        var words = try WordReader(
            arguments, topic: topic.words, options: topic.options, vocabulary: vocabulary,
            zones: zones)
        // Without words, show the clock's status.
        if words.isEmpty {
            return try parse([ClientHelp.status] + arguments, zones: zones, width: width)
        }
        if words.consume([ClientHelp.help]) {
            return .text(try helpTopic(&words).text(to: width))
        }
        if words.consume([ClientHelp.when]) { return try WhenWords.action(&words) }
        if words.consume([ClientHelp.setup]) { return try words.setupOrder() }
        if words.consume(ClientHelp.freeDaysImport) { return try words.freeDaysImport() }
        if let order = try words.updateOrder() {
            return .update(
                order, isJSON: words.isJSON, socket: words.options[ClientWords.socket])
        }
        if let removal = try words.alarmRemoval() { return .removeAlarms(removal) }
        return .request(try ClientWords.request(&words))
    }

    /// Whether the arguments ask for JSON, even if they are otherwise invalid.
    static func asksForJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--\(ClientWords.json)")
    }

    private static func helpTopic(_ words: inout WordReader) throws(UsageError) -> ClientHelp.Topic
    {
        guard let name = words.peek else { return .overview }
        if words.count == 2, words.consume(ClientHelp.freeDaysImport) { return .freeDaysImport }
        if words.count == 1 {
            if name == ClientHelp.when { return .when }
            if name == ClientHelp.setup { return .setup }
            if name == CompletionScript.words { return .completion }
            if name == ClientManual.words { return .manual }
            if CommandBook.groups.contains(name) { return .group(name) }
        }
        return .command(try ClientWords.description(&words))
    }
}
