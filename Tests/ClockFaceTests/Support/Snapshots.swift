import ClockTime
import HAL
import Synchronization

@testable import ClockCore
@testable import ClockFace

// Snapshots for the goldens: an ordinary evening, and the variations that the pictures need.

let plain = PanelGeometry.segments(SegmentGeometry(digits: 4, hasColon: true, hasPoints: true))
let lamps = PanelGeometry.segments(
    SegmentGeometry(digits: 4, hasColon: true, hasPoints: true, lamps: [.pm, .alarm]))
let six = PanelGeometry.segments(SegmentGeometry(digits: 6, hasColon: true, hasPoints: true))

/// The civil time of "07:30" or "07:30:05"; midnight if the text is no time.
func civil(_ text: String) -> CivilTime {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    let seconds = zip(parts, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return CivilTime(date: CivilDate(daysSinceEpoch: 20_000), secondOfDay: seconds)
}

/// - Parameter half: the half of the second.
func at(_ text: String, half: Int = 1) -> Snapshot {
    Snapshot(
        civil: civil(text), isTimeConfirmed: true, zoneName: "UTC", zoneOffset: 0,
        style: ClockStyle(), page: .time, isBlinkLit: half == 1, brightness: 40, ring: nil,
        snoozed: nil,
        nextAlarm: nil, running: [], isQuiet: false, missedAlarm: nil,
        noise: NoiseReport(isPlaying: false, volume: Percent(clamping: 30)),
        problems: [], mark: .noAlarm)
}

func twelve(_ text: String, zero: Bool = true) -> Snapshot {
    with(at(text)) {
        $0.style.hourFormat = .twelve
        $0.style.hasLeadingZero = zero
    }
}

func with(_ snapshot: Snapshot, _ change: (inout Snapshot) -> Void) -> Snapshot {
    var snapshot = snapshot
    change(&snapshot)
    if snapshot.nextAlarm != nil, snapshot.mark == .noAlarm { snapshot.mark = .armed }
    return snapshot
}

func alarm(_ hour: Int, _ minute: Int) -> Snapshot.NextAlarm? {
    TimeOfDay(hour: hour, minute: minute).map { time in
        let created = Instant(seconds: 0)
        return Snapshot.NextAlarm(
            AlarmBook.Approach(
                alarm: Alarm(id: AlarmID(1), schedule: .once(at: time), createdAt: created),
                occurrence: Occurrence(
                    date: CivilDate(daysSinceEpoch: 20_001), instant: created, placement: .exact)))
    }
}

func ring(silent: Bool = false) -> Snapshot.Ring {
    Snapshot.Ring(subjects: [.alarm("")], snoozeLength: .minutes(9), isFlashing: silent)
}

/// Snoozed until a clock shows `text`.
func snoozed(_ text: String) -> Snapshot.Snoozed {
    Snapshot.Snoozed(until: WallTime(nanoseconds: 0), civil: civil(text), label: "")
}

/// - Parameter elapsed: how long the page has been shown.
func paint(
    _ snapshot: Snapshot, on geometry: PanelGeometry, after elapsed: Duration = .zero
) -> Frame {
    RestedPainters.picture(of: snapshot, on: geometry)
        .frame(at: BootTime(nanoseconds: 0) + elapsed)
}

/// Painters that show nothing yet and keep their fonts and layouts, because to make those anew for each picture takes
/// ten times as long as the picture.
private enum RestedPainters {
    private static let kept = Mutex<[PanelGeometry: FacePainter]>([:])
    private static let capacity = 16

    static func picture(of snapshot: Snapshot, on geometry: PanelGeometry) -> FacePicture {
        var painter = kept.withLock { $0[geometry] } ?? FacePainter(geometry: geometry)
        let picture = painter.paint(snapshot, at: BootTime(nanoseconds: 0))
        painter.last = nil
        kept.withLock { kept in
            if kept.count >= capacity { kept = [:] }
            kept[geometry] = painter
        }
        return picture
    }
}

/// A title, with the volume of 30 %.
func playing(_ titles: String) -> PlayingText {
    PlayingText(titles: titles, volume: Percent(clamping: 30))
}
