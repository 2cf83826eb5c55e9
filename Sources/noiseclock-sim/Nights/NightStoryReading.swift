import BoundedJSON
import ClockCore
import ClockTime
import Control

// The JSON form of a story.

extension NightStory {
    /// - Throws: the first field that is wrong, and what it must be.
    init(
        reading reader: inout FieldReader, by forms: StoryForms, _ zones: inout some ZoneReader
    ) throws(FieldError) {
        zone = try reader.zone("zone", forms, &zones)
        start = try reader.required("start", forms.time)
        until = try reader.required("until", forms.time)
        guard start < until, until.seconds - start.seconds <= NightStory.longest else {
            throw FieldError(
                "until", "must come after start, by \(NightStory.longest / 86_400) days at most")
        }
        settings = try Settings(reading: try reader.object("settings"), by: forms)
        var book = StoryBook()
        var alarms: [Alarm] = []
        for var reader in try reader.objects("alarms") {
            alarms.append(try book.add(&reader, by: forms))
            try reader.finish()
        }
        self.alarms = alarms
        timers = []
        for var reader in try reader.objects("timers") {
            timers.append(try book.timer(&reader, by: forms))
            try reader.finish()
        }
        events = []
        for (time, reader) in try NightStory.inOrder(
            try reader.objects("events"), from: start, by: forms)
        {
            var reader = reader
            let event = try book.event(&reader, by: forms, &zones)
            try reader.finish()
            if let event { events.append(TimedEvent(time: time, event: event)) }
        }
        try reader.finish()
    }

    /// The events sorted by time; those at the same time keep their order.
    private static func inOrder(
        _ readers: [FieldReader], from start: Instant, by forms: StoryForms
    ) throws(FieldError) -> [(time: Instant, reader: FieldReader)] {
        var timed: [(time: Instant, place: Int, reader: FieldReader)] = []
        for var reader in readers {
            let time = try reader.required("t", forms.time)
            guard time >= start else {
                throw FieldError(reader.path("t"), "comes before the start, \(start.text)")
            }
            timed.append((time, timed.count, reader))
        }
        return timed.sorted { ($0.time, $0.place) < ($1.time, $1.place) }
            .map { ($0.time, $0.reader) }
    }
}

extension NightStory.Settings {
    /// - Parameter reader: nil if the story has no settings.
    fileprivate init(reading reader: FieldReader?, by forms: StoryForms) throws(FieldError) {
        var reader = reader ?? FieldReader([:])
        let defaultRing = AlarmDefaults.ringLength.minutes
        ringLength = .minutes(try reader.optional("ring", forms.minutes) ?? defaultRing)
        let defaultSnooze = AlarmDefaults.snoozeLength.minutes
        snoozeLength = .minutes(try reader.optional("snooze", forms.minutes) ?? defaultSnooze)
        automaticRings =
            try reader.optional("rerings", forms.rerings) ?? AlarmDefaults.automaticRings
        grace = .minutes(try reader.optional("grace", forms.grace) ?? AlarmDefaults.grace.minutes)
        let limit = try reader.optional("snooze_max", forms.times) ?? 0
        snoozeLimit = limit > 0 ? limit : nil
        try reader.finish()
    }
}

extension Duration {
    fileprivate var minutes: Int { Int(components.seconds / 60) }
}

extension Instant {
    fileprivate var text: String { "\(CivilTime(secondsAsUTC: seconds))" }
}

extension FieldReader {
    fileprivate mutating func zone(
        _ name: String, _ forms: StoryForms, _ zones: inout some ZoneReader
    ) throws(FieldError) -> Zone {
        let zone = try required(name, forms.zone)
        do {
            return try zones.zone(named: zone)
        } catch {
            throw FieldError(path(name), error.message)
        }
    }
}

/// The names that a story has defined so far, while its events are read in order.
private struct StoryBook {
    private var alarms: [String: AlarmFields] = [:]
    private var timers: Set<String> = []
    /// While the power is off, the clock accepts no requests.
    private var isOn = true

    mutating func add(
        _ reader: inout FieldReader, by forms: StoryForms
    ) throws(FieldError) -> NightStory.Alarm {
        let name = try reader.required("id", forms.name)
        guard alarms[name] == nil else {
            throw FieldError(reader.path("id"), "\(Spelling.quoted(name)) is there already")
        }
        var fields = AlarmFields()
        let schedule = try fields.read(&reader, by: forms)
        alarms[name] = fields
        return NightStory.Alarm(name: name, schedule: schedule)
    }

    mutating func timer(
        _ reader: inout FieldReader, by forms: StoryForms
    ) throws(FieldError) -> NightStory.Timer {
        let name = try reader.required("id", forms.name)
        timers.insert(name)
        return NightStory.Timer(
            name: name, length: .seconds(try reader.required("seconds", forms.seconds)))
    }

    /// Nil if the event is impossible while the power is off.
    mutating func event(
        _ reader: inout FieldReader, by forms: StoryForms, _ zones: inout some ZoneReader
    ) throws(FieldError) -> NightStory.Event? {
        let before = self
        let event = try read(&reader, by: forms, &zones)
        switch event {
        case .powerOff:
            isOn = false
        case .boot:
            isOn = true
        case .stop, .snooze, .synchronise, .set, .zone, .skipNext, .edit, .add, .startTimer:
            guard isOn else {
                self = before
                return nil
            }
        }
        return event
    }

