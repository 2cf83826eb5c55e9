import ClockTime
import TestKit
import Testing

@testable import ClockCore

/// A random night: everything in it follows from its seed.
struct ChanceNight {
    /// How much goes wrong.
    enum Mischief: Sendable {
        /// The clock is right, whatever the power does, so every ring can be predicted.
        case rightClock
        /// The clock is trusted, but is stepped, and set by people.
        case trustedClock
        /// Also boots without a time, or with a wrong one.
        case anything
    }

    let seed: UInt64
    let mischief: Mischief
    let zone: Zone
    let begin: Instant
    var night: Night
    private(set) var rules: NightAudit.Rules
    private(set) var wishes: [NightAudit.Wish] = []
    var changes: [NightChange] = []
    var suppressors = Suppressors()
    private(set) var cuts: [(off: WallTime, on: WallTime)] = []
    private(set) var skips: [(alarm: AlarmID, at: Instant)] = []
    var figures = NightFigures()
    private var generator: SeededGenerator

    /// The delays of wake-ups have their own generator, so that other delays leave the story as it is.
    private static let delaySeed: UInt64 = 0x5eed

    private static let firstBegin: Int64 = 631_152_000
    private static let lastBegin: Int64 = 2_240_524_800
    /// 30 years.
    private static let furthestStep: Double = 946_080_000

    init(seed: UInt64) throws {
        self.seed = seed
        var generator = SeededGenerator(seed: seed)
        let kinds: [Mischief] = [.rightClock, .trustedClock, .anything, .anything]
        mischief = kinds.randomElement(using: &generator) ?? .anything
        let names = AllZones.names
        // A prime, so that every zone comes once before any repeats, and neighbours seldom follow each other.
        let stride = 7_919
        zone = try systemZone(names[Int(seed % UInt64(names.count)) * stride % names.count])
        begin = ChanceNight.begin(in: zone, &generator)
        rules = NightAudit.Rules(
            ringLength: .minutes([1, 5, 10, 20].randomElement(using: &generator) ?? 10),
            snoozeLength: .minutes([1, 5, 9, 30].randomElement(using: &generator) ?? 9),
            automaticRings: Int.random(in: 0...3, using: &generator),
            snoozeLimit: [nil, nil, 1, 3].randomElement(using: &generator) ?? nil)
        let equipment = ChanceNight.equipment(&generator)
        night = Night(
            zone: zone, at: WallTime(begin),
            restoring: ChanceNight.state(in: zone, at: begin, rules), equipment: equipment)
        night.workingOutputs = Set(0..<equipment.soundOutputs)
        night.ladder = LadderAudit(equipment)
        night.wakeDelays = SeededGenerator(seed: seed ^ ChanceNight.delaySeed)
        night.checksCoding = false
        night.skipsPictures = true
        self.generator = generator
        for _ in 1...chance(1...4) { try addAlarm() }
        figures.count(.nights)
        figures.zones.insert(zone.name)
        figures.years.insert(zone.civilTime(at: begin).date.year)
    }

    /// Naps, which the snooze bar may start, ring by the same rules.
    private static func state(
        in zone: Zone, at begin: Instant, _ rules: NightAudit.Rules
    ) -> PersistentState {
        let saved = Moment(wall: WallTime(begin), boot: BootTime(nanoseconds: 0))
        var state = PersistentState(
            boot: BootID("boot 0"), savedAt: saved, trust: .trusted, zone: zone.name)
        state.settings.countdownRings.ringLength = rules.ringLength
        state.settings.countdownRings.snoozeLength = rules.snoozeLength
        state.settings.countdownRings.automaticRings = rules.automaticRings
        return state
    }

    /// Boards have at least one sound output, and may lack motor and buzzer.
    private static func equipment(_ generator: inout SeededGenerator) -> Equipment {
        var equipment = Equipment()
        equipment.soundOutputs = Int.random(in: 1...3, using: &generator)
        // A pulsing output costs a wake every half second.
        equipment.hasMotor = Int.random(in: 0...3, using: &generator) == 0
        equipment.hasBuzzer = Int.random(in: 0...3, using: &generator) == 0
        return equipment
    }

