import ClockTime
import Testing

@testable import ClockCore

/// Nights that nobody thought of, by seeds. A failure names its seed; `story(seed:)` tells it again.
@Suite("Random nights")
struct RandomNightTests {
    private static let zones = [
        "Europe/Berlin", "Europe/London", "America/New_York", "America/St_Johns",
        "Australia/Lord_Howe", "Antarctica/Troll", "America/Nuuk", "Pacific/Apia", "Asia/Kathmandu",
        "Africa/Casablanca", "UTC",
    ]

    /// A night that starts a day or two before a change of the zone's offset, or anywhere.
    private static func start(
        _ generator: inout SeededGenerator
    ) throws -> (zone: Zone, instant: Instant) {
        let name = zones.randomElement(using: &generator) ?? "UTC"
        let zone = try systemZone(name)
        let anywhere = Instant(
            seconds: Int64.random(in: 1_262_304_000...2_500_000_000, using: &generator))
        guard Bool.random(using: &generator), let change = zone.nextTransition(after: anywhere)
        else { return (zone, anywhere) }
        return (
            zone,
            change.advanced(bySeconds: -Int64.random(in: 3_600...172_800, using: &generator))
        )
    }

    private static func schedule(
        _ generator: inout SeededGenerator, zone: Zone, at now: Instant
    ) throws -> Schedule {
        // Often in the small hours, where offsets change.
        let hour = Int.random(in: 0...(Bool.random(using: &generator) ? 3 : 23), using: &generator)
        let minute = [0, 15, 30, 45, Int.random(in: 0...59, using: &generator)]
            .randomElement(using: &generator)
        let time = try #require(TimeOfDay(hour: hour, minute: minute ?? 0))
        switch Int.random(in: 0...5, using: &generator) {
        case 0: return .once(at: time)
        case 1:
            let today = zone.civilTime(at: now).date
            return .dated(today.adding(days: Int.random(in: 1...4, using: &generator)), at: time)
        default:
            let days = WeekdaySet(rawValue: UInt8.random(in: 1...127, using: &generator))
            return Schedule(time: time, kind: .weekly(days)) ?? .daily(at: time)
        }
    }

    private static func night(_ generator: inout SeededGenerator) throws -> Night {
        let (zone, instant) = try start(&generator)
        var night = Night(zone: zone, at: WallTime(instant))
        night.checksCoding = false
        night.skipsPictures = true
        for _ in 1...Int.random(in: 1...4, using: &generator) {
            // A date that the zone leaves out is refused, which is right.
            night.send(
                .addAlarm(try schedule(&generator, zone: zone, at: instant), AlarmChanges()))
        }
        return night
    }

    private static func duration(
        _ generator: inout SeededGenerator, upTo limit: Duration
    ) -> Duration {
        // As often short as long.
        let exponent = Double.random(in: 0...1, using: &generator)
        let seconds = max(1, limit.inSeconds)
        var scaled = 1.0
        for _ in 0..<8 { scaled *= exponent }
        let share = Bool.random(using: &generator) ? scaled : exponent
        return .milliseconds(Int64(seconds * 1000 * share))
    }

    // MARK: - While the clock is right, the outcome is known beforehand

    private struct Expected: Hashable {
        var occurrence: OccurrenceID
        var firedAt: WallTime
    }

