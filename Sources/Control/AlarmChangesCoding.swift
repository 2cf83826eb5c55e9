import BoundedJSON
import ClockCore
import ClockTime

// What of an alarm is to be set, in JSON.
//
// | field                          | value                                                       |
// | ------------------------------ | ----------------------------------------------------------- |
// | schedule                       | {time, kind, weekdays, date}                                |
// | zone                           | an IANA name; null: the clock's own                         |
// | label, message                 | texts on one line                                           |
// | icon, category                 | names; null: none                                           |
// | tint                           | "#rrggbb"; null: none                                       |
// | vibration                      | {name, perMinute}; null: none                               |
// | sound, volume, rampSeconds     | "silence" is a sound too                                    |
// | snooze                         | {allowed, seconds, limit}; a limit of null: none            |
// | mustWake                       | true or false                                               |
// | preAlertSeconds, sunriseSeconds | 0: none                                                    |
// | observesFreeDays, respectsDoNotDisturb | true or false                                       |
// | ringSeconds, automaticRings    | how long it rings unanswered, and how often again           |
//
// What is missing stays as it is.
extension AlarmChanges {
    var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        var schedule: [String: JSONValue] = kind?.fields ?? [:]
        schedule["time"] = time.map { .string($0.description) }
        if !schedule.isEmpty { fields["schedule"] = .object(schedule) }
        switch zone {
        case .local: fields["zone"] = .null
        case .pinned(let zone): fields["zone"] = .string(zone.name)
        case nil: break
        }
        fields["label"] = label.map(JSONValue.string)
        fields["message"] = message.map(JSONValue.string)
        fields["icon"] = icon.map { $0.json(JSONValue.string) }
        fields["category"] = category.map { $0.json(JSONValue.string) }
        fields["tint"] = tint.map { $0.json { .string($0.description) } }
        addRing(to: &fields)
        return fields
    }

    private func addRing(to fields: inout [String: JSONValue]) {
        fields["vibration"] = vibration.map { $0.json { .object($0.fields) } }
        fields["sound"] = sound.map { .string($0.name) }
        fields["volume"] = volume.map(JSONValue.percent)
        fields["rampSeconds"] = ramp.map(JSONValue.seconds)
        var snooze: [String: JSONValue] = [:]
        snooze["allowed"] = snoozeAllowed.map(JSONValue.bool)
        snooze["seconds"] = snoozeLength.map(JSONValue.seconds)
        switch snoozeLimit {
        case .unlimited: snooze["limit"] = .null
        case .times(let count): snooze["limit"] = .integer(Int64(count))
        case nil: break
        }
        if !snooze.isEmpty { fields["snooze"] = .object(snooze) }
        fields["mustWake"] = isMustWake.map(JSONValue.bool)
        fields["preAlertSeconds"] = preAlert.map(JSONValue.seconds)
        fields["sunriseSeconds"] = sunrise.map(JSONValue.seconds)
        fields["observesFreeDays"] = observesFreeDays.map(JSONValue.bool)
        fields["respectsDoNotDisturb"] = respectsDoNotDisturb.map(JSONValue.bool)
        fields["ringSeconds"] = ringLength.map(JSONValue.seconds)
        fields["automaticRings"] = automaticRings.map { .integer(Int64($0)) }
    }

    init(
        reading reader: inout FieldReader, zones: some ZoneReader
    ) throws(FieldError) {
        self.init()
        if var schedule = try reader.object("schedule") {
            time = try schedule.optional("time", .time)
            kind = try Schedule.Kind(reading: &schedule)
            try schedule.finish()
        }
        zone = try ZoneChoice(reading: &reader, zones: zones)
        label = try reader.optional("label", .text)
        message = try reader.optional("message", .text)
        icon = try Setting.read("icon", .text, &reader)
        category = try Setting.read("category", .text, &reader)
        tint = try Setting.read("tint", .tint, &reader)
        try readRing(&reader)
    }

    private mutating func readRing(_ reader: inout FieldReader) throws(FieldError) {
        if reader.raw("vibration") == .null {
            vibration = .some(.none)
        } else if var pattern = try reader.object("vibration") {
            vibration = .some(.some(try VibrationPattern(reading: &pattern)))
            try pattern.finish()
        }
        sound = try reader.optional("sound", .sound)
        volume = try reader.optional("volume", .percent)
        ramp = try reader.optional("rampSeconds", .seconds(in: AlarmLimits.ramp))
        if var snooze = try reader.object("snooze") {
            snoozeAllowed = try snooze.optional("allowed", .bool)
            snoozeLength = try snooze.optional("seconds", .seconds(in: AlarmLimits.snoozeLength))
            snoozeLimit = try snooze.optional("limit", .snoozeLimit)
            try snooze.finish()
        }
        isMustWake = try reader.optional("mustWake", .bool)
        preAlert = try reader.optional("preAlertSeconds", .seconds(in: AlarmLimits.preAlert))
        sunrise = try reader.optional("sunriseSeconds", .seconds(in: AlarmLimits.sunrise))
        observesFreeDays = try reader.optional("observesFreeDays", .bool)
        respectsDoNotDisturb = try reader.optional("respectsDoNotDisturb", .bool)
        ringLength = try reader.optional("ringSeconds", .seconds(in: AlarmLimits.ringLength))
        automaticRings = try reader.optional(
            "automaticRings", .integer(in: AlarmLimits.automaticRings))
    }
}

