import ClockTime
import Testing

@testable import ClockCore

// What people ask of alarms: they set and change them, in rings too, and skip dates.
extension ChanceNight {
    /// Judges what is due by now under the rules that held until now.
    mutating func settle() {
        night.handle(.wake)
    }

    mutating func addAlarm() throws {
        settle()
        var changes = AlarmChanges()
        changes.ringLength = rules.ringLength
        changes.snoozeLength = rules.snoozeLength
        changes.automaticRings = rules.automaticRings
        changes.snoozeLimit = rules.snoozeLimit.map { .times($0) } ?? .unlimited
        var wish = NightAudit.Wish(
            entry: night.told.count, alarm: AlarmID(0), schedule: try schedule(), rules: rules)
        try set(.sound, &changes, &wish)
        try set(.zone, &changes, &wish)
        try set(.observesFreeDays, &changes, &wish)
        try set(.respectsDoNotDisturb, &changes, &wish)
        if chance(0...3) == 0 { try set(.isMustWake, &changes, &wish) }
        if movesDates, chance(0...2) == 0 { try set(.preAlert, &changes, &wish) }
        ask(.add(wish.schedule, changes), wish)
    }

    /// Changes some settings of an alarm. Where all rings are foretold, these do not decide when it rings.
    mutating func edit() throws {
        settle()
        let id = someAlarm()
        guard var wish = wishes.last(where: { $0.alarm == id }) else { return }
        wish.entry = night.told.count
        var changes = AlarmChanges()
        let settings = AlarmSetting.allCases.filter { movesDates || !$0.movesDates }
        let chosen = (0...chance(0...3)).map { _ in settings[chance(0...(settings.count - 1))] }
        for setting in chosen { try set(setting, &changes, &wish) }
        if ask(.edit(id, changes), wish) { figures.settings.formUnion(chosen) }
    }

    /// Whether a person changes when alarms ring.
    private var movesDates: Bool { mischief != .rightClock }

    /// Returns whether the history says that it was done. An answer may wait for the storage, a date that the zone
    /// leaves out is refused, and some changes are none.
    @discardableResult
    private mutating func ask(_ command: AlarmCommand, _ wish: NightAudit.Wish) -> Bool {
        night.room?.asked = wish
        night.ask(.alarm(command))
        guard let done = night.room?.takeDone() else { return false }
        wishes.append(done)
        if done.zone != nil { figures.count(.pinned) }
        return true
    }

    mutating func skip() {
        let id = someAlarm()
        if case .alarm? = night.ask(.alarm(.skipNext(id, 1))) {
            skips.append((id, night.now.wall.instant))
        }
    }

