import Testing

@testable import BoundedJSON

@Suite struct PlacedJSONTests {
    @Test("Each value is known with its bytes, its line and its place in the line")
    func places() throws {
        let text = "{ \"a\": [1,\n  {\"b\" : \"ä\", \"c\":null}],\n\t\"d\": -2.5 }\n"
        let json = try PlacedJSON(Array(text.utf8), limit: 100)
        let bytes = Array(text.utf8)
        let values = ["a[0]": "1", "a[1].b": "\"ä\"", "a[1].c": "null", "d": "-2.5"]
        for (path, value) in values {
            let range = try #require(json.range(of: path), "\(path)")
            #expect(String(decoding: bytes[range], as: UTF8.self) == value)
        }
        #expect(json.range(of: "")?.lowerBound == 0)
        #expect(json.place(of: "a[1]") == JSONError.Place(line: 2, byte: 3))
        #expect(json.place(of: "d") == JSONError.Place(line: 3, byte: 7))
        #expect(json.place(of: "e") == nil)
    }

    @Test("It reads what the reader of lines reads, and long names take no room in the paths")
    func sameValues() throws {
        let name = String(repeating: "n", count: 30_000)
        let text = "{\"\(name)\":[\(Array(repeating: "0", count: 10_000).joined(separator: ","))]}"
        let json = try PlacedJSON(Array(text.utf8), limit: 60_000)
        #expect(try JSONValue.parse(text.utf8, limit: 60_000) == json.value)
        #expect(json.range(of: "…[9999]") != nil)
        #expect(throws: JSONError.tooLong(limit: 10)) {
            try PlacedJSON(Array(text.utf8), limit: 10)
        }
    }
}