extension AlarmChanges.Setting {
    fileprivate func json(_ form: (Value) -> JSONValue) -> JSONValue {
        switch self {
        case .none: .null
        case .some(let value): form(value)
        }
    }

    /// Nil where the field is missing; null takes away what there was.
    fileprivate static func read(
        _ name: String, _ form: FieldForm<Value>, _ reader: inout FieldReader
    ) throws(FieldError) -> Self? {
        if reader.raw(name) == .null { return Self.none }
        let orNull = FieldForm<Value>("\(form.allowed), or null for none", form.read)
        return try reader.optional(name, orNull).map { Self.some($0) }
    }
}

extension AlarmChanges.ZoneChoice {
    /// Nil where the field is missing. The rules are read here, because the machine reads no files.
    fileprivate init?(
        reading reader: inout FieldReader, zones: some ZoneReader
    ) throws(FieldError) {
        if reader.raw("zone") == .null {
            self = .local
            return
        }
        let form = FieldForm<String>(
            "the name of a time zone like \"Europe/Berlin\", or null for the clock's own",
            FieldForm<String>.text.read)
        guard let name = try reader.optional("zone", form) else { return nil }
        self = .pinned(try Zone(named: name, in: reader, zones))
    }
}

extension Zone {
    /// The zone that the field `zone` names.
    init(reading reader: inout FieldReader, _ zones: some ZoneReader) throws(FieldError) {
        let form = FieldForm<String>(
            "the name of a time zone like \"Europe/Berlin\"", FieldForm<String>.text.read)
        try self.init(named: try reader.required("zone", form), in: reader, zones)
    }

    fileprivate init(
        named name: String, in reader: FieldReader, _ zones: some ZoneReader
    ) throws(FieldError) {
        var zones = zones
        do {
            self = try zones.zone(named: name)
        } catch {
            throw FieldError(reader.path("zone"), error.message)
        }
    }
}

extension VibrationPattern {
    /// The rate only where the pattern has one.
    var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = ["name": .string(name.rawValue)]
        switch self {
        case .heartbeat(let rate): fields["perMinute"] = .integer(Int64(rate.perMinute))
        case .steady, .pulse, .growing: break
        }
        return fields
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        let name = try reader.required("name", .vibration)
        let rate = try reader.optional("perMinute", .heartRate)
        if rate != nil, name != .heartbeat {
            throw FieldError(reader.path("perMinute"), "goes only with the heartbeat")
        }
        self.init(name, rate: rate ?? .usual)
    }
}

extension Schedule.Kind {
    /// As `Schedule` itself is stored, less the time.
    var fields: [String: JSONValue] {
        switch self {
        case .weekly(let days):
            let numbers = days.days.map { JSONValue.integer(Int64($0.rawValue)) }
            return ["kind": .string("weekly"), "weekdays": .list(numbers)]
        case .once: return ["kind": .string("once")]
        case .dated(let date):
            return ["kind": .string("dated"), "date": .string(date.description)]
        }
    }

    /// Nil where no kind is given.
    init?(reading reader: inout FieldReader) throws(FieldError) {
        let kind = try reader.optional("kind", .kind)
        let weekdays = try reader.optional("weekdays", .weekdays)
        let date = try reader.optional("date", .date)
        if weekdays != nil, kind != .weekly {
            throw FieldError(reader.path("weekdays"), "goes only with the kind \"weekly\"")
        }
        if date != nil, kind != .dated {
            throw FieldError(reader.path("date"), "goes only with the kind \"dated\"")
        }
        switch kind {
        case nil: return nil
        case .once: self = .once
        case .weekly: self = .weekly(try reader.required("weekdays", .weekdays))
        case .dated: self = .dated(try reader.required("date", .date))
        }
    }

    enum Name: String, CaseIterable {
        case weekly, once, dated
    }
}

extension FieldForm where Value == Schedule.Kind.Name {
    fileprivate static var kind: FieldForm {
        .name(of: Schedule.Kind.Name.allCases.map(\.rawValue))
    }
}

extension FieldForm where Value == VibrationPattern.Name {
    fileprivate static var vibration: FieldForm {
        .name(of: VibrationPattern.Name.allCases.map(\.rawValue))
    }
}

extension FieldForm where Value == HeartRate {
    fileprivate static var heartRate: FieldForm {
        let rates = FieldForm<Int>.integer(in: HeartRate.allowed)
        return FieldForm(rates.allowed) { rates.read($0).flatMap { HeartRate($0) } }
    }
}

extension FieldForm where Value == Tint {
    static var tint: FieldForm {
        FieldForm("a colour like \"#ff8800\"") { value in
            if case .string(let text) = value { Tint(text) } else { nil }
        }
    }
}

extension FieldForm where Value == AlarmChanges.SnoozeLimit {
    fileprivate static var snoozeLimit: FieldForm {
        let range = AlarmLimits.snoozeLimit
        let count = FieldForm<Int>.integer(in: range)
        return FieldForm("\(count.allowed), or null for no limit") { value in
            value == .null ? .unlimited : count.read(value).map { .times($0) }
        }
    }
}