    /// Often one that rings or is snoozed.
    mutating func someAlarm() -> AlarmID {
        let members = night.machine.alarms.members.map(\.occurrence.alarm)
        if !members.isEmpty, chance(0...1) == 0 { return members[chance(0...(members.count - 1))] }
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

    // MARK: - Settings

    /// Chooses a value, for the request and for whoever judges it.
    private mutating func set(
        _ setting: AlarmSetting, _ changes: inout AlarmChanges, _ wish: inout NightAudit.Wish
    ) throws {
        switch setting {
        case .time:
            let time = try schedule().time
            wish.schedule = Schedule(time: time, kind: wish.schedule.kind) ?? wish.schedule
            changes.time = wish.schedule.time
        case .kind:
            let kind = try schedule().kind
            wish.schedule = Schedule(time: wish.schedule.time, kind: kind) ?? wish.schedule
            changes.kind = wish.schedule.kind
        case .zone: try setZone(&changes, &wish)
        case .label, .message, .icon, .tint, .category: setWords(setting, &changes, &wish)
        case .sound, .vibration, .volume, .ramp, .isMustWake, .preAlert, .sunrise, .ringLength,
            .automaticRings:
            setRing(setting, &changes, &wish)
        case .snoozeAllowed:
            wish.isSnoozeAllowed = chance(0...2) > 0
            changes.snoozeAllowed = wish.isSnoozeAllowed
        case .snoozeLength:
            wish.rules.snoozeLength = .minutes([1, 5, 9, 30][chance(0...3)])
            changes.snoozeLength = wish.rules.snoozeLength
        case .snoozeLimit:
            wish.rules.snoozeLimit = [nil, 1, 3][chance(0...2)]
            changes.snoozeLimit = wish.rules.snoozeLimit.map { .times($0) } ?? .unlimited
        case .observesFreeDays:
            wish.observesFreeDays = chance(0...1) == 0
            changes.observesFreeDays = wish.observesFreeDays
        case .respectsDoNotDisturb:
            wish.respectsDoNotDisturb = chance(0...2) == 0
            changes.respectsDoNotDisturb = wish.respectsDoNotDisturb
        case .noiseAfter:
            wish.noiseAfter = chance(0...1) == 0
            changes.noiseAfter = wish.noiseAfter
        }
    }

    private mutating func setZone(
        _ changes: inout AlarmChanges, _ wish: inout NightAudit.Wish
    ) throws {
        changes.zone = .local
        wish.zone = nil
        guard chance(0...4) == 0 else { return }
        let names = AllZones.names
        let pinned = try night.rules(of: names[chance(0...(names.count - 1))])
        changes.zone = .pinned(pinned)
        wish.zone = pinned.name
    }

    private mutating func setWords(
        _ setting: AlarmSetting, _ changes: inout AlarmChanges, _ wish: inout NightAudit.Wish
    ) {
        let word = ["Work", "Train", "Medicine"][chance(0...2)]
        let choice: AlarmChanges.Setting<String> = chance(0...2) == 0 ? .cleared : .set(word)
        switch setting {
        case .label:
            wish.label = chance(0...2) == 0 ? "" : word
            changes.label = wish.label
        case .message: changes.message = chance(0...2) == 0 ? "" : word
        case .icon: changes.icon = choice
        case .category: changes.category = choice
        default:
            let tint = Tint(red: UInt8(chance(0...255)), green: 0, blue: 0)
            changes.tint = chance(0...2) == 0 ? .cleared : .set(tint)
        }
    }

    private mutating func setRing(
        _ setting: AlarmSetting, _ changes: inout AlarmChanges, _ wish: inout NightAudit.Wish
    ) {
        switch setting {
        case .sound:
            let sounds: [SoundID] = [.silence, SoundID("bell"), SoundID("digital")]
            let sound = sounds[chance(0...2)]
            wish.isSilent = sound == .silence
            changes.sound = sound
        case .vibration:
            let patterns: [VibrationPattern] = [.steady, .pulse, .heartbeat(.default), .growing]
            changes.vibration = chance(0...2) == 0 ? .cleared : .set(patterns[chance(0...3)])
        case .volume:
            wish.volume = Percent(clamping: chance(0...100))
            changes.volume = wish.volume
        case .ramp: changes.ramp = .seconds(chance(0...60))
        case .isMustWake:
            wish.isMustWake = chance(0...1) == 0
            changes.isMustWake = wish.isMustWake
        case .preAlert:
            wish.preAlert = .minutes(chance(0...60))
            changes.preAlert = wish.preAlert
        case .sunrise: changes.sunrise = .minutes(chance(0...60))
        case .ringLength:
            wish.rules.ringLength = .minutes([1, 5, 10, 20][chance(0...3)])
            changes.ringLength = wish.rules.ringLength
        default:
            wish.rules.automaticRings = chance(0...3)
            changes.automaticRings = wish.rules.automaticRings
        }
    }
}

extension AlarmSetting {
    /// Whether it decides which dates ring. A countdown does, as somebody who is up may end it.
    fileprivate var movesDates: Bool {
        switch self {
        case .time, .kind, .zone, .observesFreeDays, .respectsDoNotDisturb, .preAlert: true
        case .label, .message, .icon, .tint, .category, .sound, .vibration, .volume, .ramp,
            .isMustWake, .sunrise, .ringLength, .automaticRings, .snoozeAllowed, .snoozeLength,
            .snoozeLimit, .noiseAfter:
            false
        }
    }
}
