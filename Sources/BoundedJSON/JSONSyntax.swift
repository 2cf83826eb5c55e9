/// Looks whether bytes are JSON, for those who then read them with a decoder of the library.
///
/// That decoder must see nothing else: the one of Swift 6.0 dies of some bytes that are not JSON
/// (a raw tab in an object's key), and later ones accept what RFC 8259 does not have.
package enum JSONSyntax {
    /// - Parameters:
    ///   - limit: bytes allowed.
    ///   - isOneLine: line ends may stand only at the end; else they may stand wherever blanks may.
    /// - Throws: the first thing that is wrong. Objects and lists may nest `JSONValue.deepest` deep,
    ///   and no object may have a field twice.
    package static func check(
        _ bytes: some Collection<UInt8>, limit: Int, isOneLine: Bool = false
    ) throws(JSONError) {
        _ = try JSONValue.parse(bytes, limit: limit, isOneLine: isOneLine)
    }
}
