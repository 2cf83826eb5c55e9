import ClockTime

/// The newest history records (law, 11; product, A9).
///
/// Theory of operation. At the end of a step, its notes become records. An effect passes them to the store, which keeps
/// more than this does. They are numbered without gaps. Both the records and the state preserve the number, so that
/// numbering continues even if one of the two files is unreadable.
package struct History: Hashable, Sendable {
    /// Oldest first, by sequence.
    private var recent: [HistoryRecord] = []
    private(set) var nextSequence: UInt64
    /// The zones that the clock was in, the current one last.
    private(set) var zoneNames: [String]
    /// What records may be about that is gone.
    var removed: RemovedThings

    /// The minimum number of records kept: the law asks for 1,000.
    package static let capacity = 1_024
    /// How many zone names are kept; nobody travels through more within that many records.
    static let zoneCapacity = 64

    /// - Parameter records: what the store held, in any order.
    init(restoring records: [HistoryRecord], _ saved: PersistentState?) {
        recent = records.sorted { $0.sequence < $1.sequence }.suffix(History.capacity)
        let last = recent.last.map { $0.sequence == .max ? .max : $0.sequence + 1 } ?? 1
        nextSequence = max(last, saved?.nextHistorySequence ?? 1)
        zoneNames = (saved?.zoneNames ?? []).suffix(History.zoneCapacity)
        removed = saved?.removed ?? RemovedThings()
    }

    package var records: ArraySlice<HistoryRecord> { recent.suffix(History.capacity) }

    /// Keeps the notes that belong in the history, and returns their records.
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
        // Trims rarely, so that the amortised cost per record is constant.
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
        // A rung belongs to whatever rang then, which only the preceding records tell.
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
    /// Whether the record is of a rung taken while the requested alarm rang.
    fileprivate func matches(rung record: HistoryRecord, _ ringing: Set<OccurrenceID>) -> Bool {
        guard case .rungTaken = record.event, let alarm else { return false }
        if let since, record.instant < since { return false }
        return ringing.contains { $0.alarm == alarm && (date ?? $0.date) == $0.date }
    }
}

extension HistoryEvent {
    /// Updates the set of ringing occurrences.
    fileprivate func follow(_ ringing: inout Set<OccurrenceID>) {
        if case .booted = self { ringing = [] }
        guard case .alarm(let id, let event) = self else { return }
        switch event.name {
        case .fired, .rangAgain: ringing.insert(id)
        case .snoozed, .silenced, .stopped, .missed, .superseded: ringing.remove(id)
        // A reopened date may still ring, started by the wrong time.
        case .scheduled, .started, .entered, .paused, .resumed, .extended, .preAlert, .sunrise,
            .skipped, .gotUp, .passedOver, .reopened, .cancelled:
            break
        }
    }
}