    private mutating func read(
        _ reader: inout FieldReader, by forms: StoryForms, _ zones: inout some ZoneReader
    ) throws(FieldError) -> NightStory.Event {
        switch try reader.required("do", forms.action) {
        case .stop: return .stop
        case .snooze: return .snooze
        case .powerOff: return .powerOff
        case .boot:
            return .boot(
                clock: try reader.required("clock", forms.clock),
                trust: try reader.required("trust", forms.trust))
        case .sync: return .synchronise(clock: try reader.required("clock", forms.clock))
        case .userSet: return .set(clock: try reader.required("clock", forms.clock))
        case .zone: return .zone(try reader.zone("to", forms, &zones))
        case .skipNext: return .skipNext(try known(&reader, by: forms).name)
        case .edit:
            var (name, fields) = try known(&reader, by: forms)
            guard var set = try reader.object("set") else {
                throw reader.missing("set", "an object with the fields to change")
            }
            let isEnabled = try set.optional("enabled", .bool)
            let schedule = try fields.read(&set, by: forms)
            try set.finish()
            alarms[name] = fields
            return .edit(name, schedule, isEnabled: isEnabled)
        case .add:
            guard var alarm = try reader.object("alarm") else {
                throw reader.missing("alarm", "an alarm like those of the story")
            }
            let added = try add(&alarm, by: forms)
            try alarm.finish()
            return .add(added)
        case .startTimer: return .startTimer(try timer(&reader, by: forms))
        }
    }

    private func known(
        _ reader: inout FieldReader, by forms: StoryForms
    ) throws(FieldError) -> (name: String, fields: AlarmFields) {
        let name = try reader.required("a", forms.name)
        guard let fields = alarms[name] else {
            let names = alarms.keys.sorted().map { Spelling.quoted($0) }.joined(separator: ", ")
            throw FieldError(
                reader.path("a"),
                "there is no alarm \(Spelling.quoted(name)) then; there are \(names)")
        }
        return (name, fields)
    }
}

/// The known fields of an alarm's schedule: an edit names only those that it changes.
private struct AlarmFields {
    var hour: Int?
    var minute: Int?
    var kind: StoryForms.Kind?
    var weekdays: WeekdaySet?
    var date: CivilDate?

    /// Applies the given fields, and returns the resulting schedule.
    mutating func read(
        _ reader: inout FieldReader, by forms: StoryForms
    ) throws(FieldError) -> Schedule {
        hour = try reader.optional("hour", forms.hour) ?? hour
        minute = try reader.optional("minute", forms.minute) ?? minute
        kind = try reader.optional("kind", forms.kind) ?? kind
        weekdays = try reader.optional("weekdays", forms.weekdays) ?? weekdays
        date = try reader.optional("date", forms.date) ?? date
        guard let hour else { throw reader.missing("hour", forms.hour.allowed) }
        guard let minute else { throw reader.missing("minute", forms.minute.allowed) }
        guard let kind else { throw reader.missing("kind", forms.kind.allowed) }
        guard let time = TimeOfDay(hour: hour, minute: minute) else {
            throw FieldError(reader.path("minute"), "\(hour):\(minute) is no time of day")
        }
        switch kind {
        case .once: return .once(at: time)
        case .date:
            guard let date else { throw reader.missing("date", forms.date.allowed) }
            return .dated(date, at: time)
        case .weekly:
            guard let weekdays, let weekly = Schedule(time: time, kind: .weekly(weekdays)) else {
                throw reader.missing("weekdays", forms.weekdays.allowed)
            }
            return weekly
        }
    }
}

/// The forms of a story's fields. They are built once for all lines, because building their messages costs
/// more than reading a field.
struct StoryForms {
    enum Kind: String, CaseIterable {
        case weekly, once, date
    }

    enum Action: String, CaseIterable {
        case stop, snooze, boot, sync, zone, edit, add
        case powerOff = "power_off"
        case userSet = "user_set"
        case skipNext = "skip_next"
        case startTimer = "start_timer"
    }

    /// The years to which a clock of the simulated board can be set.
    private static let years: ClosedRange<Int64> = 0...7_258_118_399

    let id = FieldForm<JSONValue>.batchID
    let zone = FieldForm<String>.text.described(
        "the name of a time zone, like \"Europe/Berlin\"")
    let time = StoryForms.instant("a time in UTC like \"2025-01-14T05:00:00\", from 1970 to 2199")
    let clock = StoryForms.instant(
        "what the clock reads in UTC, like \"2025-01-14T05:00:00\", from 1970 to 2199")
    let name = FieldForm<String>.id
    let minutes = FieldForm<Int>.integer(in: 1...60).described("whole minutes from 1 to 60")
    let grace = FieldForm<Int>.integer(in: 0...180).described("whole minutes from 0 to 180")
    let rerings = FieldForm<Int>.integer(in: AlarmLimits.automaticRings)
    let times = FieldForm<Int>.integer(in: 0...AlarmLimits.snoozeLimit.upperBound)
    let seconds = FieldForm<Int>.integer(in: 1...86_400).described("whole seconds from 1 to 86400")
    let hour = FieldForm<Int>.integer(in: 0...23)
    let minute = FieldForm<Int>.integer(in: 0...59)
    let kind = FieldForm<Kind>.choice
    let weekdays = FieldForm<WeekdaySet>.weekdays
    let date = FieldForm<CivilDate>.date
    let action = FieldForm<Action>.choice
    let trust = FieldForm<NightStory.BootTrust>.choice

    /// Whole seconds; the Z for UTC is optional.
    private static func instant(_ allowed: String) -> FieldForm<Instant> {
        FieldForm(
            .described(.text, allowed),
            read: { value in
                guard case .string(let text) = value,
                    let time = try? RFC3339.parse(text.hasSuffix("Z") ? text : text + "Z"),
                    time == WallTime(time.instant), years.contains(time.instant.seconds)
                else { return nil }
                return time.instant
            }, write: JSONValue.instant)
    }
}
