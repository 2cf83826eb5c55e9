import ClockTime

/// A sound of the menu's lists.
struct MenuSound: Hashable, Sendable {
    var id: SoundID
    var name: String
}

/// What the menu offers: the clock's alarms and the lists to choose from.
struct MenuChoices: Hashable, Sendable {
    var alarms: [AlarmName] = []
    var tones: [MenuSound] = []
    var noises: [MenuSound] = []
    /// From west to east; the clock's own zone among them.
    var zones: [String] = []
    /// Whether somebody has given the clock a date, and so a weekday (law, 5.8).
    var isDateKnown = true
    /// From the program's build on: the clock itself refuses to be set to an earlier year.
    var years = 2025...MenuChoices.lastYear
    /// What is told about the board's keys.
    var help: [KeyHelp] = []
    /// What is told about the clock's health.
    var findings: [String] = []
    /// Where the clock is found on the network: its name, where the display has letters for it, and its address.
    var addresses: [String] = []
    /// Whether a device could pair with it.
    var canPair = true
    var hasLamp = false

    static let lastYear = 2099

    /// The list, in the order in which plus goes through it: what is of use in bed comes first.
    var items: [MenuItem] {
        let alarms = alarms.map { MenuItem.alarm($0.id) }
        let atNight: [MenuItem] =
            [
                .newAlarm, .noise, .sleepTimer, .timer, .quiet, .brightness,
            ] + (hasLamp ? [.lamp] : []) + [.breathing]
        let byDay: [MenuItem] = [.snooze, .nap, .time, .hourFormat, .health]
        return alarms + atNight + byDay + (canPair ? [.pairing] : []) + [.help, .end]
    }

    func label(of item: MenuItem) -> String {
        guard case .alarm(let id) = item else { return "" }
        return alarms.first { $0.id == id }?.label ?? ""
    }
}

/// A value that the menu changes.
enum MenuField: Hashable, Sendable {
    case hour
    /// Two strokes for the minute: sixty values are too many for one.
    case minuteTens, minuteOnes
    case day, month, year, zone
    case days, tone, state
    /// Whether to set an alarm whose time nobody has chosen.
    case wanted
    /// The alarm's own.
    case loudness
    case hourFormat, brightness, lamp, noise, volume, sleepTimer, timer, quiet
    case breathing, snooze
    case napRelease, napLength, napMaximum
    /// Nothing to change, but a page to read.
    case read(MenuValue)

    /// The first of the values that are shown together.
    var leader: MenuField {
        switch self {
        case .minuteTens, .minuteOnes: .hour
        case .month: .day
        default: self
        }
    }
}

/// The values of one edit. They are a copy: nothing changes before the edit is complete.
struct MenuDraft: Hashable, Sendable {
    /// Also the dimmest brightness to choose, because a dark display could not show the way back.
    static let brightnessStep = 10

    /// The alarm that is edited; nil: another item, or a new alarm.
    var alarm: AlarmID?
    var hour = 7
    var minute = 0
    /// When the minute was chosen: the time goes on from there while the date is chosen.
    var minuteChosenAt: BootTime?
    /// As chosen; a shorter month shows its last day.
    var day = 1
    var month = 1
    var year = MenuChoices.lastYear
    var zone = ""
    var kind = Schedule.Kind.weekly(.weekdays)
    var tone = AlarmDefaults.sound
    var loudness = AlarmDefaults.volume
    var state = MenuValue.AlarmState.on
    var isWanted = false
    var hourFormat = HourFormat.twentyFour
    var brightness = BrightnessSetting.automatic
    var lamp = Percent(clamping: 0)
    var noise = SoundID("")
    var volume = Percent(clamping: 0)
    /// In minutes, like those that follow; 0: off.
    var sleepTimer = 0
    var timer = 0
    var isQuiet = false
    var isBreathing = false
    var snooze = 9
    var release = 30
    var nap = 20
    var maximum = 30

    var time: TimeOfDay {
        TimeOfDay(hour: hour, minute: minute) ?? .midnight
    }

    /// A date that exists, whatever was chosen (31 February).
    var date: CivilDate {
        let last = CivilDate.daysInMonth(month, year: year)
        return CivilDate(year: year, month: month, day: min(day, last))
            ?? CivilDate(daysSinceEpoch: 0)
    }

    private var isWeekly: Bool { if case .weekly = kind { true } else { false } }

    /// Whether a person chose another time or date than `original`.
    func choosesTime(otherThan original: MenuDraft) -> Bool {
        time != original.time || date != original.date
    }

    // MARK: - Changing

