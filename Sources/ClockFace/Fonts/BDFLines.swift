/// The lines of a BDF file: a keyword each, and values after it.
struct BDFLines {
    private let lines: [[UInt8]]
    private var next = 0

    /// - Throws: if the file is larger than allowed.
    init(_ bytes: [UInt8]) throws(BDFError) {
        guard bytes.count <= BDFLimits.bytes else {
            throw BDFError(
                line: 1,
                reason: "the file has \(bytes.count) bytes; at most \(BDFLimits.bytes) are allowed")
        }
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map(Array.init)
    }

    /// The next line that says something; comments and empty lines do not.
    /// - Parameter expected: what must still follow, for the message if nothing does.
    mutating func line(expecting expected: String) throws(BDFError) -> BDFLine {
        while next < lines.count {
            let line = BDFLine(number: next + 1, bytes: lines[next])
            next += 1
            if !line.keyword.isEmpty, line.keyword != "COMMENT" { return line }
        }
        throw BDFError(
            line: lines.count, reason: "the file ends here; \(expected) must still follow")
    }
}

/// A line of a BDF file.
struct BDFLine {
    let number: Int
    let keyword: String
    /// What follows the keyword.
    let rest: String

    init(number: Int, bytes: [UInt8]) {
        self.number = number
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(
            maxSplits: 1, omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
        keyword = parts.first.map(String.init) ?? ""
        var rest = parts.count > 1 ? parts[1] : ""
        while rest.last?.isWhitespace == true { rest.removeLast() }
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        self.rest = String(rest)
    }

    func problem(_ reason: String) -> BDFError { BDFError(line: number, reason: reason) }

    /// The whole numbers of the line.
    /// - Parameter meanings: what each of them is; more may follow.
    func numbers(_ meanings: [(name: String, range: ClosedRange<Int>)]) throws(BDFError) -> [Int] {
        let words = rest.split(whereSeparator: \.isWhitespace)
        guard words.count >= meanings.count else {
            let names = meanings.map(\.name).joined(separator: ", ")
            throw problem("\(keyword) needs \(meanings.count) whole numbers: \(names)")
        }
        var numbers: [Int] = []
        for (word, meaning) in zip(words, meanings) {
            guard let number = Int(word), meaning.range.contains(number) else {
                throw problem(
                    "\(meaning.name) of \(keyword) is \"\(word)\"; allowed is a whole number from "
                        + "\(meaning.range.lowerBound) to \(meaning.range.upperBound)")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// The text of a property, which quotation marks may enclose; inside, two stand for one.
    var text: String {
        guard rest.count >= 2, rest.first == "\"", rest.last == "\"" else { return rest }
        var text = ""
        var isQuote = false
        for character in rest.dropFirst().dropLast() {
            isQuote = character == "\"" && !isQuote
            if !isQuote { text.append(character) }
        }
        return text
    }
}
