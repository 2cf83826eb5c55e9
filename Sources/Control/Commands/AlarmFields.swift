import BoundedJSON
import ClockCore
import ClockTime

/// All alarm settings in one object of a request. A field that is missing keeps its value.
struct AlarmFields: Sendable {
    let time: Parameter<TimeOfDay>
    let kind: Parameter<Schedule.Kind>
    /// A request carries the zone's rules with its name.
    private let zone: Parameter<AlarmChanges.ZoneChoice>
    private let options: [RecordOption<Alarm>]
    let parameters: [any DescribedParameter]

    /// - Parameter isNew: the request adds an alarm: the time is required, and help shows the defaults.
    init(within object: String, isNew: Bool) {
        var time = Parameter("schedule.time", requestOnly: Form<TimeOfDay>.time).within(object)
        time.isRequired = isNew
        self.time = time
        kind = Parameter("schedule.kind", requestOnly: Form<Schedule.Kind>.days).within(object)
        zone = Parameter(
            "zone", option: "zone", Form<AlarmChanges.ZoneChoice>.choice,
            "Time zone, such as Europe/Berlin; local: the clock's own"
                + (isNew ? " (default: local)" : ""),
            default: isNew ? .null : nil
        ).within(object)
        let ringing = AlarmFields.ringing.map { $0.within(object, showsDefault: isNew) }
        let shown = AlarmFields.shown.map { $0.within(object, showsDefault: isNew) }
        options = ringing + shown
        // Help lists the zone before the settings that can only be shown.
        parameters =
            [time, kind] + [any DescribedParameter](ringing) + [zone]
            + [any DescribedParameter](shown)
    }

    func changes(_ given: Arguments) -> AlarmChanges {
        var changes = AlarmChanges()
        changes.time = given[time]
        changes.kind = given[kind]
        changes.zone = given[zone]
        for change in given.changes(of: options) { changes.add(change) }
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

// MARK: - The options

extension AlarmFields {
    private static let ringing: [RecordOption<Alarm>] = [
        RecordOption(
            \.label, "label", .line("TEXT", AlarmLimits.label),
            "Name of the alarm, up to \(AlarmLimits.labelLength) characters"),
        RecordOption(
            \.sound, "sound", .sound, "What it rings with, or silence",
            default: AlarmDefaults.sound.name),
        RecordOption(
            \.volume, "volume", .percent, "How loud it rings",
            default: "\(AlarmDefaults.volume.value)"),
        RecordOption(
            \.ramp, "ramp", .length("0s-60s", in: AlarmLimits.ramp, example: "30s"),
            "Time until it has its full volume", default: DurationText.format(AlarmDefaults.ramp)),
        RecordOption(
            "snooze.allowed", "snooze", .snooze, "Length of a snooze, or on or off",
            default: DurationText.format(AlarmDefaults.snoozeLength)
        ) { choice in
            guard case .object(let fields) = choice else { return [] }
            return fields.map { FieldChange("snooze.\($0.key)", to: $0.value) }
        },
        RecordOption(
            \.snooze.limit, "snooze-limit", .count(in: AlarmLimits.snoozeLimit), none: "none",
            "How often you can snooze it", default: "none"),
        RecordOption(
            \.stopWith, "stop-with", .stopTask, none: "none",
            "What alone stops it: hold:2s to hold:10s, both or key:NAME", default: "none"),
        RecordOption(
            \.isMustWake, "must-wake", .flag, "Ring louder and on every output until you answer",
            default: "off"),
        RecordOption(
            \.ringLength, "ring", .length("1m-60m", in: AlarmLimits.ringLength, example: "10m"),
            "How long it rings if nobody answers",
            default: DurationText.format(AlarmDefaults.ringLength)),
        RecordOption(
            \.automaticRings, "rings", .count(in: AlarmLimits.automaticRings),
            "How often it rings again after that", default: "\(AlarmDefaults.automaticRings)"),
        RecordOption(
            \.noiseAfter, "noise-after", .flag,
            "After a stop, go on with the noise that it interrupted", default: "off"),
        RecordOption(
            \.vibration, "vibration", .vibration, none: "none",
            "steady, pulse, heartbeat[:40-120] or growing", default: "none"),
        RecordOption(
            \.preAlert, "pre-alert", .length("0m-60m", in: AlarmLimits.preAlert, example: "10m"),
            "Countdown before it rings", default: "0m"),
        RecordOption(
            \.preAlertSound, "pre-alert-sound", .sound, none: "none",
            "A noise or a gentle tone that rises in the countdown", default: "none"),
        RecordOption(
            \.sunrise, "sunrise", .length("0m-60m", in: AlarmLimits.sunrise, example: "10m"),
            "Rising light before it rings", default: "0m"),
        RecordOption(
            \.bedtime, "bedtime", .length("0m-14h", in: AlarmLimits.bedtime, example: "8h"),
            "A chirp and a word so long before, to go to bed", default: "0m"),
        RecordOption(
            \.observesFreeDays, "free-days", .flag, "Stay silent on free days", default: "off"),
        RecordOption(
            \.respectsDoNotDisturb, "quiet", .flag, "Stay silent during do not disturb",
            default: "off"),
    ]

    private static let shown: [RecordOption<Alarm>] = [
        RecordOption(
            \.category, "category", .line("NAME", AlarmLimits.name), none: "none",
            "Category, to switch several alarms at once"),
        RecordOption(
            \.message, "message", .line("TEXT", AlarmLimits.message),
            "Longer text, up to \(AlarmLimits.messageLength) characters"),
        RecordOption(
            \.icon, "icon", .line("NAME", AlarmLimits.name), none: "none",
            "Picture on displays of pixels, such as sun, work or train"),
        RecordOption(
            \.tint, "tint", .color, none: "none",
            "Colour such as amber, for displays that show one"),
    ]
}
