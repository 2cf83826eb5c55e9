import BoundedJSON

/// Guesses what the author of an invalid JSON file meant.
enum SyntaxHint {
    static func mistake(_ error: JSONError, in bytes: [UInt8], file: String) -> SetupMistake {
        var mistake = SetupMistake(
            file: file, message: "it \(error.explanation). Nothing was taken from it")
        // UTF-16. Otherwise every other byte would be reported as a control character.
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            mistake.message =
                "it is UTF-16: save it with the encoding UTF-8. Nothing was taken from it"
            return mistake
        }
        switch error {
        case .notJSON(let place), .controlCharacter(let place), .tooDeep(let place),
            .repeatedField(_, let place):
            mistake.line = place.line
            mistake.byte = place.byte
            if case .notJSON = error, let hint = hint(at: place, in: bytes) {
                mistake.message += ". \(hint)"
            }
        case .notUTF8: mistake.message += ". Save it with the encoding UTF-8"
        case .tooLong: break
        }
        return mistake
    }

    private static func hint(at place: JSONError.Place, in bytes: [UInt8]) -> String? {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(place.line - 1) else { return nil }
        let line = lines[place.line - 1]
        let rest = String(decoding: line.dropFirst(place.byte - 1), as: UTF8.self)
        let before = bytes[..<line.startIndex] + line.prefix(place.byte - 1)
        let last = before.last { !" \t\r\n".utf8.contains($0) }
        switch rest.first {
        case "“", "”", "„", "‘", "’", "'": return "Only straight double quotes count: \""
        case "/", "#": return "JSON has no remarks"
        case "}", "]":
            return last == UInt8(ascii: ",")
                ? "The comma before this \(rest.prefix(1)) must go" : nil
        case "\"", "{", "[":
            return last == UInt8(ascii: ",") || last == UInt8(ascii: ":")
                ? nil : "Perhaps a comma is missing before it"
        case nil: return "It ends too early: a } or ] is missing"
        default: return nil
        }
    }
}
