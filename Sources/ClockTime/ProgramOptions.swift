/// The options of a program, by the names that people type.
package protocol ProgramOption: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// What stands for the value in messages; nil for an option without one.
    var placeholder: String? { get }

    /// `-h` is short for it.
    static var help: Self { get }
}

/// Wrong arguments of a program: one line for people that names the option, its value, and what is allowed.
package struct OptionError: Error, Hashable, Sendable {
    /// EX_USAGE of sysexits.h.
    package static let exitCode: Int32 = 64

    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    package static func wrong(
        _ option: some ProgramOption, _ value: String, _ advice: String
    ) -> OptionError {
        OptionError("\(option.rawValue) can't be \(Spelling.quoted(value)). \(advice)")
    }
}

/// Reads the arguments that follow a program's name, one by one: `--name`, `--name VALUE` or `--name=VALUE`, each option
/// once.
package struct OptionReader<Option: ProgramOption> {
    package private(set) var given: [Option] = []
    private var rest: ArraySlice<String>
    private let program: String

    package init(_ arguments: [String], of program: String) {
        rest = arguments[...]
        self.program = program
    }

    /// The next argument, if it is no option but a word that the program takes there.
    package mutating func word(if isTaken: (String) -> Bool) -> String? {
        guard let word = rest.first, isTaken(word) else { return nil }
        return rest.removeFirst()
    }

    /// The next option, and its value if it has one; nil at the end.
    package mutating func next() throws(OptionError) -> (option: Option, value: String)? {
        guard let argument = rest.popFirst() else { return nil }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let option =
            argument == "-h" ? Option.help : try OptionReader.option(String(parts[0]), of: program)
        let name = option.rawValue
        guard !given.contains(option) else {
            throw OptionError("\(name) is there twice. Give it once.")
        }
        given.append(option)
        guard let placeholder = option.placeholder else {
            guard parts.count == 1 else { throw OptionError("\(name) takes no value.") }
            return (option, "")
        }
        // A value that looks like an option is a value that was forgotten.
        let value =
            parts.count > 1
            ? String(parts[1]) : rest.first?.hasPrefix("--") == false ? rest.removeFirst() : ""
        guard !value.isEmpty else {
            throw OptionError("\(name) needs a value: \(name) \(placeholder).")
        }
        return (option, value)
    }

    private static func option(_ name: String, of program: String) throws(OptionError) -> Option {
        if let option = Option(rawValue: name) { return option }
        guard name.hasPrefix("-") else {
            throw OptionError(
                "\(Spelling.quoted(name)) is one word too many. Options begin with --.")
        }
        let names = Option.allCases.map(\.rawValue)
        let hint = Spelling.suggestion(for: name, among: names).map { "Did you mean \($0)?" }
        throw OptionError(
            "There is no option \(Spelling.quoted(name)). "
                + (hint ?? "List them: \(program) --help"))
    }
}

extension ProgramOption {
    /// The value as a whole number.
    package func number<Number: FixedWidthInteger>(
        _ value: String, in range: ClosedRange<Number>
    ) throws(OptionError) -> Number {
        guard let number = Number(value), range.contains(number) else {
            throw .wrong(
                self, value,
                "Give a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// The value as the path of a socket, which the kernel limits.
    package func socket(_ path: String, longest: Int) throws(OptionError) -> String {
        guard path.utf8.count <= longest else {
            throw OptionError(
                "\(rawValue) \(Spelling.quoted(path)) is too long: \(path.utf8.count) bytes. Give a path "
                    + "of at most \(longest).")
        }
        return path
    }
}
