import Testing

/// The law of all that rings (alarm-semantics) is held by tests that name its clauses.
@Suite("The law's clauses")
struct LawTests {
    /// How many numbered paragraphs each section has; those with none are one clause.
    private static let paragraphs = [
        1: 9, 2: 6, 3: 6, 4: 2, 5: 7, 6: 8, 7: 0, 8: 4, 9: 4, 10: 0, 11: 0, 12: 0, 13: 0,
    ]

    @Test("Each clause has a test whose name begins with its number")
    func clausesAreNamed() {
        var named: Set<String> = []
        for file in Repository.tests {
            for title in file.text.matches(of: #/@Test\(\s*"([\d.]+(?:, [\d.]+)*):? /#) {
                named.formUnion(title.1.split(separator: ", ").map(String.init))
            }
        }
        for (section, count) in LawTests.paragraphs.sorted(by: { $0.key < $1.key }) {
            let clauses = count == 0 ? ["\(section)"] : (1...count).map { "\(section).\($0)" }
            for clause in clauses where !named.contains(clause) {
                report("Tests", "no test names clause \(clause) of the law")
            }
        }
    }
}
