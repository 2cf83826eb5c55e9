import ClockTime

/// The newest records of what came to pass (law, 11; product, A9).
///
/// Theory of operation. Records are made of the notes of a step, at its end, and leave the machine as an
/// effect for the store, which keeps more of them than are kept here. They are numbered without a gap;
/// the number outlives the program in the records themselves and in the state, so that neither file alone
/// has to be readable for it to go on.
package struct History: Hashable, Sendable {
    /// Oldest first, by sequence.
    private var recent: [HistoryRecord] = []
    private(set) var nextSequence: UInt64
    /// The zones that the clock was in, the present one last.
    private(set) var zoneNames: [String]

    /// How many records are kept at least: the law asks for 1,000.
    package static let capacity = 1_024
    /// Zones whose names are kept; more than somebody travels through in so many records.
    static let zoneCapacity = 64

    /// - Parameter records: what the store held, in any order.
    init(restoring records: [HistoryRecord], _ saved: PersistentState?) {
        recent = records.sorted { $0.sequence < $1.sequence }.suffix(History.capacity)
        let last = recent.last.map { $0.sequence == .max ? .max : $0.sequence + 1 } ?? 1
        nextSequence = max(last, saved?.nextHistorySequence ?? 1)
        zoneNames = (saved?.zoneNames ?? []).suffix(History.zoneCapacity)
    }

    package var records: ArraySlice<HistoryRecord> { recent.suffix(History.capacity) }

    /// Keeps what belongs into the history, and returns it.
    mutating func append(
        _ notes: [Note], at now: Moment, trust: ClockTrust, zone: Zone
    ) -> [HistoryRecord] {
        let events = notes.compactMap(HistoryEvent.init)
        guard !events.isEmpty else { return [] }
        enter(zone: zone.name)
        let instant = now.wall.instant
        let offset = zone.offset(at: instant).seconds
        let checksum = HistoryRecord.checksum(ofZone: zone.name)
        var added: [HistoryRecord] = []
        for event in events {
            added.append(
                HistoryRecord(
                    sequence: nextSequence, instant: instant, trust: trust, zoneOffset: offset,
                    zone: checksum, event: event))
            nextSequence &+= 1
        }
        recent += added
        // Seldom, so that a record costs the same however many there are.
        if recent.count >= 2 * History.capacity {
            recent.removeFirst(recent.count - History.capacity)
        }
        return added
    }

    private mutating func enter(zone name: String) {
        guard zoneNames.last != name else { return }
        zoneNames.removeAll { $0 == name }
        zoneNames.append(name)
        if zoneNames.count > History.zoneCapacity { zoneNames.removeFirst() }
    }

    func report(_ query: HistoryQuery) -> HistoryReport {
        // A rung belongs to whatever rings then, which only the records before it tell.
        var ringing: Set<OccurrenceID> = []
        let matching = records.filter { record in
            record.event.follow(&ringing)
            return query.matches(record) || query.matches(rung: record, ringing)
        }
        let found = Array(matching.suffix(query.count))
        let used = Set(found.map(\.zone))
        var names: [UInt32: String] = [:]
        for name in zoneNames {
            let checksum = HistoryRecord.checksum(ofZone: name)
            if used.contains(checksum) { names[checksum] = name }
        }
        return HistoryReport(records: found, zoneNames: names)
    }
}

extension HistoryQuery {
    /// Whether a record tells of a rung that was taken while the alarm that is asked for rang.
    fileprivate func matches(rung record: HistoryRecord, _ ringing: Set<OccurrenceID>) -> Bool {
        guard case .rungTaken = record.event, let alarm else { return false }
        if let since, record.instant < since { return false }
        return ringing.contains { $0.alarm == alarm && (date ?? $0.date) == $0.date }
    }
}

extension HistoryEvent {
    /// Keeps account of what rings.
    fileprivate func follow(_ ringing: inout Set<OccurrenceID>) {
        if case .booted = self { ringing = [] }
        guard case .alarm(let id, let turn) = self else { return }
        switch turn.word {
        case .fired, .rangAgain: ringing.insert(id)
        case .snoozed, .silenced, .stopped, .missed, .superseded: ringing.remove(id)
        // A date that is due again may ring still, by the time that was wrong.
        case .scheduled, .started, .entered, .paused, .resumed, .extended, .preAlert, .sunrise,
            .skipped, .passedOver, .reopened, .cancelled:
            break
        }
    }
}
