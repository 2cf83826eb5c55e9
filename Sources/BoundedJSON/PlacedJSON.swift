/// A JSON file written by a person, with the position of each value. So errors can be located, and secrets
/// removed while the rest stays as typed.
package struct PlacedJSON: Sendable {
    package let value: JSONValue
    private let bytes: [UInt8]
    private let ranges: [String: Range<Int>]

    package init(_ bytes: [UInt8], limit: Int) throws(JSONError) {
        var reader = try JSONReader(bytes, limit: limit, isOneLine: false, notesPlaces: true)
        (value, ranges) = try reader.wholeWithPlaces()
        self.bytes = bytes
    }

    /// The byte range of the value at this path, such as `wifi[0].password`; the empty path is the whole file.
    /// Nil if there is no such value.
    package func range(of path: String) -> Range<Int>? { ranges[path] }

    /// The position where that value starts.
    package func place(of path: String) -> JSONError.Place? {
        ranges[path].map { JSONError.Place(of: $0.lowerBound, in: bytes) }
    }
}
