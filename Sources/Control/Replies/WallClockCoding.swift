import BoundedJSON
import ClockCore
import ClockTime

// What time it is, and what came of setting it: in JSON, and as text.

extension TimeReport {
    var fields: [String: JSONValue] {
        [
            "wall": .wall(wall), "zone": .string(zone), "local": .local(civil),
            "offsetSeconds": .integer(Int64(offset)), "trust": .string(trust.rawValue),
            "confirmedSecondsAgo": confirmedAgo.map(JSONValue.seconds) ?? .null,
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        // RFC 9636, 3.2: between -25 and +26 hours.
        let offsets = -26 * 3600...26 * 3600
        self.init(
            wall: try reader.required("wall", .wall), zone: try reader.required("zone", .text),
            civil: try reader.optional("local", .local),
            offset: try reader.required("offsetSeconds", .integer(in: offsets)),
            trust: try reader.required("trust", .name(of: ["trusted", "plausible", "unknown"])),
            confirmedAgo: try reader.optional("confirmedSecondsAgo", .reported))
    }
}

extension TimeSetReport {
    var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = [
            "time": .object(time.fields),
            "nextAlarm": nextAlarm.map { .object($0.fields) } ?? .null,
            "secondPass": secondPass.map(JSONValue.instant) ?? .null,
        ]
        switch hardwareClock {
        case .none: fields["hardwareClock"] = .string(HardwareClockWord.none.rawValue)
        case .set: fields["hardwareClock"] = .string(HardwareClockWord.set.rawValue)
        case .failed(let reason):
            fields["hardwareClock"] = .string(HardwareClockWord.failed.rawValue)
            fields["warning"] = .string(reason)
        }
        return fields
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        let (time, next) = try TimeReport.read(&reader)
        let words = HardwareClockWord.allCases.map(\.rawValue)
        let word = try reader.required(
            "hardwareClock", FieldForm<HardwareClockWord>.name(of: words))
        let warning = try reader.optional("warning", .text)
        let hardwareClock: HardwareClock =
            switch word {
            case .none: .none
            case .set: .set
            case .failed: .failed(warning ?? "")
            }
        self.init(
            time: time, nextAlarm: next,
            secondPass: try reader.optional("secondPass", .instant), hardwareClock: hardwareClock)
    }
}

extension ZoneSetReport {
    var fields: [String: JSONValue] {
        [
            "time": .object(time.fields),
            "nextAlarm": nextAlarm.map { .object($0.fields) } ?? .null,
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        let (time, next) = try TimeReport.read(&reader)
        self.init(time: time, nextAlarm: next)
    }
}

extension TimeReport {
    /// The new time, and what rings first by it.
    fileprivate static func read(
        _ reader: inout FieldReader
    ) throws(FieldError) -> (time: TimeReport, nextAlarm: AlarmReport?) {
        guard var time = try reader.object("time") else {
            throw reader.missing("time", "an object")
        }
        var next: AlarmReport?
        if var alarm = try reader.object("nextAlarm") { next = try AlarmReport(reading: &alarm) }
        return (try TimeReport(reading: &time), next)
    }
}

private enum HardwareClockWord: String, CaseIterable {
    case none, set, failed
}

extension FieldForm where Value == GivenTime {
    static var given: FieldForm {
        FieldForm(GivenTime.allowed) { value in
            if case .string(let text) = value { GivenTime(text) } else { nil }
        }
    }
}

// MARK: - As text

extension Presentation {
    static func time(_ report: TimeReport) -> String {
        let zone = Spelling.printable(report.zone)
        let offset = "UTC" + OffsetText.format(report.offset)
        return grouped([
            ("Time", report.civil.map(moment) ?? "not known; set it: \(TimeReport.howToSet)"),
            ("Zone", report.civil == nil ? zone : "\(zone), \(offset)"),
            ("Confirmed", confirmation(report)),
        ])
    }

    private static func confirmation(_ report: TimeReport) -> String {
        switch report.trust {
        case .trusted: report.confirmedAgo.map { "\(interval($0)) ago" } ?? "yes"
        case .plausible: "no; alarms ring by it; set it: \(TimeReport.howToSet)"
        case .unknown: "no; no alarm rings"
        }
    }

    static func timeSet(_ report: TimeSetReport) -> String {
        var text = shown(report.time)
        if let second = report.secondPass {
            text +=
                "That time comes twice, and this is the first; for the second: noiseclock time set "
                + "\(CivilTime(secondsAsUTC: second.seconds))Z\n"
        }
        text += nextAlarm(report.nextAlarm)
        switch report.hardwareClock {
        case .none, .set: break
        case .failed(let reason):
            text +=
                "The hardware clock was not set: \(Spelling.printable(reason)). "
                + "The time is gone with the power.\n"
        }
        return text
    }

    static func zoneSet(_ report: ZoneSetReport) -> String {
        shown(report.time) + nextAlarm(report.nextAlarm)
    }

    private static func shown(_ time: TimeReport) -> String {
        let zone = Spelling.printable(time.zone)
        return "The clock shows \(time.civil.map(moment) ?? "no time"), \(zone).\n"
    }

    private static func nextAlarm(_ next: AlarmReport?) -> String {
        guard let next else { return "No alarm is set.\n" }
        let label = label(next.alarm.label)
        return "The next alarm is \(next.alarm.id)\(label), \(future(next)).\n"
    }
}
