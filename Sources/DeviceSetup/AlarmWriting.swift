import BoundedJSON
import ClockTime
import Control

/// The form of an alarm in noiseclock.json: the client's words, or fields with the names of the client's options.
enum AlarmWriting {
    private static let options = ClientWords.alarmOptions
    private static let example =
        "a text such as \"07:30 mon-fri --label Work\", or an object such as"
        + " { \"time\": \"07:30\", \"days\": \"mon-fri\", \"label\": \"Work\" }"

    /// The arguments that `noiseclock alarm add` would take.
    static func arguments(of value: JSONValue) throws(SetupRefusal) -> [String] {
        switch value {
        case .string(let text):
            do throws(UsageError) {
                return try ClientWords.split(text)
            } catch {
                throw SetupRefusal(error.message)
            }
        case .object(let fields): return try arguments(of: fields)
        default: throw SetupRefusal("\(value.shown) is not allowed; it must be \(example)")
        }
    }

    private static func arguments(
        of fields: [String: JSONValue]
    ) throws(SetupRefusal) -> [String] {
        guard case .string(let time)? = fields["time"] else {
            throw SetupRefusal("\"time\" must be a text such as \"07:30\"")
        }
        // A value that looks like an option must not become one.
        var arguments = [try word(time, "time")]
        switch fields["days"] {
        case nil, .null?: break
        case .string(let days)?:
            for part in days.split(separator: " ") {
                arguments.append(try word(String(part), "days"))
            }
        case .list(let days)?:
            for day in days {
                guard case .string(let day) = day else {
                    throw SetupRefusal(
                        "\"days\" must be a text such as \"mon-fri\", or a list of them")
                }
                arguments.append(try word(day, "days"))
            }
        case let value?:
            throw SetupRefusal(
                "days: \(value.shown) is not allowed; it must be a text such as \"mon-fri\"")
        }
        for (name, value) in fields.sorted(by: { $0.key < $1.key })
        where name != "time" && name != "days" && value != .null {
            guard options.contains(name) else {
                let known = ["time", "days"] + options
                let near = Spelling.suggestion(for: name, among: known)
                throw SetupRefusal(
                    "there is no field \(Spelling.quoted(name)) of an alarm; "
                        + (near.map { "did you mean \"\($0)\"?" }
                            ?? "there are " + known.joined(separator: ", ")))
            }
            arguments.append("--\(name)=\(try option(value, name))")
        }
        return arguments
    }

    private static func word(_ text: String, _ name: String) throws(SetupRefusal) -> String {
        guard !text.hasPrefix("-") else {
            throw SetupRefusal("\(name): \(Spelling.quoted(text)) is not allowed")
        }
        return text
    }

    private static func option(_ value: JSONValue, _ name: String) throws(SetupRefusal) -> String {
        switch value {
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .bool(let flag): return flag ? "on" : "off"
        case .null, .number, .list, .object:
            throw SetupRefusal(
                "\(name): \(value.shown) is not allowed; it must be a text, as the client's --\(name)"
                    + " takes it")
        }
    }

    /// The arguments as a user would type them, for display.
    static func words(_ arguments: [String]) -> String {
        arguments.map { argument in
            let shown = Spelling.printable(argument)
            guard shown.contains(" ") || shown.isEmpty else { return shown }
            return "\"\(shown)\""
        }.joined(separator: " ")
    }
}
