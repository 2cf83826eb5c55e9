/// The lines of a BDF file: a keyword each, and values after it. They end by a line feed, a carriage return, or both.
///
/// Lines stay where they are in the file: a large one is read without a copy.
struct BDFLines {
    private let bytes: [UInt8]
    private var place = 0
    /// Of the line that was read last.
    private var number = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    /// The next line that says something; comments and empty lines do not.
    /// - Parameter expected: what must still follow, for the message if nothing does.
    mutating func line(expecting expected: String) throws(BDFError) -> BDFLine {
        while let range = nextRange() {
            // FreeType takes these for comments, too; the second is how old systems ended a file.
            guard !range.isEmpty, bytes[range.lowerBound] != UInt8(ascii: "#"),
                bytes[range.lowerBound] != 0x1A
            else { continue }
            let line = BDFLine(number: number, trimming: bytes[range])
            if !line.bytes.isEmpty, !line.begins(with: "COMMENT") { return line }
        }
        let isAfterBreak = bytes.last.map(BDFLines.isBreak) ?? false
        throw BDFError(
            line: max(1, number + (isAfterBreak ? 1 : 0)),
            reason: "the file ends here; \(expected) must still follow. Get the whole file again")
    }

    /// Passes over lines up to the next one that may begin so; few in a bitmap do.
    mutating func skip(toAny starts: (UInt8, UInt8)) {
        (place, number) = bytes.withUnsafeBufferPointer { [place, number] bytes in
            var (place, number) = (place, number)
            var isStart = true
            var start = (place: place, number: number)
            while place < bytes.count {
                let byte = bytes[place]
                if BDFLines.isBreak(byte) {
                    let isPair =
                        byte == 0x0D && place + 1 < bytes.count && bytes[place + 1] == 0x0A
                    place += isPair ? 2 : 1
                    number += 1
                    isStart = true
                    start = (place, number)
                } else {
                    if isStart, byte > 0x20 {
                        if byte == starts.0 || byte == starts.1 { return start }
                        isStart = false
                    }
                    place += 1
                }
            }
            return (place, number + (isStart ? 0 : 1))
        }
    }

    private mutating func nextRange() -> Range<Int>? {
        guard place < bytes.count else { return nil }
        let start = place
        let end = bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count, !BDFLines.isBreak(bytes[end]) { end += 1 }
            return end
        }
        let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
        place = end + (isPair ? 2 : 1)
        number += 1
        return start..<end
    }

    private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

/// A line of a BDF file.
struct BDFLine {
    let number: Int
    /// Without blanks around it.
    let bytes: ArraySlice<UInt8>

    init(number: Int, trimming bytes: ArraySlice<UInt8>) {
        self.number = number
        self.bytes = BDFLine.trimmed(bytes)
    }

    func problem(_ reason: String) -> BDFError { BDFError(line: number, reason: reason) }

    /// Whether the line begins with this text, whatever comes after it: so FreeType knows where something ends.
    func begins(with text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            guard bytes.count >= text.count else { return false }
            for place in 0..<text.count where bytes[bytes.startIndex + place] != text[place] {
                return false
            }
            return true
        }
    }

    /// Whether the line has this keyword.
    func has(_ keyword: StaticString) -> Bool {
        guard begins(with: keyword) else { return false }
        let end = bytes.startIndex + keyword.utf8CodeUnitCount
        return end == bytes.endIndex || BDFLine.isBlank(bytes[end])
    }

    func hasAny(of keywords: [StaticString]) -> Bool { keywords.contains(where: has) }

    var keyword: String { BDFLine.text(bytes.prefix { !BDFLine.isBlank($0) }) }

    /// What follows the keyword.
    private var values: ArraySlice<UInt8> {
        BDFLine.trimmed(bytes.drop { !BDFLine.isBlank($0) })
    }

    /// The values of the line as text.
    var rest: String { BDFLine.text(values) }

    /// The text of a property, which quotation marks may enclose; inside, two stand for one.
    var text: String {
        let quote = UInt8(ascii: "\"")
        // Of a line that is longer than any text, nothing is one.
        let values = values.count > BDFLine.longestText ? [] : values
        guard values.count >= 2, values.first == quote, values.last == quote else {
            return BDFLine.text(values)
        }
        var text: [UInt8] = []
        var isQuote = false
        for byte in values.dropFirst().dropLast() {
            isQuote = byte == quote && !isQuote
            if !isQuote { text.append(byte) }
        }
        return BDFLine.text(text[...])
    }

    /// Whole numbers, as FreeType takes them: one ends at the first sign that is no digit, and what is missing is 0.
    func numbers(_ count: Int) -> [Int] {
        let words = values.split(maxSplits: count, whereSeparator: BDFLine.isBlank)
        return (0..<count).map { place in
            place < words.count ? BDFLine.number(words[place]) ?? 0 : 0
        }
    }

    /// A property's number, which quotation marks may enclose; nil if it has no digits.
    var number16: Int? {
        BDFLine.number(Array(text.utf8)[...]).map { max(-0x7FFF, min($0, 0x7FFF)) }
    }

    private static func number(_ word: ArraySlice<UInt8>) -> Int? {
        let isNegative = word.first == UInt8(ascii: "-")
        let digits = isNegative || word.first == UInt8(ascii: "+") ? word.dropFirst() : word
        var number: Int?
        for byte in digits {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { break }
            // No value of a font has more than seven digits.
            number = min((number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), 9_999_999)
        }
        return number.map { isNegative ? -$0 : $0 }
    }

    /// No text of a font that the clock needs is longer.
    private static let longestText = 1024

    /// Old files are in ISO 8859-1, whose bytes are the first characters of Unicode.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let bytes = bytes.prefix(longestText)
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var trimmed = bytes.drop(while: isBlank)
        while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
        return trimmed
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
