/// Checks that bytes are JSON before a library decoder reads them.
///
/// A library decoder must see only valid JSON. The one of Swift 6.0 crashes on some invalid bytes (a raw
/// tab in an object's key), and later ones accept what RFC 8259 does not allow.
package enum JSONSyntax {
    /// - Parameters:
    ///   - limit: the maximum number of bytes.
    ///   - isOneLine: line ends may occur only at the end; otherwise they may occur wherever blanks may.
    /// - Throws: the first error. Objects and lists may nest `JSONValue.deepest` deep, and no object may have
    ///   a duplicate field.
    package static func check(
        _ bytes: some Collection<UInt8>, limit: Int, isOneLine: Bool = false
    ) throws(JSONError) {
        _ = try JSONValue.parse(bytes, limit: limit, isOneLine: isOneLine)
    }
}
