import Testing

@testable import BoundedJSON

@Suite struct JSONValueTests {
    @Test(
        "Values are read as RFC 8259 has them",
        arguments: [
            ("null", JSONValue.null), (" true ", .bool(true)), ("\tfalse", .bool(false)),
            ("0", .integer(0)), ("-0", .integer(0)), ("60", .integer(60)), ("60.0", .integer(60)),
            ("6e1", .integer(60)), ("-1.5E-1", .number(-0.15)),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(0x1p63)),
            ("-9223372036854775809", .number(-0x1p63)),
            ("1e300", .number(1e300)), ("\"\"", .string("")), ("\"ä/\"", .string("ä/")),
            (#""\"\\\/\b\f\n\r\t\u00e4""#, .string("\"\\/\u{8}\u{c}\n\r\tä")),
            (#""\uD83D\ude00\u0000""#, .string("\u{1f600}\u{0}")),
            ("[]", .list([])), ("[ 1 , [ ] ]", .list([.integer(1), .list([])])),
            ("{}", .object([:])),
            (
                #"{"a" : {"b":[null]}, "":1}"#,
                .object(["a": .object(["b": .list([.null])]), "": .integer(1)])
            ),
        ])
    func valid(text: String, value: JSONValue) throws {
        #expect(try JSONValue.parse(Array(text.utf8), limit: 100) == value)
        #expect(try JSONValue.parse(value.line(), limit: 100) == value)
    }

    @Test(
        "What RFC 8259 does not have is refused",
        arguments: [
            "", " ", "nul", "nulll", "True", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1",
            "1e999",
            "NaN", "\"", "\"\\\"", #""\q""#, #""\u12""#, #""\u12g4""#, #""\ud800""#, #""\ud800x""#,
            #""\ud800\u0041""#, #""\udc00""#, "\"a\tb\"", "[", "]", "[1", "[1,", "[1,]", "[,1]",
            "[1 2]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}",
            "{\"a\":1 \"b\":2}",
            "{\"a\tb\":1}", #"{"\ud800":1}"#, #"{"a":1,"\u0061":2}"#, "1 2", "[]]", "'a'", "// x",
        ])
    func invalid(text: String) {
        #expect(throws: JSONError.self) { try JSONValue.parse(Array(text.utf8), limit: 100) }
    }

    @Test("Sixteen levels are read, seventeen refused")
    func depth() throws {
        func nested(_ levels: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8
            )
        }
        _ = try JSONValue.parse(nested(16), limit: 100)
        #expect(throws: JSONError.tooDeep(at: .init(byte: 17))) {
            try JSONValue.parse(nested(17), limit: 100)
        }
    }
}
