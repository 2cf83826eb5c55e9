import ClockCore
import ClockFace
import ClockTime
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Testing

/// Whole nights of the real machine, hosts and store on the simulated board. A seed determines the random bus faults,
/// steps of the wall clock, kills, power cuts and half-asleep key presses. The checkers do not know how the machine
/// works. `board/nights` runs ten thousand others.
@Suite("Eight nights")
struct NightsTests {
    @Test(
        "every alarm rings or is noted missed, never twice, and the panel shows what was painted",
        arguments: 1...8)
    func night(seed: Int) throws {
        var night = try Night(seed: UInt64(seed))
        try night.run()
        #expect(night.complaints.isEmpty, "seed \(seed): \(night.complaints)")
    }

    @Test("the same seed gives the same night")
    func repeats() throws {
        var first = try Night(seed: 7)
        try first.run()
        var second = try Night(seed: 7)
        try second.run()
        #expect(first.bench.events.values == second.bench.events.values)
    }
}

/// SplitMix64: the only source of randomness in a night.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }
}

struct Night {
    let bench: Bench
    private var chance: Chance
    private let zone: Zone
    private var alarms: [AlarmID: TimeOfDay] = [:]
    private(set) var complaints: [String] = []
    /// The earliest and latest times that the wall clock has shown since the alarms were set.
    private var earliest: WallTime
    private var latest: WallTime
    /// Until then the display may differ from what was painted.
    private var panelMayLag: BootTime
    /// Since when the panel has shown other than what was painted; nil: it does not.
    private var panelDiffers: BootTime?
    /// Longer than a page takes to fade in.
    private static let longestFade = Duration.milliseconds(300)

