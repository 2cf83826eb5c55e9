import BoundedJSON
import Testing

@Suite("The syntax of JSON")
struct JSONSyntaxTests {
    /// The problem with the bytes; "" if there is none.
    private func problem(_ bytes: [UInt8], limit: Int = 100, isOneLine: Bool = false) -> String {
        do throws(JSONError) {
            _ = try JSONValue.parse(bytes, limit: limit, isOneLine: isOneLine)
            return ""
        } catch {
            return error.explanation
        }
    }

    @Test("lets text run over several lines of any system, where it may")
    func lines() {
        let text = Array("{\n\t\"a\": 1,\r\n  \"b\": [\n\n]\r}\r\n".utf8)
        #expect(problem(text) == "")
        #expect(
            problem(text, isOneLine: true)
                == "holds a control character at its byte 2; JSON has none there")
        #expect(problem(Array("{}\r\n".utf8), isOneLine: true) == "")
        #expect(
            problem(Array("{}\n\n".utf8), isOneLine: true).hasPrefix("holds a control character"))
    }

    @Test(
        "has faults that are told by line and byte",
        arguments: [
            ("", "is not JSON from its byte 1 on"),
            ("{\"a\": 1,}", "is not JSON from its byte 9 on"),
            ("{\n  \"a\": 1,\n}", "is not JSON from byte 1 of its line 3 on"),
            ("{\n  \"a\": x\n}", "is not JSON from byte 8 of its line 2 on"),
            ("{\n  \"a\tb\": 1}", "is not JSON from byte 5 of its line 2 on"),
            ("{\n\"a\nb\": 1}", "is not JSON from byte 3 of its line 2 on"),
            (
                "{\"a\": 1,\n \"a\": 2}",
                "has the field \"a\" for a second time at byte 2 of its line 2"
            ),
            (
                "{\"a\": {\"b\": 1,\"\\u0062\": 1}}",
                "has the field \"b\" for a second time at its byte 15"
            ),
            ("{\n\u{0}}", "holds a control character at byte 1 of its line 2; JSON has none there"),
            ("\u{FEFF}{}", "is not JSON from its byte 1 on"),
            ("{\"a\": 1e999}", "is not JSON from its byte 7 on"),
            (
                "[\n" + String(repeating: "[", count: 50),
                "nests too deep at byte 16 of its line 2; 16 levels are allowed"
            ),
            (String(repeating: " ", count: 101), "is too long; 100 bytes are allowed"),
        ])
    func faults(text: String, explanation: String) {
        #expect(problem(Array(text.utf8)) == explanation)
    }

    @Test("is in UTF-8")
    func encodings() {
        #expect(problem([0x22, 0xFF, 0x22]) == "is not UTF-8")
        // A lone surrogate, and a slash encoded in two bytes.
        #expect(problem([0x22, 0xED, 0xA0, 0x80, 0x22]) == "is not UTF-8")
        #expect(problem([0x22, 0xC0, 0xAF, 0x22]) == "is not UTF-8")
    }
}
