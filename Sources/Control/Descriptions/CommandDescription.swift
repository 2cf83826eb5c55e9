package import BoundedJSON
package import ClockCore
package import ClockTime

/// The single definition of a command. Its JSON request, words, help and shell completions are derived from this.
package struct CommandDescription: Sendable {
    /// Reads, in order and before the options, the words of a command whose syntax is irregular.
    package typealias WordReading =
        @Sendable (inout WordReader, inout Arguments) throws -> Void

    package enum Kind: Sendable {
        /// Changes nothing.
        case query
        case change
        /// A change that takes devices, files or the system's clock, so that only doing it shows its outcome.
        case hostChange
    }

    /// Who may send it from the network (product, X4).
    package enum Access: Sendable {
        /// Whoever wants to pair.
        case everyone
        /// Whoever may read (`ReadingRule`).
        case readers
        case devices
        /// Only the programs that serve the network, for themselves: nobody can send it through them, so it has no route.
        case programs
    }

    /// The name in JSON, such as "noise.play". In words, a space replaces the dot.
    package let name: String
    /// A short summary of its purpose.
    package let summary: String
    /// The full explanation, in lines of at most 104 characters.
    package let explanation: String
    package let kind: Kind
    package let access: Access
    package let examples: [String]
    package let parameters: [any DescribedParameter]
    private let fieldTree: ParameterTree
    /// The usage in help after the command's words, if it does not follow from the parameters.
    private let ownUsage: String?
    /// The question to ask if the words name nothing to change. Requests must name something, too.
    let wantsChange: String?
    /// The path of the things that it is about, if they are not those of its first word.
    package let family: [String]?
    /// It replaces all that its family has.
    package let isReplacement: Bool
    /// The client may ask a person before it sends it.
    package let asksFirst: Bool
    /// Only requests have it: an operation of the law (13) that people know by another word, or whose refusal programs
    /// get by name.
    package let isOnlyInRequests: Bool
    /// The group's word on its own means this command.
    let isAlone: Bool
    let readWords: WordReading?
    /// Shell completions for each argument, if they do not follow from the parameters.
    private let completing: [Completion]?
    /// Which parameters go together, in words and in requests.
    private let relation: ParameterRelation?
    /// The same for requests alone: a program must name what a person may leave out.
    private let relationInRequests: ParameterRelation?
    /// Throws a `FieldError` if parameters conflict.
    private let maker: @Sendable (Arguments) throws -> Command

    init(
        _ name: String, _ summary: String, _ explanation: String? = nil, kind: Kind = .change,
        access: Access? = nil, parameters: [any DescribedParameter] = [], usage: String? = nil,
        examples: [String]? = nil, wantsChange: String? = nil, family: [String]? = nil,
        isReplacement: Bool = false, asksFirst: Bool = false, isOnlyInRequests: Bool = false,
        isAlone: Bool = false,
        words: WordReading? = nil, completing: [Completion]? = nil,
        relation: ParameterRelation? = nil, relationInRequests: ParameterRelation? = nil,
        make: @escaping @Sendable (Arguments) throws -> Command
    ) {
        self.name = name
        self.summary = summary
        self.explanation = explanation ?? summary
        self.kind = kind
        self.access = access ?? (kind == .query ? .readers : .devices)
        self.parameters = parameters
        fieldTree = ParameterTree(parameters)
        self.examples =
            examples ?? (isOnlyInRequests ? [] : [name.replacing(".", with: " ")])
        ownUsage = usage
        self.wantsChange = wantsChange
        self.family = family
        self.isReplacement = isReplacement
        self.asksFirst = asksFirst
        self.isOnlyInRequests = isOnlyInRequests
        self.isAlone = isAlone
        readWords = words
        self.completing = completing
        self.relation = relation
        self.relationInRequests = relationInRequests
        maker = make
    }

    /// The words that ask for it: `["noise", "play"]`.
    package var words: [String] { name.split(separator: ".").map(String.init) }

    /// "noise play [SOUND]".
    package var usage: String {
        let arguments = parameters.filter(\.isArgument).map { parameter in
            parameter.isRequired ? parameter.placeholder : "[\(parameter.placeholder)]"
        }
        let rest = ownUsage ?? arguments.joined(separator: " ")
        return (words + (rest.isEmpty ? [] : [rest])).joined(separator: " ")
    }

    /// What a shell offers as an argument, counted from 0. The last one of several is like those before it.
    package func completion(at place: Int) -> Completion? {
        let all = completing ?? parameters.filter(\.isArgument).map(\.completion)
        if all.indices.contains(place) { return all[place] }
        return place >= 0 && usage.hasSuffix("...") ? all.last : nil
    }

    /// Why it cannot be a dry run, after its name; nil if it can.
    package var obstacleToDryRun: String? {
        switch kind {
        case .query: "changes nothing anyway"
        case .change: nil
        case .hostChange: "cannot be tried; only doing it shows what comes of it"
        }
    }

    /// The thing that it is about, if it has one.
    package var subject: (any DescribedParameter)? { parameters.first(where: \.isSubject) }

    /// Whether an open file comes with its request.
    package var takesFile: Bool { kind != .query && completion(at: 0) == .file }

    /// Whether the client writes the reply to a file, whose path the person types.
    package var writesFile: Bool { kind == .query && completion(at: 0) == .file }

    /// Whether one of its words may be a length.
    var takesLength: Bool { parameters.contains { $0.isArgument && $0.key == "seconds" } }

    /// Its options, in the order of help.
    package var options: [any DescribedParameter] { parameters.filter { $0.option != nil } }

    /// Makes the command from its arguments.
    package func command(_ arguments: Arguments) throws(FieldError) -> Command {
        try relation?.check(arguments)
        return try CommandDescription.asFieldError { try maker(arguments) }
    }

    /// The closures of descriptions throw `FieldError`s; Swift 6.0 would require each to declare that.
    private static func asFieldError<Value>(
        _ body: () throws -> Value
    ) throws(FieldError) -> Value {
        do {
            return try body()
        } catch let error as FieldError {
            throw error
        } catch {
            throw FieldError("", "\(error)")
        }
    }

    // MARK: - Words

    package func arguments(
        reading words: inout WordReader
    ) throws(UsageError) -> Arguments {
        var arguments = Arguments()
        do {
            if let readWords {
                try readWords(&words, &arguments)
            } else {
                try read(&words, &arguments)
            }
            arguments = try words.arguments(of: parameters, beside: arguments)
        } catch let error as UsageError {
            throw error
        } catch let error as TextFormError {
            throw words.error(error.message)
        } catch {
            throw words.error("\(error)")
        }
        try words.finish()
        if let wantsChange, !parameters.contains(where: { !$0.isRequired && arguments.has($0) }) {
            throw words.error(wantsChange)
        }
        return arguments
    }

    private func read(_ words: inout WordReader, _ arguments: inout Arguments) throws {
        for parameter in parameters where parameter.isArgument {
            if let word = words.next() {
                try parameter.readWord(word, zones: words.zones, into: &arguments)
            } else if let question = parameter.question {
                throw words.error(question)
            }
        }
    }

    /// Turns a `FieldError` into an error about the words it came from.
    func usageError(_ error: FieldError, in words: WordReader) -> UsageError {
        let parameter = parameters.first { $0.key == error.field }
        return words.error("\(parameter?.name ?? error.field) \(error.reason)")
    }

    // MARK: - JSON

    package func arguments(
        reading reader: inout FieldReader, zones: any ZoneReader
    ) throws(FieldError) -> Arguments {
        var arguments = Arguments()
        try fieldTree.read(from: &reader, zones: zones, into: &arguments)
        for parameter in parameters where parameter.isRequired && !arguments.has(parameter) {
            throw parameter.missing
        }
        try relationInRequests?.check(arguments)
        if !changing.isEmpty, !changing.contains(where: { arguments.has($0) }) {
            let all = changing.map(\.key).joined(separator: ", ")
            throw FieldError(
                reader.path, "nothing is to change; give at least one of \(all)")
        }
        return arguments
    }

    /// The parameters of which a request must have one, because it would change nothing without.
    private var changing: [any DescribedParameter] {
        wantsChange == nil
            ? [] : parameters.filter { !$0.isRequired && $0.key != CommandDescription.revision }
    }

    /// The parameter that says which state of a thing is meant.
    package static let revision = "revision"

    /// The fields that a request may have beside the command's name, in one of several sets.
    ///
    /// - Parameter subject: the parameter that is given apart from them.
    package func allowedFields(beside subject: (any DescribedParameter)? = nil) -> AllowedValues {
        // Either one object has all that can change, or the request itself.
        let firsts = Set(changing.map { $0.path[0] })
        let object = firsts.count == 1 && changing[0].path.count > 1 ? firsts.first : nil
        var sets = fieldTree.allowedFields(wanting: object)
        if let relation = relationInRequests ?? relation {
            sets = relation.sets(among: sets, given: subject)
        }
        sets = sets.map { $0.filter { $0.name != subject?.key } }
        let required = sets.first?.count(where: \.isRequired) ?? 0
        return .fields(sets, least: changing.isEmpty || object != nil ? 0 : required + 1)
    }

    /// The fields of a request, including the command's name.
    package func fields(of arguments: Arguments) -> [String: JSONValue] {
        var fields = fieldTree.fields(of: arguments)
        fields["command"] = .string(name)
        return fields
    }
}
