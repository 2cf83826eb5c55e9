import BoundedJSON
package import ClockCore
package import ClockTime

/// One line of the event file and of the log: what happened, when by both clocks, and the details.
@dynamicMemberLookup
package struct EventLine: Equatable, Sendable {
    package var time: Moment
    package var event: EventName
    package var details: EventDetails
    /// Never written.
    package var names = EventNames()

    package init(_ event: EventName, _ details: EventDetails, at now: Moment) {
        time = now
        self.event = event
        self.details = details
    }

    package init(_ note: Note, at now: Moment) {
        let (event, details) = note.entry
        self.init(event, details, at: now)
    }

    package subscript<Value>(dynamicMember detail: KeyPath<EventDetails, Value>) -> Value {
        details[keyPath: detail]
    }

    /// RFC 3339 in UTC.
    package var wall: String { RFC3339.format(time.wall) }
    /// Seconds since the boot. One division, so that 0.18 s does not read 0.18000000000000002.
    package var boot: Double { Double(time.boot.nanoseconds) / 1_000_000_000 }

    /// The line as JSON, keys in alphabetical order, without its end of line.
    package var json: String {
        var fields = shownDetails
        fields["event"] = .string(event.rawValue)
        fields["wall"] = .string(wall)
        fields["boot"] = .number(boot)
        return JSONValue.object(fields).text
    }

    /// The details as the file has always had them, where a reply of the history has another form.
    private var shownDetails: [String: JSONValue] {
        var fields = details.stored
        if let scheduled = details.scheduled {
            fields["scheduled"] = .string(RFC3339.format(WallTime(scheduled)))
        }
        if let rung = details.ringRung {
            fields["rung"] = .string(rung.name)
            fields["output"] = nil
        }
        if let isRestored = details.restored {
            fields["reason"] = .string(isRestored ? "restored" : "new")
            fields["restored"] = nil
        }
        return fields
    }
}

// MARK: - The log

extension EventLine {
    var level: Log.Level { event.level(of: details) }

    /// The fields for the log, which adds the time itself.
    var fields: [(key: String, value: String)] {
        let shown = shownDetails
        return [(key: "event", value: event.rawValue)]
            + EventDetails.fields.compactMap { field in
                shown[field.name].map { EventLine.logged(field.name, $0) }
            }
    }

    /// A length is in milliseconds: wake-ups are no more precise.
    private static func logged(_ name: String, _ value: JSONValue) -> (key: String, value: String) {
        if case .string(let text) = value { return (name, text) }
        let unit = "Seconds"
        guard name.hasSuffix(unit), let length = FieldForm<Duration>.reported.read(value) else {
            return (name, value.text)
        }
        return (String(name.dropLast(unit.count)), "\(length.wholeNanoseconds / 1_000_000)ms")
    }
}