    /// Often an hour to two days before a change of the zone's offset, else anywhere in those years.
    private static func begin(in zone: Zone, _ generator: inout SeededGenerator) -> Instant {
        let anywhere = Instant(seconds: Int64.random(in: firstBegin...lastBegin, using: &generator))
        guard Int.random(in: 0...9, using: &generator) < 6,
            let change = zone.nextTransition(after: anywhere), change.seconds < lastBegin
        else { return anywhere }
        let before = Int64.random(in: 3_600...172_800, using: &generator)
        return change.advanced(bySeconds: -before)
    }

    // MARK: - The night

    /// Runs the night.
    mutating func live() throws {
        let start = night.truth
        for _ in 1...25 {
            night.wait(duration(upTo: .hours(5)) + .milliseconds(1))
            if chance(0...2) == 0 { awaitRing() }
            // Separates the notes of this event in time from those of a late wake-up.
            night.pass(.milliseconds(1))
            try happen()
            if !night.ringing.isEmpty, chance(0...2) == 0 { breakOutputs() }
            if !night.ringing.isEmpty, chance(0...1) == 0 { fingers() }
        }
        mendStorage()
        if mischief != .rightClock { night.synchronise() }
        night.wait(.hours(2))
        figures.count(.hours, Int((night.truth - start).components.seconds / 3_600))
    }

    /// Waits until something rings, if that is soon, and a while longer.
    private mutating func awaitRing() {
        waitForRing(duration(upTo: .minutes(12)) + .milliseconds(1))
    }

    /// - Parameter late: how long after the start of the ring; negative: before it.
    mutating func waitForRing(_ late: Duration) {
        let wake = night.machine.nextRingWake.bootTime(asSeenAt: night.now)
        guard let wake, wake - night.now.boot < .hours(12) else { return }
        night.wait(max(.zero, max(.zero, wake - night.now.boot) + late))
    }

    private mutating func happen() throws {
        switch mischief {
        case .rightClock:
            switch chance(0...13) {
            case 0...4: fingers()
            case 12, 13: countDown()
            case 5, 6: cut(wall: nil, trust: .trusted)
            case 7: skip()
            case 8, 9: suppress()
            case 10: try changeRules()
            default: break
            }
        case .trustedClock:
            switch chance(0...15) {
            case 14, 15: countDown()
            case 12: suppress()
            case 13: try changeRules()
            case 0...2: fingers()
            case 3: cut(wall: nil, trust: .trusted)
            case 4: restart()
            case 5...7: step()
            default: try wish()
            }
        case .anything:
            switch chance(0...21) {
            case 18...20: countDown()
            case 21: stepFromOutside()
            case 16: suppress()
            case 17: try changeRules()
            case 0...3: fingers()
            case 4: cut(wall: nil, trust: .trusted)
            case 5, 6: cut(wall: night.truth + signed(duration(upTo: .hours(6))), trust: .plausible)
            case 7: cut(wall: WallTime(nanoseconds: 0), trust: .unknown)
            case 8: restart()
            case 9: step()
            case 10, 11: night.synchronise()
            case 12: breakStorage()
            default: try wish()
            }
        }
    }

    private mutating func wish() throws {
        switch chance(0...5) {
        case 0: try addAlarm()
        case 1: try edit()
        case 2: night.ask(.alarm(.setEnabled(someAlarm(), chance(0...1) == 1)))
        case 3: skip()
        case 4: if chance(0...3) == 0 { night.ask(.alarm(.remove(someAlarm()))) }
        default:
            let names = AllZones.names
            try night.changeZone(names[chance(0...(names.count - 1))])
        }
    }

    // MARK: - Alarms

