import Control

// Names of what the clock has stand wherever numbers and ids do: `alarm show Work`. On the socket there are numbers
// and ids alone. So the client finds the words that may be names (this file), asks the clock what it has
// (NameResolving.swift), and puts the numbers and ids in their place (NameMatching.swift) before it reads the words.

/// A word of a command line, in a place where something can be named.
struct NamedWord: Hashable, Sendable {
    /// Which of the arguments it is in.
    let place: Int
    /// What stands before it in the same argument: "--sound=".
    let prefix: String
    let word: String
    let kind: Kind

    /// What can be named. Favourites have no other name, and the clock itself finds them.
    enum Kind: Hashable, Sendable {
        case alarm, timer, sound, zone
    }

    private init?(_ word: String, at place: Int, prefix: String = "", _ completion: Completion) {
        guard case .known(let known) = completion else { return nil }
        switch known {
        case .alarms: kind = .alarm
        case .timers: kind = .timer
        case .sounds: kind = .sound
        case .zones: kind = .zone
        case .favourites, .devices: return nil
        }
        let isNumber = !word.contains(where: \.isLetter)
        guard kind == .sound || kind == .zone || !isNumber, !word.isEmpty else { return nil }
        self.word = word
        self.place = place
        self.prefix = prefix
    }

    /// The words that may be names.
    static func all(in arguments: [String]) -> [NamedWord] {
        let parts = parts(of: arguments)
        let words = parts.compactMap {
            if case .word(let place) = $0 { arguments[place] } else { nil }
        }
        let command = CommandBook.all.first { words.starts(with: $0.words) }
        let isWhen = words.first == ClientHelp.when
        guard command != nil || isWhen else { return [] }
        let options = command?.options ?? WhenWords.parameters
        let own = command?.parameters.filter(\.isArgument).map(\.completion) ?? []
        let completions = command.flatMap(\.completing) ?? own
        var count = -(command?.words.count ?? 1)
        return parts.compactMap { part in
            switch part {
            case .word(let place):
                defer { count += 1 }
                guard completions.indices.contains(count) else { return nil }
                return NamedWord(arguments[place], at: place, completions[count])
            case .value(let option, let place, let prefix):
                guard let parameter = options.first(where: { $0.option == option }) else {
                    return nil
                }
                let word = String(arguments[place].dropFirst(prefix.count))
                return NamedWord(word, at: place, prefix: prefix, parameter.completion)
            }
        }
    }

    private enum Part {
        case word(Int)
        case value(option: String, Int, prefix: String)
    }

    /// The arguments by what they are to the reader of words (`WordReader`); options themselves are left out.
    private static func parts(of arguments: [String]) -> [Part] {
        var parts: [Part] = []
        var place = 0
        while place < arguments.count {
            let argument = arguments[place]
            if argument == "--" {
                parts += (place + 1..<arguments.count).map { .word($0) }
                break
            }
            if !argument.hasPrefix("--") {
                parts.append(.word(place))
            } else if let end = argument.firstIndex(of: "=") {
                let option = String(argument[..<end].dropFirst(2))
                parts.append(.value(option: option, place, prefix: String(argument[...end])))
            } else if ClientAction.vocabulary.options[String(argument.dropFirst(2))] == false {
                place += 1
                // An option that lacks its value is told by who reads the words.
                if place < arguments.count, !arguments[place].hasPrefix("--") {
                    parts.append(.value(option: String(argument.dropFirst(2)), place, prefix: ""))
                }
            }
            place += 1
        }
        return parts
    }
}

extension [String] {
    /// The same with other words in the place of names.
    func replacing(_ named: [NamedWord], with words: [String]) -> [String] {
        var arguments = self
        for (name, word) in zip(named, words) { arguments[name.place] = name.prefix + word }
        return arguments
    }
}
