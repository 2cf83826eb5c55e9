package import ClockTime

/// All alarms, ordered by id, with an index of what falls due next.
///
/// Due instants are derived, never stored (law, 1.8). Every change of an alarm, the zone or the clock recomputes them
/// from `armedAt`, the spent dates and the time through which due dates have been judged.
package struct AlarmBook: Hashable, Sendable {
    package private(set) var alarms: [Alarm] = [] { didSet { changes &+= 1 } }
    /// The next alarm's number.
    package private(set) var nextNumber = 1 { didSet { changes &+= 1 } }
    /// A change counter: comparing hundreds of alarms after each step would cost more than the rest of the step.
    private(set) var changes = 0
    private var due = DueIndex()
    /// When an alarm's first sign appears before its ring: a countdown or sunrise.
    private var leads = DueIndex()
    /// When somebody is reminded to go to bed.
    private var bedtimes = DueIndex()
    /// The alarms that are switched on.
    private(set) var enabled = EnabledAlarms()
    /// How many alarms have each sound. The client asks again and again whether all of them are there.
    private(set) var sounds: [SoundID: Int] = [:]
    /// Alarms whose next date was impossible and has been recomputed (law, 1.9).
    private(set) var faults: [AlarmID] = []

    package init() {}

    package init(alarms: [Alarm], nextNumber: Int) {
        // Of two alarms with the same id, the first stays: the binary search needs distinct ids.
        var known: Set<AlarmID> = []
        self.alarms = alarms.filter { known.insert($0.id).inserted }.sorted { $0.id < $1.id }
        self.nextNumber = max(nextNumber, (self.alarms.last?.id.number ?? 0) + 1)
        due = DueIndex(count: self.alarms.count)
        (leads, bedtimes) = (due, due)
        for alarm in self.alarms { count(alarm) }
    }

    package subscript(id: AlarmID) -> Alarm? {
        place(of: id).map { alarms[$0] }
    }

    /// No alarm that is added from now on gets a lower number.
    mutating func skipNumbers(below number: Int) { nextNumber = max(nextNumber, number) }

    mutating func takeNextID() -> AlarmID {
        defer { nextNumber += 1 }
        return AlarmID(nextNumber)
    }

    mutating func insert(_ alarm: Alarm) {
        let place = alarms.firstIndex { $0.id > alarm.id } ?? alarms.count
        alarms.insert(alarm, at: place)
        count(alarm)
        due.insertPlace(place)
        leads.insertPlace(place)
        bedtimes.insertPlace(place)
    }

    mutating func remove(_ id: AlarmID) {
        guard let place = place(of: id) else { return }
        let alarm = alarms.remove(at: place)
        enabled.remove(alarm)
        count(alarm.sounds, by: -1)
        due.removePlace(place)
        leads.removePlace(place)
        bedtimes.removePlace(place)
    }

    /// Changes one alarm; does nothing if it does not exist.
    mutating func update(_ id: AlarmID, _ change: (inout Alarm) -> Void) {
        guard let place = place(of: id) else { return }
        update(at: place, change)
    }

    mutating func updateAll(_ change: (inout Alarm) -> Void) {
        for place in alarms.indices { update(at: place, change) }
    }

    private mutating func update(at place: Int, _ change: (inout Alarm) -> Void) {
        let former = EnabledAlarms.Key(alarms[place])
        let formerSounds = alarms[place].sounds
        change(&alarms[place])
        enabled.move(alarms[place].id, from: former, to: EnabledAlarms.Key(alarms[place]))
        guard alarms[place].sounds != formerSounds else { return }
        count(formerSounds, by: -1)
        count(alarms[place].sounds, by: 1)
    }

    private mutating func count(_ alarm: Alarm) {
        enabled.add(alarm)
        count(alarm.sounds, by: 1)
    }

    private mutating func count(_ used: [SoundID], by change: Int) {
        for sound in used {
            sounds[sound, default: 0] += change
            if sounds[sound] == 0 { sounds[sound] = nil }
        }
    }

    /// The earliest instant at which an alarm needs attention.
    package var firstDue: Instant? { due.first?.instant }

    /// The alarm with the earliest due instant, if that is not after `now`.
    package func firstDue(through now: Instant) -> AlarmID? {
        guard let first = due.first, first.instant <= now else { return nil }
        return alarms[first.place].id
    }

    /// The places of alarms due by `now`, in ascending order.
    func placesDue(through now: Instant) -> [Int] {
        due.places(through: now)
    }

    /// The alarm that rings first after `now`, skipped dates aside; on a tie, the one with the lowest id. `now` must
    /// not be before the instant through which due dates have been judged.
    func nextRing(after now: Instant, _ rules: DateRules) -> Approach? {
        nextOccurrence(after: now, rules).map {
            Approach(alarm: alarms[$0.place], occurrence: $0.occurrence)
        }
    }

    /// The same, with the alarm's place in the list.
    func nextOccurrence(
        after now: Instant, _ rules: DateRules
    ) -> (place: Int, occurrence: Occurrence)? {
        guard let first = due.first else { return nil }
        // Nearly always, the first that is due also rings, and none can ring earlier.
        if let next = alarms[first.place].timing.nextRing(after: now, rules),
            next.instant == first.instant
        {
            return (first.place, next)
        }
        let least = due.least { entry in
            alarms[entry.place].timing.nextRing(after: now, rules)
                .map { DueIndex.Entry(instant: $0.instant, place: entry.place) }
        }
        return least.flatMap { entry in
            alarms[entry.place].timing.nextRing(after: now, rules).map { (entry.place, $0) }
        }
    }

    /// An alarm and its upcoming ring.
    package struct Approach: Hashable, Sendable {
        package var alarm: Alarm
        package var occurrence: Occurrence

        init(alarm: Alarm, occurrence: Occurrence) {
            self.alarm = alarm
            self.occurrence = occurrence
        }

        var id: OccurrenceID { OccurrenceID(alarm: alarm.id, date: occurrence.date) }
    }

    /// The alarms whose countdown or sunrise has begun, ordered by its start.
    func approaching(at now: Instant, _ rules: DateRules) -> [Approach] {
        leads.entries(through: now).compactMap { entry in
            let alarm = alarms[entry.place]
            return alarm.timing.nextRing(after: now, rules)
                .map { Approach(alarm: alarm, occurrence: $0) }
        }
    }

    /// The first instant after `now` at which a countdown or sunrise begins.
    func nextLead(after now: Instant) -> Instant? {
        leads.least { $0.instant > now ? $0 : nil }?.instant
    }

    /// The alarms whose bedtime lies in `(former, now]`.
    func bedtimes(after former: Instant, through now: Instant) -> [Alarm] {
        guard former < now else { return [] }
        return bedtimes.entries(through: now).filter { $0.instant > former }
            .map { alarms[$0.place] }
    }

    /// The first bedtime after `now`.
    func nextBedtime(after now: Instant) -> Instant? {
        bedtimes.least { $0.instant > now ? $0 : nil }?.instant
    }

    /// Recomputes when `id` falls due; does nothing if there is no such alarm.
    package mutating func reschedule(
        _ id: AlarmID, after checked: Instant, _ rules: DateRules
    ) {
        guard let place = place(of: id) else { return }
        var isFault = false
        let timing = alarms[place].timing
        due.set(place, to: timing.nextDue(after: checked, rules, &isFault))
        leads.set(
            place, to: timing.nextLead(by: alarms[place].lead, after: checked, rules))
        bedtimes.set(
            place, to: timing.nextLead(by: alarms[place].bedtime, after: checked, rules))
        if isFault { faults.append(id) }
    }

    package mutating func rescheduleAll(after checked: Instant, _ rules: DateRules) {
        var found: [AlarmID] = []
        due.setAll { place in
            var isFault = false
            let next = alarms[place].timing.nextDue(after: checked, rules, &isFault)
            if isFault { found.append(alarms[place].id) }
            return next
        }
        leads.setAll { place in
            alarms[place].timing.nextLead(by: alarms[place].lead, after: checked, rules)
        }
        bedtimes.setAll { place in
            alarms[place].timing.nextLead(by: alarms[place].bedtime, after: checked, rules)
        }
        faults += found
    }

    /// Returns the unreported faults and clears them.
    mutating func takeFaults() -> [AlarmID] {
        defer { faults = [] }
        return faults
    }

    /// A binary search, because ids ascend. The id difference to the first alarm bounds the place, and equals it if no
    /// alarm in between was removed.
    private func place(of id: AlarmID) -> Int? {
        // Uses the index, because `alarms.first` would copy the whole alarm to read its id.
        guard !alarms.isEmpty, id >= alarms[0].id else { return nil }
        let ahead = id.number.subtractingReportingOverflow(alarms[0].id.number)
        let furthest = min(ahead.overflow ? .max : ahead.partialValue, alarms.count - 1)
        if alarms[furthest].id == id { return furthest }
        var low = 0
        var high = furthest
        while low < high {
            let middle = (low + high) / 2
            if alarms[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < alarms.count && alarms[low].id == id ? low : nil
    }
}
