extension JSONValue {
    /// Parses at most `limit` bytes, as one line or as text with line breaks. Both may end in a line end.
    package static func parse(
        _ text: some Collection<UInt8>, limit: Int, isOneLine: Bool = true
    ) throws(JSONError) -> JSONValue {
        var reader = try JSONReader(text, limit: limit, isOneLine: isOneLine)
        return try reader.whole()
    }
}

/// A recursive-descent parser for RFC 8259 with bounded depth.
struct JSONReader {
    /// Valid UTF-8.
    let bytes: [UInt8]
    /// The whitespace allowed between values. The bytes hold no other control characters.
    private let blanks: [UInt8]
    private var position = 0
    /// The byte range of each value, by its `FieldReader` path; nil if they are not recorded.
    private var ranges: [String: Range<Int>]?
    /// The path of the value being parsed.
    private var path = ""

    init(
        _ text: some Collection<UInt8>, limit: Int, isOneLine: Bool, notesPlaces: Bool = false
    ) throws(JSONError) {
        guard text.count <= limit else { throw .tooLong(limit: limit) }
        var bytes = Array(text)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        var blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        if !isOneLine { blanks += [UInt8(ascii: "\n"), UInt8(ascii: "\r")] }
        if let place = bytes.firstIndex(where: { $0 < 0x20 && !blanks.contains($0) }) {
            throw .controlCharacter(at: JSONError.Place(of: place, in: bytes))
        }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        self.bytes = bytes
        self.blanks = blanks
        ranges = notesPlaces ? [:] : nil
    }

    mutating func whole() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        guard peek() == nil else { throw unexpected }
        return value
    }

    /// The value, and the byte range of each value in it.
    mutating func wholeWithPlaces() throws(JSONError) -> (JSONValue, [String: Range<Int>]) {
        let value = try whole()
        return (value, ranges ?? [:])
    }

    private var place: JSONError.Place { JSONError.Place(of: position, in: bytes) }

    private var unexpected: JSONError { .notJSON(at: place) }

    /// The next non-blank byte; nil at the end.
    private mutating func peek() -> UInt8? {
        while position < bytes.count, blanks.contains(bytes[position]) { position += 1 }
        return position < bytes.count ? bytes[position] : nil
    }

    /// Consumes `character` if it comes next.
    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(JSONError) {
        guard consume(character) else { throw unexpected }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard ranges != nil else { return try bareValue(depth: depth) }
        _ = peek()
        let start = position
        let value = try bareValue(depth: depth)
        ranges?[path] = start..<position
        return value
    }

    /// A step from a value to one inside it.
    private enum Part {
        case field(String)
        case place(Int)

        func text(isFirst: Bool) -> String {
            switch self {
            // No field has a name this long, and it would use much memory in the paths of everything below.
            case .field(let name): (isFirst ? "" : ".") + (name.utf8.count <= 64 ? name : "…")
            case .place(let place): "[\(place)]"
            }
        }
    }

    /// Parses a value nested in the current one.
    private mutating func value(
        of part: Part, depth: Int
    ) throws(JSONError) -> JSONValue {
        guard ranges != nil else { return try bareValue(depth: depth) }
        let outer = path
        path += part.text(isFirst: path.isEmpty)
        let value = try value(depth: depth)
        path = outer
        return value
    }

    private mutating func bareValue(depth: Int) throws(JSONError) -> JSONValue {
        switch peek() {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try list(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= JSONValue.deepest else { throw .tooDeep(at: place) }
        var fields: [String: JSONValue] = [:]
        try expect("{")
        if consume("}") { return .object(fields) }
        repeat {
            guard peek() == UInt8(ascii: "\"") else { throw unexpected }
            let namePlace = position
            let name = try string()
            // Duplicate keys are ambiguous, so neither is accepted.
            guard fields[name] == nil else {
                throw .repeatedField(name, at: JSONError.Place(of: namePlace, in: bytes))
            }
            try expect(":")
            fields[name] = try value(of: .field(name), depth: depth)
        } while consume(",")
        try expect("}")
        return .object(fields)
    }

    private mutating func list(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= JSONValue.deepest else { throw .tooDeep(at: place) }
        var values: [JSONValue] = []
        try expect("[")
        if consume("]") { return .list(values) }
        repeat {
            values.append(try value(of: .place(values.count), depth: depth))
        } while consume(",")
        try expect("]")
        return .list(values)
    }

    private mutating func word(
        _ text: String, _ value: JSONValue
    ) throws(JSONError) -> JSONValue {
        for byte in text.utf8 {
            guard position < bytes.count, bytes[position] == byte else { throw unexpected }
            position += 1
        }
        return value
    }

    // MARK: - Numbers

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        consumeOne(of: "-")
        let firstDigit = position
        try digits()
        guard bytes[firstDigit] != UInt8(ascii: "0") || position == firstDigit + 1 else {
            position = firstDigit + 1
            throw unexpected
        }
        var isWhole = true
        if consumeOne(of: ".") {
            isWhole = false
            try digits()
        }
        if consumeOne(of: "eE") {
            isWhole = false
            consumeOne(of: "+-")
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else {
            position = start
            throw unexpected
        }
        // 60.0 counts as 60. A Double represents every integer up to 2^53.
        if number.magnitude <= 0x1p53, number == number.rounded() {
            return .integer(Int64(number))
        }
        return .number(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        guard position > start else { throw unexpected }
    }

    @discardableResult
    private mutating func consumeOne(of characters: String) -> Bool {
        guard position < bytes.count, characters.utf8.contains(bytes[position]) else {
            return false
        }
        position += 1
        return true
    }

    // MARK: - Texts

    private mutating func string() throws(JSONError) -> String {
        position += 1
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                position += 1
                text += Array(String(try escape()).utf8)
            // Other control characters were refused earlier; blanks of this range are not allowed in a string either.
            case 0..<0x20: throw unexpected
            default:
                text.append(byte)
                position += 1
            }
        }
        throw unexpected
    }

    /// Parses the escape after a backslash.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard position < bytes.count else { throw unexpected }
        let letter = Unicode.Scalar(bytes[position])
        guard letter != "u" else { return try scalar() }
        let meanings: [Unicode.Scalar: Unicode.Scalar] = [
            "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{c}", "n": "\n", "r": "\r",
            "t": "\t",
        ]
        guard let meaning = meanings[letter] else { throw unexpected }
        position += 1
        return meaning
    }

    /// "uXXXX", or two of them if the first is half of a surrogate pair.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let high = try codeUnit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard UTF16.isLeadSurrogate(high), consumeOne(of: "\\") else { throw unexpected }
        let low = try codeUnit()
        let plane = 0x10000 + (UInt32(high) - 0xd800) << 10
        guard UTF16.isTrailSurrogate(low), let scalar = Unicode.Scalar(plane + UInt32(low) - 0xdc00)
        else { throw unexpected }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        guard consumeOne(of: "u") else { throw unexpected }
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard position < bytes.count,
                let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue
            else { throw unexpected }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
