package import ClockTime

/// Words in order, with the options removed.
package struct WordReader {
    private var words: ArraySlice<String>
    /// The given options and their values; the value is empty if there is none.
    package let options: [String: String]
    /// Words right after an option's value, which may have been meant as a part of it.
    let wordsAfterValues: Set<String>
    /// The file that goes with the command, or that its reply goes to, if any.
    var file: String?
    /// The topic that errors refer to.
    package var topic: [String]
    let zones: any ZoneReader
    let vocabulary: Vocabulary

    /// - Parameters:
    ///   - known: the topic's options, for messages. Any other option of the vocabulary is accepted, too;
    ///     `checkOptions` refuses it later.
    ///   - zones: provides the rules of the zones that the words name.
    package init(
        _ arguments: [String], topic: [String], options known: [String],
        vocabulary: Vocabulary, zones: any ZoneReader
    ) throws(UsageError) {
        self.topic = topic
        self.vocabulary = vocabulary
        self.zones = zones
        var words: [String] = []
        var options: [String: String] = [:]
        var (wordsAfterValues, isAfterValue) = (Set<String>(), false)
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                break
            }
            guard WordReader.isOption(argument) else {
                words.append(argument)
                if isAfterValue { wordsAfterValues.insert(argument) }
                isAfterValue = false
                continue
            }
            let (option, value) = try WordReader.option(
                argument, &rest, topic, known, vocabulary)
            isAfterValue = !value.isEmpty
            guard options.updateValue(value, forKey: option) == nil else {
                throw UsageError(message: "--\(option) is there twice. Give it once.", topic: topic)
            }
        }
        self.words = words[...]
        self.options = options
        self.wordsAfterValues = wordsAfterValues
    }

    /// A dash starts an option, unless a number follows. That is a wrong value, and the error should say so.
    private static func isOption(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument.count > 1
            && !(argument.dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false)
    }

    private static func option(
        _ argument: String, _ rest: inout ArraySlice<String>, _ topic: [String],
        _ known: [String], _ vocabulary: Vocabulary
    ) throws(UsageError) -> (String, String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let word = String(parts[0])
        let option = String(word.dropFirst(2))
        guard word.hasPrefix("--"), let isFlag = vocabulary.options[option] else {
            let known = (known + vocabulary.questions).map { "--\($0)" }
            throw UsageError(
                message: unknownMessage(word, "option", among: known), topic: topic)
        }
        guard !isFlag else {
            guard parts.count == 1 else {
                throw UsageError(message: "\(word) takes no value.", topic: topic)
            }
            return (option, "")
        }
        if parts.count == 2 { return (option, String(parts[1])) }
        guard let value = rest.first, !value.hasPrefix("--") else {
            throw UsageError(
                message: "\(word) needs a value: \(vocabulary.usage(of: option, in: topic)).",
                topic: topic)
        }
        rest.removeFirst()
        return (option, value)
    }

    package var isJSON: Bool { options[ClientWords.json] != nil }
    package var isEmpty: Bool { words.isEmpty }
    package var count: Int { words.count }
    package var peek: String? { words.first }
    package var peekSecond: String? { words.dropFirst().first }

    package mutating func next() -> String? { words.popFirst() }

    /// Consumes these words if they come next, and returns whether it did.
    package mutating func consume(_ expected: [String]) -> Bool {
        guard words.starts(with: expected) else { return false }
        words.removeFirst(expected.count)
        return true
    }

    /// Refuses options that are neither the command's own nor common to all commands.
    package func checkOptions(
        own: [String], common: [String] = ClientWords.commonOptions
    ) throws(UsageError) {
        for option in options.keys.sorted() where !(own + common).contains(option) {
            let known = own.map { "--\($0)" }.joined(separator: ", ")
            throw error(
                "\"\(topic.joined(separator: " "))\" has no option --\(option)."
                    + (known.isEmpty ? "" : " It has \(known)."))
        }
    }

    /// The arguments given as options.
    package func arguments(
        of parameters: [any DescribedParameter], beside given: Arguments = Arguments()
    ) throws(UsageError) -> Arguments {
        var arguments = given
        for parameter in parameters {
            guard let option = parameter.option, let value = options[option] else { continue }
            if case .flag = parameter.place {
                parameter.raiseFlag(in: &arguments)
                continue
            }
            do {
                try parameter.readWord(value, zones: zones, into: &arguments)
            } catch {
                throw self.error(error.message)
            }
        }
        return arguments
    }

    /// Refuses a word that is left over.
    package mutating func finish() throws(UsageError) {
        if let extra = next() {
            throw error(
                "\(Spelling.quoted(extra)) is one word too many. A name of several words needs quotes."
            )
        }
    }

    package func error(_ message: String) -> UsageError {
        UsageError(message: message, topic: topic)
    }

    /// `The date can't be "friday". Give a date such as 2026-03-29.`
    func error(_ what: String, _ word: String, _ allowed: String) -> UsageError {
        error("\(what) can't be \(Spelling.quoted(word)). Give \(allowed).")
    }
}
