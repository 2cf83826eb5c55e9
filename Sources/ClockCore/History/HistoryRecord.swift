package import ClockTime

/// An event with its time and the clock's trust at that time (law, 11).
package struct HistoryRecord: Hashable, Sendable {
    /// Numbers records from 1 on, across restarts.
    package var sequence: UInt64
    package var instant: Instant
    package var trust: ClockTrust
    /// The zone's UTC offset then, in seconds.
    package var zoneOffset: Int
    /// Identifies the zone by `checksum(ofZone:)`; the names are in `History.zoneNames`.
    package var zone: UInt32
    package var event: HistoryEvent

    package init(
        sequence: UInt64, instant: Instant, trust: ClockTrust, zoneOffset: Int, zone: UInt32,
        event: HistoryEvent
    ) {
        self.sequence = sequence
        self.instant = instant
        self.trust = trust
        self.zoneOffset = zoneOffset
        self.zone = zone
        self.event = event
    }

    /// The local time then, by the clock's idea of the time.
    package var civil: CivilTime {
        CivilTime(secondsAsUTC: instant.advanced(bySeconds: Int64(zoneOffset)).seconds)
    }

    /// FNV-1a, 32 bits: records have a fixed size, names do not.
    package static func checksum(ofZone name: String) -> UInt32 {
        name.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}

/// Selects records: the newest that match all given fields.
package struct HistoryQuery: Hashable, Sendable {
    package var alarm: AlarmID?
    /// One occurrence of that alarm.
    package var date: CivilDate?
    package var since: Instant?
    package var count: Int

    package static let counts = 1...1_000
    package static let defaultCount = 100

    package init(
        alarm: AlarmID? = nil, date: CivilDate? = nil, since: Instant? = nil,
        count: Int = defaultCount
    ) {
        self.alarm = alarm
        self.date = date
        self.since = since
        self.count = count
    }

    func matches(_ record: HistoryRecord) -> Bool {
        if let alarm, record.event.alarm != alarm { return false }
        if let date, record.event.occurrence?.date != date { return false }
        if let since, record.instant < since { return false }
        return true
    }
}

/// Records, oldest first, with the names of their zones, alarms and timers, as they are now or last were.
package struct HistoryReport: Hashable, Sendable {
    package var records: [HistoryRecord]
    /// By checksum; a zone from long ago may be missing.
    package var zoneNames: [UInt32: String]
    /// A label may be empty. An alarm that was removed long ago is missing.
    package var alarmLabels: [AlarmID: String] = [:]
    /// When the edited alarms ring.
    package var schedules: [AlarmID: Schedule] = [:]
    package var timerNames: [TimerID: String] = [:]
    package var timerLengths: [TimerID: Duration] = [:]

    package init(records: [HistoryRecord], zoneNames: [UInt32: String]) {
        self.records = records
        self.zoneNames = zoneNames
    }
}
