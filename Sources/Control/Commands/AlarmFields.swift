import BoundedJSON
import ClockCore
import ClockTime

/// One setting of an alarm: its words, and its property in `Alarm` and in `AlarmChanges`.
///
/// `AlarmFields.settings` defines JSON requests and replies, words, help and limits. A field that is missing from
/// a request keeps its value.
struct AlarmField<Value: Sendable>: DescribedAlarmField {
    private(set) var said: Parameter<Value>
    /// The default of a new alarm, for help.
    let defaultText: String?
    let set: @Sendable (inout AlarmChanges, Value) -> Void
    let get: @Sendable (Alarm) -> Value

    init(
        _ key: String, option: String, _ form: Form<Value>, _ help: String,
        default defaultText: String? = nil, get: @escaping @Sendable (Alarm) -> Value,
        set: @escaping @Sendable (inout AlarmChanges, Value) -> Void
    ) {
        said = Parameter(key, option: option, form, help)
        self.defaultText = defaultText
        self.get = get
        self.set = set
    }

    /// A setting stored in a single property.
    init(
        _ key: String, option: String, _ form: Form<Value>, _ help: String,
        _ change: any WritableKeyPath<AlarmChanges, Value?> & Sendable,
        _ value: any KeyPath<Alarm, Value> & Sendable, default defaultText: String? = nil
    ) {
        self.init(
            key, option: option, form, help, default: defaultText, get: { $0[keyPath: value] },
            set: { $0[keyPath: change] = $1 })
    }

    var parameter: any DescribedParameter { said }

    func placed(within object: String, saysDefault: Bool) -> any DescribedAlarmField {
        var placed = self
        placed.said = said.within(object)
        if saysDefault, let defaultText { placed.said.help += " (default: \(defaultText))" }
        return placed
    }

    func write(to changes: inout AlarmChanges, _ given: Arguments) {
        if let value = given[said] { set(&changes, value) }
    }

    func take(from alarm: Alarm, into arguments: inout Arguments) {
        arguments[said] = get(alarm)
    }
}

protocol DescribedAlarmField: Sendable {
    var parameter: any DescribedParameter { get }
    /// The same field, nested in an object of a request.
    func placed(within object: String, saysDefault: Bool) -> any DescribedAlarmField
    func write(to changes: inout AlarmChanges, _ given: Arguments)
    func take(from alarm: Alarm, into arguments: inout Arguments)
}

/// All alarm settings in one object of a request.
struct AlarmFields: Sendable {
    let time: Parameter<TimeOfDay>
    let kind: Parameter<Schedule.Kind>
    let parameters: [any DescribedParameter]
    private let settings: [any DescribedAlarmField]
    private let zone: Parameter<AlarmChanges.ZoneChoice>

    /// - Parameter isNew: the request adds an alarm: the time is required, and help shows the defaults.
    init(within object: String, isNew: Bool) {
        var time = AlarmFields.time.within(object)
        time.isRequired = isNew
        self.time = time
        kind = AlarmFields.kind.within(object)
        zone = AlarmFields.zone(saysDefault: isNew).within(object)
        settings = AlarmFields.settings.map { $0.placed(within: object, saysDefault: isNew) }
        let said = settings.map(\.parameter)
        // Help lists the zone before the settings that can only be shown.
        parameters =
            [time, kind] + said.prefix(AlarmFields.ringing.count) + [zone]
            + said.dropFirst(AlarmFields.ringing.count)
    }

    func areGiven(in arguments: Arguments) -> Bool { parameters.contains { arguments.has($0) } }

    func changes(_ given: Arguments) -> AlarmChanges {
        var changes = AlarmChanges()
        changes.time = given[time]
        changes.kind = given[kind]
        changes.zone = given[zone]
        for setting in settings { setting.write(to: &changes, given) }
        return changes
    }

    /// Reads the remaining words as a time and days, in any order.
    func readSchedule(_ words: inout WordReader, _ arguments: inout Arguments) throws {
        let (time, kind) = try words.schedule()
        arguments[self.time] = time
        arguments[self.kind] = kind
    }

