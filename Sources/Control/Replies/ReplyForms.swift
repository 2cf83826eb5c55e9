package import BoundedJSON
package import ClockCore
import ClockTime

// Values that replies encode differently from the store: validated numbers and names, and objects with
// other fields. For the latter, a plain struct stands in, whose coding the compiler synthesises.

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

/// A missed ring, with its alarm and date next to the other fields.
private struct ReportedNotice: Codable {
    var alarm: AlarmID
    var date: CivilDate
    var scheduled: Instant
    var reason: MissReason
    var count: Int
    var label: String?
}

extension MissedReport: JSONForm {
    package var json: JSONValue {
        JSONValue(
            encoding: ReportedNotice(
                alarm: notice.occurrence.alarm, date: notice.occurrence.date,
                scheduled: notice.scheduled, reason: notice.reason, count: notice.count,
                label: label))
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        let reported = try ReportedNotice(decoding: json, at: path)
        let notice = MissedNotice(
            occurrence: OccurrenceID(alarm: reported.alarm, date: reported.date),
            scheduled: reported.scheduled, reason: reported.reason, count: reported.count)
        self.init(notice, label: reported.label ?? "")
    }
}

extension RingRules: JSONForm {}
extension NapSettings: JSONForm {}
extension PageSettings: JSONForm {}

private struct ReportedDoNotDisturb: Codable {
    var holds: Bool
    var allowsNoise: Bool
    var hours: QuietHours?
    var on: Bool
    var until: Instant?
    var untilLocal: CivilTime?
}

extension DoNotDisturbReport: JSONForm {
    package var json: JSONValue {
        var reported = ReportedDoNotDisturb(
            holds: holds, allowsNoise: setting.allowsNoise, hours: setting.quietHours,
            on: setting.byHand != .off, untilLocal: untilCivil)
        if case .until(let end) = setting.byHand { reported.until = end }
        return JSONValue(encoding: reported)
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        let reported = try ReportedDoNotDisturb(decoding: json, at: path)
        var setting = DoNotDisturb()
        setting.allowsNoise = reported.allowsNoise
        setting.quietHours = reported.hours
        setting.byHand = reported.until.map { .until($0) } ?? (reported.on ? .on : .off)
        self.init(setting: setting, holds: reported.holds, untilCivil: reported.untilLocal)
    }
}
