import ClockCore
import ClockTime
import LinuxHost

/// Alarms as people have them, and the machine that keeps them.
enum AlarmSet {
    /// A zone with clock changes, in the rules of this system.
    static let zoneName = "Europe/Berlin"

    static func zone(_ name: String = zoneName) throws(RunFailure) -> Zone {
        do throws(ZoneFileError) {
            return try ZoneFiles().zone(named: name)
        } catch {
            throw RunFailure(reason: error.description)
        }
    }

    /// All zones that this system lists.
    static var zoneNames: [String] { ZoneFiles().names() }

    /// Monday 2 March 2026, 09:00 in Berlin.
    static let start = Moment(
        wall: WallTime(Instant(seconds: 1_772_438_400)), boot: BootTime(nanoseconds: 0))

    /// The first minute of the day at which an alarm may ring, and how many follow: the machine's walks
    /// go from 09:00 to the next 06:00, so that they meet no ring.
    private static let firstMinute = 6 * 60
    private static let minutes = 3 * 60

    /// Weekly alarms on many different days, each eighth once and each eighth on a date.
    static func alarms(_ count: Int) -> [Alarm] {
        let today = CivilTime(secondsAsUTC: start.wall.instant.seconds).date
        return (0..<count).compactMap { place in
            let minute = firstMinute + place * 7 % minutes
            guard let time = TimeOfDay(hour: minute / 60, minute: minute % 60) else { return nil }
            let days = WeekdaySet(rawValue: UInt8(1 + place * 11 % 127))
            let schedule: Schedule? =
                switch place % 8 {
                case 3: .once(at: time)
                case 7: .dated(today.adding(days: 1 + place % 300), at: time)
                default: Schedule(time: time, kind: .weekly(days))
                }
            return schedule.map {
                Alarm(
                    id: AlarmID(place + 1), schedule: $0,
                    createdAt: start.wall.instant.advanced(bySeconds: -86_400))
            }
        }
    }

    /// Alarms on some days of each week, at all minutes of the day: however many rang, as many are still due.
    static func weekly(_ count: Int) -> [Alarm] {
        (0..<count).compactMap { place in
            let days = WeekdaySet(rawValue: UInt8(1 + place * 11 % 127))
            guard let time = TimeOfDay(hour: place % 24, minute: place * 7 % 60),
                let schedule = Schedule(time: time, kind: .weekly(days))
            else { return nil }
            return Alarm(
                id: AlarmID(place + 1), schedule: schedule,
                createdAt: start.wall.instant.advanced(bySeconds: -86_400))
        }
    }

    /// A machine that has started with so many alarms.
    static func machine(alarms count: Int, zone: Zone) -> ClockMachine {
        var state = PersistentState(
            boot: BootID("bench"), savedAt: start, trust: .trusted, zone: zone.name)
        state.alarms = alarms(count)
        state.nextAlarmNumber = count + 1
        var machine = ClockMachine(
            restoring: state, zone: zone, trust: .trusted, boot: BootID("bench"), at: start)
        _ = machine.handle(.started, at: start)
        return machine
    }
}
