import ClockTime

/// When would an alarm ring? The question of `noiseclock when`, which needs no clock: the client computes the
/// answer from the zone's rules with the clock's own code (`Schedule.nextOccurrence`).
struct WhenQuestion: Hashable, Sendable {
    /// Maximum bytes of a question in a batch; a sensible one has two hundred.
    static let longestLine = 4096

    var schedule: Schedule
    /// An IANA name; nil for the system's zone.
    var zone: String?
    /// Only rings strictly after this instant count; nil for now.
    var from: Instant?
    /// When the alarm was set, which decides its date and its pass (law, 1.5 and 1.7); nil for `from`.
    var armedAt: Instant?
    /// The maximum number of rings.
    var count: Int

    static let counts = 1...1000
    static let defaultCount = 5
}

/// The next rings of an alarm, in order.
struct WhenAnswer: Hashable, Sendable {
    let schedule: Schedule
    let zone: Zone
    let from: Instant
    let armedAt: Instant
    /// At most as many as requested; fewer if the alarm does not ring that often.
    let occurrences: [Occurrence]

    init(to question: WhenQuestion, in zone: Zone, now: Instant) {
        schedule = question.schedule
        self.zone = zone
        from = question.from ?? now
        armedAt = question.armedAt ?? from
        occurrences = schedule.next(question.count, after: from, armedAt: armedAt, in: zone)
    }
}

extension Schedule {
    /// The next `count` occurrences strictly after `checked`, in order; fewer if there are no more.
    func next(
        _ count: Int, after checked: Instant, armedAt: Instant, in zone: Zone
    ) -> [Occurrence] {
        var found: [Occurrence] = []
        var last = checked
        while found.count < count,
            let next = nextOccurrence(after: last, armedAt: armedAt, in: zone)
        {
            found.append(next)
            last = next.instant
        }
        return found
    }
}
