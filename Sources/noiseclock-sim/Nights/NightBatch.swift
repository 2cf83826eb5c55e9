import BoundedJSON
package import ClockTime

/// Tells nights, one JSON object in each line, in order:
///
///     {"id": "N1", "zone": "Europe/Berlin", "start": "2025-01-14T05:00:00", "until": "2025-01-14T09:00:00",
///      "settings": {}, "alarms": [{"id": "A", "kind": "weekly", "hour": 7, "minute": 0,
///      "weekdays": [1, 2, 3, 4, 5, 6, 7]}], "timers": [],
///      "events": [{"t": "2025-01-14T06:01:00", "do": "stop"}]}                  (on one line)
///     {"id":"N1","log":[{"a":"A","e":"ring","t":"2025-01-14T06:00:00"}]}
///     {"error":"events[0].do: \"stopp\" is not allowed; it must be one of stop, …","id":"N2"}
///
/// Whoever makes the batch brings a clock that goes through a story. A line that is no story says why, and the batch goes on; each line in gives
/// one line out. Bytes come in pieces of any size; a line beyond `NightStory.longestLine` is not kept.
package struct NightBatch<Zones: ZoneReader> {
    private var zones: Zones
    private let live: Life
    private var lines = BatchLines(limit: NightStory.longestLine)
    private let forms = StoryForms()

    /// Goes through a story and tells what came of it, or why it cannot.
    package typealias Life = (NightStory) -> Result<[NightStory.Entry], TextFormError>

    package init(zones: Zones, live: @escaping Life) {
        self.zones = zones
        self.live = live
    }

    /// Goes through the lines that end in these bytes, and hands out the answer to each at once.
    package mutating func take(_ bytes: ArraySlice<UInt8>, _ answer: ([UInt8]) -> Void) {
        var found: [[UInt8]?] = []
        lines.take(bytes) { found.append($0) }
        for line in found { answer(self.answer(to: line)) }
    }

    /// The same for a last line without an end.
    package mutating func finish(_ answer: ([UInt8]) -> Void) {
        var found: [[UInt8]?] = []
        lines.finish { found.append($0) }
        for line in found { answer(self.answer(to: line)) }
    }

    private mutating func answer(to line: [UInt8]?) -> [UInt8] {
        var id = JSONValue.null
        do {
            let log = try live(try story(line, &id)).get().map(\.value)
            return JSONValue.object(["id": id, "log": .list(log)]).line()
        } catch {
            return JSONValue.object(["id": id, "error": .string(error.message)]).line()
        }
    }

    /// - Parameter id: set as soon as it is known, so that an error can bear it.
    private mutating func story(
        _ line: [UInt8]?, _ id: inout JSONValue
    ) throws(TextFormError) -> NightStory {
        var reader = try BatchObject.read(line, limit: NightStory.longestLine, what: "story")
        do {
            id = try reader.optional("id", forms.id) ?? .null
            return try NightStory(reading: &reader, by: forms, &zones)
        } catch {
            throw TextFormError(error.message)
        }
    }
}

extension NightStory.Entry {
    fileprivate var value: JSONValue {
        .object([
            "t": .string("\(CivilTime(secondsAsUTC: time.seconds))"), "e": .string(kind.rawValue),
            "a": .string(name),
        ])
    }
}
