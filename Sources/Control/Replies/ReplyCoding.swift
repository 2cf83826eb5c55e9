import BoundedJSON
import ClockCore
import ClockTime

/// The kind of a reply, in its line's `reply` field.
package enum ReplyKind: String, Codable, CaseIterable {
    case status, time, timeSet, zoneSet, alarms, shownAlarm, history, alarm, removed, paused
    case category, freeDays, doNotDisturb, timers, timer, nap, ringRules
    case health, rehearsing, rehearsalTime, updateCheck, updateReadiness, updateTold
    case explanation
    case testing, snoozed, stopped, acknowledged
    case noise, mixes, favourite, shared, sounds, sound, fades, outputs
    case outputSettings, style, presets, fonts, font
    case display, picture, holdToStop, worldTimes, keyFeedback, page
    case pairing, paired, devices, address, mqtt, lamp, goodNight, breathing
    case backup, restored, diagnosis, undone
    case timerRemoved = "timerGone"
    case favouriteRemoved = "favouriteGone"
    case soundRemoved = "soundGone"
    case fontRemoved = "fontGone"
}

/// A ring under test, in a reply.
private struct Testing: Codable {
    var alarm: AlarmID
    var seconds: Duration
    /// Nil from an older clock.
    var label: String?
}

/// The end of a snooze, in a reply.
private struct Snoozed: Codable {
    var until: WallTime
    var local: CivilTime?

    var reply: Reply { .snoozed(until: until, civil: local) }
}

extension Reply {
    /// The kind of reply, nil for a refusal, and the fields of its line.
    var reported: (kind: ReplyKind?, fields: [String: JSONValue]) {
        switch self {
        case .status(let report):
            (.status, known(["status": encoded(report), "health": report.health?.json]))
        case .time(let report): (.time, ["time": encoded(report)])
        case .timeSet(let report): (.timeSet, ["timeSet": encoded(report)])
        case .zoneSet(let report): (.zoneSet, ["zoneSet": encoded(report)])
        case .shownAlarm(let report): (.shownAlarm, ["alarm": encoded(report)])
        case .history(let report): (.history, ["history": report.value])
        case .alarms, .alarm, .paused, .category, .freeDays: reportedAlarms
        case .removed(let id, let effects, let was):
            (.removed, encoded(effects, beside: known(["removed": encoded(id), "was": was?.json])))
        case .doNotDisturb(let report): (.doNotDisturb, ["doNotDisturb": report.json])
        case .timers(let reports): (.timers, ["timers": encoded(reports)])
        case .timer(let report): (.timer, ["timer": encoded(report)])
        case .timerRemoved(let id, let timer):
            (.timerRemoved, known(["timerGone": encoded(id), "was": timer.map(encoded)]))
        case .nap(let status): (.nap, ["nap": encoded(status)])
        case .lamp, .goodNight, .breathing: reportedNight
        case .ringRules(let rules): (.ringRules, ["ringRules": rules.json])
        case .health(let summary): (.health, ["health": summary.json])
        case .rehearsing: (.rehearsing, ["rehearsing": .bool(true)])
        case .rehearsalTime(let time): (.rehearsalTime, ["rehearsal": encoded(time)])
        case .updateCheck(let hindrance):
            (.updateCheck, ["update": encoded(ReportedUpdate(hindrance))])
        case .updateReadiness(let readiness): (.updateReadiness, ["readiness": readiness.json])
        case .updateTold(let news): (.updateTold, ["told": .string(news.rawValue)])
        case .explanation(let explanation): (.explanation, ["explanation": explanation.json])
        case .testing(let id, let length, let label):
            (.testing, ["testing": encoded(Testing(alarm: id, seconds: length, label: label))])
        case .snoozed(let until, let civil):
            (.snoozed, ["snoozed": encoded(Snoozed(until: until, local: civil))])
        case .stopped: (.stopped, ["stopped": .bool(true)])
        case .acknowledged(let count): (.acknowledged, ["acknowledged": encoded(count)])
        case .noise(let report): (.noise, ["noise": encoded(report)])
        case .mixes(let list): (.mixes, ["mixes": encoded(list)])
        case .favourite(let report):
            (
                .favourite,
                ["favourite": encoded(report), "replaced": .bool(report.isInPlaceOfAnother)]
            )
        case .favouriteRemoved(let name): (.favouriteRemoved, ["favouriteGone": encoded(name)])
        case .shared(let code): (.shared, ["shared": encoded(code)])
        case .sounds(let list): (.sounds, ["sounds": encoded(list)])
        case .sound(let report): (.sound, ["sound": encoded(report)])
        case .soundRemoved(let id, let name):
            (.soundRemoved, ["soundGone": encoded(id), "name": encoded(name)])
        case .fades(let fades): (.fades, ["fades": encoded(fades)])
        case .outputs(let devices, let settings):
            (.outputs, ["outputs": encoded(devices), "output": encoded(settings)])
        case .outputSettings(let settings): (.outputSettings, ["output": encoded(settings)])
        case .style(let style): (.style, ["style": encoded(style)])
        case .presets(let report): (.presets, ["presets": report.json])
        case .fonts, .font, .fontRemoved: reportedFonts
        case .display(let report): (.display, ["display": report.json])
        case .picture(let picture): (.picture, ["picture": encoded(picture)])
        case .holdToStop(let isOn): (.holdToStop, ["holdToStop": encoded(isOn)])
        case .keyFeedback(let feedback): (.keyFeedback, ["feedback": encoded(feedback)])
        case .page(let settings): (.page, ["page": settings.json])
        case .pairing, .paired, .devices, .address, .mqtt: reportedPairing
        case .backup, .restored, .diagnosis, .undone: reportedWhole
        case .worldTimes(let times): (.worldTimes, ["worldTimes": encoded(times)])
        case .refused(let error): (nil, ["error": encoded(Refusal(error))])
        }
    }

