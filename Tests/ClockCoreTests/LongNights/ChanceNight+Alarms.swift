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
        changes[\.snooze.length] = rules.snoozeLength
        changes.automaticRings = rules.automaticRings
        changes[\.snooze.limit] = .some(rules.snoozeLimit)
        var wish = NightAudit.Wish(
            entry: night.told.count, alarm: AlarmID(0), schedule: try schedule(), rules: rules)
        try set("sound", &changes, &wish)
        try set("zone", &changes, &wish)
        try set("observesFreeDays", &changes, &wish)
        try set("respectsDoNotDisturb", &changes, &wish)
        if chance(0...3) == 0 { try set("mustWake", &changes, &wish) }
        if chance(0...2) == 0 { try set("stopWith", &changes, &wish) }
        if movesDates, chance(0...2) == 0 { try set("preAlertSeconds", &changes, &wish) }
        ask(.add(wish.schedule, changes), wish)
    }

    /// Changes some settings of an alarm. Where all rings are foretold, these do not decide when it rings.
    mutating func edit() throws {
        settle()
        let id = someAlarm()
        guard var wish = wishes.last(where: { $0.alarm == id }) else { return }
        wish.entry = night.told.count
        var changes = AlarmChanges()
        let settings = Alarm.settings.map(\.name).filter {
            movesDates || !ChanceNight.movesDates($0)
        }
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
        let members = night.machine.ringing.alarms.members.map(\.occurrence.alarm)
        if !members.isEmpty, chance(0...1) == 0 { return members[chance(0...(members.count - 1))] }
        let ids = night.machine.ringing.alarms.book.alarms.map(\.id)
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
        _ setting: String, _ changes: inout AlarmChanges, _ wish: inout NightAudit.Wish
    ) throws {
        switch setting {
        case "schedule":
            let other = try schedule()
            let old = wish.schedule
            let isTime = chance(0...1) == 0
            let changed = Schedule(
                time: isTime ? other.time : old.time, kind: isTime ? old.kind : other.kind)
            wish.schedule = changed ?? old
            if isTime {
                changes.time = wish.schedule.time
            } else {
                changes.kind = wish.schedule.kind
            }
        case "zone": try setZone(&changes, &wish)
        case "label", "message", "icon", "tint", "category": setWords(setting, &changes, &wish)
        case "snooze": setSnooze(&changes, &wish)
        case "observesFreeDays":
            wish.observesFreeDays = chance(0...1) == 0
            changes.observesFreeDays = wish.observesFreeDays
        case "respectsDoNotDisturb":
            wish.respectsDoNotDisturb = chance(0...2) == 0
            changes.respectsDoNotDisturb = wish.respectsDoNotDisturb
        case "noiseAfter":
            wish.noiseAfter = chance(0...1) == 0
            changes.noiseAfter = wish.noiseAfter
        default: setRing(setting, &changes, &wish)
        }
    }

    private mutating func setSnooze(
        _ changes: inout AlarmChanges, _ wish: inout NightAudit.Wish
    ) {
        switch chance(0...2) {
        case 0:
            wish.isSnoozeAllowed = chance(0...2) > 0
            changes[\.snooze.isAllowed] = wish.isSnoozeAllowed
        case 1:
            wish.rules.snoozeLength = .minutes([1, 5, 9, 30][chance(0...3)])
            changes[\.snooze.length] = wish.rules.snoozeLength
        default:
            wish.rules.snoozeLimit = [nil, 1, 3][chance(0...2)]
            changes[\.snooze.limit] = .some(wish.rules.snoozeLimit)
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
        _ setting: String, _ changes: inout AlarmChanges, _ wish: inout NightAudit.Wish
    ) {
        let word = ["Work", "Train", "Medicine"][chance(0...2)]
        let choice = chance(0...2) == 0 ? nil : word
        switch setting {
        case "label":
            wish.label = chance(0...2) == 0 ? "" : word
            changes.label = wish.label
        case "message": changes.message = chance(0...2) == 0 ? "" : word
        case "icon": changes.icon = .some(choice)
        case "category": changes.category = .some(choice)
        default:
            let tint = Tint(red: UInt8(chance(0...255)), green: 0, blue: 0)
            changes.tint = .some(chance(0...2) == 0 ? nil : tint)
        }
    }

    private mutating func setRing(
        _ setting: String, _ changes: inout AlarmChanges, _ wish: inout NightAudit.Wish
    ) {
        switch setting {
        case "sound":
            let sounds: [SoundID] = [.silence, SoundID("bell"), SoundID("digital")]
            let sound = sounds[chance(0...2)]
            wish.isSilent = sound == .silence
            changes.sound = sound
        case "vibration":
            let patterns: [VibrationPattern] = [.steady, .pulse, .heartbeat(.default), .growing]
            changes.vibration = .some(chance(0...2) == 0 ? nil : patterns[chance(0...3)])
        case "volume":
            wish.volume = Percent(clamping: chance(0...100))
            changes.volume = wish.volume
        case "rampSeconds": changes.ramp = .seconds(chance(0...60))
        case "mustWake":
            wish.isMustWake = chance(0...1) == 0
            changes.isMustWake = wish.isMustWake
        case "stopWith":
            let tasks: [StopTask?] = [
                nil, .hold(.seconds(2)), .hold(.seconds(10)), .both, .key(.menu), .key(.noise),
            ]
            wish.stopWith = tasks[chance(0...5)]
            changes.stopWith = .some(wish.stopWith)
        case "preAlertSeconds":
            wish.preAlert = .minutes(chance(0...60))
            changes.preAlert = wish.preAlert
        case "preAlertSound":
            changes.preAlertSound = .some(chance(0...3) == 0 ? nil : SoundID("white"))
        case "sunriseSeconds": changes.sunrise = .minutes(chance(0...60))
        case "bedtimeSeconds": changes.bedtime = .minutes(chance(0...600))
        case "ringSeconds":
            wish.rules.ringLength = .minutes([1, 5, 10, 20][chance(0...3)])
            changes.ringLength = wish.rules.ringLength
        case "automaticRings":
            wish.rules.automaticRings = chance(0...3)
            changes.automaticRings = wish.rules.automaticRings
        default: Issue.record("nobody here can set \(setting)")
        }
    }
}

extension ChanceNight {
    /// Whether a setting decides which dates ring. A countdown does, as somebody who is up may end it.
    fileprivate static func movesDates(_ setting: String) -> Bool {
        let moving = [
            "schedule", "zone", "observesFreeDays", "respectsDoNotDisturb", "preAlertSeconds",
        ]
        return moving.contains(setting)
    }
}
