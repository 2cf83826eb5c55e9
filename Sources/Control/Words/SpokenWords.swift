import English

/// Command lines that people type and that are no command, but can mean only one.
///
/// They become that command before anything else looks at them. `WordGuesses` has those that could mean several things:
/// they are refused with a guess.
package enum SpokenWords {
    /// - Returns: the arguments in the words of the commands; unchanged if they are so already.
    package static func meant(by arguments: [String]) -> [String] {
        guard !arguments.contains("--") else { return arguments }
        let arguments = joiningNight(arguments)
        let places = NamedWord.places(in: arguments)
        let words = places.map { arguments[$0] }
        let others = arguments.indices.filter { !places.contains($0) }.map { arguments[$0] }
        guard let meant = command(words, isAlone: others.allSatisfy(isCommon)) else {
            return arguments
        }
        let isTimer = meant.starts(with: ["timer", "add"])
        return meant + (isTimer ? others.map(nameOption) : others)
    }

    /// - Parameter isAlone: there are no options of a command.
    private static func command(_ words: [String], isAlone: Bool) -> [String]? {
        let rest = Array(words.dropFirst(2))
        switch words.first {
        case "stop" where words.count > 1: return ["alarm"] + words
        case "snooze" where words.count > 1 && !LengthWords.isNoName(words[1]):
            return ["alarm"] + words
        case "breathe": return ["breathing", words.count > 1 ? words[1] : "start"] + rest
        case "goodnight": return ["good-night"] + words.dropFirst()
        case "good" where words.count > 1 && words[1] == "night":
            return ["good-night"] + rest
        case "lamp" where words.count > 1 && words[1].first?.isNumber == true:
            return ["lamp", "on"] + words.dropFirst()
        default: break
        }
        switch words.prefix(2) {
        case ["noise", "mute"]: return ["noise", "pause"] + rest
        case ["noise", "unmute"]: return ["noise", "play"] + rest
        case ["sound", "output"] where rest.isEmpty && isAlone: return ["sound", "outputs"]
        // From the first number on.
        case ["alarm", "remove"] where rest == ["all"]: return ["alarm", "remove", "1-"]
        case ["alarm", "add"]: return timer(rest)
        case ["time", "set"]: return timeOfToday(rest)
        default: return nil
        }
    }

    private static func isCommon(_ option: String) -> Bool {
        [ClientWords.json, ClientWords.socket].contains { option.hasPrefix("--\($0)") }
            || !option.hasPrefix("-")
    }

    // MARK: - A length in place of a time

    /// "in 20 minutes" and "+20m" count down: that is a timer.
    private static func timer(_ words: [String]) -> [String]? {
        var rest = words[...]
        guard let first = rest.popFirst() else { return nil }
        if first.hasPrefix("+") {
            rest = ArraySlice([String(first.dropFirst())] + rest)
        } else if first.lowercased() != "in" {
            return nil
        }
        var length = ""
        while let (piece, count) = self.length(of: rest) {
            length += piece
            rest = rest.dropFirst(count)
            if rest.first?.lowercased() == "and" { rest = rest.dropFirst() }
        }
        return length.isEmpty ? nil : ["timer", "add", length] + rest
    }

    /// The length that the words begin with, and how many they are: "20 minutes", "an hour", "1h30m".
    private static func length(of words: ArraySlice<String>) -> (String, Int)? {
        guard var first = words.first else { return nil }
        if ["a", "an", "one"].contains(first.lowercased()) { first = "1" }
        if let unit = words.dropFirst().first,
            let length = LengthWords.meant(by: first + " " + unit)
        {
            return (length, 2)
        }
        return LengthWords.length(meantBy: first).map { ($0, 1) }
    }

    /// An alarm's label is a timer's name.
    private static func nameOption(_ option: String) -> String {
        option == "--label" || option.hasPrefix("--label=")
            ? "--name" + option.dropFirst("--label".count) : option
    }

    // MARK: - Times

    /// "time set 08:00" means today; the date may also follow the time.
    private static func timeOfToday(_ words: [String]) -> [String]? {
        guard let first = words.first, ScheduleWords.time(first) != nil else { return nil }
        let halves = words.dropFirst().prefix { ["am", "pm"].contains($0.lowercased()) }
        let time = first + halves.joined()
        let date = words.dropFirst(1 + halves.count)
        return ["time", "set"] + (date.isEmpty ? ["today"] : Array(date)) + [time]
    }

    /// An option has one word: "--night 22:00 07:00" is "--night 22:00-07:00".
    private static func joiningNight(_ arguments: [String]) -> [String] {
        guard let place = arguments.firstIndex(of: "--night"), arguments.count > place + 2,
            ScheduleWords.time(arguments[place + 1]) != nil,
            ScheduleWords.time(arguments[place + 2]) != nil
        else { return arguments }
        var joined = arguments
        let end = joined.remove(at: place + 2)
        joined[place + 1] += "-" + end
        return joined
    }
}
