/// A file of JSON that a person wrote, whose values are known with their places in it, so that what is
/// wrong can be shown and what is secret be taken out, and the rest stays as it was typed.
package struct PlacedJSON: Sendable {
    package let value: JSONValue
    private let bytes: [UInt8]
    private let ranges: [String: Range<Int>]

    package init(_ bytes: [UInt8], limit: Int) throws(JSONError) {
        var reader = try JSONReader(bytes, limit: limit, isOneLine: false, notesPlaces: true)
        (value, ranges) = try reader.wholeWithPlaces()
        self.bytes = bytes
    }

    /// The bytes of the value with this path, such as `wifi[0].password`; the whole has the empty path.
    /// Nil where there is none.
    package func range(of path: String) -> Range<Int>? { ranges[path] }

    /// Where that value begins.
    package func place(of path: String) -> JSONError.Place? {
        ranges[path].map { JSONError.Place(of: $0.lowerBound, in: bytes) }
    }
}
