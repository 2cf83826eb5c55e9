import ClockTime

/// Why bytes are not JSON that could be looked at, and where.
package enum JSONError: Error, Hashable, Sendable {
    case tooLong(limit: Int)
    case notUTF8
    /// A control character that JSON has nowhere; in what must be one line, a line end is one too.
    case controlCharacter(at: Place)
    case tooDeep(at: Place)
    case repeatedField(String, at: Place)
    /// The first byte that cannot be; the end, where more must come.
    case notJSON(at: Place)

    /// A byte of a line, both counted from 1.
    package struct Place: Hashable, Sendable {
        package var line: Int
        package var byte: Int

        package init(line: Int = 1, byte: Int) {
            self.line = line
            self.byte = byte
        }

        /// - Parameter position: of a byte or of the end, from 0.
        init(of position: Int, in bytes: [UInt8]) {
            let lines = bytes[..<position].split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            self.init(line: lines.count, byte: (lines.last?.count ?? 0) + 1)
        }

        package var text: String {
            line == 1 ? "its byte \(byte)" : "byte \(byte) of its line \(line)"
        }
    }

    /// What is wrong, to stand behind the name of what was read: "is not JSON from its byte 3 on".
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