    /// The names of the alarm options, as used in a card's `noiseclock.json`.
    static let optionNames = AlarmFields(within: "alarm", isNew: false)
        .parameters.compactMap(\.option)
}

// MARK: - The table

extension AlarmFields {
    static let settings: [any DescribedAlarmField] = ringing + shown

    fileprivate static let time = Parameter("schedule.time", unsaid: Form<TimeOfDay>.time)
    fileprivate static let kind = Parameter("schedule.kind", unsaid: Form<Schedule.Kind>.days)

    /// Not in the table: a request carries the zone's rules, but a reply only its name.
    fileprivate static func zone(saysDefault: Bool) -> Parameter<AlarmChanges.ZoneChoice> {
        Parameter(
            "zone", option: "zone", Form<AlarmChanges.ZoneChoice>.choice,
            "Time zone, such as Europe/Berlin; local: the clock's own"
                + (saysDefault ? " (default: local)" : ""))
    }

    fileprivate static let ringing: [any DescribedAlarmField] = [
        AlarmField(
            "label", option: "label", Form<String>.text("TEXT"),
            "Name of the alarm, up to \(AlarmLimits.labelLength) characters", \.label, \.label),
        AlarmField(
            "sound", option: "sound", Form<SoundID>.sound, "What it rings with, or silence",
            \.sound, \.sound, default: AlarmDefaults.sound.name),
        AlarmField(
            "volume", option: "volume", Form<Percent>.percent, "How loud it rings", \.volume,
            \.volume, default: "\(AlarmDefaults.volume.value)"),
        AlarmField(
            "rampSeconds", option: "ramp",
            Form<Duration>.length("0s-60s", in: AlarmLimits.ramp, example: "30s"),
            "Time until it has its full volume", \.ramp, \.ramp,
            default: DurationText.format(AlarmDefaults.ramp)),
        AlarmField(
            "snooze.allowed", option: "snooze", Form<SnoozeChoice>.snooze,
            "Length of a snooze, or on or off",
            default: DurationText.format(AlarmDefaults.snoozeLength),
            get: { SnoozeChoice(isAllowed: $0.snooze.isAllowed, length: $0.snooze.length) },
            set: { changes, choice in
                changes.snoozeAllowed = choice.isAllowed
                changes.snoozeLength = choice.length
            }),
        AlarmField(
            "snooze.limit", option: "snooze-limit", Form<AlarmChanges.SnoozeLimit>.limit,
            "How often you can snooze it",
            default: "none", get: { $0.snooze.limit.map { .times($0) } ?? .unlimited },
            set: { $0.snoozeLimit = $1 }),
        AlarmField(
            "mustWake", option: "must-wake", Form<Bool>.flag,
            "Ring louder and on every output until you answer", \.isMustWake, \.isMustWake,
            default: "off"),
        AlarmField(
            "ringSeconds", option: "ring",
            Form<Duration>.length("1m-60m", in: AlarmLimits.ringLength, example: "10m"),
            "How long it rings if nobody answers", \.ringLength, \.ringLength,
            default: DurationText.format(AlarmDefaults.ringLength)),
        AlarmField(
            "automaticRings", option: "rings", Form<Int>.count(in: AlarmLimits.automaticRings),
            "How often it rings again after that", \.automaticRings, \.automaticRings,
            default: "\(AlarmDefaults.automaticRings)"),
        AlarmField(
            "noiseAfter", option: "noise-after", Form<Bool>.flag,
            "After a stop, go on with the noise that it interrupted", \.noiseAfter, \.noiseAfter,
            default: "off"),
        AlarmField(
            "vibration", option: "vibration",
            Form<VibrationPattern>.vibration.orNone(
                "none",
                allowed: "steady, pulse, heartbeat, heartbeat:40 to heartbeat:120, growing, or none"
            ), "steady, pulse, heartbeat[:40-120] or growing", default: "none",
            get: { .init($0.vibration) }, set: { $0.vibration = $1 }),
        AlarmField(
            "preAlertSeconds", option: "pre-alert",
            Form<Duration>.length("0m-60m", in: AlarmLimits.preAlert, example: "10m"),
            "Countdown before it rings", \.preAlert, \.preAlert, default: "0m"),
        AlarmField(
            "sunriseSeconds", option: "sunrise",
            Form<Duration>.length("0m-60m", in: AlarmLimits.sunrise, example: "10m"),
            "Rising light before it rings", \.sunrise, \.sunrise, default: "0m"),
        AlarmField(
            "observesFreeDays", option: "free-days", Form<Bool>.flag, "Stay silent on free days",
            \.observesFreeDays, \.observesFreeDays, default: "off"),
        AlarmField(
            "respectsDoNotDisturb", option: "quiet", Form<Bool>.flag,
            "Stay silent during do not disturb", \.respectsDoNotDisturb, \.respectsDoNotDisturb,
            default: "off"),
    ]