    private var reportedAlarms: (kind: ReplyKind?, fields: [String: JSONValue]) {
        if case .alarms(let reports, let pauses) = self {
            return (.alarms, ["alarms": encoded(reports), "pauses": encoded(pauses)])
        }
        if case .alarm(let report) = self {
            return (.alarm, change(in: report).merging(["alarm": report.json]) { $1 })
        }
        if case .category(let reports) = self {
            let changes = reports.map { JSONValue.object(change(in: $0)) }
            return (.category, ["changed": encoded(reports), "changes": .list(changes)])
        }
        if case .paused(let pauses, let change) = self {
            return (.paused, (change?.fields ?? [:]).merging(["pauses": encoded(pauses)]) { $1 })
        }
        guard case .freeDays(let days, let change) = self else { return (nil, [:]) }
        return (.freeDays, known(["freeDays": encoded(days), "change": change.map(encoded)]))
    }

    private var reportedPairing: (kind: ReplyKind?, fields: [String: JSONValue]) {
        switch self {
        case .pairing(let report): (.pairing, ["pairing": encoded(report)])
        case .paired(let report): (.paired, ["paired": encoded(report)])
        case .address(let report): (.address, ["address": encoded(report)])
        case .mqtt(let report): (.mqtt, ["mqtt": encoded(report)])
        case .devices(let list):
            (
                .devices,
                ["devices": encoded(list.devices), "reading": encoded(list.reading)]
            )
        default: (nil, [:])
        }
    }

    private var reportedNight: (kind: ReplyKind?, fields: [String: JSONValue]) {
        switch self {
        case .lamp(let report): (.lamp, ["lamp": encoded(report)])
        case .goodNight(let report): (.goodNight, ["goodNight": encoded(report)])
        case .breathing(let report): (.breathing, ["breathing": encoded(report)])
        default: (nil, [:])
        }
    }

    private var reportedFonts: (kind: ReplyKind?, fields: [String: JSONValue]) {
        if case .fonts(let report) = self {
            return (.fonts, ["fonts": encoded(report.fonts), "chosen": encoded(report.chosen)])
        }
        if case .font(let font, let replaced, let ignored) = self {
            return (
                .font,
                [
                    "font": encoded(font), "replaced": .bool(replaced),
                    "ignored": encoded(ignored),
                ]
            )
        }
        guard case .fontRemoved(let name, let wasChosen) = self else { return (nil, [:]) }
        return (.fontRemoved, ["fontGone": encoded(name), "wasChosen": .bool(wasChosen)])
    }

    private func encoded(_ value: some Encodable) -> JSONValue { JSONValue(encoding: value) }

    private func known(_ fields: [String: JSONValue?]) -> [String: JSONValue] {
        fields.compactMapValues { $0 }
    }

    /// What a change did to the alarm, beside the report itself.
    private func change(in report: AlarmReport) -> [String: JSONValue] {
        encoded(
            report.consequences,
            beside: [
                "skipsEnded": encoded(report.skipsEnded), "unchanged": .bool(report.isUnchanged),
            ])
    }