    @Test("With a right clock, power cuts or not, each date rings in time or is missed")
    func rightClock() throws {
        for seed in UInt64(1)...250 {
            var generator = SeededGenerator(state: seed)
            var night = try RandomNightTests.night(&generator)
            let begin = night.now.wall
            let alarms = night.machine.alarms.book.alarms
            var cuts: [(off: WallTime, on: WallTime)] = []
            for _ in 1...25 {
                night.wait(RandomNightTests.duration(&generator, upTo: .hours(8)))
                switch Int.random(in: 0...5, using: &generator) {
                case 0: night.press(.stop)
                case 1: night.press(.snooze)
                case 2: night.hold(.stop, for: .milliseconds(700))
                case 3:
                    let off = night.now.wall
                    night.cutPower(
                        for: RandomNightTests.duration(&generator, upTo: .hours(5)), wall: nil,
                        trust: .trusted)
                    cuts.append((off, night.now.wall))
                default: break
                }
            }
            var rings: Set<Expected> = []
            var missedCounts: [AlarmID: Int] = [:]
            for alarm in alarms {
                let due = alarm.schedule.occurrences(
                    after: begin.instant, through: night.now.wall.instant,
                    armedAt: alarm.armedAt, in: night.zone)
                for occurrence in due {
                    let wall = WallTime(occurrence.instant)
                    let cut = cuts.first { $0.off < wall && wall <= $0.on }
                    let at = cut?.on ?? wall
                    if at - wall <= AlarmDefaults.grace {
                        let id = OccurrenceID(alarm: alarm.id, date: occurrence.date)
                        rings.insert(Expected(occurrence: id, firedAt: at))
                    } else {
                        missedCounts[alarm.id, default: 0] += 1
                    }
                }
            }
            let fired = night.log.compactMap { entry -> Expected? in
                guard case .alarmFired(let id, _, _, _) = entry.note else { return nil }
                return Expected(occurrence: id, firedAt: entry.at.wall)
            }
            let rang = Set(fired.map(\.occurrence))
            var missed: [AlarmID: Int] = [:]
            for case .alarmMissed(let id, _, .late, let count) in night.notes
            where !rang.contains(id) {
                missed[id.alarm, default: 0] += count
            }
            #expect(fired.count == rang.count, "seed \(seed): a date rang twice")
            #expect(Set(fired) == rings, "seed \(seed), \(night.zone.name)")
            #expect(missed == missedCounts, "seed \(seed), \(night.zone.name)")
            #expect(Ledger.problems(of: night) == [], "seed \(seed), \(night.zone.name)")
        }
    }

    // MARK: - With everything else that can happen

    @Test("With steps, wrong clocks, zones and edits no date is forgotten and none rings twice")
    func anything() throws {
        for seed in UInt64(1_001)...1_300 {
            let night = try RandomNightTests.story(seed: seed)
            #expect(
                Ledger.problems(of: night) == [],
                "seed \(seed), \(night.zone.name): \(night.story.suffix(20))")
        }
    }

    private static func story(seed: UInt64) throws -> Night {
        var generator = SeededGenerator(state: seed)
        var night = try night(&generator)
        for _ in 1...30 {
            night.wait(duration(&generator, upTo: .hours(6)))
            try happen(in: &night, &generator)
        }
        night.synchronise()
        night.wait(.hours(2))
        return night
    }

    private static func happen(in night: inout Night, _ generator: inout SeededGenerator) throws {
        let ids = night.machine.alarms.book.alarms.map(\.id)
        let id = ids.randomElement(using: &generator) ?? AlarmID(1)
        let some = duration(&generator, upTo: .hours(3))
        let signed = Bool.random(using: &generator) ? some : .zero - some
        let trust = night.machine.trust
        switch Int.random(in: 0...15, using: &generator) {
        case 0, 1: night.press(.snooze)
        case 2: night.press(.stop)
        case 3: night.hold(.stop, for: .seconds(1))
        case 4: night.edit(id) { $0.label = "edited" }
        case 5: night.ask(.setAlarmEnabled(id, Bool.random(using: &generator)))
        case 6:
            let schedule = try schedule(&generator, zone: night.zone, at: night.now.wall.instant)
            night.send(.addAlarm(schedule, AlarmChanges()))
        case 7: night.ask(.removeAlarm(id))
        case 8: night.step(by: signed, trust: trust)
        case 9: night.step(by: signed, .user)
        case 10: night.synchronise()
        case 11: night.cutPower(for: some, wall: nil, trust: .trusted)
        case 12:
            let wall = night.truth + some + signed
            night.cutPower(for: some, wall: wall, trust: .plausible)
        case 13:
            night.cutPower(for: some, wall: WallTime(nanoseconds: 0), trust: .unknown)
        case 14: try night.changeZone(zones.randomElement(using: &generator) ?? "UTC")
        default: night.restartProgram(after: some, trust: trust)
        }
    }
}
