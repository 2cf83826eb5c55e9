package import ClockCore
package import ClockTime
import English

/// The things of one kind that can be named, with their names.
package struct KnownNames: Sendable {
    package struct Entry: Hashable, Sendable {
        /// Its word in a command: a number or an id.
        var word: String
        /// Its name for people; empty if it has none.
        var name: String
        /// It was removed; one that is there comes before it.
        var isGone = false

        package init(word: String, name: String, isGone: Bool = false) {
            self.word = word
            self.name = name
            self.isGone = isGone
        }
    }

    let kind: NamedWord.Kind
    let entries: [Entry]
    /// The clock's date, if it was asked for and knows it.
    private let today: CivilDate?

    package init(kind: NamedWord.Kind, entries: [Entry], today: CivilDate? = nil) {
        self.kind = kind
        self.entries = entries
        self.today = today
    }

    /// - Parameter reply: the clock's reply to the request for all things of this kind.
    package init(_ kind: NamedWord.Kind, _ reply: Reply) {
        let entries: [Entry] =
            if case .alarms(let reports, _) = reply {
                reports.map { Entry(word: "\($0.alarm.id)", name: $0.alarm.label) }
            } else if case .history(let report) = reply {
                report.knownAlarms
            } else if case .timers(let timers) = reply {
                timers.map { Entry(word: "\($0.id)", name: $0.name ?? "") }
            } else if case .sounds(let list) = reply {
                (list.noises + list.tones).map { Entry(word: $0.id.name, name: $0.name) }
            } else if case .devices(let list) = reply {
                list.devices.map { Entry(word: "\($0.id)", name: $0.name) }
            } else {
                []
            }
        let time: TimeReport? = if case .time(let report) = reply { report } else { nil }
        self.init(kind: kind, entries: entries, today: time?.civil?.date)
    }

    /// The word for the thing with this name.
    ///
    /// - Throws: why the name matches nothing, or more than one thing.
    package func word(for named: String) throws(NameError) -> String {
        if case .day(let use) = kind { return try date(named, use).description }
        if let entry = entries.first(where: { same($0.word, named) }) { return entry.word }
        var found = entries.filter { same($0.name, named) }
        if found.count > 1 {
            let exact = found.filter { $0.name == named }
            if exact.count == 1 { found = exact }
            if found.contains(where: { !$0.isGone }) { found.removeAll(where: \.isGone) }
        }
        if found.isEmpty, kind == .zone { found = places(called: named) }
        guard let entry = found.first else { throw unknown(named) }
        guard found.count == 1 else { throw ambiguous(named, found) }
        return entry.word
    }

    private func date(_ word: String, _ use: DayUse) throws(NameError) -> CivilDate {
        guard let today, let date = use.date(word, today: today) else {
            throw NameError(
                kind,
                "The clock doesn't know the time, so it can't tell which day \(Spelling.quoted(word)) is. "
                    + whereToLook)
        }
        return date
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
        let place = kind == .pastAlarm ? "The history has" : "There is"
        let start = "\(place) no \(noun) \(Spelling.quoted(named))."
        let towns = kind == .zone ? entries.compactMap { $0.word.split(separator: "/").last } : []
        let names = entries.flatMap { [$0.name, $0.word] }.filter { !$0.isEmpty }
        let near =
            Spelling.suggestion(for: named, among: names + towns.map(String.init))
            ?? begun(with: named)
        if let near {
            let shown = near.contains(" ") ? Spelling.quoted(near) : Spelling.printable(near)
            return NameError(kind, "\(start) Did you mean \(shown)?")
        }
        return NameError(kind, "\(start) \(whereToLook)")
    }

    /// The only name with a word that starts like this: "Early train" for "early" and "train".
    private func begun(with named: String) -> String? {
        let start = SearchText.folded(named)
        let found = entries.filter { entry in
            let name = SearchText.folded(entry.name)
            return name.hasPrefix(start) || name.contains(" " + start)
        }
        return start.count > 1 && found.count == 1 ? found[0].name : nil
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
            case .alarm, .pastAlarm: "Alarms \(list) are all called \(name). Give the number."
            case .timer: "Timers \(list) are all called \(name). Give the number."
            case .pairedDevice: "Devices \(list) are all called \(name). Give the number."
            case .sound: "Sounds \(list) are all called \(name). Give the id."
            case .zone, .day: "\(name) could be \(list). Give one of these."
            }
        return NameError(kind, message, candidates: words)
    }

    private var noun: String {
        switch kind {
        case .alarm, .pastAlarm: "alarm"
        case .timer: "timer"
        case .pairedDevice: "device"
        case .sound: "sound"
        case .zone: "time zone"
        case .day: "day"
        }
    }

    private var whereToLook: String {
        switch kind {
        case .alarm: "\"noiseclock alarm list\" shows all alarms."
        case .pastAlarm: "\"noiseclock history\" shows what it has."
        case .timer: "\"noiseclock timer list\" shows all timers."
        case .pairedDevice: "\"noiseclock device list\" shows all devices."
        case .sound:
            "\"noiseclock sound list\" shows all sounds, and \"noiseclock mix\" your favourites."
        case .zone: "Try a large city in the zone, such as Berlin."
        case .day: "Give a date, such as 2026-03-29."
        }
    }
}

extension HistoryReport {
    /// The alarms that it tells of. The last thing that happened to one that is gone is that it was removed.
    fileprivate var knownAlarms: [KnownNames.Entry] {
        let gone = records.compactMap { record -> AlarmID? in
            if case .alarmEdited(let id, .removed) = record.event { id } else { nil }
        }
        return alarmLabels.sorted { $0.key < $1.key }.map { id, label in
            KnownNames.Entry(word: "\(id)", name: label, isGone: gone.contains(id))
        }
    }
}

/// A name that matches nothing, or several things.
package struct NameError: Error, Hashable, Sendable {
    package let kind: NamedWord.Kind
    package let message: String
    /// The possible matches.
    package let candidates: [String]

    init(_ kind: NamedWord.Kind, _ message: String, candidates: [String] = []) {
        self.kind = kind
        self.message = message
        self.candidates = candidates
    }

    /// The refusal that the clock would give for a wrong number.
    package var refusal: Refusal {
        let field =
            switch kind {
            case .alarm, .pastAlarm: "alarm"
            case .timer: "timer"
            case .pairedDevice: "device"
            case .sound: "sound"
            case .zone: "zone"
            case .day: "date"
            }
        let code = candidates.isEmpty ? "notFound" : "ambiguous"
        return Refusal(code: code, message: message, field: field)
    }
}