    private func encoded(
        _ consequences: ChangeConsequences?, beside fields: [String: JSONValue]
    ) -> [String: JSONValue] {
        var fields = fields
        if let consequences { fields["consequences"] = encoded(consequences) }
        return fields
    }

    private init(
        ofNight kind: ReplyKind, reading line: inout FieldReader
    ) throws(FieldError) {
        switch kind {
        case .breathing: self = .breathing(try line.decoded("breathing"))
        case .goodNight: self = .goodNight(try line.decoded("goodNight"))
        default: self = .lamp(try line.decoded("lamp"))
        }
    }

    init(_ kind: ReplyKind, reading line: inout FieldReader) throws(FieldError) {
        switch kind {
        case .status:
            var report = try line.decoded("status", as: StatusReport.self)
            report.health = try line.formedIfGiven("health")
            self = .status(report)
        case .time: self = .time(try line.decoded("time"))
        case .timeSet: self = .timeSet(try line.decoded("timeSet"))
        case .zoneSet: self = .zoneSet(try line.decoded("zoneSet"))
        case .shownAlarm: self = .shownAlarm(try line.decoded("alarm"))
        case .history: self = .history(try HistoryReport(reading: try line.objects("history")))
        case .alarms, .alarm, .paused, .category, .freeDays:
            self = try Reply(ofAlarms: kind, reading: &line)
        case .removed:
            self = .removed(
                try line.decoded("removed"), try line.decoded("consequences"),
                was: try line.formedIfGiven("was"))
        case .doNotDisturb: self = .doNotDisturb(try line.formed("doNotDisturb"))
        case .timers: self = .timers(try line.decoded("timers"))
        case .timer: self = .timer(try line.decoded("timer"))
        case .timerRemoved:
            self = .timerRemoved(try line.decoded("timerGone"), was: try line.decoded("was"))
        case .nap: self = .nap(try line.decoded("nap"))
        case .lamp, .goodNight, .breathing: self = try Reply(ofNight: kind, reading: &line)
        case .ringRules: self = .ringRules(try line.formed("ringRules"))
        case .health: self = .health(try line.formed("health"))
        case .rehearsing: self = .rehearsing
        case .rehearsalTime: self = .rehearsalTime(try line.decoded("rehearsal"))
        case .updateCheck:
            self = .updateCheck(try line.decoded("update", as: ReportedUpdate.self).reported)
        case .updateReadiness: self = .updateReadiness(try line.formed("readiness"))
        case .updateTold: self = .updateTold(try line.decoded("told"))
        case .explanation: self = .explanation(try line.formed("explanation"))
        case .testing:
            let test = try line.decoded("testing", as: Testing.self)
            self = .testing(test.alarm, test.seconds, label: test.label ?? "")
        case .snoozed: self = try line.decoded("snoozed", as: Snoozed.self).reply
        case .stopped: self = .stopped
        case .acknowledged: self = .acknowledged(try line.decoded("acknowledged"))
        case .noise: self = .noise(try line.decoded("noise"))
        case .mixes: self = .mixes(try line.decoded("mixes"))
        case .favourite:
            var report = try line.decoded("favourite", as: FavouriteReport.self)
            report.isInPlaceOfAnother = try line.decoded("replaced", as: Bool?.self) ?? false
            self = .favourite(report)
        case .favouriteRemoved: self = .favouriteRemoved(try line.decoded("favouriteGone"))
        case .shared: self = .shared(try line.decoded("shared"))
        case .sounds: self = .sounds(try line.decoded("sounds"))
        case .sound: self = .sound(try line.decoded("sound"))
        case .soundRemoved:
            self = .soundRemoved(try line.decoded("soundGone"), name: try line.decoded("name"))
        case .fades: self = .fades(try line.decoded("fades"))
        case .outputs:
            self = .outputs(try line.decoded("outputs"), try line.decoded("output"))
        case .outputSettings: self = .outputSettings(try line.decoded("output"))
        case .style: self = .style(try line.decoded("style"))
        case .presets: self = .presets(try line.formed("presets"))
        case .fonts, .font, .fontRemoved: self = try Reply(ofFonts: kind, reading: &line)
        case .display: self = .display(try line.formed("display"))
        case .picture: self = .picture(try line.decoded("picture"))
        case .holdToStop: self = .holdToStop(try line.decoded("holdToStop"))
        case .keyFeedback: self = .keyFeedback(try line.decoded("feedback"))
        case .page: self = .page(try line.formed("page"))
        case .worldTimes: self = .worldTimes(try line.decoded("worldTimes"))
        case .backup, .restored, .diagnosis, .undone: self = try Reply(ofWhole: kind, &line)
        case .pairing, .paired, .devices, .address, .mqtt:
            self = try Reply(ofPairing: kind, reading: &line)
        }
    }
}

