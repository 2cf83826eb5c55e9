import BoundedJSON
import ClockCore
import ClockTime

// The reports inside replies. Each stands here in both directions, one above the other, so that they
// are seen to agree.

extension StatusReport {
    var fields: [String: JSONValue] {
        [
            "wall": .wall(wall), "zone": .string(zone), "local": .local(civil),
            "trust": .string(trust.rawValue), "style": .object(style.fields),
            "nextAlarm": nextAlarm.map { .object($0.fields) } ?? .null,
            "heldBack": heldBack.map { .object($0.fields) } ?? .null,
            "ringing": .list(ringing.map { .object($0.fields) }),
            "snoozed": .list(snoozed.map { .object($0.fields) }),
            "tested": tested.map { .alarm($0) } ?? .null,
            "missed": .list(missed.map { .object($0.fields) }),
            "noise": .object(noise.fields), "holdToStop": .bool(holdToStop),
            "problems": .list(problems.map { .object($0.fields) }),
            "pause": pause.map { .object($0.fields) } ?? .null, "quiet": .bool(isQuiet),
            "timers": .list(timers.map { .object($0.fields) }),
            "nap": nap.map { .object($0.fields) } ?? .null,
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        guard var style = try reader.object("style") else {
            throw reader.missing("style", "an object")
        }
        guard var noise = try reader.object("noise") else {
            throw reader.missing("noise", "an object")
        }
        var next: AlarmReport?
        if var alarm = try reader.object("nextAlarm") { next = try AlarmReport(reading: &alarm) }
        var heldBack: AlarmReport?
        if var alarm = try reader.object("heldBack") { heldBack = try AlarmReport(reading: &alarm) }
        var missed: [MissedNotice] = []
        for var notice in try reader.objects("missed") {
            missed.append(try MissedNotice(reading: &notice))
        }
        var problems: [HealthReport] = []
        for var problem in try reader.objects("problems") {
            // A part that a newer clock has and this client does not know cannot be named here.
            guard let report = try HealthReport(reading: &problem) else { continue }
            problems.append(report)
        }
        var pause: DateRange?
        if var dates = try reader.object("pause") { pause = try DateRange(reading: &dates) }
        var nap: NapStatus?
        if var status = try reader.object("nap") { nap = try NapStatus(reading: &status) }
        self.init(
            wall: try reader.required("wall", .wall), zone: try reader.required("zone", .text),
            civil: try reader.optional("local", .local),
            trust: try reader.required("trust", .name(of: ["trusted", "plausible", "unknown"])),
            style: try ClockStyle(reading: &style), nextAlarm: next,
            ringing: try StatusReport.members("ringing", &reader),
            snoozed: try StatusReport.members("snoozed", &reader),
            tested: try reader.optional("tested", .alarm), missed: missed,
            noise: try NoiseReport(reading: &noise),
            // A clock that knows nothing of it stops on the press, and never keeps quiet.
            holdToStop: try reader.optional("holdToStop", .bool) ?? false, problems: problems,
            pause: pause, isQuiet: try reader.optional("quiet", .bool) ?? false,
            timers: try TimerReport.list("timers", in: &reader), nap: nap,
            heldBack: heldBack)
    }

    private static func members(
        _ name: String, _ reader: inout FieldReader
    ) throws(FieldError) -> [MemberReport] {
        var members: [MemberReport] = []
        for var member in try reader.objects(name) {
            members.append(try MemberReport(reading: &member))
        }
        return members
    }
}

extension MemberReport {
    fileprivate var fields: [String: JSONValue] {
        var fields = occurrence.fields
        fields["label"] = .string(label)
        fields["scheduled"] = .instant(scheduled)
        fields["snoozes"] = .integer(Int64(snoozes))
        fields["until"] = until.map(JSONValue.wall) ?? .null
        fields["untilLocal"] = .local(untilCivil)
        return fields
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            occurrence: try OccurrenceID(reading: &reader),
            label: try reader.required("label", .text),
            scheduled: try reader.required("scheduled", .instant),
            snoozes: try reader.required("snoozes", .count),
            until: try reader.optional("until", .wall),
            untilCivil: try reader.optional("untilLocal", .local))
    }
}

extension MissedNotice {
    fileprivate var fields: [String: JSONValue] {
        var fields = occurrence.fields
        fields["scheduled"] = .instant(scheduled)
        fields["reason"] = .string(reason.rawValue)
        fields["count"] = .integer(Int64(count))
        return fields
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            occurrence: try OccurrenceID(reading: &reader),
            scheduled: try reader.required("scheduled", .instant),
            reason: try reader.required("reason", .name(of: ["late", "unanswered"])),
            count: try reader.required("count", .count))
    }
}

extension ClockStyle {
    private static let automatic = JSONValue.string("automatic")

    var fields: [String: JSONValue] {
        let brightness: JSONValue =
            switch brightness {
            case .automatic: ClockStyle.automatic
            case .fixed(let percent): .percent(percent)
            }
        return [
            "hours": .integer(Int64(hourFormat.rawValue)), "leadingZero": .bool(hasLeadingZero),
            "colon": .string(colon.rawValue), "brightness": brightness,
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        self.init()
        hourFormat = try reader.required("hours", .hourFormat)
        hasLeadingZero = try reader.required("leadingZero", .bool)
        colon = try reader.required("colon", .name(of: ColonStyle.allCases.map(\.rawValue)))
        let isAutomatic = reader.raw("brightness") == ClockStyle.automatic
        brightness =
            isAutomatic ? .automatic : .fixed(try reader.required("brightness", .percent))
    }
}

extension HealthReport {
    fileprivate var fields: [String: JSONValue] {
        [
            "part": .string(part.rawValue), "problem": problem.map(JSONValue.string) ?? .null,
        ]
    }

    fileprivate init?(reading reader: inout FieldReader) throws(FieldError) {
        guard let part = HealthPart(rawValue: try reader.required("part", .text)) else {
            return nil
        }
        self.init(part: part, problem: try reader.optional("problem", .text))
    }
}
