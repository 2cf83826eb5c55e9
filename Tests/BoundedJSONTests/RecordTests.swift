import Testing

@testable import BoundedJSON

private struct Lamp: DescribedRecord {
    var isOn = true
    var level = 40
    var color: String?
    var fade = Duration.seconds(3)
    var beam = Beam()
    var filters: [Beam] = []
    var foreign = ForeignFields()

    static let fields: [RecordField<Lamp>] = [
        RecordField("on", stored: "isOn", \.isOn, .bool),
        RecordField("level", \.level, .integer(in: 0...100), isSparse: true),
        RecordField("color", optional: \.color, .line),
        RecordField("fadeSeconds", \.fade, .seconds(in: .seconds(1) ... .seconds(60))),
        RecordField("beam", record: \.beam),
        RecordField("filters", records: \.filters),
    ]
}

private struct Beam: DescribedRecord {
    var width = 90
    var shape = Shape.round
    var foreign = ForeignFields()

    enum Shape: String, CaseIterable {
        case round, flat
    }

    static let fields: [RecordField<Beam>] = [
        RecordField("width", stored: "degrees", \.width, .integer(in: 1...360)),
        RecordField("shape", \.shape, .choice),
    ]
    static let required = ["degrees"]
}

@Suite("A record that says its fields once")
struct RecordTests {
    private static let plain: [String: JSONValue] = [
        "isOn": .bool(true), "fadeSeconds": .integer(3),
        "beam": .object(["degrees": .integer(90), "shape": .string("round")]),
    ]

    @Test("is stored under its older names, without what is missing and what may be omitted")
    func stored() {
        #expect(Lamp().stored == RecordTests.plain)
        var lamp = Lamp()
        (lamp.level, lamp.color, lamp.beam.shape) = (50, "amber", .flat)
        #expect(Lamp(stored: lamp.stored) == lamp)
        #expect(lamp.stored["level"] == .integer(50))
        #expect(Lamp(stored: [:]) == Lamp())
    }

