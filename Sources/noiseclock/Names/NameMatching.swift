import ClockCore
import ClockTime
import Control

/// The things of one kind that can be named, with their names.
struct KnownNames: Sendable {
    struct Entry: Hashable, Sendable {
        /// Its word in a command: a number or an id.
        var word: String
        /// Its name for people; empty if it has none.
        var name: String
    }

    let kind: NamedWord.Kind
    let entries: [Entry]

    /// The word for the thing with this name.
    ///
    /// - Throws: why the name matches nothing, or more than one thing.
    func word(for named: String) throws(NameError) -> String {
        if let entry = entries.first(where: { same($0.word, named) }) { return entry.word }
        var found = entries.filter { same($0.name, named) }
        if found.count > 1 {
            let exact = found.filter { $0.name == named }
            if exact.count == 1 { found = exact }
        }
        if found.isEmpty, kind == .zone { found = places(called: named) }
        guard let entry = found.first else { throw unknown(named) }
        guard found.count == 1 else { throw ambiguous(named, found) }
        return entry.word
    }

    private func same(_ one: String, _ other: String) -> Bool {
        !one.isEmpty && SearchText.folded(one) == SearchText.folded(other)
    }

    /// Zones by their place name, in full or in part: "Berlin", "new york", "Indiana".
    private func places(called named: String) -> [Entry] {
        let wanted = SearchText.folded(named.replacing(" ", with: "_"))
        guard !wanted.isEmpty else { return [] }
        let towns = entries.filter {
            SearchText.folded(String($0.word.split(separator: "/").last ?? "")) == wanted
        }
        return towns.isEmpty
            ? entries.filter { SearchText.folded($0.word).contains(wanted) } : towns
    }

    // MARK: - Messages

    private func unknown(_ named: String) -> NameError {
        let start = "There is no \(noun) \(Spelling.quoted(named))."
        let towns = kind == .zone ? entries.compactMap { $0.word.split(separator: "/").last } : []
        let names = entries.flatMap { [$0.name, $0.word] }.filter { !$0.isEmpty }
        if let near = Spelling.suggestion(for: named, among: names + towns.map(String.init)) {
            let shown = near.contains(" ") ? Spelling.quoted(near) : Spelling.printable(near)
            return NameError(kind, "\(start) Did you mean \(shown)?")
        }
        return NameError(kind, "\(start) \(whereToLook)")
    }

    /// The most candidates that one message lists.
    private static let mostShown = 8

    private func ambiguous(_ named: String, _ found: [Entry]) -> NameError {
        let words = found.map(\.word)
        let shown = words.prefix(KnownNames.mostShown).joined(separator: ", ")
        let rest = words.count - KnownNames.mostShown
        let list = shown + (rest > 0 ? " and \(rest) more" : "")
        let name = Spelling.quoted(named)
        let message =
            switch kind {
            case .alarm: "Alarms \(list) are all called \(name). Give the number."
            case .timer: "Timers \(list) are all called \(name). Give the number."
            case .sound: "Sounds \(list) are all called \(name). Give the id."
            case .zone: "\(name) could be \(list). Give one of these."
            }
        return NameError(kind, message, candidates: words)
    }

    private var noun: String {
        switch kind {
        case .alarm: "alarm"
        case .timer: "timer"
        case .sound: "sound"
        case .zone: "time zone"
        }
    }

    private var whereToLook: String {
        switch kind {
        case .alarm: "\"noiseclock alarm list\" shows all alarms."
        case .timer: "\"noiseclock timer list\" shows all timers."
        case .sound: "\"noiseclock sound list\" shows all sounds."
        case .zone: "Try a large city in the zone, such as Berlin."
        }
    }
}

/// A name that matches nothing, or several things.
struct NameError: Error, Hashable, Sendable {
    let kind: NamedWord.Kind
    let message: String
    /// The possible matches.
    let candidates: [String]

    init(_ kind: NamedWord.Kind, _ message: String, candidates: [String] = []) {
        self.kind = kind
        self.message = message
        self.candidates = candidates
    }

    /// The refusal that the clock would give for a wrong number.
    var refusal: Refusal {
        let field =
            switch kind {
            case .alarm: "alarm"
            case .timer: "timer"
            case .sound: "sound"
            case .zone: "zone"
            }
        let code = candidates.isEmpty ? "notFound" : "ambiguous"
        return Refusal(code: code, message: message, field: field)
    }
}
