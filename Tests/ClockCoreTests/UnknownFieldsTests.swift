import BoundedJSON
import ClockTime
import Testing

@testable import ClockCore

@Suite("What a newer program kept stays when this one saves (product, A10)")
struct UnknownFieldsTests {
    private static let newer = """
        {"schema": 1, "boot": "b", "savedAt": {"wall": 1736830800000000000, "boot": 5},
         "trust": "trusted", "zone": "Europe/Berlin",
         "groups": {"work": [1, 2.5, -3, true, null, "x", {"deep": []}], "none": {}},
         "huge": 9007199254740993, "small": 1e-7,
         "settings": {
            "holdToStop": true, "moonPhase": false,
            "style": {"hourFormat": 12, "digitColour": "#ff0000"},
            "noise": {"fadeInSeconds": 1, "curve": "linear"}},
         "noise": {"sound": "white", "scenes": [{"id": "rain", "volume": 12}]},
         "nextAlarmNumber": 4,
         "alarms": [
            {"id": 3, "schedule": {"time": "07:30", "kind": "once", "everyOther": true}, "glow": "red",
             "snooze": {"seconds": 300, "shrinks": true}}]}
        """

    /// Whether `whole` contains every field of `part`, at every depth.
    private func isContained(_ part: JSONValue, in whole: JSONValue) -> Bool {
        switch (part, whole) {
        case (.object(let part), .object(let whole)):
            part.allSatisfy { name, value in
                whole[name].map { isContained(value, in: $0) } ?? false
            }
        case (.list(let part), .list(let whole)):
            part.count == whole.count && zip(part, whole).allSatisfy { isContained($0, in: $1) }
        default: part == whole
        }
    }

    private func isContained(_ json: String, in whole: JSONValue) throws -> Bool {
        isContained(
            try JSONValue.parse(json.utf8, limit: 10_000, isOneLine: false), in: whole)
    }

    @Test("They stay through the clock's own changes: an edited alarm, a new style, other noise")
    func throughTheMachine() throws {
        var night = try Night(
            at: "2025-01-14 06:00", restoring: PersistentState(storedText: UnknownFieldsTests.newer)
        )
        var changes = AlarmChanges()
        changes.label = "Early"
        night.ask(.alarm(.edit(AlarmID(3), changes)))
        night.ask(.style(.set([.set(\.hourFormat, .twentyFour)])))
        night.ask(.noise(.play(SoundID("pink"), volume: Percent(5))))
        let left = """
            {"groups": {"work": [1, 2.5, -3, true, null, "x", {"deep": []}], "none": {}},
             "huge": 9007199254740993,
             "settings": {"moonPhase": false, "style": {"digitColour": "#ff0000"},
                "noise": {"curve": "linear"}},
             "noise": {"scenes": [{"id": "rain", "volume": 12}]},
             "alarms": [
                {"id": 3, "label": "Early", "glow": "red", "snooze": {"shrinks": true}}]}
            """
        #expect(try isContained(left, in: .object(#require(night.durable).payload)))
    }

    @Test("What is too much is dropped, and the rest of the record is read")
    func bounds() throws {
        let wide = Array(repeating: "0", count: ForeignFields.capacity + 1).joined(separator: ",")
        let settings = try Settings(
            storedText: #"{"wide": [\#(wide)], "kept": 1, "holdToStop": true}"#)
        #expect(settings.holdToStop)
        #expect(settings.stored["kept"] == .integer(1))
        #expect(settings.stored["wide"] == nil)
    }
}
