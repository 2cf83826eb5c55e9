import ClockCore
package import English

/// A word of a command line, where a name is allowed.
///
/// Theory of operation. Names are allowed wherever numbers and ids are: `alarm show Work`. So are words for dates:
/// `alarm pause tomorrow`. The socket carries only numbers, ids and dates. So the client, and a simulator's script,
/// take four steps:
///
/// 1. Find the words that may be names, by the descriptions of the commands (`NamedWord.all`).
/// 2. Parse the line with a placeholder for each, so that wrong words are refused before the clock is asked.
/// 3. Ask the clock what it has of each kind, and match the names with that (`KnownNames`).
/// 4. Replace the names with numbers, ids and dates, and parse the line again.
///
/// The caller asks the clock and waits for its answer. Nothing here does.
package struct NamedWord: Hashable, Sendable {
    /// The index of the argument that contains it.
    let place: Int
    /// The arguments after that one that belong to it: "dec" of "31 dec".
    fileprivate var further: [Int] = []
    /// The text before it in the same argument: "--sound=".
    let prefix: String
    package let word: String
    /// The text after it: "=Christmas".
    let suffix: String
    package let kind: Kind

    /// Kinds of things with names. Favourites and presets are missing: they have only names, and
    /// the clock itself resolves those.
    package enum Kind: Hashable, Sendable {
        case alarm, timer, sound, zone, pairedDevice
        /// An alarm that the history tells of; it may be gone.
        case pastAlarm
        /// A word for a date: "tomorrow".
        case day(DayUse)

        /// Kinds that the clock must be asked about.
        package static let asked =
            [alarm, pastAlarm, timer, sound, pairedDevice] + DayUse.allCases.map { day($0) }
    }

    private init?(_ word: String, at place: Int, prefix: String = "", _ completion: Completion) {
        self.place = place
        self.prefix = prefix
        if case .date(let use, _) = completion {
            let day = word.prefix { $0 != "=" }
            guard use.isWord(String(day)) else { return nil }
            self.word = String(day)
            suffix = String(word.dropFirst(day.count))
            kind = .day(use)
            return
        }
        guard case .known(let known) = completion else { return nil }
        switch known {
        case .alarms: kind = .alarm
        case .pastAlarms: kind = .pastAlarm
        case .timers: kind = .timer
        case .sounds, .noises: kind = .sound
        case .zones: kind = .zone
        case .pairedDevices: kind = .pairedDevice
        case .favourites, .presets, .fonts, .devices, .variants: return nil
        }
        let isNumber = !word.contains(where: \.isLetter)
        guard kind == .sound || kind == .zone || !isNumber, !word.isEmpty else { return nil }
        self.word = word
        suffix = ""
    }

    /// Whether the clock must resolve this name.
    package func isAsked(of kind: Kind) -> Bool {
        // Silence is not in the catalogue, but can be chosen.
        self.kind == kind && !(kind == .sound && word == SoundID.silence.name)
    }

    /// A placeholder until the clock has been asked.
    package var standIn: String {
        switch kind {
        case .alarm, .pastAlarm, .timer, .pairedDevice: "1"
        case .sound, .zone: word
        case .day(let use): use.standIn
        }
    }

    /// The words that may be names.
    package static func all(in arguments: [String], of vocabulary: Vocabulary) -> [NamedWord] {
        let parts = parts(of: arguments, vocabulary)
        let words = parts.compactMap {
            $0.place.map { arguments[$0] }
        }
        let command = CommandBook.all.first { words.starts(with: $0.words) }
        let extra = vocabulary.extra(startingWith: words)
        guard command != nil || extra != nil else { return [] }
        let options = command?.options ?? extra?.parameters ?? []
        var count = -(command?.words ?? extra?.words ?? []).count
        var named: [NamedWord] = []
        var rest = parts[...]
        while let part = rest.popFirst() {
            switch part {
            case .word(let place):
                defer { count += 1 }
                let completion =
                    command.map { $0.completion(at: count) } ?? (count < 0 ? nil : extra?.argument)
                guard let completion else { continue }
                if let date = NamedWord(spokenAt: place, before: rest, in: arguments, completion) {
                    rest = rest.dropFirst(date.further.count)
                    named.append(date)
                } else if command?.takesLength != true || !LengthWords.isNoName(arguments[place]),
                    let word = NamedWord(arguments[place], at: place, completion)
                {
                    named.append(word)
                }
            case .value(let option, let place, let prefix):
                guard let parameter = options.first(where: { $0.option == option }) else {
                    continue
                }
                let word = String(arguments[place].dropFirst(prefix.count))
                if let word = NamedWord(word, at: place, prefix: prefix, parameter.completion) {
                    named.append(word)
                }
            }
        }
        return named
    }

    /// A date of several words, "31 dec" or "31 dec 2027", that begins at this place.
    private init?(
        spokenAt place: Int, before rest: ArraySlice<Part>, in arguments: [String],
        _ completion: Completion
    ) {
        guard case .date = completion else { return nil }
        let next = rest.prefix(2).prefix { $0.place != nil }.compactMap(\.place)
        for count in [2, 1] where next.count >= count {
            let words = ([place] + next.prefix(count)).map { arguments[$0] }
            // A day's name ends it: "25 dec=Christmas".
            guard !words.dropLast().contains(where: { $0.contains("=") }),
                let date = NamedWord(words.joined(separator: " "), at: place, completion)
            else {
                continue
            }
            self = date
            further = Array(next.prefix(count))
            return
        }
        return nil
    }

    /// The indices of the arguments that are words, not options or their values.
    static func places(in arguments: [String]) -> [Int] {
        parts(of: arguments, .commands).compactMap(\.place)
    }

    private enum Part {
        case word(Int)
        case value(option: String, Int, prefix: String)

        /// The index of a word.
        var place: Int? { if case .word(let place) = self { place } else { nil } }
    }

    /// The arguments by their role to `WordReader`; options themselves are left out.
    private static func parts(
        of arguments: [String], _ vocabulary: Vocabulary
    ) -> [Part] {
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
            } else if vocabulary.options[String(argument.dropFirst(2))] == false {
                place += 1
                // `WordReader` reports an option that lacks its value.
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
    /// The same arguments with names replaced by these words.
    package func replacing(_ named: [NamedWord], with words: [String]) -> [String] {
        var arguments = self
        for (name, word) in zip(named, words) {
            arguments[name.place] = name.prefix + word + name.suffix
        }
        for place in named.flatMap(\.further).sorted(by: >) { arguments.remove(at: place) }
        return arguments
    }
}
