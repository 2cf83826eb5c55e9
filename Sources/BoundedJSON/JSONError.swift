import ClockTime

/// Why bytes are not acceptable JSON, and where.
package enum JSONError: Error, Hashable, Sendable {
    case tooLong(limit: Int)
    case notUTF8
    /// A control character that JSON never allows. If the text must be one line, a line end counts, too.
    case controlCharacter(at: Place)
    case tooDeep(at: Place)
    case repeatedField(String, at: Place)
    /// The first unexpected byte, or the end if more must follow.
    case notJSON(at: Place)

    /// The position of a byte as line and byte in that line, both from 1.
    package struct Place: Hashable, Sendable {
        package var line: Int
        package var byte: Int

        package init(line: Int = 1, byte: Int) {
            self.line = line
            self.byte = byte
        }

        /// - Parameter position: the offset of a byte or of the end, from 0.
        init(of position: Int, in bytes: [UInt8]) {
            let lines = bytes[..<position].split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            self.init(line: lines.count, byte: (lines.last?.count ?? 0) + 1)
        }

        package var text: String {
            line == 1 ? "its byte \(byte)" : "byte \(byte) of its line \(line)"
        }
    }

    /// What is wrong, as a clause that follows the name of the input: "is not JSON from its byte 3 on".
    package var explanation: String {
        switch self {
        case .tooLong(let limit): "is too long; \(limit) bytes are allowed"
        case .notUTF8: "is not UTF-8"
        case .controlCharacter(let place):
            "holds a control character at \(place.text); JSON has none there"
        case .tooDeep(let place):
            "nests too deep at \(place.text); \(JSONValue.deepest) levels are allowed"
        case .repeatedField(let name, let place):
            "has the field \(Spelling.quoted(name)) for a second time at \(place.text)"
        case .notJSON(let place): "is not JSON from \(place.text) on"
        }
    }
}
