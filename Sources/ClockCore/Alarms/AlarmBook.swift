package import ClockTime

/// All alarms, in order of their ids, and the index of what falls due next.
///
/// Next instants are derived, never stored (law, 1.8): every change of an alarm, of the zone or of
/// the clock computes them anew from `armedAt`, the spent dates and how far due dates were looked at.
package struct AlarmBook: Hashable, Sendable {
    package private(set) var alarms: [Alarm] = []
    /// The number that the next alarm gets.
    package private(set) var nextNumber = 1
    private var due = DueIndex()

    package init() {}

    package init(alarms: [Alarm], nextNumber: Int) {
        // Of two with one id the first stands: places are found by halving over distinct ids.
        var known: Set<AlarmID> = []
        self.alarms = alarms.filter { known.insert($0.id).inserted }.sorted { $0.id < $1.id }
        self.nextNumber = max(nextNumber, (self.alarms.last?.id.number ?? 0) + 1)
        due = DueIndex(count: self.alarms.count)
    }

    package subscript(id: AlarmID) -> Alarm? {
        place(of: id).map { alarms[$0] }
    }

    mutating func takeNextID() -> AlarmID {
        defer { nextNumber += 1 }
        return AlarmID(nextNumber)
    }

    mutating func insert(_ alarm: Alarm) {
        let place = alarms.firstIndex { $0.id > alarm.id } ?? alarms.count
        alarms.insert(alarm, at: place)
        due.insertPlace(place)
    }

    mutating func remove(_ id: AlarmID) {
        guard let place = place(of: id) else { return }
        alarms.remove(at: place)
        due.removePlace(place)
    }

    /// Changes one alarm; does nothing where there is none.
    mutating func update(_ id: AlarmID, _ change: (inout Alarm) -> Void) {
        guard let place = place(of: id) else { return }
        change(&alarms[place])
    }

    mutating func updateAll(_ change: (inout Alarm) -> Void) {
        for place in alarms.indices { change(&alarms[place]) }
    }

    /// The first instant at which some alarm has to be looked at.
    package var firstDue: Instant? { due.first?.instant }

    /// An alarm whose instant is not after `now`, the earliest first.
    package func firstDue(through now: Instant) -> AlarmID? {
        guard let first = due.first, first.instant <= now else { return nil }
        return alarms[first.place].id
    }

    /// The alarm that rings first after `now`, skips aside; of equals the one with the lowest id. `now` is
    /// not before the instant through which due dates were looked at.
    func nextRing(after now: Instant, zone: Zone) -> (alarm: Alarm, occurrence: Occurrence)? {
        let first = due.least { entry in
            alarms[entry.place].nextRing(after: now, zone: zone)
                .map { DueIndex.Entry(instant: $0.instant, place: entry.place) }
        }
        guard let first else { return nil }
        let alarm = alarms[first.place]
        return alarm.nextRing(after: now, zone: zone).map { (alarm, $0) }
    }

    /// Works out when `id` falls due next; does nothing where there is no such alarm.
    package mutating func reschedule(_ id: AlarmID, after checked: Instant, zone: Zone) {
        guard let place = place(of: id) else { return }
        due.set(place, to: alarms[place].nextDue(after: checked, zone: zone))
    }

    package mutating func rescheduleAll(after checked: Instant, zone: Zone) {
        due.setAll { alarms[$0].nextDue(after: checked, zone: zone) }
    }

    /// Ids ascend, so a place is found by halving.
    private func place(of id: AlarmID) -> Int? {
        var low = 0
        var high = alarms.count
        while low < high {
            let middle = (low + high) / 2
            if alarms[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < alarms.count && alarms[low].id == id ? low : nil
    }
}

extension Suppressors {
    var isEmpty: Bool { skipNext == 0 && pause == nil }
}

extension Alarm {
    /// When it has to be looked at next: also at suppressed dates, which are spent when their instant
    /// passes, even while the alarm is off (law, 7).
    func nextDue(after checked: Instant, zone: Zone) -> Instant? {
        guard isEnabled || !suppressors.isEmpty else { return nil }
        return nextUnspent(after: checked, zone: zone)?.instant
    }

    /// The next occurrence that is not spent, suppressed or not.
    func nextUnspent(after checked: Instant, zone: Zone) -> Occurrence? {
        schedule.nextOccurrence(
            after: checked, armedAt: armedAt, in: zone, isExcluded: { spent.contains($0) })
    }

    /// The next occurrence that will ring: what every list shows (law, 1.8 and 7).
    package func nextRing(after checked: Instant, zone: Zone) -> Occurrence? {
        guard isEnabled else { return nil }
        guard !suppressors.isEmpty else { return nextUnspent(after: checked, zone: zone) }
        return lookAhead(after: checked, zone: zone) { _ in }
    }

    /// The dates before the next ring that are suppressed: every list shows them too.
    func suppressedDates(after checked: Instant, zone: Zone) -> [CivilDate] {
        guard isEnabled, !suppressors.isEmpty else { return [] }
        var dates: [CivilDate] = []
        _ = lookAhead(after: checked, zone: zone) { dates.append($0) }
        return dates
    }

    /// Goes through the dates ahead just as they will be judged when they pass.
    private func lookAhead(
        after checked: Instant, zone: Zone, suppressed: (CivilDate) -> Void
    ) -> Occurrence? {
        var ahead = self
        var from = checked
        // A pause can last; a year of suppressed dates is as far as anybody needs to see.
        for _ in 0..<400 {
            guard let occurrence = ahead.nextUnspent(after: from, zone: zone) else { return nil }
            switch ahead.suppressors.reason(for: occurrence.date) {
            case nil: return occurrence
            case .skipNext: ahead.suppressors.skipNext -= 1
            case .paused: break
            }
            suppressed(occurrence.date)
            from = occurrence.instant
        }
        return nil
    }
}