    @Test("is whole in a reply, and read from one without fields that nobody knew then")
    func reply() throws {
        let lamp = Lamp()
        #expect(lamp.reply["on"] == .bool(true))
        #expect(lamp.reply["level"] == .integer(40))
        #expect(lamp.reply["color"] == .null)
        #expect(try Lamp(reply: lamp.reply, at: "") == lamp)
        #expect(try Lamp(reply: ["on": .bool(false), "tilt": .integer(3)], at: "").isOn == false)
        #expect(
            throws: FieldError(
                "lamp.beam.width", "400 is not allowed; it must be a whole number from 1 to 360")
        ) {
            try Lamp(reply: ["beam": .object(["width": .integer(400)])], at: "lamp")
        }
        #expect(
            throws: FieldError("beam", "\"wide\" is not allowed; it must be an object")
        ) {
            try Lamp(reply: ["beam": .string("wide")], at: "")
        }
    }

    @Test("keeps at both levels what it does not know and what it cannot read")
    func foreign() {
        let tomorrow: [String: JSONValue] = [
            "isOn": .string("dimly"), "level": .null, "tilt": .list([.integer(3)]),
            "fadeSeconds": .integer(600),
            "beam": .object(["degrees": .integer(30), "shape": .string("star"), "hue": .null]),
        ]
        var lamp = Lamp(stored: tomorrow)
        #expect(lamp.isOn)
        #expect(lamp.level == 40)
        #expect(lamp.fade == .seconds(60), "held to the nearest that is allowed")
        #expect(lamp.beam.width == 30)
        #expect(lamp.beam.shape == .round)
        #expect(lamp.stored == tomorrow)
        #expect(lamp.unreadableFields == [["isOn"], ["beam", "shape"]])
        lamp.level = 41
        lamp.fade = .seconds(5)
        var changed = tomorrow
        changed["level"] = .integer(41)
        changed["fadeSeconds"] = .integer(5)
        #expect(lamp.stored == changed)
    }

    @Test("forgets a foreign value when somebody sets its field, even to what it is")
    func forgetting() {
        var lamp = Lamp(stored: ["isOn": .string("dimly"), "beam": .string("wide")])
        FieldChange(\.isOn, to: true).apply(to: &lamp)
        #expect(lamp.stored["isOn"] == .bool(true))
        #expect(lamp.stored["beam"] == .string("wide"))
        FieldChange(\.beam.width, to: 90).apply(to: &lamp)
        #expect(lamp.stored == RecordTests.plain)
    }

    @Test("holds a length to its limits as it is written, before it is rounded")
    func writtenLength() {
        let form = FieldForm<Duration>.seconds(in: .zero ... .seconds(60))
        #expect(form.read(.number(-1e-42)) == nil)
        #expect(form.read(.number(-0.0004)) == nil)
        #expect(form.read(.number(60.0004)) == nil)
        #expect(form.read(.number(0.0004)) == .zero)
        #expect(form.read(.number(59.9996)) == .seconds(60))
        #expect(form.read(.integer(60)) == .seconds(60))
    }

    @Test("is changed field by field, by path and by property")
    func changes() {
        let change = FieldChange<Lamp>("beam.width", to: .integer(20))
        #expect(change == FieldChange(\.beam.width, to: 20))
        #expect(change.value(of: \.beam.width) == 20)
        #expect(change.value(of: \.level) == nil)
        let cleared = FieldChange<Lamp>(\.color, to: nil)
        #expect(cleared.value == .null)
        #expect(cleared.value(of: \.color) == .some(nil))
        var lamp = Lamp()
        lamp.color = "red"
        for change in [change, cleared] { change.apply(to: &lamp) }
        #expect(lamp.beam.width == 20)
        #expect(lamp.color == nil)
    }

    @Test("has its limits as data, and says them in words")
    func limits() {
        let words = Lamp.fields.map { "\($0.name): \($0.values)" }
        #expect(
            words == [
                "on: true or false", "level: a whole number from 0 to 100",
                "color: a text without control characters, or null for none",
                "fadeSeconds: a number of seconds from 1 to 60", "beam: an object",
                "filters: a list",
            ])
        #expect(Lamp.fields[1].values == .integer(0...100))
    }

    @Test("reads each element of a list by itself, and keeps what it cannot use")
    func elements() throws {
        let usable = JSONValue.object(["degrees": .integer(5), "shape": .string("flat")])
        let bent = JSONValue.object(["degrees": .integer(6), "shape": .string("star")])
        let narrow = JSONValue.object(["shape": .string("flat")])
        let found = JSONValue.list([narrow, usable, .integer(3), bent])
        var lamp = Lamp(stored: ["filters": found])
        #expect(lamp.filters.map(\.width) == [5, 6])
        #expect(lamp.stored["filters"] == found)
        lamp.filters.swapAt(0, 1)
        #expect(lamp.stored["filters"] == .list([bent, usable, narrow, .integer(3)]))
        lamp.filters.swapAt(0, 1)
        #expect(lamp.unreadableFields == [["filters"], ["filters", "2", "shape"]])
        #expect(try Lamp(reply: lamp.reply, at: "").filters.map(\.width) == [5, 6])
        lamp.filters = []
        #expect(lamp.stored["filters"] == .list([narrow, .integer(3)]))
        #expect(Lamp(stored: ["filters": .bool(true)]).stored["filters"] == .bool(true))
    }

    @Test("drops unknown fields beyond its bound, and keeps the rest")
    func bound() {
        let wide = JSONValue.list(Array(repeating: .null, count: ForeignFields.capacity + 1))
        let lamp = Lamp(stored: ["wide": wide, "kept": .integer(1)])
        #expect(lamp.stored["wide"] == nil)
        #expect(lamp.stored["kept"] == .integer(1))
    }
}
