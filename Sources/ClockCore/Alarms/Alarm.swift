package import ClockTime

/// Tells alarms apart; nothing else does (law, 12). Given out in ascending order, never again.
package struct AlarmID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }

    package init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    package var description: String { String(number) }

    package static func < (one: AlarmID, other: AlarmID) -> Bool { one.number < other.number }
}

/// An alarm: the wish, as a person set it. What came of it on some date is an occurrence, and what
/// rings or is snoozed now is a `RingMember`; neither is stored in here but for the dates that the
/// alarm has used up.
package struct Alarm: Hashable, Sendable {
    package let id: AlarmID
    /// Counts edits, so that a client can tell whether it saw the newest.
    package var revision: Int
    package var schedule: Schedule
    package var isEnabled: Bool
    package var label: String
    package var sound: SoundID
    package var volume: Percent
    /// How long the volume rises to `volume`; 0 to 60 s (law, 6.8).
    package var ramp: Duration
    package var snooze: SnoozeRule
    /// The law's N: how long it rings before it falls silent unanswered.
    package var ringLength: Duration
    /// The law's M: how often it rings again after that.
    package var automaticRings: Int

    package var createdAt: Instant
    /// When the alarm was created, edited or switched on; candidates at or before it do not count
    /// (law, 1.7).
    package var armedAt: Instant
    /// `armedAt` was read off a clock that was not trusted: it moves with the first correction
    /// (law, 5.4).
    package var isArmedProvisionally: Bool
    package var spent: SpentDates
    package var suppressors: Suppressors
    /// The date that switched a once or dated alarm off, so that a correction can undo it
    /// (law, 2.5, 3.2, 5.5).
    package var switchedOffBy: CivilDate?
    package var unknown = UnknownFields()

    package init(id: AlarmID, schedule: Schedule, createdAt: Instant) {
        self.id = id
        self.schedule = schedule
        self.createdAt = createdAt
        revision = 1
        isEnabled = true
        label = ""
        sound = AlarmDefaults.sound
        volume = AlarmDefaults.volume
        ramp = AlarmDefaults.ramp
        snooze = SnoozeRule()
        ringLength = AlarmDefaults.ringLength
        automaticRings = AlarmDefaults.automaticRings
        armedAt = createdAt
        isArmedProvisionally = false
        spent = SpentDates()
        suppressors = Suppressors()
        switchedOffBy = nil
    }
}

/// What a new alarm is, and what an old record without the field means (product, S1).
package enum AlarmDefaults {
    package static let sound = SoundID("digital")
    package static let volume = Percent(clamping: 60)
    package static let ramp = Duration.seconds(30)
    package static let snoozeLength = Duration.minutes(9)
    package static let ringLength = Duration.minutes(10)
    package static let automaticRings = 2
    /// The law's G: an alarm at most this late rings, a later one was missed (2.2).
    package static let grace = Duration.minutes(60)
}

/// What may be asked for; beyond it is refused with the field's name.
package enum AlarmLimits {
    /// Alarms that fit into a state slot of 4 MiB with room to spare (about 600 bytes each).
    package static let count = 5_000
    package static let labelLength = 100
    /// In UTF-8: a single character can hold any number of combining marks.
    package static let labelBytes = 400
    package static let ramp: ClosedRange<Duration> = .zero ... .seconds(60)
    package static let snoozeLength: ClosedRange<Duration> = .minutes(1) ... .minutes(60)
    package static let snoozeLimit = 1...100
    /// Next dates to skip. Whoever is away for longer switches the alarm off.
    package static let skipNext = 0...31
    package static let ringLength: ClosedRange<Duration> = .minutes(1) ... .minutes(60)
}

/// Whether and how an alarm may be snoozed.
package struct SnoozeRule: Hashable, Sendable {
    package var isAllowed = true
    /// The law's S, 1 to 60 minutes.
    package var length = AlarmDefaults.snoozeLength
    /// The law's K; nil for as often as wanted.
    package var limit: Int?
    package var unknown = UnknownFields()

    package init(
        isAllowed: Bool = true, length: Duration = AlarmDefaults.snoozeLength, limit: Int? = nil
    ) {
        self.isAllowed = isAllowed
        self.length = length
        self.limit = limit
    }
}

/// The dates that an alarm has used up: an explicit set of the last few, never a high-water mark, so
/// that steps of the clock in either direction neither repeat nor lose a ring (law, Words).
package struct SpentDates: Hashable, Sendable {
    package struct Entry: Hashable, Sendable, Codable {
        package var date: CivilDate
        package var instant: Instant
        package var reason: Reason
        /// Spent while the clock was not trusted; a correction may undo it (law, 5.5).
        package var isProvisional: Bool
    }

    package enum Reason: String, Hashable, Sendable, Codable {
        case rung, skipped, missed
    }

    /// The law keeps 16: more than any clock step can bring back at once, as older ones lie further
    /// in the past than the look-back needs them.
    package static let capacity = 16

    /// Earliest date first, whatever the order in which they were spent: the verdicts on a long absence
    /// come after a ring and must not push its date out.
    package private(set) var entries: [Entry] = []

    package init() {}

    package func contains(_ date: CivilDate) -> Bool {
        entries.contains { $0.date == date }
    }

    package mutating func insert(_ entry: Entry) {
        entries.removeAll { $0.date == entry.date }
        let place = entries.firstIndex { $0.date > entry.date } ?? entries.count
        entries.insert(entry, at: place)
        if entries.count > SpentDates.capacity { entries.removeFirst() }
    }

    /// The clock is confirmed, so what was spent by it stands.
    package mutating func confirm() {
        for place in entries.indices { entries[place].isProvisional = false }
    }

    /// Takes out what `isDropped` says and returns it.
    package mutating func drop(where isDropped: (Entry) -> Bool) -> [Entry] {
        let dropped = entries.filter(isDropped)
        if !dropped.isEmpty { entries.removeAll(where: isDropped) }
        return dropped
    }
}

/// What keeps an alarm from ringing on some dates (law, 7). A suppressed date is not spent until its
/// instant passes, so removing the suppressor before makes it due again.
package struct Suppressors: Hashable, Sendable, Codable {
    /// How many of the next dates to skip; weekly alarms only.
    package var skipNext = 0
    /// No rings from the first through the last of these dates.
    package var pause: DateRange?

    package struct DateRange: Hashable, Sendable, Codable {
        package var first: CivilDate
        package var last: CivilDate
    }

    package init() {}

    /// The reason why `date` is skipped, where it is the next one. A date that a pause covers leaves
    /// the count as it is.
    package func reason(for date: CivilDate) -> SkipReason? {
        if isPaused(on: date) { return .paused }
        return skipNext > 0 ? .skipNext : nil
    }

    func isPaused(on date: CivilDate) -> Bool {
        // Not a range: a stored one may be upside down, and then holds no date.
        pause.map { $0.first <= date && date <= $0.last } ?? false
    }
}

package enum SkipReason: String, CaseIterable, Hashable, Sendable, Codable {
    case skipNext, paused
}
