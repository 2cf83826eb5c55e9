import ClockCore
import ClockTime

/// An option of the client.
package enum ClientOption: String, CaseIterable, Hashable, Comparable, Sendable {
    case label, sound, volume, ramp, snooze
    case snoozeLimit = "snooze-limit"
    case mustWake = "must-wake"
    case vibration, ring, rings
    case preAlert = "pre-alert"
    case sunrise
    case freeDays = "free-days"
    case quiet, message, category, icon, tint
    case date, until, alarm, since, last
    case name, release, nap, max, pulse, grace
    case zone, from
    case variant, pan
    case fadeIn = "in"
    case fadeOut = "out"
    case sleepFade = "sleep"
    case shape, start, fallback
    case armedAt = "armed-at"
    case count, batch
    case json, socket

    var word: String { "--" + rawValue }

    /// What its value is called in help; nil where it takes none.
    var placeholder: String? {
        switch self {
        case .label: "TEXT"
        case .sound: "SOUND"
        case .volume: "0-100"
        case .ramp: "0s-60s"
        case .snooze: "1m-60m|on|off"
        case .snoozeLimit: "1-100|none"
        case .mustWake, .freeDays, .quiet: "on|off"
        case .vibration: "PATTERN|none"
        case .ring: "1m-60m"
        case .rings: "0-10"
        case .preAlert, .sunrise: "0m-60m"
        case .message: "TEXT"
        case .category, .icon: "NAME|none"
        case .tint: "#RRGGBB|none"
        case .date: "DATE"
        case .alarm: "ID"
        case .name: "NAME"
        case .release: "1s-10m"
        case .nap: "1m-3h"
        case .max: "1m-4h"
        case .grace: "0m-180m"
        case .pulse: "on|off|40-120"
        case .until: "TIME"
        case .zone: "ZONE"
        case .since, .from, .armedAt: "INSTANT"
        case .count: "1-\(WhenQuestion.counts.upperBound)"
        case .variant: "NAME"
        case .pan: "-100-100"
        case .fadeIn, .fadeOut: "0s-60s"
        case .sleepFade: "1s-30m"
        case .shape: FadeShape.allCases.map(\.rawValue).joined(separator: "|")
        case .fallback: "DEVICE,..."
        case .start, .last, .batch, .json: nil
        case .socket: "PATH"
        }
    }

    /// Those that every command takes.
    static let everywhere = [ClientOption.json, .socket]

    package static func < (one: ClientOption, other: ClientOption) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// Words in order, with the options taken out.
struct WordReader {
    private var words: ArraySlice<String>
    /// Given options and their values; an option without a value has an empty one.
    let options: [ClientOption: String]
    /// The file that goes with the command, where one does.
    var file: String?
    /// What errors point to.
    var topic: [String]
    /// Where the rules are read of a zone that the words name.
    var zones: any ZoneReader

    /// - Parameter known: the options that go with the topic, for messages; any other is taken too, and
    ///   refused by `checkOptions`.
    init(
        _ arguments: [String], topic: [String], options known: [ClientOption],
        zones: any ZoneReader
    ) throws(UsageError) {
        self.topic = topic
        self.zones = zones
        var words: [String] = []
        var options: [ClientOption: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                break
            }
            guard WordReader.isOption(argument) else {
                words.append(argument)
                continue
            }
            let (option, value) = try WordReader.option(argument, &rest, topic, known)
            guard options.updateValue(value, forKey: option) == nil else {
                throw UsageError(message: "\(option.word) is given twice", topic: topic)
            }
        }
        self.words = words[...]
        self.options = options
    }

    /// A dash begins an option, but not where a number follows: that is a wrong value, better told as
    /// such.
    private static func isOption(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument.count > 1
            && !(argument.dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false)
    }

    private static func option(
        _ argument: String, _ rest: inout ArraySlice<String>, _ topic: [String],
        _ known: [ClientOption]
    ) throws(UsageError) -> (ClientOption, String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let word = String(parts[0])
        guard let option = ClientOption.allCases.first(where: { $0.word == word }) else {
            let known = known.map(\.word) + ["--help", "--version"]
            throw UsageError(
                message: unknownMessage(word, "option", among: known), topic: topic)
        }
        guard let placeholder = option.placeholder else {
            guard parts.count == 1 else {
                throw UsageError(message: "\(option.word) takes no value", topic: topic)
            }
            return (option, "")
        }
        if parts.count == 2 { return (option, String(parts[1])) }
        guard let value = rest.first, !value.hasPrefix("--") else {
            throw UsageError(
                message: "\(option.word) needs a value: \(option.word) \(placeholder)", topic: topic
            )
        }
        rest.removeFirst()
        return (option, value)
    }

    var isEmpty: Bool { words.isEmpty }
    var count: Int { words.count }
    var peek: String? { words.first }
    var peekSecond: String? { words.dropFirst().first }

    mutating func next() -> String? { words.popFirst() }

    /// Takes these words where they come next; returns whether they did.
    mutating func take(_ expected: [String]) -> Bool {
        guard words.starts(with: expected) else { return false }
        words.removeFirst(expected.count)
        return true
    }

    /// Refuses options that are neither the command's own nor common to all.
    func checkOptions(
        own: [ClientOption], common: [ClientOption] = ClientOption.everywhere
    ) throws(UsageError) {
        for option in options.keys.sorted() where !(own + common).contains(option) {
            let known = own.map(\.word).joined(separator: ", ")
            throw error(
                "\(option.word) is no option of \(topic.joined(separator: " "))"
                    + (known.isEmpty ? "" : "; it takes \(known)"))
        }
    }

    /// Refuses a word that nobody took.
    mutating func finish() throws(UsageError) {
        if let extra = next() { throw error("\(Spelling.quoted(extra)) is one word too many") }
    }

    func error(_ message: String) -> UsageError {
        UsageError(message: message, topic: topic)
    }

    /// "volume "loud" is not allowed; it must be a number from 0 to 100".
    func error(_ what: String, _ word: String, _ allowed: String) -> UsageError {
        error("\(what) \(Spelling.quoted(word)) is not allowed; it must be \(allowed)")
    }
}
