/// Finds where a text cites numbered statements of this repository's documents.
///
/// Theory of operation. `Source` reads the numbers from its document; `Citations` finds them in a text. Lists are
/// split ("law, 6.8 and 9.2"), even if they continue on the next line of a comment. Only unambiguous forms count,
/// because a number alone can mean anything; `law`, `product` and `soundDesign` list them.
struct Citations {
    struct Citation: Hashable {
        var line: Int
        /// "6.8", "20", "Words", "T5"; of the product "A12a"; of the sound design "Q5".
        var number: String
    }

    /// A document whose numbers are cited.
    enum Source: CaseIterable {
        case law, product, soundDesign

        var path: String {
            switch self {
            case .law: "Sources/ClockCore/README.md"
            case .product: "Sources/PRODUCT.md"
            case .soundDesign: "Sources/ClockSound/README.md"
            }
        }

        /// What can be cited from its text: headings, items that begin with a number ("- **6.8**"),
        /// and the numbers in the first cells of tables ("| N1, N3 |").
        func numbers(in text: String) -> Set<String> {
            let heading = #/## ([0-9]+|Words|Batch forms)\b/#
            let rule = #/- \*\*([0-9]+\.[0-9]+)\*\* /#
            let cell = #/\| ([A-Z][0-9]+[a-z]?(?:, [A-Z][0-9]+[a-z]?)*) \|/#
            var found: Set<String> = []
            for line in text.split(separator: "\n") {
                for pattern in self == .product ? [cell] : [heading, rule, cell] {
                    guard let match = line.prefixMatch(of: pattern) else { continue }
                    found.formUnion(match.output.1.split(separator: ", ").map(String.init))
                }
            }
            return found
        }
    }

    private let text: String
    private let lines: [Line]

    private struct Line {
        /// Without comment markers, so that a sentence can span lines.
        var words: String
        var isComment: Bool
    }

    init(_ text: String) {
        self.text = text
        let mark = [UInt8](" /*#".utf8)
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map
        {
            line in
            let words = line.drop { mark.contains($0) }
            let opening = line[..<words.startIndex]
            return Line(
                words: String(Substring(words)),
                isComment: opening.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "*") })
        }
    }

    func all(of source: Source) -> Set<Citation> {
        switch source {
        case .law: law()
        case .product: product()
        case .soundDesign: soundDesign()
        }
    }

    /// "law, 6.8", "law 6.8 and 9", "law's 1.4", "law, section 20", "law, 20: T5", "law, Words"; "(12, 19)" in
    /// a line that speaks of the law; "(6.8)", "(7, 2.5)", "(1.9, see" in any comment; tests whose names begin
    /// with "6.8:" or "1.3 to 1.6".
    private func law() -> Set<Citation> {
        var found: Set<Citation> = []
        find(
            #/\b[Ll]aw(?:'s)?,? (?:(?:section|clause)s? )?((?:(?:: |, |; | and | to )?(?:[0-9]+(?:\.[0-9]+)?\b|T[0-9]+|Words|batch forms))+)/#,
            in: ["law", "Law"], &found)
        find(
            #/\(([0-9]{1,2}(?:\.[0-9]+)?(?:(?:, | and | to |; )[0-9]{1,2}(?:\.[0-9]+)?)*)\)/#,
            in: ["law", "Law"], &found)
        let begins = (1...9).map { "(\($0)." } + ["(7, "]
        find(
            #/\(((?:[0-9]+, )?[0-9]+\.[0-9](?:(?:, | and | to |; )[0-9]+(?:\.[0-9])?)*)(?:\)|, see )/#,
            in: begins, ofComments: true, &found)
        return found.union(testNames().filter { $0.number.first?.isNumber == true })
    }

    /// "product, A6 and A6a", "product, N6; law, 8"; "(A12a)", "(A3a, A12)" with the letters that the product
    /// has, nothing else in the brackets; tests and pictures whose names begin with "A3, A10:".
    private func product() -> Set<Citation> {
        var found: Set<Citation> = []
        find(
            #/\bproduct,? ((?:(?:, | and | to )?[A-Z][0-9]+[a-z]?\b)+)/#, in: ["product"], &found)
        let letters = "ABCHMNOPSTX"
        find(
            #/\(([ABCHMNOPSTX][0-9]+[a-z]?(?:(?:, | and | to )[ABCHMNOPSTX][0-9]+[a-z]?)*)\)/#,
            in: letters.map { "(\($0)" }, &found)
        return found.union(testNames().filter { $0.number.first?.isLetter == true })
    }

    /// "sound design, 6", "sound design (B1 to B3)", "the sound design, Q5"; and Q5 or R3 anywhere, because nothing
    /// else has such a name.
    private func soundDesign() -> Set<Citation> {
        var found: Set<Citation> = []
        find(
            #/\bdesign,? \(?((?:(?:, | and | to )?(?:[0-9]+|[A-Z][0-9]+)\b)+)/#, in: ["design"],
            &found)
        let figures = (0...9).flatMap { ["Q\($0)", "R\($0)"] }
        find(#/\b([QR][0-9]+)\b/#, in: figures, &found)
        return found
    }

    private func testNames() -> Set<Citation> {
        var found: Set<Citation> = []
        let words = ["@Test(", "name: \""]
        find(
            #/(?:@Test\( ?|name: )"((?:(?:, | and | to )?(?:[0-9]+(?:\.[0-9]+)?|[A-Z][0-9]+[a-z]?))+): /#,
            in: words, &found)
        find(
            #/@Test\( ?"([0-9]+\.[0-9]+(?:(?:, | and | to )[0-9]+\.[0-9]+)*) /#, in: words, &found)
        return found
    }

    /// Adds each number that the pattern captures in lines that contain one of `words`. Most texts have none, so the
    /// regex, which takes long to parse, is made late.
    private func find(
        _ makePattern: @autoclosure () -> Regex<(Substring, Substring)>, in words: [String],
        ofComments: Bool = false,
        _ found: inout Set<Citation>
    ) {
        guard holds(text, anyOf: words) else { return }
        let pattern = makePattern()
        let item = #/[A-Z]?[0-9]+(?:\.[0-9]+)?[a-z]?|Words|batch forms/#
        for (index, line) in lines.enumerated()
        where (line.isComment || !ofComments) && holds(line.words, anyOf: words) {
            let end = line.words.utf8.count
            let next = index + 1 < lines.count ? " " + lines[index + 1].words : ""
            let text = line.words + next
            for match in text.matches(of: pattern)
            where text.utf8.distance(from: text.startIndex, to: match.range.lowerBound) < end {
                for number in match.output.1.matches(of: item) {
                    let place = text.utf8.distance(
                        from: text.startIndex, to: number.range.lowerBound)
                    found.insert(
                        Citation(
                            line: index + (place > end ? 2 : 1),
                            number: number.output == "batch forms"
                                ? "Batch forms" : String(number.output)))
                }
            }
        }
    }
}
