import Testing

@Suite("Citations by number")
struct CitationTests {
    /// Files that nobody reads as text: fonts, pictures, test inputs and expected results.
    private static let unread = [
        "bdf", "hex", "json", "jsonl", "lines", "lock", "png", "svg", "txt", "wav",
    ]

    /// This file contains examples of wrong citations.
    private static let ownPath = "Tests/RepositoryTests/CitationTests.swift"

    private struct Document {
        var path: String
        var text: String
    }

    private static let documents: [Document] = {
        let folders = ["Sources", "Tests", "board", "systemd", "image", ".ci"]
        let paths = folders.flatMap(Repository.files) + ["README.md", "Package.swift"]
        return paths.compactMap { path in
            let name = path.split(separator: "/").last ?? ""
            if name.contains("."), let ending = name.split(separator: ".").last,
                unread.contains(String(ending))
            {
                return nil
            }
            if path == ownPath { return nil }
            return (try? Repository.text(path)).map { Document(path: path, text: $0) }
        }
    }()

    @Test("Each leads to a number in the document it means")
    func citationsLead() throws {
        let sources = Citations.Source.allCases
        let numbers = try sources.map { $0.numbers(in: try Repository.text($0.path)) }
        var counts = sources.map { _ in 0 }
        for document in CitationTests.documents {
            let citations = Citations(document.text)
            for (place, source) in sources.enumerated() {
                let found = citations.all(of: source)
                counts[place] += found.count
                for citation in found where !numbers[place].contains(citation.number) {
                    report(
                        document.path, line: citation.line,
                        "cites \(citation.number), which \(source.path) does not have")
                }
            }
        }
        // Otherwise a new way of citing would find nothing and pass.
        #expect(counts.allSatisfy { $0 > 20 }, "\(counts)")
    }

    @Test("Every document that is named is there")
    func readmesAreThere() {
        for document in CitationTests.documents where holds(document.text, anyOf: [".md"]) {
            let folder = document.path.split(separator: "/").dropLast().joined(separator: "/")
            let lines = document.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where holds(String(line), anyOf: [".md"]) {
                for match in line.matches(of: #/[\w.\/-]+\.md\b/#) {
                    let path = String(match.output)
                    if !Repository.exists(path), !Repository.exists(folder + "/" + path) {
                        report(document.path, line: index + 1, "there is no \(path)")
                    }
                }
            }
        }
    }

    @Test("All spellings are found, with their lines, and what only looks alike is not")
    func spellings() {
        let text = """
            /// Late (law, 2.2, 9.1 and
            /// 99.1; product, A6 and A6b), by the law's 1.4, not "law. 5", the law keeps 32.
            // The law, section 21; (law, 20: T5; law, Words); the law asks for it (12, 19).
            /// Also (6.9), (3.93), (2.7 ms), (A12a), (A4 paper), Q5 and the sound design, 6.
            @Test("7, 3.2: skipped")
            @Test(
                "1.3 to 1.6: each minute"
            @Test("48 kHz: not of the law") @Test("B3: keys")
            """
        func found(_ source: Citations.Source) -> [String] {
            Citations(text).all(of: source).sorted { ($0.line, $0.number) < ($1.line, $1.number) }
                .map { "\($0.line) \($0.number)" }
        }
        #expect(
            found(.law) == [
                "1 2.2", "1 9.1", "2 1.4", "2 99.1", "3 12", "3 19", "3 20", "3 21", "3 T5",
                "3 Words", "4 6.9", "5 3.2", "5 7", "7 1.3", "7 1.6",
            ])
        #expect(found(.product) == ["2 A6", "2 A6b", "4 A12a", "8 B3"])
        #expect(found(.soundDesign) == ["4 6", "4 Q5"])
    }

    @Test("A document's numbers are those of its headings, rules and tables")
    func numbers() {
        let text = """
            ## Words
            ## 2. Falling due
            - **2.1** An interval, by 2.9.
            | T5 | power cuts | A1 |
            | N1, N3a | noise |
            | 19 | no number |
            """
        #expect(
            Citations.Source.law.numbers(in: text) == ["Words", "2", "2.1", "T5", "N1", "N3a"])
        #expect(Citations.Source.product.numbers(in: text) == ["T5", "N1", "N3a"])
    }
}
