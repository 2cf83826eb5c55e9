/// Swift source with comments and the contents of strings blanked out. It has as many scalars as
/// the original. Code in interpolations stays, because it is code.
struct SwiftText: Sendable {
    let lines: [String]

    init(_ source: String) {
        var scanner = Scanner(source)
        scanner.skipCode(untilClosingParenthesis: false)
        lines = String(decoding: scanner.output, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    var text: String { lines.joined(separator: "\n") }
}

extension SwiftText {
    /// Copies bytes from `input` to the output, with blanks for what is removed.
    private struct Scanner {
        let input: [UInt8]
        var output: [UInt8] = []
        var position = 0

        /// All other bytes are plain code. Most bytes are, so this check comes first.
        private static let canBeginSomething = "/\"#()".utf8.map { $0 }

        init(_ source: String) {
            input = Array(source.utf8)
            output.reserveCapacity(input.count)
        }

        func starts(with text: StaticString, at offset: Int = 0) -> Bool {
            let count = text.utf8CodeUnitCount
            guard position + offset + count <= input.count else { return false }
            return text.withUTF8Buffer { expected in
                input[(position + offset)..<(position + offset + count)].elementsEqual(expected)
            }
        }

        mutating func keep() {
            output.append(input[position])
            position += 1
        }

        mutating func keep(_ count: Int) {
            let end = min(position + count, input.count)
            output.append(contentsOf: input[position..<end])
            position = end
        }

        mutating func blank(_ count: Int = 1) {
            let end = min(position + count, input.count)
            // One blank per letter, even beyond ASCII: its bytes after the first are 10xxxxxx.
            for byte in input[position..<end] where byte & 0b1100_0000 != 0b1000_0000 {
                output.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
            }
            position = end
        }

        /// Keeps code to the end of the input, or to the `)` that closes an interpolation.
        mutating func skipCode(untilClosingParenthesis: Bool) {
            var depth = 0
            while position < input.count {
                if !Scanner.canBeginSomething.contains(input[position]) {
                    keep()
                } else if starts(with: "//") {
                    skipLineComment()
                } else if starts(with: "/*") {
                    skipBlockComment()
                } else if let hashes = hashesBeforeQuote() {
                    skipString(hashes: hashes)
                } else {
                    let byte = input[position]
                    keep()
                    guard untilClosingParenthesis else { continue }
                    if byte == UInt8(ascii: "(") { depth += 1 }
                    if byte == UInt8(ascii: ")") { depth -= 1 }
                    if depth == 0 { return }
                }
            }
        }

        /// The number of `#` before the quote that begins a string here; nil if none begins.
        func hashesBeforeQuote() -> Int? {
            var count = 0
            while starts(with: "#", at: count) { count += 1 }
            return starts(with: "\"", at: count) ? count : nil
        }

        mutating func skipLineComment() {
            while position < input.count, input[position] != UInt8(ascii: "\n") { blank() }
        }

        /// Block comments nest in Swift.
        mutating func skipBlockComment() {
            var depth = 0
            repeat {
                if starts(with: "/*") {
                    depth += 1
                    blank(2)
                } else if starts(with: "*/") {
                    depth -= 1
                    blank(2)
                } else {
                    blank()
                }
            } while depth > 0 && position < input.count
        }

        func hasHashes(_ count: Int, at offset: Int) -> Bool {
            (0..<count).allSatisfy { starts(with: "#", at: offset + $0) }
        }

        /// Keeps the quotes (so that `f("a")` remains a call with an argument), and blanks the rest.
        mutating func skipString(hashes: Int) {
            keep(hashes)
            let quotes = starts(with: "\"\"\"") ? 3 : 1
            keep(quotes)
            while position < input.count {
                let closes = quotes == 3 ? starts(with: "\"\"\"") : starts(with: "\"")
                if closes, hasHashes(hashes, at: quotes) {
                    keep(quotes + hashes)
                    return
                }
                guard starts(with: "\\"), hasHashes(hashes, at: 1) else {
                    blank()
                    continue
                }
                blank(1 + hashes)
                if starts(with: "(") {
                    skipCode(untilClosingParenthesis: true)
                } else {
                    blank()
                }
            }
        }
    }
}
