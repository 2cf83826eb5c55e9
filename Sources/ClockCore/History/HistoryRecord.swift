package import ClockTime

/// One thing that came to pass, and when, by a clock believed how far (law, 11).
package struct HistoryRecord: Hashable, Sendable {
    /// Counts records from 1 on, over restarts.
    package var sequence: UInt64
    package var instant: Instant
    package var trust: ClockTrust
    /// What the zone added to UTC then, in seconds.
    package var zoneOffset: Int
    /// Stands for the name of the zone (`checksum(ofZone:)`); the names are in `History.zoneNames`.
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

    /// What a clock on the wall showed, or would have by its idea of the time.
    package var civil: CivilTime {
        CivilTime(secondsAsUTC: instant.advanced(bySeconds: Int64(zoneOffset)).seconds)
    }

    /// FNV-1a, 32 bits: records are of one size, names are not.
    package static func checksum(ofZone name: String) -> UInt32 {
        name.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}

/// Which records are asked for: the newest that agree with all that is named.
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

/// Records, oldest first, with the names of their zones, alarms and timers.
package struct HistoryReport: Hashable, Sendable {
    package var records: [HistoryRecord]
    /// By checksum; that of a zone of long ago may be missing.
    package var zoneNames: [UInt32: String]
    /// What the alarms are called that are still there; a label may be empty.
    package var alarmLabels: [AlarmID: String]
    /// What the timers are called that are still there.
    package var timerNames: [TimerID: String]

    package init(
        records: [HistoryRecord], zoneNames: [UInt32: String],
        alarmLabels: [AlarmID: String] = [:], timerNames: [TimerID: String] = [:]
    ) {
        self.records = records
        self.zoneNames = zoneNames
        self.alarmLabels = alarmLabels
        self.timerNames = timerNames
    }
}
