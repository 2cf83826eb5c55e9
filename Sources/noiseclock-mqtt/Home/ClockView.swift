import BoundedJSON
import ClockCore
import ClockTime
import Control

/// The newest replies of the clock, from which everything that is published follows.
struct ClockView {
    private(set) var status: StatusReport?
    /// When the status came.
    private var statusAt = BootTime(nanoseconds: 0)
    private(set) var alarms: [AlarmReport]?
    private(set) var sounds: [Sound]?
    private(set) var favourites: [String]?
    private(set) var display: DisplayReport?
    /// Nil: the clock has none.
    private(set) var lamp: LampReport?
    private(set) var address: AddressReport?

    /// The queries to watch. That for the display is asked now and then instead, because the light in the room moves
    /// all the time.
    static let watched = [
        "mqtt.status", "status", "alarm.list", "sound.list", "mix.list", "lamp.status",
        "address.show", "history",
    ]
    static let asked = "display.status"

    mutating func take(_ reply: Reply, at now: BootTime) {
        switch reply {
        case .status(let report): (status, statusAt) = (report, now)
        case .alarms(let reports, _): alarms = reports
        case .sounds(let list): sounds = list.noises
        case .mixes(let list): favourites = list.favourites.map(\.name)
        case .display(let report): display = report
        case .lamp(let report): lamp = report
        case .address(let report): address = report
        default: break
        }
    }

    /// All that the document needs is there.
    var isWhole: Bool {
        status != nil && alarms != nil && sounds != nil && favourites != nil && display != nil
    }

    /// What the clock's wall clock shows, as far as nobody set it since the last status.
    func wall(at now: BootTime) -> WallTime? { status.map { $0.wall + (now - statusAt) } }

    /// What rings now.
    var rings: [RingName] { status?.rings ?? [] }

    /// The names from which the sound is chosen: noises, then favourites with names of their own.
    var choices: [String] {
        let noises = (sounds ?? []).map(\.name)
        return noises + (favourites ?? []).filter { !noises.contains($0) }
    }

    /// The choice that plays, or would.
    var chosen: String? {
        guard let noise = status?.noise else { return nil }
        let name = noise.voices.count == 1 ? noise.voices[0].name : noise.favourite
        return name.flatMap { choices.contains($0) ? $0 : nil }
    }

    /// Minutes until the noise ends, rounded up; 0: it plays on.
    func sleepMinutes(at now: BootTime) -> Int {
        guard let sleep = status?.noise.sleep, let wall = wall(at: now) else { return 0 }
        let left = sleep.until.map { $0 - wall } ?? sleep.left
        return max(1, Int((left.wholeNanoseconds + 59_999_999_999) / 60_000_000_000))
    }
}

extension AlarmReport {
    /// "Work", or else "Alarm 07:30".
    var entityName: String {
        alarm.label.isEmpty ? "Alarm \(alarm.schedule.time)" : alarm.label
    }
}