    fileprivate static let shown: [any DescribedAlarmField] = [
        AlarmField(
            "category", option: "category", Form<String>.text("NAME").orNone("none"),
            "Category, to switch several alarms at once", get: { .init($0.category) },
            set: { $0.category = $1 }),
        AlarmField(
            "message", option: "message", Form<String>.text("TEXT"),
            "Longer text, up to \(AlarmLimits.messageLength) characters", \.message, \.message),
        AlarmField(
            "icon", option: "icon", Form<String>.text("NAME").orNone("none"),
            "Name of a picture, for displays that show one", get: { .init($0.icon) },
            set: { $0.icon = $1 }),
        AlarmField(
            "tint", option: "tint", Form<Tint>.color.orNone("none"),
            "Colour such as amber, for displays that show one", get: { .init($0.tint) },
            set: { $0.tint = $1 }),
    ]
}

// MARK: - In replies

extension AlarmFields {
    /// The settings of an alarm as reply fields.
    static func fields(of alarm: Alarm) -> [String: JSONValue] {
        var arguments = Arguments()
        arguments[time] = alarm.schedule.time
        arguments[kind] = alarm.schedule.kind
        for setting in settings { setting.take(from: alarm, into: &arguments) }
        var fields = reported.fields(of: arguments)
        fields["zone"] = .optional(alarm.pinnedZone)
        return fields
    }

    /// Reads the settings in a reply. An older clock omits fields it does not know; they get a new alarm's defaults.
    static func changes(
        reading reader: inout FieldReader
    ) throws(FieldError) -> (time: TimeOfDay, kind: Schedule.Kind, settings: AlarmChanges) {
        var arguments = Arguments()
        try reported.read(from: &reader, zones: NoZones(), into: &arguments)
        var changes = AlarmChanges()
        for setting in settings { setting.write(to: &changes, arguments) }
        return (try arguments.required(time), try arguments.required(kind), changes)
    }

    private static let reported = ParameterTree([time, kind] + settings.map(\.parameter))

    /// The schedule alone as reply fields.
    static func fields(of schedule: Schedule) -> [String: JSONValue] {
        var arguments = Arguments()
        arguments[time] = schedule.time
        arguments[kind] = schedule.kind
        return reportedSchedule.fields(of: arguments)
    }

    /// Reads the schedule in a reply; nil if there is none.
    static func schedule(reading reader: inout FieldReader) throws(FieldError) -> Schedule? {
        var arguments = Arguments()
        try reportedSchedule.read(from: &reader, zones: NoZones(), into: &arguments)
        guard let time = arguments[time], let kind = arguments[kind] else { return nil }
        return Schedule(time: time, kind: kind)
    }

    private static let reportedSchedule = ParameterTree([time, kind])
}

extension AlarmChanges.Setting {
    init(_ value: Value?) {
        if let value { self = .set(value) } else { self = .cleared }
    }
}