    /// Moves one value. Every value goes round, so that a single key reaches all of it; the lamp's only upwards.
    ///
    /// - Parameter inTens: a key is held for long: numbers without an end in sight go on in tens. Hours and months are
    ///   few enough, the brightness counts in tens already, and nobody could read names that fly past.
    mutating func step(
        _ field: MenuField, by steps: Int, inTens: Bool = false, _ choices: MenuChoices,
        _ own: MenuDraft
    ) {
        let size = inTens ? 10 : 1
        defer { followTiming(field) }
        switch field {
        case .hour: hour = (hour + steps).wrapped(in: 0...23)
        case .minuteTens: minute = (minute + 10 * steps).wrapped(in: 0...59)
        case .minuteOnes: minute += (minute % 10 + steps).wrapped(in: 0...9) - minute % 10
        case .day:
            let last = CivilDate.daysInMonth(month, year: year)
            day = min(day, last).next(steps, by: size, in: 1...last)
        case .month: month = (month + steps).wrapped(in: 1...12)
        case .year: year = year.next(steps, by: size, in: choices.years)
        case .zone: zone = zone.next(steps, in: choices.zones)
        case .days: kind = kind.next(steps, in: MenuDraft.kinds(own.kind, choices))
        case .tone: tone = tone.next(steps, in: choices.tones.map(\.id))
        case .wanted: isWanted.toggle()
        case .loudness: loudness = MenuDraft.volume(loudness, steps, inTens)
        case .state: state = state.next(steps, in: states)
        case .hourFormat: hourFormat = hourFormat == .twelve ? .twentyFour : .twelve
        case .brightness: brightness = brightness.next(steps, in: MenuDraft.brightnesses)
        case .lamp:
            // It is lit meanwhile, so one step must never lead from dark to dazzling.
            let level = lamp.value + steps * MenuDraft.brightnessStep
            lamp = Percent(clamping: level > 100 ? 0 : level)
        case .noise: noise = noise.next(steps, in: choices.noises.map(\.id))
        case .volume: volume = MenuDraft.volume(volume, steps, inTens)
        case .sleepTimer: sleepTimer = sleepTimer.next(steps, by: 15, in: 0...480)
        case .timer: timer = timer.next(steps, by: size, in: 0...180)
        case .quiet: isQuiet.toggle()
        case .breathing: isBreathing.toggle()
        case .snooze: snooze = snooze.next(steps, by: size, in: 1...60)
        case .napRelease: release = release.next(steps, by: inTens ? 60 : 5, in: 5...600)
        case .napLength: nap = nap.next(steps, by: size, in: 1...180)
        case .napMaximum: maximum = maximum.next(steps, by: size, in: 1...240)
        case .read: break
        }
    }

    /// A new time or other days switch an alarm on, and only weekdays have a next date to skip. The last page must tell
    /// what will be.
    private mutating func followTiming(_ field: MenuField) {
        switch field {
        case .hour, .minuteTens, .minuteOnes, .days:
            if state == .off || (state == .skipped && !isWeekly) { state = .on }
        default: break
        }
    }

    private static func volume(_ volume: Percent, _ steps: Int, _ inTens: Bool) -> Percent {
        Percent(clamping: volume.value.next(steps, by: inTens ? 10 : 5, in: 0...100))
    }

    /// An alarm without weekdays has no next date but one.
    private var states: [MenuValue.AlarmState] {
        MenuValue.AlarmState.allCases.filter { $0 != .skipped || isWeekly }
    }

    private static let brightnesses: [BrightnessSetting] =
        [.automatic]
        + stride(from: brightnessStep, through: 100, by: brightnessStep)
        .map { BrightnessSetting.fixed(Percent(clamping: $0)) }

    /// The days to choose from: what most people want first, then single days. An alarm with other days keeps them
    /// within reach. Without a date there are no weekdays to choose (law, 5.8).
    private static func kinds(_ own: Schedule.Kind, _ choices: MenuChoices) -> [Schedule.Kind] {
        let common: [Schedule.Kind] = [
            .weekly(.weekdays), .weekly(.daily), .weekly(.weekends), .once,
        ]
        let single = Weekday.allCases.map { Schedule.Kind.weekly(WeekdaySet($0)) }
        let all = choices.isDateKnown ? common + single : [.weekly(.daily), .once]
        return all.contains(own) ? all : [own] + all
    }

    // MARK: - Showing

    func value(of field: MenuField, _ choices: MenuChoices) -> MenuValue {
        switch field {
        case .hour: .hour(time)
        case .minuteTens: .minuteTens(time)
        case .minuteOnes: .minuteOnes(time)
        case .day: .day(date)
        case .month: .month(date)
        case .year: .year(year)
        case .zone: .zone(zone)
        case .days: .days(kind)
        case .tone: .sound(choices.tones.first { $0.id == tone }?.name ?? tone.name)
        case .wanted: .wanted(isWanted)
        case .loudness: .volume(loudness)
        case .state: .state(state)
        case .hourFormat: .hourFormat(hourFormat)
        case .brightness: .brightness(brightness)
        case .lamp: .lamp(lamp)
        case .noise: .sound(choices.noises.first { $0.id == noise }?.name ?? noise.name)
        case .volume: .volume(volume)
        case .sleepTimer: .sleepTimer(sleepTimer)
        case .timer: .timer(timer)
        case .quiet: .quiet(isQuiet)
        case .breathing: .breathing(isBreathing)
        case .snooze: .snooze(snooze)
        case .napRelease: .napRelease(release)
        case .napLength: .napLength(nap)
        case .napMaximum: .napMaximum(maximum)
        case .read(let page): page
        }
    }
}

extension Int {
    /// The value in the range that goes round.
    fileprivate func wrapped(in range: ClosedRange<Int>) -> Int {
        let count = range.count
        let place = (self - range.lowerBound) % count
        return range.lowerBound + (place < 0 ? place + count : place)
    }

    /// The next multiple of `step`, which goes round at the ends.
    fileprivate func next(_ steps: Int, by step: Int, in range: ClosedRange<Int>) -> Int {
        // Down from 15, ten comes first, as twenty does on the way up.
        let place = steps < 0 && self % step != 0 ? self / step + 1 : self / step
        let next = (place + steps) * step
        if next > range.upperBound { return range.lowerBound }
        return next < range.lowerBound ? range.upperBound : next
    }
}

extension Equatable {
    /// The value that many places further, which goes round; the first one if this is none of them.
    func next(_ steps: Int, in all: [Self]) -> Self {
        guard !all.isEmpty else { return self }
        guard let place = all.firstIndex(of: self) else { return all[0] }
        return all[(place + steps).wrapped(in: 0...(all.count - 1))]
    }
}
