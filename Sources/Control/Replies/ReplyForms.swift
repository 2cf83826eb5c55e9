package import BoundedJSON
package import ClockCore
import ClockTime

// Values whose form in replies is not that of their properties: numbers and names that are checked, and what is
// stored in another form than it is told in. Both directions stand one above the other, so that they are seen to
// agree.

extension AlarmID: FormedValue {
    package var json: JSONValue { .alarm(self) }
    package static var form: FieldForm<AlarmID> { .alarm }
}

extension TimerID: FormedValue {
    package var json: JSONValue { .integer(Int64(number)) }
    package static var form: FieldForm<TimerID> { .timer }
}

extension SoundID: FormedValue {
    package var json: JSONValue { .string(name) }
    package static var form: FieldForm<SoundID> { .sound }
}

extension Percent: FormedValue {
    package var json: JSONValue { .percent(self) }
    package static var form: FieldForm<Percent> { .percent }
}

// A newer clock has parts, and reasons to skip a date, that this client does not know.
extension HealthReport: LeftOutIfNewer {}
extension SkipReason: LeftOutIfNewer {}

extension JSONForm {
    /// The fields of an object that stands at the path.
    static func fields(
        of json: JSONValue, at path: String
    ) throws(FieldError) -> FieldReader {
        guard case .object(let fields) = json else {
            throw FieldError(path, "\(json.shown) is not allowed; it must be an object")
        }
        return FieldReader(fields, path: path, isLenient: true)
    }
}

extension MissedNotice: JSONForm {
    package var json: JSONValue {
        var fields = occurrence.fields
        fields["scheduled"] = .instant(scheduled)
        fields["reason"] = .string(reason.rawValue)
        fields["count"] = .integer(Int64(count))
        return .object(fields)
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        var reader = try MissedNotice.fields(of: json, at: path)
        self.init(
            occurrence: try OccurrenceID(reading: &reader),
            scheduled: try reader.required("scheduled", .instant),
            reason: try reader.required("reason", .name(of: MissReason.allCases.map(\.rawValue))),
            count: try reader.required("count", .count))
    }
}

extension ClockStyle: JSONForm {
    private static let automatic = JSONValue.string("automatic")

    package var json: JSONValue {
        let brightness: JSONValue =
            switch brightness {
            case .automatic: ClockStyle.automatic
            case .fixed(let percent): .percent(percent)
            }
        return .object([
            "hours": .integer(Int64(hourFormat.rawValue)), "leadingZero": .bool(hasLeadingZero),
            "colon": .string(colon.rawValue), "brightness": brightness,
        ])
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        var reader = try ClockStyle.fields(of: json, at: path)
        self.init()
        hourFormat = try reader.required("hours", .hourFormat)
        hasLeadingZero = try reader.required("leadingZero", .bool)
        colon = try reader.required("colon", .name(of: ColonStyle.allCases.map(\.rawValue)))
        let isAutomatic = reader.raw("brightness") == ClockStyle.automatic
        brightness =
            isAutomatic ? .automatic : .fixed(try reader.required("brightness", .percent))
    }
}

extension RingRules: JSONForm {
    package var json: JSONValue {
        .object([
            "graceSeconds": .seconds(grace), "ringSeconds": .seconds(countdowns.ringLength),
            "snoozeSeconds": .seconds(countdowns.snoozeLength),
            "rings": .integer(Int64(countdowns.automaticRings)),
        ])
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        var reader = try RingRules.fields(of: json, at: path)
        var countdowns = CountdownRings()
        countdowns.ringLength = try reader.required("ringSeconds", .reported)
        countdowns.snoozeLength = try reader.required("snoozeSeconds", .reported)
        countdowns.automaticRings = try reader.required("rings", .count)
        self.init(grace: try reader.required("graceSeconds", .reported), countdowns: countdowns)
    }
}

extension DoNotDisturbReport: JSONForm {
    package var json: JSONValue {
        var fields: [String: JSONValue] = [
            "holds": .bool(holds), "allowsNoise": .bool(setting.allowsNoise),
            "hours": setting.quietHours.map { .object($0.fields) } ?? .null,
            "on": .bool(setting.byHand != .off), "until": .null, "untilLocal": .local(untilCivil),
        ]
        if case .until(let end) = setting.byHand { fields["until"] = .instant(end) }
        return .object(fields)
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        var reader = try DoNotDisturbReport.fields(of: json, at: path)
        var setting = DoNotDisturb()
        setting.allowsNoise = try reader.required("allowsNoise", .bool)
        if var hours = try reader.object("hours") {
            setting.quietHours = try QuietHours(reading: &hours)
        }
        if let end = try reader.optional("until", .instant) {
            setting.byHand = .until(end)
        } else if try reader.required("on", .bool) {
            setting.byHand = .on
        }
        self.init(
            setting: setting, holds: try reader.required("holds", .bool),
            untilCivil: try reader.optional("untilLocal", .local))
    }
}
