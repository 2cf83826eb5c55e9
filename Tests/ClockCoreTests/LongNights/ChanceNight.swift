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
    /// How the first alarms, timers and the nap ring.
    private(set) var rules: NightAudit.Rules
    var wishes: [NightAudit.Wish] = []
    /// The names and lengths of the timers.
    var timers: [TimerID: (name: String, length: Duration)] = [:]
    var changes: [NightChange] = []
    var suppressors = Suppressors()
    private(set) var cuts: [(off: WallTime, on: WallTime)] = []
    var skips: [(alarm: AlarmID, at: Instant)] = []
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
        night.room = RoomAudit(equipment)
        night.wakeDelays = SeededGenerator(seed: seed ^ ChanceNight.delaySeed)
        night.checksCoding = false
        night.skipsPictures = true
        night.name = "seed \(seed): "
        night.floor = WallTime(Instant(seconds: ChanceNight.firstBegin))
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
            if !night.machine.ringing.alarms.members.isEmpty, chance(0...2) == 0 { try edit() }
            if !night.ringing.isEmpty, chance(0...1) == 0 { fingers() }
        }
        mendStorage()
        if mischief != .rightClock { night.synchronise() }
        night.wait(.hours(2))
        settle()
        figures.count(.hours, Int((night.truth - start).components.seconds / 3_600))
    }

    /// Waits until something rings, if that is soon, and a while longer.
    private mutating func awaitRing() {
        waitForRing(duration(upTo: .minutes(12)) + .milliseconds(1))
    }

    /// - Parameter late: how long after the start of the ring; negative: before it.
    mutating func waitForRing(_ late: Duration) {
        let wake = night.machine.ringing.nextWake(night.machine.ringingContext).bootTime(
            asSeenAt: night.now)
        guard let wake, wake - night.now.boot < .hours(12) else { return }
        night.wait(max(.zero, max(.zero, wake - night.now.boot) + late))
    }

    private mutating func happen() throws {
        switch mischief {
        case .rightClock:
            switch chance(0...15) {
            case 0...4: fingers()
            case 5, 6: cut(wall: nil, trust: .trusted)
            case 7: skip()
            case 8, 9: suppress()
            case 10: try changeRules()
            case 11: try edit()
            case 12, 13: countDown()
            case 14: noise()
            default: break
            }
        case .trustedClock:
            switch chance(0...17) {
            case 0...2: fingers()
            case 3: cut(wall: nil, trust: .trusted)
            case 4: restart()
            case 5...7: step()
            case 12: suppress()
            case 13: try changeRules()
            case 14, 15: countDown()
            case 16: noise()
            case 17: getUp()
            default: try wish()
            }
        case .anything:
            switch chance(0...23) {
            case 0...3: fingers()
            case 4: cut(wall: nil, trust: .trusted)
            case 5, 6: cut(wall: night.truth + signed(duration(upTo: .hours(6))), trust: .plausible)
            case 7: cut(wall: WallTime(nanoseconds: 0), trust: .unknown)
            case 8: restart()
            case 9: step()
            case 10, 11: night.synchronise()
            case 12: breakStorage()
            case 16: suppress()
            case 17: try changeRules()
            case 18...20: countDown()
            case 21: stepFromOutside()
            case 22: noise()
            case 23: getUp()
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

    // MARK: - Fingers, power, clock, storage

    private static let pauses: [Duration] = [
        .milliseconds(3), .milliseconds(40), .milliseconds(100), .milliseconds(590),
        .milliseconds(700), .milliseconds(2_100), .seconds(11), .seconds(31),
    ]

    /// Presses a key, which often bounces or is held; sometimes an edge is lost.
    private mutating func fingers() {
        let buttons: [Button] = [.snooze, .stop, .snooze, .stop, .noise, .plus, .menu, .goodNight]
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
            figures.count(.hands)
            night.wait(.milliseconds(chance(0...280)))
            night.handle(.button(other, isDown: true))
        }
        night.wait(ChanceNight.pauses[chance(0...(ChanceNight.pauses.count - 1))])
        if isHand { night.handle(.button(other, isDown: false)) }
        if chance(0...9) > 0 { night.handle(.button(button, isDown: false)) }
    }

    /// Says "I am up" in the countdown before a ring, if there is one.
    private mutating func getUp() {
        waitForRing(.zero - duration(upTo: .minutes(50)))
        night.hold(.stop, for: .milliseconds(chance(590...2_100)))
    }

    /// Noise, so that something comes back after a ring, or does not.
    private mutating func noise() {
        figures.count(.noises)
        night.ask(.noise(chance(0...3) == 0 ? .stop : .play(SoundID("pink"), volume: nil)))
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
