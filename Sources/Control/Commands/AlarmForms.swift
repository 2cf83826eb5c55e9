import BoundedJSON
import ClockCore
package import ClockTime
import English

// Forms that only alarms use.

extension Form where Value == Schedule.Kind {
    /// Three fields of the schedule select the days.
    package static let days = Form<Schedule.Kind>(
        "DAYS", allowed: ScheduleWords.allowedDays,
        allowedInJSON: FieldForm<Schedule.Kind.Name>.choice.allowed,
        fields: { name in
            func kind(_ kind: Schedule.Kind.Name) -> AllowedField {
                AllowedField(name, .choice([.string(kind.rawValue)]), isRequired: true)
            }
            let weekdays = FieldForm<WeekdaySet>.weekdays.values
            let date = FieldForm<CivilDate>.date.values
            return [
                [kind(.weekly), AllowedField("weekdays", weekdays, isRequired: true)],
                [kind(.dated), AllowedField("date", date, isRequired: true)], [kind(.once)],
            ]
        },
        word: { word, _ in try ScheduleWords.kind([word]) },
        read: { reader, name, _ in
            let kind = try reader.optional(name, FieldForm<Schedule.Kind.Name>.choice)
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
            case .once: return .once
            case .weekly: return .weekly(try reader.required("weekdays", .weekdays))
            case .dated: return .dated(try reader.required("date", .date))
            }
        },
        write: { kind, name in
            switch kind {
            case .weekly(let days):
                let numbers = days.days.map { JSONValue.integer(Int64($0.rawValue)) }
                return [name: .string("weekly"), "weekdays": .list(numbers)]
            case .once: return [name: .string("once")]
            case .dated(let date):
                return [name: .string("dated"), "date": .string(date.description)]
            }
        })
}

extension Schedule.Kind {
    enum Name: String, CaseIterable {
        case weekly, once, dated
    }
}

extension Form where Value == JSONValue {
    /// Whether an alarm can be snoozed, and for how long: an object with one of both, or with both.
    static let snooze: Form<JSONValue> = {
        let length = FieldForm<Duration>.seconds(in: AlarmLimits.snoozeLength)
        var form = Form<JSONValue>(
            "1m-60m|on|off", allowed: "a length from 1m to 60m, such as 9m, or on or off",
            allowedInJSON: "true or false", completion: .words(["on", "off"]),
            fields: { [[AllowedField($0, .bool), AllowedField("seconds", length.values)]] },
            word: { word, _ in
                switch word.lowercased() {
                case "on": return .object(["allowed": .bool(true)])
                case "off": return .object(["allowed": .bool(false)])
                case let text:
                    guard let chosen = try? DurationText.parse(text),
                        AlarmLimits.snoozeLength.contains(chosen)
                    else { return nil }
                    return .object(["allowed": .bool(true), "seconds": length.write(chosen)])
                }
            },
            read: { reader, name, _ in
                var choice: [String: JSONValue] = [:]
                choice["allowed"] = try reader.optional(name, .bool).map(JSONValue.bool)
                choice["seconds"] = try reader.optional("seconds", length).map(length.write)
                return choice.isEmpty ? nil : .object(choice)
            },
            write: { choice, name in
                guard case .object(let fields) = choice else { return [:] }
                var written: [String: JSONValue] = [:]
                written[name] = fields["allowed"]
                written["seconds"] = fields["seconds"]
                return written
            })
        form.guess = { LengthWords.meant(by: $0, in: AlarmLimits.snoozeLength) }
        return form
    }()
}

extension Form where Value == StopTask {
    static let stopTask = Form<StopTask>(
        "TASK",
        allowed: "hold:2s to hold:10s, both for snooze and stop together, or "
            + StopTask.keys.map { StopTask.key($0).rawValue }.joined(separator: ", "),
        json: .choice, completion: .words(StopTask.allCases.map(\.rawValue))
    ) { StopTask(rawValue: $0.lowercased()) }
}

extension Form where Value == VibrationPattern {
    /// "steady", or "heartbeat:70" with beats per minute; in JSON, an object with both.
    static let vibration = Form<VibrationPattern>(
        "PATTERN", allowed: "steady, pulse, heartbeat, heartbeat:40 to heartbeat:120, growing",
        values: .described(VibrationPattern.values, "an object with the pattern's name"),
        completion: .words(VibrationPattern.Name.allCases.map(\.rawValue)),
        word: { word, _ in
            let parts = word.lowercased().split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = VibrationPattern.Name(rawValue: String(parts[0])) else { return nil }
            guard parts.count == 2 else { return VibrationPattern(name) }
            guard name == .heartbeat,
                let rate = WholeNumber.read(parts[1]).flatMap({ HeartRate($0) })
            else {
                return nil
            }
            return VibrationPattern(name, rate: rate)
        },
        read: { reader, name, _ in
            guard var pattern = try reader.object(name) else { return nil }
            let read = try VibrationPattern(reading: &pattern)
            try pattern.finish()
            return read
        },
        write: { pattern, name in
            // Only some patterns have a rate.
            var fields: [String: JSONValue] = ["name": .string(pattern.name.rawValue)]
            switch pattern {
            case .heartbeat(let rate): fields["perMinute"] = .integer(Int64(rate.perMinute))
            case .steady, .pulse, .growing: break
            }
            return [name: .object(fields)]
        })
}

extension VibrationPattern {
    /// As requests have it: only the heartbeat has a rate.
    fileprivate static let values: AllowedValues = {
        func name(_ names: [Name]) -> AllowedField {
            AllowedField("name", .choice(names.map { .string($0.rawValue) }), isRequired: true)
        }
        let rate = AllowedField("perMinute", FieldForm<HeartRate>.heartRate.values)
        return .fields([
            [name([.heartbeat]), rate], [name(Name.allCases.filter { $0 != .heartbeat })],
        ])
    }()

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        let name: Name = try reader.required(
            "name", .choice)
        let rate = try reader.optional("perMinute", FieldForm<HeartRate>.heartRate)
        if rate != nil, name != .heartbeat {
            throw FieldError(reader.path("perMinute"), "goes only with the heartbeat")
        }
        self.init(name, rate: rate ?? .default)
    }
}

extension Form where Value == AlarmChanges.ZoneChoice {
    /// Reads the zone's rules along with its name, because the machine reads no files.
    static let choice = Form<AlarmChanges.ZoneChoice>(
        "ZONE", allowed: "a zone",
        values: .described(
            .orNull(.text),
            "the name of a time zone like \"Europe/Berlin\", or null for the clock's own"),
        completion: .known(.zones),
        word: { word, zones in
            if word.lowercased() == "local" { return .local }
            var zones = zones
            do throws(TextFormError) {
                return .pinned(try zones.zone(named: word))
            } catch {
                throw TextFormError(error.message)
            }
        },
        read: { reader, name, zones in
            if reader.raw(name) == .null { return .local }
            return try Form<Zone>.zone.read(&reader, name, zones).map { .pinned($0) }
        },
        write: { choice, name in
            switch choice {
            case .local: [name: .null]
            case .pinned(let zone): [name: .string(zone.name)]
            }
        })
}
