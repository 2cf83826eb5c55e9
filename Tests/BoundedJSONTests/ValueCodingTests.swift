import BoundedJSON
import Testing

@Suite("Values and their JSON")
struct ValueCodingTests {
    private struct Part: Codable, Hashable {
        var name: String
        var size: Int?
        var isOn: Bool
        var weight: Double
        var length: Duration
    }

    private enum Colour: String, Codable {
        case red, green
    }

    private struct Mark: Codable, Hashable, LeftOutIfNewer {
        var colour: Colour
    }

    private struct Whole: Codable, Hashable {
        var parts: [Part]
        var marks: [Mark] = []
        var colour: Colour?
        var grid: [[Int]] = []

        private enum CodingKeys: String, CodingKey {
            case parts, marks, colour = "color", grid
        }
    }

    private static let whole = Whole(
        parts: [
            Part(name: "a", size: 3, isOn: true, weight: 2, length: .milliseconds(1500)),
            Part(name: "b", size: nil, isOn: false, weight: 0.5, length: .seconds(2)),
        ], marks: [Mark(colour: .green)], colour: .red, grid: [[1, 2], []])

    private func text(_ value: JSONValue) -> String {
        String(decoding: value.line(), as: UTF8.self)
    }

    @Test("A value is written field by field; what is nil is null, and a whole number has no point")
    func form() {
        #expect(
            text(JSONValue(encoding: ValueCodingTests.whole)) == """
                {"color":"red","grid":[[1,2],[]],"marks":[{"colour":"green"}],"parts":[\
                {"isOn":true,"length":1.5,"name":"a","size":3,"weight":2},\
                {"isOn":false,"length":2,"name":"b","size":null,"weight":0.5}]}

                """)
    }

    @Test("What was written comes back")
    func roundTrip() throws {
        let json = JSONValue(encoding: ValueCodingTests.whole)
        #expect(try Whole(decoding: json) == ValueCodingTests.whole)
    }

    @Test("A list that is missing is empty, and fields beyond those of the type are left alone")
    func lenient() throws {
        #expect(try Whole(decoding: .object(["more": .integer(1)])) == Whole(parts: []))
        #expect(try Whole(decoding: .object(["color": .null])) == Whole(parts: []))
    }

    @Test("What newer programs have is left out of a list that allows it")
    func newer() throws {
        let marks = JSONValue.list([
            .object(["colour": .string("blue")]), .object(["colour": .string("red")]),
        ])
        let read = try Whole(decoding: .object(["marks": marks]))
        #expect(read.marks == [Mark(colour: .red)])
    }

    @Test(
        "What is wrong is named by its place",
        arguments: [
            (#"{"parts":[{"name":"a"}]}"#, "parts[0].isOn: is missing"),
            (#"{"parts":[3]}"#, "parts[0]: 3 is not allowed; it must be an object"),
            (#"{"parts":3}"#, "parts: 3 is not allowed; it must be a list"),
            (#"{"color":"blue"}"#, #"color: "blue" is not known here"#),
            (#"{"color":7}"#, "color: 7 is not allowed"),
            (#"{"grid":[[1],["x"]]}"#, #"grid[1][0]: "x" is not allowed"#),
            (#"{"grid":[[1e300]]}"#, "grid[0][0]: 1e+300 is not allowed"),
            (#"{"grid":[[9007199254740993]]}"#, "grid[0][0]: 9007199254740993 is not allowed"),
            (#"{"marks":[{"colour":1}]}"#, "marks[0].colour: 1 is not allowed"),
            (
                #"{"parts":[{"name":"a","isOn":true,"weight":1,"length":"x"}]}"#,
                #"parts[0].length: "x" is not allowed; it must be a number of seconds"#
            ),
        ])
    func wrong(line: String, message: String) throws {
        let json = try JSONValue.parse(Array(line.utf8), limit: 1000)
        do throws(FieldError) {
            Issue.record("it was read: \(try Whole(decoding: json))")
        } catch {
            #expect(error.message == message)
        }
    }

    private struct Stored: Codable, Hashable {
        var big: Int64
        var level: Float
        var missing: Int?
        var colours: [Colour]
    }

    @Test("In a file, integers have all their digits, nil is omitted, and nothing is left out")
    func stored() throws {
        let value = Stored(big: .max, level: 0.1, missing: nil, colours: [.red, .green])
        let json = JSONValue(storing: value)
        #expect(json.text == #"{"big":9223372036854775807,"colours":["red","green"],"level":0.1}"#)
        #expect(try Stored(stored: json) == value)
        let wrong = #"{"big": 1, "level": 2, "colours": ["red", "blue"]}"#
        #expect(throws: FieldError("colours[1]", "\"blue\" is not known here")) {
            try Stored(storedText: wrong.utf8, limit: 100)
        }
        #expect(throws: FieldError("colours", "null is not allowed; it must be a list")) {
            try Stored(storedText: #"{"big": 1, "level": 2, "colours": null}"#.utf8, limit: 100)
        }
        #expect(throws: JSONError.self) { try Stored(storedText: "{".utf8, limit: 100) }
    }

    @Test("For people, each field and each element has a line")
    func lines() throws {
        let json = try JSONValue.parse(
            #"{"b": [1, {"c": null}], "a": {}, "d": [], "e/f": 2.50}"#.utf8, limit: 100)
        #expect(
            json.lines() == """
                {
                  "a": {},
                  "b": [
                    1,
                    {
                      "c": null
                    }
                  ],
                  "d": [],
                  "e/f": 2.5
                }
                """)
    }
}
