import ClockCore
import ClockTime

/// The next alarm, as Home Assistant shows it.
struct NextAlarm: Hashable, Sendable {
    var id: AlarmID
    var label: String
    var instant: Instant
    var local: CivilTime?

    init(id: AlarmID, label: String, instant: Instant, local: CivilTime?) {
        (self.id, self.label, self.instant, self.local) = (id, label, instant, local)
    }

    init?(_ report: AlarmReport?) {
        guard let report, let next = report.next else { return nil }
        self.init(
            id: report.alarm.id, label: report.alarm.label, instant: next.instant,
            local: report.nextCivil)
    }
}

/// Keeps the next alarm until a minute after its ring began: a rule of Home Assistant's that waits for its time would not be
/// carried out if the value changed just before that, and the other machine's clock may be late.
struct HeldAlarm: Hashable, Sendable {
    private(set) var shown: NextAlarm?

    static let length = Duration.seconds(60)
    /// A value that changes this long before its time changes because of it: clocks differ.
    static let early = Duration.seconds(2)

    mutating func take(_ next: NextAlarm?, at wall: WallTime) {
        if let shown, next != shown {
            let begin = WallTime(shown.instant)
            if wall + HeldAlarm.early >= begin, wall < begin + HeldAlarm.length { return }
        }
        shown = next
    }
}
