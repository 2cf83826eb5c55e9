import ClockTime

/// The alarms that are switched on, by their times of day. The answer to each change needs their number and those of
/// the same minute (`ChangeConsequences`), and must not take longer because there are thousands of others.
struct EnabledAlarms: Hashable, Sendable {
    private(set) var count = 0
    private var ids: [TimeOfDay: [AlarmID]] = [:]

    /// Where an alarm belongs: its time, or nil while it is off.
    struct Key: Hashable, Sendable {
        fileprivate var time: TimeOfDay?

        init(_ alarm: borrowing Alarm) {
            time = alarm.isEnabled ? alarm.schedule.time : nil
        }
    }

    /// The alarms at a time of day, in no particular order.
    subscript(time: TimeOfDay) -> [AlarmID] { ids[time] ?? [] }

    mutating func add(_ alarm: Alarm) { insert(alarm.id, Key(alarm)) }

    mutating func remove(_ alarm: Alarm) { remove(alarm.id, Key(alarm)) }

    mutating func move(_ id: AlarmID, from former: Key, to key: Key) {
        guard former != key else { return }
        remove(id, former)
        insert(id, key)
    }

    private mutating func insert(_ id: AlarmID, _ key: Key) {
        guard let time = key.time else { return }
        count += 1
        ids[time, default: []].append(id)
    }

    private mutating func remove(_ id: AlarmID, _ key: Key) {
        guard let time = key.time else { return }
        count -= 1
        ids[time]?.removeAll { $0 == id }
        if ids[time]?.isEmpty == true { ids[time] = nil }
    }
}
