package import BoundedJSON
package import ClockTime
import English

/// A value's role in one command: its place in words and JSON, and its help.
package struct Parameter<Value: Sendable>: DescribedParameter {
    /// The components of the field's path.
    package private(set) var path: [String]
    /// The path as one string: "alarm.snooze.limit".
    package private(set) var key: String
    package var place: ParameterPlace
    let form: Form<Value>
    package var help: String
    /// The question to ask if the words lack it. Nil if it is optional.
    package var question: String?
    package var isRequired: Bool
    package var isSubject = false
    /// What a missing field counts as, if that is always the same, by the field's name.
    private(set) var standards: [String: JSONValue] = [:]
    /// The value that a flag sets.
    let flagged: Value?
    /// The placeholder in help, if the form's is too vague.
    private let ownPlaceholder: String?

    /// A positional argument.
    ///
    /// - Parameters:
    ///   - what: its name in messages, such as "the volume".
    ///   - isSubject: it is the thing that the command is about.
    init(
        _ key: String, argument what: String, _ form: Form<Value>, placeholder: String? = nil,
        question: String? = nil, isRequired: Bool = false, isSubject: Bool = false
    ) {
        self.init(
            key, .argument(what: what), form, "", placeholder: placeholder, question: question,
            isRequired: isRequired || question != nil)
        self.isSubject = isSubject
    }

    /// An option: "--volume 40".
    package init(
        _ key: String, option: String, _ form: Form<Value>, _ help: String,
        placeholder: String? = nil, default standard: JSONValue? = nil
    ) {
        self.init(key, .option(option), form, help, placeholder: placeholder)
        standards = [path[path.count - 1]: standard].compactMapValues { $0 }
    }

    /// A flag: "--last", which sets this value.
    package init(_ key: String, flag: String, _ flagged: Value, _ form: Form<Value>, _ help: String)
    {
        self.init(key, .flag(flag), form, help, flagged: flagged)
    }

    /// A parameter that only JSON has, or that the description itself reads from the words.
    init(
        _ key: String, requestOnly form: Form<Value>, isRequired: Bool = false,
        default standard: JSONValue? = nil
    ) {
        self.init(key, .requestOnly, form, "", isRequired: isRequired)
        standards = [path[path.count - 1]: standard].compactMapValues { $0 }
    }

    private init(
        _ key: String, _ place: ParameterPlace, _ form: Form<Value>, _ help: String,
        placeholder: String? = nil, question: String? = nil, isRequired: Bool = false,
        flagged: Value? = nil
    ) {
        path = key.split(separator: ".").map(String.init)
        self.key = key
        self.place = place
        self.form = form
        self.help = help
        ownPlaceholder = placeholder
        self.question = question
        self.isRequired = isRequired
        self.flagged = flagged
    }

    package var placeholder: String { ownPlaceholder ?? form.placeholder }
    package var completion: Completion { form.completion }

    /// The same parameter, nested in the object of this name.
    func within(_ name: String) -> Parameter {
        var parameter = self
        parameter.path.insert(name, at: 0)
        parameter.key = "\(name).\(key)"
        return parameter
    }

    /// The same parameter, each of whose fields has a value where it is missing: that of its name, if there is one.
    func standing(for value: (String) -> JSONValue?) -> Parameter {
        var parameter = self
        for field in form.fields(path[path.count - 1]).joined() {
            parameter.standards[field.name] = value(field.name)
        }
        return parameter
    }

    package var allowedFields: [[AllowedField]] {
        var sets = form.fields(path[path.count - 1])
        for index in sets.indices where !sets[index].isEmpty {
            sets[index][0].isRequired = sets[index][0].isRequired || isRequired
            sets[index][0].help = isArgument && help.isEmpty ? name : help
            for place in sets[index].indices {
                sets[index][place].standard = standards[sets[index][place].name]
            }
        }
        let canBeLeftOut = sets.contains { !$0.contains(where: \.isRequired) }
        return isRequired || canBeLeftOut ? sets : sets + [[]]
    }

    package func readField(
        from reader: inout FieldReader, zones: any ZoneReader, into arguments: inout Arguments
    ) throws(FieldError) {
        do {
            arguments[self] = try form.read(&reader, path[path.count - 1], zones)
        } catch let error as FieldError {
            throw error
        } catch {
            throw FieldError(reader.path(path[path.count - 1]), "\(error)")
        }
    }

    package func readWord(
        _ word: String, zones: any ZoneReader, into arguments: inout Arguments
    ) throws(TextFormError) {
        do {
            guard let value = try form.word(word, zones) else {
                let advice =
                    form.guess(word).map { "Did you mean \($0)?" } ?? "Give \(form.allowed)."
                throw TextFormError(
                    "\(Sentences.begun(name)) can't be \(Spelling.quoted(word)). \(advice)")
            }
            arguments[self] = value
        } catch let error as TextFormError {
            throw error
        } catch {
            throw TextFormError("\(error)")
        }
    }

    package func raiseFlag(in arguments: inout Arguments) { arguments[self] = flagged }

    package func fields(of arguments: Arguments) -> [String: JSONValue] {
        arguments[self].map { form.write($0, path[path.count - 1]) } ?? [:]
    }

    package var missing: FieldError {
        FieldError(key, "is missing; it must be \(form.allowedInJSON)")
    }
}

