import Testing

@Suite("The budget of lines")
struct BudgetTests {
    @Test("No target has more lines of Swift than its budget")
    func targets() {
        for (folder, files) in BudgetTests.folders {
            let lines = files.reduce(0) { $0 + $1.text.utf8.count { $0 == UInt8(ascii: "\n") } }
            guard let budget = Budget.lines[folder] else {
                report(folder, line: 1, "has no budget: add it, and take it from others")
                continue
            }
            if lines > budget {
                report(
                    folder, line: 1,
                    "\(lines) lines of Swift; its budget is \(budget). Say something once that is "
                        + "said twice, remove what nobody asks for, or take lines from another target"
                )
            }
            // A budget that nobody uses holds nothing.
            if lines < budget - Budget.slack {
                report(folder, line: 1, "\(lines) lines of \(budget): lower its budget")
            }
        }
    }

    @Test("Every budget is that of a target")
    func names() {
        #expect(Set(Budget.lines.keys).subtracting(BudgetTests.folders.keys) == [])
    }

    /// "Sources/ClockCore" and so on.
    private static let folders = Dictionary(grouping: Repository.sources + Repository.tests) {
        $0.path.split(separator: "/").prefix(2).joined(separator: "/")
    }
}