    private mutating func addAlarm() throws {
        settle()
        let schedule = try schedule()
        var changes = AlarmChanges()
        changes.ringLength = rules.ringLength
        changes.snoozeLength = rules.snoozeLength
        changes.automaticRings = rules.automaticRings
        changes.snoozeLimit = rules.snoozeLimit.map { .times($0) } ?? .unlimited
        switch chance(0...5) {
        case 0: changes.sound = .silence
        case 1...3: changes.sound = SoundID("bell")
        default: break
        }
        changes.isMustWake = chance(0...3) == 0
        let id = AlarmID(night.machine.alarms.book.nextNumber)
        var wish = NightAudit.Wish(entry: night.log.count, alarm: id, schedule: schedule)
        try choose(&wish, &changes)
        night.ask(.alarm(.add(schedule, changes)))
        // Checked without the answer, which may wait for the storage. A date that the zone leaves out is refused.
        guard night.machine.alarms.book[id] != nil else { return }
        take(wish)
        if changes.sound == .silence { night.ladder?.silentAlarms.insert(id) }
        if changes.isMustWake == true { night.ladder?.isMustWake = true }
    }

    private mutating func edit() throws {
        settle()
        let id = someAlarm()
        guard var wish = wishes.last(where: { $0.alarm == id }) else { return }
        wish.entry = night.log.count
        var changes = AlarmChanges()
        if chance(0...2) > 0 {
            wish.schedule = try schedule()
            changes.time = wish.schedule.time
            changes.kind = wish.schedule.kind
        }
        if chance(0...1) == 0 { try choose(&wish, &changes) }
        decorate(&changes)
        let (alarms, before) = (night.machine.alarms, night.machine.alarms.book[id])
        night.ask(.alarm(.edit(id, changes)))
        let after = night.machine.alarms.book[id]
        if after?.revision != before?.revision { take(wish) }
        guard before?.schedule == after?.schedule, before?.pinnedZone == after?.pinnedZone else {
            return
        }
        // 6.7: what rings, is snoozed or skips goes on.
        #expect(night.machine.alarms.members == alarms.members)
        #expect(before?.armedAt == after?.armedAt && before?.spent == after?.spent)
        #expect(before?.skipNext == after?.skipNext && before?.isEnabled == after?.isEnabled)
    }

    /// Settings that decide neither when nor for how long it rings.
    private mutating func decorate(_ changes: inout AlarmChanges) {
        changes.label = ["", "Work", "Train"][chance(0...2)]
        if chance(0...1) == 0 { changes.volume = Percent(clamping: chance(0...100)) }
        if chance(0...2) == 0 { changes.ramp = .seconds(chance(0...60)) }
        if chance(0...2) == 0 { changes.preAlert = .minutes(chance(0...60)) }
        if chance(0...2) == 0 { changes.noiseAfter = chance(0...1) == 0 }
    }

    private mutating func take(_ wish: NightAudit.Wish) {
        wishes.append(wish)
        if wish.zone != nil { figures.count(.pinned) }
    }

    /// Chooses the zone in which it rings, and the suppressors that it observes.
    private mutating func choose(
        _ wish: inout NightAudit.Wish, _ changes: inout AlarmChanges
    ) throws {
        changes.zone = .local
        wish.zone = nil
        if chance(0...4) == 0 {
            let names = AllZones.names
            let pinned = try night.rules(of: names[chance(0...(names.count - 1))])
            changes.zone = .pinned(pinned)
            wish.zone = pinned.name
        }
        wish.observesFreeDays = chance(0...1) == 0
        wish.respectsDoNotDisturb = chance(0...2) == 0
        changes.observesFreeDays = wish.observesFreeDays
        changes.respectsDoNotDisturb = wish.respectsDoNotDisturb
    }

    /// Judges what is due by now under the rules that held until now.
    mutating func settle() {
        night.handle(.wake)
    }

    private mutating func skip() {
        let id = someAlarm()
        if case .alarm? = night.ask(.alarm(.skipNext(id, 1))) {
            skips.append((id, night.now.wall.instant))
        }
    }

    private mutating func someAlarm() -> AlarmID {
        let ids = night.machine.alarms.book.alarms.map(\.id)
        return ids.isEmpty ? AlarmID(1) : ids[chance(0...(ids.count - 1))]
    }