extension Reply {
    fileprivate init(
        ofPairing kind: ReplyKind, reading line: inout FieldReader
    ) throws(FieldError) {
        switch kind {
        case .pairing: self = .pairing(try line.decoded("pairing"))
        case .paired: self = .paired(try line.decoded("paired"))
        case .address: self = .address(try line.decoded("address"))
        case .mqtt: self = .mqtt(try line.decoded("mqtt"))
        default:
            self = .devices(
                DeviceList(
                    devices: try line.decoded("devices"), reading: try line.decoded("reading")))
        }
    }

    fileprivate init(
        ofAlarms kind: ReplyKind, reading line: inout FieldReader
    ) throws(FieldError) {
        if kind == .alarms {
            self = .alarms(try line.decoded("alarms"), pauses: try line.pauses())
        } else if kind == .alarm {
            var report = try line.decoded("alarm", as: AlarmReport.self)
            try report.takeChange(from: &line)
            self = .alarm(report)
        } else if kind == .category {
            var reports = try line.decoded("changed", as: [AlarmReport].self)
            var changes = try line.objects("changes")
            for place in reports.indices where changes.indices.contains(place) {
                try reports[place].takeChange(from: &changes[place])
            }
            self = .category(reports)
        } else if kind == .paused {
            self = .paused(try line.pauses(), try PauseChange(reading: &line))
        } else {
            self = .freeDays(try line.decoded("freeDays"), try line.decoded("change"))
        }
    }

    fileprivate init(
        ofFonts kind: ReplyKind, reading line: inout FieldReader
    ) throws(FieldError) {
        if kind == .fonts {
            let fonts = try line.decoded("fonts", as: [OwnFont].self)
            self = .fonts(FontReport(fonts: fonts, chosen: try line.decoded("chosen")))
        } else if kind == .font {
            self = .font(
                try line.decoded("font"), replaced: try line.decoded("replaced"),
                ignored: try line.decoded("ignored", as: [FontRemark]?.self) ?? [])
        } else {
            self = .fontRemoved(
                try line.decoded("fontGone"), wasChosen: try line.decoded("wasChosen"))
        }
    }
}

extension AlarmReport {
    fileprivate mutating func takeChange(from line: inout FieldReader) throws(FieldError) {
        skipsEnded = try line.decoded("skipsEnded", as: Int?.self) ?? 0
        isUnchanged = try line.decoded("unchanged", as: Bool?.self) ?? false
        consequences = try line.decoded("consequences")
    }
}

extension PauseChange {
    fileprivate var fields: [String: JSONValue] {
        switch self {
        case .unchanged: ["unchanged": .bool(true)]
        case .added(let range): ["added": JSONValue(encoding: range)]
        case .ended(let ranges): ["ended": JSONValue(encoding: ranges)]
        }
    }

    /// Nil: the pauses were only asked for.
    fileprivate init?(reading line: inout FieldReader) throws(FieldError) {
        if let range = try line.decoded("added", as: DateRange?.self) {
            self = .added(range)
        } else if let ranges = try line.decoded("ended", as: [DateRange]?.self) {
            self = .ended(ranges)
        } else if try line.decoded("unchanged", as: Bool?.self) == true {
            self = .unchanged
        } else {
            return nil
        }
    }
}

extension FieldReader {
    fileprivate mutating func pauses() throws(FieldError) -> [DateRange] {
        try decoded("pauses", as: [DateRange]?.self) ?? []
    }

    fileprivate mutating func formedIfGiven<Value: JSONForm>(
        _ name: String
    ) throws(FieldError) -> Value? {
        guard let value = raw(name) else { return nil }
        return try Value(json: value, at: path(name))
    }

    mutating func formed<Value: JSONForm>(
        _ name: String
    ) throws(FieldError) -> Value {
        guard let value = raw(name) else { throw FieldError(path(name), "is missing") }
        return try Value(json: value, at: path(name))
    }
}
