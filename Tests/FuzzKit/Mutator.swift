import TestKit

/// Makes random inputs from a small corpus; the same seed gives the same input.
package struct Mutator: Sendable {
    private let corpus: [[UInt8]]
    private let dictionary: [[UInt8]]
    /// Longer inputs are cut to this length.
    private static let longest = 16_384

    /// - Parameter corpus: the files to start from; not empty.
    package init(corpus: [[UInt8]], dictionary: [String]) {
        self.corpus = corpus
        self.dictionary = dictionary.map { Array($0.utf8) } + Mutator.extremes
    }

    /// Values that often break the handling of numbers, texts and recursion.
    private static let extremes: [[UInt8]] =
        [
            "0", "-1", "-0", "255", "256", "65536", "2147483647", "2147483648", "-2147483648",
            "4294967295", "4294967296", "9223372036854775807", "9223372036854775808",
            "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "1e308",
            "1e999",
            "-1e999", "1e-999", "0.1", "5e-324", "123456789012345678901234567890", "NaN", "null",
            "true",
            "{}", "[]", "\"\"", "\\u0000", "\\ud800", "\\udfff\\ud800", "\u{0}", "\n", "\r\n", "\t",
            " ",
            "ä", "日", "😀", "\u{202e}", "e\u{301}", "\u{feff}",
        ].map { Array($0.utf8) } + [
            // Not UTF-8: a lone continuation byte, an overlong slash, a surrogate, beyond the last scalar.
            [0x80], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xff, 0xfe],
            [0, 0, 0, 0], [0xff, 0xff, 0xff, 0xff], [0x7f, 0xff, 0xff, 0xff],
            [0xff, 0xff, 0xff, 0x7f], [0x80, 0, 0, 0], [0, 0, 0, 0x80],
            [UInt8](repeating: 0xff, count: 8), [0x80, 0, 0, 0, 0, 0, 0, 0],
        ]

    /// The input of one seed. One in 64 is an unchanged file of the corpus.
    package func input(seed: UInt64) -> [UInt8] {
        var chance = SeededGenerator(seed: seed)
        var bytes = corpus[Int.random(in: 0..<corpus.count, using: &chance)]
        guard Int.random(in: 0..<64, using: &chance) > 0 else { return bytes }
        // Mostly one: a parser reports only the first of four mistakes.
        let most = Bool.random(using: &chance) ? 1 : 4
        for _ in 0..<Int.random(in: 1...most, using: &chance) { change(&bytes, &chance) }
        return Array(bytes.prefix(Mutator.longest))
    }

    private func change(_ bytes: inout [UInt8], _ chance: inout SeededGenerator) {
        let part = Mutator.part(of: bytes, &chance)
        switch Int.random(in: 0..<13, using: &chance) {
        case 0 where !part.isEmpty:
            bytes[part.lowerBound] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
        case 1 where !part.isEmpty:
            bytes[part.lowerBound] = UInt8.random(in: 0...255, using: &chance)
        case 2: bytes.removeSubrange(part.lowerBound...)
        case 3: bytes.removeSubrange(part)
        case 4: bytes.insert(contentsOf: bytes[part], at: part.lowerBound)
        case 5: splice(&bytes, &chance)
        case 6: bytes.replaceSubrange(part, with: word(&chance))
        case 7: bytes.insert(contentsOf: word(&chance), at: part.lowerBound)
        case 8: replaceNumber(&bytes, from: part.lowerBound, &chance)
        case 9 where Int.random(in: 0..<4, using: &chance) == 0:
            let count = Int.random(in: 1...200, using: &chance)
            let piece = [word(&chance), Array("[".utf8), Array("{\"a\":".utf8)][count % 3]
            bytes.insert(
                contentsOf: (0..<count).flatMap { _ in piece }.prefix(2_000), at: part.lowerBound)
        case 10 where !part.isEmpty:
            bytes[part.lowerBound] &+= UInt8.random(in: 0...1, using: &chance) == 0 ? 1 : 255
        case 11:
            let end = min(bytes.count, part.lowerBound + 1 << Int.random(in: 0...3, using: &chance))
            let value: UInt8 = Bool.random(using: &chance) ? 0 : 0xff
            for place in part.lowerBound..<end { bytes[place] = value }
        default:
            let other = Mutator.part(of: bytes, &chance)
            let moved = Array(bytes[other])
            bytes.replaceSubrange(part, with: moved)
        }
    }

    /// A range of bytes, mostly short.
    private static func part(of bytes: [UInt8], _ chance: inout SeededGenerator) -> Range<Int> {
        let start = Int.random(in: 0...bytes.count, using: &chance)
        let most = min(bytes.count - start, Bool.random(using: &chance) ? 8 : 256)
        return start..<(start + Int.random(in: min(1, most)...most, using: &chance))
    }

    private func word(_ chance: inout SeededGenerator) -> [UInt8] {
        dictionary[Int.random(in: 0..<dictionary.count, using: &chance)]
    }

    /// Joins the beginning of one file to the end of another.
    private func splice(_ bytes: inout [UInt8], _ chance: inout SeededGenerator) {
        let other = corpus[Int.random(in: 0..<corpus.count, using: &chance)]
        let from = Int.random(in: 0...other.count, using: &chance)
        let to = Int.random(in: 0...bytes.count, using: &chance)
        bytes.replaceSubrange(to..., with: other[from...])
    }

    /// Replaces the next run of digits with another number.
    private func replaceNumber(
        _ bytes: inout [UInt8], from place: Int, _ chance: inout SeededGenerator
    ) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let start = bytes[place...].firstIndex(where: { digits.contains($0) }) else { return }
        let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.endIndex
        let number =
            Bool.random(using: &chance)
            ? Mutator.extremes[Int.random(in: 0..<23, using: &chance)]
            : Array("\(Int.random(in: 0...400, using: &chance))".utf8)
        bytes.replaceSubrange(start..<end, with: number)
    }
}
