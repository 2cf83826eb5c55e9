import BoundedJSON
package import ClockTime

/// Simulates nights in order, one JSON object per line:
///
///     {"id": "N1", "zone": "Europe/Berlin", "start": "2025-01-14T05:00:00", "until": "2025-01-14T09:00:00",
///      "settings": {}, "alarms": [{"id": "A", "kind": "weekly", "hour": 7, "minute": 0,
///      "weekdays": [1, 2, 3, 4, 5, 6, 7]}], "timers": [],
///      "events": [{"t": "2025-01-14T06:01:00", "do": "stop"}]}                  (on one line)
///     {"id":"N1","log":[{"a":"A","e":"ring","t":"2025-01-14T06:00:00"}]}
///     {"error":"events[0].do: \"stopp\" is not allowed; it must be one of stop, …","id":"N2"}
///
/// The caller supplies the clock that lives through a story (`Life`). If a line is not a valid story, its output says
/// why, and the batch continues. Each input line gives one output line. Input arrives in chunks of any size; a line
/// longer than `NightStory.longestLine` is discarded.
package struct NightBatch<Zones: ZoneReader> {
    private var zones: Zones
    private let live: Life
    private var lines = BatchLines(limit: NightStory.longestLine)
    private let forms = StoryForms()

    /// Simulates a story. Returns its log, or why it cannot be simulated.
    package typealias Life = (NightStory) -> Result<[NightStory.Entry], TextFormError>

    package init(zones: Zones, live: @escaping Life) {
        self.zones = zones
        self.live = live
    }

    /// Simulates the lines that these bytes complete, and emits each answer at once.
    package mutating func receive(_ bytes: ArraySlice<UInt8>, _ answer: ([UInt8]) -> Void) {
        var found: [[UInt8]?] = []
        lines.receive(bytes) { found.append($0) }
        for line in found { answer(self.answer(to: line)) }
    }

    /// The same for a last line without a newline.
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

    /// - Parameter id: set as soon as it is known, so that an error can include it.
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