    private mutating func schedule() throws -> Schedule {
        // Often in the early hours, when offsets change.
        let hour = chance(0...(chance(0...1) == 0 ? 3 : 23))
        let minutes = [0, 15, 30, 45, chance(0...59)]
        let time = try #require(TimeOfDay(hour: hour, minute: minutes[chance(0...4)]))
        switch chance(0...5) {
        case 0: return .once(at: time)
        case 1:
            let today = night.zone.civilTime(at: night.now.wall.instant).date
            return .dated(today.adding(days: chance(1...4)), at: time)
        default:
            let days = WeekdaySet(rawValue: UInt8(chance(1...127)))
            return Schedule(time: time, kind: .weekly(days)) ?? .daily(at: time)
        }
    }

    // MARK: - Fingers, power, clock, storage

    private static let pauses: [Duration] = [
        .milliseconds(3), .milliseconds(40), .milliseconds(100), .milliseconds(590),
        .milliseconds(700), .milliseconds(2_100), .seconds(11), .seconds(31),
    ]

    /// Presses a key, which often bounces or is held; sometimes an edge is lost.
    private mutating func fingers() {
        let buttons: [Button] = [.snooze, .stop, .snooze, .stop, .noise, .plus, .menu]
        let button = buttons[chance(0...(buttons.count - 1))]
        figures.count(.presses)
        for _ in 0..<chance(0...2) {
            night.handle(.button(button, isDown: true))
            night.wait(.milliseconds(chance(1...5)))
            night.handle(.button(button, isDown: false))
            night.wait(.milliseconds(chance(1...5)))
        }
        night.handle(.button(button, isDown: true))
        // Sometimes a whole hand falls on the keys.
        let other = buttons[chance(0...(buttons.count - 1))]
        let isHand = chance(0...5) == 0 && other != button
        if isHand {
            night.wait(.milliseconds(chance(0...280)))
            night.handle(.button(other, isDown: true))
        }
        night.wait(ChanceNight.pauses[chance(0...(ChanceNight.pauses.count - 1))])
        if isHand { night.handle(.button(other, isDown: false)) }
        if chance(0...9) > 0 { night.handle(.button(button, isDown: false)) }
    }

    private mutating func cut(wall: WallTime?, trust: ClockTrust) {
        mendStorage()
        let off = night.truth
        let length = duration(upTo: .hours(chance(0...3) == 0 ? 90 : 2)) + .seconds(1)
        night.cutPower(for: length, wall: wall.map { $0 + length }, trust: trust)
        cuts.append((off, night.truth))
    }

    private mutating func restart() {
        mendStorage()
        let step = chance(0...2) == 0 ? signed(duration(upTo: .hours(3))) : .zero
        night.restartProgram(
            after: duration(upTo: .minutes(20)) + .seconds(1), wallStep: step,
            trust: night.machine.trust)
    }

    private mutating func step() {
        let exponent = Double.random(in: 0...1, using: &generator)
        // 1 s to 30 years, each order of magnitude equally likely.
        var seconds = 1.0
        for _ in 0..<64 { seconds *= 1 + exponent * 0.381 }
        let size = Duration.seconds(Int64(min(seconds, ChanceNight.furthestStep)))
        let delta = signed(size)
        if chance(0...2) == 0 { night.step(by: delta, .user) } else { night.step(by: delta) }
        if chance(0...1) == 0 { night.synchronise() }
    }

    /// 9.4: everything works from memory. A cut meanwhile would lose unsaved changes, so the storage recovers
    /// before any cut.
    private mutating func breakStorage() {
        figures.count(.storageFaults)
        night.store = chance(0...1) == 0 ? .failing("the disk is full") : .slow
    }

    private mutating func mendStorage() {
        guard night.store != .durable else { return }
        night.store = .durable
        night.answerSaves()
    }

    // MARK: - Chance

    mutating func chance(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private mutating func signed(_ duration: Duration) -> Duration {
        Bool.random(using: &generator) ? duration : .zero - duration
    }

    /// Short and long durations are equally likely.
    mutating func duration(upTo limit: Duration) -> Duration {
        let share = Double.random(in: 0...1, using: &generator)
        var scaled = 1.0
        for _ in 0..<8 { scaled *= share }
        let part = Bool.random(using: &generator) ? scaled : share
        return .milliseconds(Int64(limit.inSeconds * 1000 * part))
    }
}
