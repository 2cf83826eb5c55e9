import Testing

/// Tests whose names cite its clauses enforce the law of all that rings.
@Suite("The law's clauses")
struct LawTests {
    /// The sections about what the clock does; the others are about how it is built and verified.
    private static let binding = 1...13

    @Test("Each clause has a test whose name begins with its number")
    func clausesAreNamed() throws {
        let law = Citations.Source.law
        let numbers = law.numbers(in: try Repository.text(law.path))
        var named: Set<String> = []
        for file in Repository.tests {
            for title in file.text.matches(of: #/@Test\(\s*"([\d.]+(?:, [\d.]+)*):? /#) {
                named.formUnion(title.1.split(separator: ", ").map(String.init))
            }
        }
        for section in LawTests.binding {
            // A section without numbered rules counts as one clause.
            let rules = numbers.filter { $0.hasPrefix("\(section).") }
            #expect(numbers.contains("\(section)"), "\(law.path): no section \(section)")
            for clause in rules.isEmpty ? ["\(section)"] : rules.sorted()
            where !named.contains(clause) {
                report("Tests", "no test names clause \(clause) of the law")
            }
        }
    }
}
