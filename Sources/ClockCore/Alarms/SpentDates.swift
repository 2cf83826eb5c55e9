package import ClockTime

/// The dates that an alarm has used up: an explicit set of the latest ones, never a high-water mark. Clock steps in
/// either direction thus neither repeat nor lose a ring (law, Words).
package struct SpentDates: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var date: CivilDate
        package var instant: Instant
        package var reason: Reason
        /// Why it was skipped; nil if it was not.
        package var skip: SkipReason?
        /// Used up while the clock was not trusted; a correction may undo it (law, 5.5).
        package var isProvisional: Bool
    }

    package enum Reason: String, Hashable, Sendable, Codable {
        /// `rung` also if stop ended it in its countdown (law, 6.10).
        case rung, skipped, missed
    }

    /// The law keeps 32: one more than the days of the look-back (2.3), so that no clock step makes a date due again
    /// that a daily alarm has used up.
    package static let capacity = 32

    /// Ordered by date, not by when they were used up: verdicts on a long absence come after a ring and must not evict
    /// its date.
    package private(set) var entries: [Entry] = []

    package init() {}

    package func contains(_ date: CivilDate) -> Bool {
        entries.contains { $0.date == date }
    }

    package mutating func insert(_ entry: Entry) {
        entries.removeAll { $0.date == entry.date }
        let place = entries.firstIndex { $0.date > entry.date } ?? entries.count
        entries.insert(entry, at: place)
        guard entries.count > SpentDates.capacity else { return }
        entries.remove(at: leastNeeded)
    }

    /// Evicts a missed date first: if the clock goes back before it, it is due again anyway (3.2). Next comes a date
    /// suppressed by something that suppresses others too. A date that rang would ring twice.
    private var leastNeeded: Int {
        entries.firstIndex { $0.reason == .missed }
            ?? entries.firstIndex { $0.reason == .skipped && $0.skip != .skipNext }
            ?? entries.startIndex
    }

    /// The clock is confirmed, so its used-up dates are final.
    package mutating func confirm() {
        for place in entries.indices { entries[place].isProvisional = false }
    }

    /// Removes the entries that match and returns them.
    package mutating func drop(where isDropped: (Entry) -> Bool) -> [Entry] {
        let dropped = entries.filter(isDropped)
        if !dropped.isEmpty { entries.removeAll(where: isDropped) }
        return dropped
    }
}

// A thousand alarms keep 32 dates each, so the format is compact: "2025-01-14 1736834400 rung". A skipped date has its
// skip reason there ("freeDay"), and a provisional one has a trailing question mark.
extension SpentDates {
    /// As the store has them: each date is read by itself, because an alarm rings again on a date that is forgotten.
    var stored: [Entry] {
        get { entries }
        set {
            self = SpentDates()
            for entry in newValue.suffix(SpentDates.capacity) { insert(entry) }
        }
    }
}

extension SpentDates.Entry: Codable {
    /// The format of older programs.
    private enum Key: String, CodingKey {
        case date, instant, reason, skip, isProvisional
    }

    private static let provisionalMark: Character = "?"

    package init(from decoder: any Decoder) throws {
        guard let text = try? decoder.singleValueContainer().decode(String.self) else {
            let record = try decoder.container(keyedBy: Key.self)
            self.init(
                date: try record.decode(CivilDate.self, forKey: .date),
                instant: try record.decode(Instant.self, forKey: .instant),
                reason: try record.decode(SpentDates.Reason.self, forKey: .reason),
                skip: try record.decodeIfPresent(SkipReason.self, forKey: .skip),
                isProvisional: try record.decode(Bool.self, forKey: .isProvisional))
            return
        }
        guard let entry = SpentDates.Entry(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "no spent date: \(text)"))
        }
        self = entry
    }

    private init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, let date = CivilDate(String(words[0])),
            let seconds = Int64(words[1])
        else { return nil }
        let isProvisional = words[2].last == SpentDates.Entry.provisionalMark
        let word = String(isProvisional ? words[2].dropLast() : words[2])
        let skip = SkipReason(rawValue: word)
        guard let reason = skip == nil ? SpentDates.Reason(rawValue: word) : .skipped else {
            return nil
        }
        self.init(
            date: date, instant: Instant(seconds: seconds), reason: reason, skip: skip,
            isProvisional: isProvisional)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        var text = "\(date) \(instant.seconds) \(skip?.rawValue ?? reason.rawValue)"
        if isProvisional { text.append(SpentDates.Entry.provisionalMark) }
        try container.encode(text)
    }
}
