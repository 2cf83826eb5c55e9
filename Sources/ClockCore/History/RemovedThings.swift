package import BoundedJSON
package import ClockTime

/// The alarms and timers that were removed last: the history tells of them by number, and people know them by name.
package struct RemovedThings: DescribedRecord {
    /// How people know an alarm: by its label, or else by its time and days.
    package struct KnownAlarm: Hashable, Sendable, Codable {
        package let id: AlarmID
        package let label: String
        package let schedule: Schedule

        init(_ alarm: Alarm) {
            id = alarm.id
            label = alarm.label
            schedule = alarm.schedule
        }
    }

    /// How people know a timer: by its name, or else by its length.
    package struct KnownTimer: Hashable, Sendable, Codable {
        package let id: TimerID
        package let name: String?
        /// In seconds.
        private let seconds: Int64

        init(_ timer: CountdownTimer) {
            id = timer.id
            name = timer.name
            seconds = timer.length.wholeNanoseconds / 1_000_000_000
        }

        package var length: Duration { .seconds(seconds) }
    }

    /// Oldest first.
    package private(set) var alarms: [KnownAlarm] = []
    package private(set) var timers: [KnownTimer] = []
    package var foreign = ForeignFields()

    /// How many of each kind are kept; each save holds them, and a label has up to 400 bytes.
    package static let capacity = 128

    package init() {}

    package static let fields: [RecordField<RemovedThings>] = [
        RecordField("alarms", elements: \.alarms, .coded(.object)),
        RecordField("timers", elements: \.timers, .coded(.object)),
    ]

    subscript(_ id: AlarmID) -> KnownAlarm? { alarms.last { $0.id == id } }
    subscript(_ id: TimerID) -> KnownTimer? { timers.last { $0.id == id } }

    var isEmpty: Bool { alarms.isEmpty && timers.isEmpty }

    mutating func add(_ newAlarms: [Alarm], _ newTimers: [CountdownTimer]) {
        guard !newAlarms.isEmpty || !newTimers.isEmpty else { return }
        alarms += newAlarms.map(KnownAlarm.init)
        alarms.removeFirst(max(0, alarms.count - RemovedThings.capacity))
        timers += newTimers.map(KnownTimer.init)
        timers.removeFirst(max(0, timers.count - RemovedThings.capacity))
    }
}