    private static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Antarctica/Troll",
        "Asia/Kathmandu", "America/St_Johns", "UTC",
    ]
    /// Evenings before nights with a clock change in some zone, and ordinary evenings.
    private static let evenings = [
        "2026-03-28T19:00:00Z", "2026-10-24T19:00:00Z", "2026-03-07T23:30:00Z",
        "2026-10-31T23:30:00Z", "2026-04-04T12:00:00Z", "2024-02-28T20:00:00Z",
        "2026-12-31T18:00:00Z", "2027-06-15T21:00:00Z",
    ]

    init(seed: UInt64) throws {
        chance = Chance(seed: seed)
        let name = chance.pick(Night.zones)
        zone = try ZoneFiles().zone(named: name)
        let start = try RFC3339.parse(chance.pick(Night.evenings)) + .seconds(chance.number(1...59))
        // A light sensor causes most wakes but changes no outcome, so only one night in 25 has it.
        bench = try Bench(
            at: RFC3339.format(start), zones: SystemZones(isWatched: false), zone: name,
            hasLight: seed.isMultiple(of: 25))
        earliest = start
        latest = start
        panelMayLag = bench.clock.now().boot
        for _ in 0..<chance.number(1...5) { try addAlarm() }
    }

    private mutating func addAlarm() throws {
        let time = try #require(
            TimeOfDay(hour: chance.number(0...23), minute: chance.pick([0, 15, 30, 45, 59])))
        var changes = AlarmChanges()
        changes[\.snooze.length] = .minutes(chance.number(1...20))
        let reply = bench.ask(.alarm(.add(.daily(at: time), changes)))
        guard case .alarm(let report) = reply else {
            complaints.append("adding an alarm gave \(String(describing: reply))")
            return
        }
        alarms[report.alarm.id] = time
    }

    mutating func run() throws {
        let end = bench.clock.now().boot + .hours(12)
        var boot = bench.clock.now().boot
        for _ in 0..<40 where boot < end {
            runOn(for: .seconds(chance.number(1...2400)))
            try somethingHappens()
            boot = bench.clock.now().boot
        }
        runOn(for: .minutes(5))
        checkRings()
    }

    private mutating func runOn(for duration: Duration) {
        bench.run(for: duration)
        look()
        if bench.clock.now().boot >= panelMayLag { checkPanel() }
        let next = bench.stepped.nextWake
        if next.map({ $0 <= bench.clock.now().boot }) ?? true {
            complaints.append("the next wake is not ahead")
        }
    }

    private mutating func look() {
        earliest = min(earliest, bench.clock.now().wall)
        latest = max(latest, bench.clock.now().wall)
    }

    private mutating func somethingHappens() throws {
        switch chance.number(0...9) {
        case 0, 1: bench.tap(.snooze)
        case 2: bench.tap(.stop)
        case 3: bench.tap(chance.pick([.noise, .plus, .minus, .menu]))
        case 4: breakBus()
        case 5: stepClock()
        case 6: try bench.kill()
        case 7: try cutPower()
        default: break
        }
        look()
    }

    private mutating func breakBus() {
        let error = chance.pick([I2CError.nack, .timedOut, .busGone, .io(errno: 5)])
        bench.bus.fail(SimulatedI2CBus.Fault(error: error, transfers: chance.number(1...12)))
        panelMayLag = bench.clock.now().boot + .minutes(3)
    }

    private mutating func stepClock() {
        let size = chance.pick([2, 61, 600, 1799, 3700, 8000])
        bench.clock.stepWall(by: .seconds(chance.number(0...1) == 0 ? size : -size))
        bench.stepped.post(.clockAdjusted(trust: .trusted, by: .synchronised))
        bench.stepped.step()
    }

    private mutating func cutPower() throws {
        try bench.cutPower(for: .seconds(chance.number(1...3000)))
        panelMayLag = bench.clock.now().boot + .seconds(1)
    }

    // MARK: - Checkers

    private mutating func checkPanel() {
        guard let snapshot = bench.stepped.snapshot, let picture = try? bench.picture else {
            return
        }
        var face = FacePainter(
            geometry: .segments(SegmentGeometry(digits: 4, hasColon: true, hasPoints: true)))
        let now = bench.clock.now().boot
        switch face.paint(snapshot, at: now).frame(at: now).content {
        case .dark:
            if !picture.isDark { complaints.append("lit although painted dark") }
        case .segments(let painted):
            let shown = picture.segments
            if painted.digits == shown?.digits, painted.colon == shown?.colon {
                panelDiffers = nil
            } else if now - (panelDiffers ?? now) > Night.longestFade {
                complaints.append("the panel shows other than what was painted")
            } else {
                panelDiffers = panelDiffers ?? now
            }
        case .pixels: complaints.append("pixels were painted for a panel of segments")
        }
    }

    /// One sentence of the law determines the dates that are due: an alarm rings at the first
    /// instant at which the wall clock shows its time or later on its date, once per date.
    private mutating func checkRings() {
        let told = bench.events.values
        for (id, time) in alarms.sorted(by: { $0.key < $1.key }) {
            for (date, instant) in dueDates(time) {
                let mine = told.filter { $0.alarm == id && $0.date == date }
                let fired = mine.filter { $0.event == .of(.alarm, .fired) }.count
                let missed = mine.filter { $0.event == .of(.alarm, .missed) && $0.reason == "late" }
                    .count
                let reopened = mine.filter { $0.event == .of(.alarm, .reopened) }.count
                let isDue = earliest < WallTime(instant) && WallTime(instant) <= latest
                if isDue, fired + missed == 0, !isCoveredByLaterMiss(id, date, told) {
                    complaints.append("alarm \(id) \(time) of \(date) neither rang nor was missed")
                }
                if !isDue, fired + missed > 0 {
                    complaints.append(
                        "alarm \(id) \(time) of \(date) came up although it was not due")
                }
                if fired > 1 || fired + missed > 1 + reopened {
                    complaints.append(
                        "alarm \(id) \(time) of \(date) came up \(fired + missed) times")
                }
            }
        }
        for line in told where line.event == .other(.faultRepaired) {
            complaints.append("repaired: \(line.part ?? "?")")
        }
    }

    /// One missed record covers all dates of an alarm that one evaluation found (law, 2.3).
    private func isCoveredByLaterMiss(
        _ id: AlarmID, _ date: CivilDate, _ told: [EventLine]
    ) -> Bool {
        told.contains {
            $0.event == .of(.alarm, .missed) && $0.alarm == id && ($0.count ?? 1) > 1
                && ($0.date ?? date) > date
        }
    }

    /// The dates around the night, each with the first second at which a ticking clock in the zone shows the time or
    /// later. It looks at every minute, independently of the schedule's arithmetic.
    private func dueDates(_ time: TimeOfDay) -> [(CivilDate, Instant)] {
        let begin = (earliest - .hours(30)).instant
        let end = (latest + .hours(30)).instant
        var found: [CivilDate: Instant] = [:]
        var minute = Instant(seconds: begin.seconds / 60 * 60)
        var previous = zone.civilTime(at: minute.advanced(bySeconds: -60))
        while minute <= end {
            let shown = zone.civilTime(at: minute)
            for date in Set([shown.date, previous.date]) where found[date] == nil {
                let wanted = CivilTime(date: date, time: time)
                if shown >= wanted, previous < wanted || shown == wanted { found[date] = minute }
            }
            previous = shown
            minute = minute.advanced(bySeconds: 60)
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