/// Where a parameter appears among words.
package enum ParameterPlace: Hashable, Sendable {
    case argument(what: String)
    case option(String)
    case flag(String)
    case requestOnly
}

/// A type-erased parameter, for lists.
package protocol DescribedParameter: Sendable {
    var path: [String] { get }
    var key: String { get }
    var place: ParameterPlace { get }
    var placeholder: String { get }
    var help: String { get }
    var question: String? { get }
    var isRequired: Bool { get }
    /// It is the thing that the command is about: routes have it in their path.
    var isSubject: Bool { get }
    /// The fields of a request that it reads, in one of several sets.
    var allowedFields: [[AllowedField]] { get }
    var completion: Completion { get }
    var missing: FieldError { get }

    /// - Parameter reader: reads the object that contains the field.
    func readField(
        from reader: inout FieldReader, zones: any ZoneReader, into arguments: inout Arguments
    ) throws(FieldError)
    func readWord(
        _ word: String, zones: any ZoneReader, into arguments: inout Arguments
    ) throws(TextFormError)
    func raiseFlag(in arguments: inout Arguments)
    /// The parameter's fields in that object; empty if it is not given.
    func fields(of arguments: Arguments) -> [String: JSONValue]
}

extension DescribedParameter {
    /// Its name in messages about words.
    package var name: String {
        switch place {
        case .argument(let what): what
        case .option(let name), .flag(let name): "--" + name
        case .requestOnly: key
        }
    }

    /// The option's name without its dashes; nil if it is not an option.
    package var option: String? {
        switch place {
        case .option(let name), .flag(let name): name
        case .argument, .requestOnly: nil
        }
    }

    /// "--volume 0-100", as help shows an option.
    package var optionUsage: String {
        if case .option(let name) = place { "--\(name) \(placeholder)" } else { name }
    }

    package var isArgument: Bool {
        if case .argument = place { true } else { false }
    }
}

/// The arguments of a command, from words or JSON.
package struct Arguments: Sendable {
    /// Boxed, because a cast takes an empty optional for no value.
    private struct Given<Value: Sendable> {
        let value: Value
    }

    private var values: [String: any Sendable] = [:]

    package init() {}

    package subscript<Value>(parameter: Parameter<Value>) -> Value? {
        get { (values[parameter.key] as? Given<Value>)?.value }
        set { values[parameter.key] = newValue.map { Given(value: $0) } }
    }

    package func required<Value>(_ parameter: Parameter<Value>) throws(FieldError) -> Value {
        guard let value = self[parameter] else { throw parameter.missing }
        return value
    }

    func has(_ parameter: any DescribedParameter) -> Bool { values[parameter.key] != nil }
}
