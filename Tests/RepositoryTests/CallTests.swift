import Testing

@Suite("Calls that are left to whom")
struct CallTests {
    @Test("The sources do without it, or leave it to whom it belongs", arguments: CallRules.all)
    func bannedCalls(rule: CallRule) {
        for file in Repository.sources
        where !rule.except.contains(file.target) && !rule.except.contains(file.path) {
            for (index, line) in file.code.lines.enumerated() where rule.isBroken(by: line) {
                report(file.path, line: index + 1, "no \(rule.name) here; \(rule.instead)")
            }
        }
    }

    @Test(
        "A promise of Sendable that is not checked is listed with its reason, and proven beside it")
    func uncheckedSendable() {
        var found: Set<String> = []
        for file in Repository.sources {
            let lines = file.lines
            for (index, line) in file.code.lines.enumerated()
            where holds(line, anyOf: ["@unchecked Sendable"]) {
                found.insert(file.path)
                if CallRules.uncheckedSendable[file.path] == nil {
                    report(
                        file.path, line: index + 1,
                        "@unchecked Sendable is not allowed here; use Mutex or Atomic, or list the "
                            + "file with its reason in CallRules.uncheckedSendable")
                }
                let above = lines[max(0, index - 12)..<index]
                if !above.contains(where: { $0.contains("//") }) {
                    report(
                        file.path, line: index + 1,
                        "@unchecked Sendable needs its proof in a comment right above")
                }
            }
        }
        for listed in CallRules.uncheckedSendable.keys where !found.contains(listed) {
            report(listed, "is listed in CallRules.uncheckedSendable, but has no such promise")
        }
    }

    @Test("Functions that escape the check of the sound thread stand in one file of ClockSound")
    func performanceEscapes() {
        // The code excludes comments but blanks the attribute's argument, which only the text has.
        let files = Repository.sources.filter { file in
            holds(file.code.text, anyOf: ["@_semantics("])
                && file.text.contains("@_semantics(\"no_performance_analysis\")")
        }
        for file in files where file.target != CallRules.uncheckedPerformanceTarget {
            report(file.path, "only \(CallRules.uncheckedPerformanceTarget) may escape the check")
        }
        #expect(
            files.count <= 1,
            "the escapes stand in one file, not in \(files.map(\.path).joined(separator: ", "))")
    }

    @Test("Where the C library is open for arithmetic alone, nothing else of it is called")
    func mathematicsOnly() {
        let constants = #/\b(errno|(?:O|S|AF|SOCK|CLOCK)_[A-Z_]+)\b/#
        for (target, rule) in ImportTable.targets {
            guard let open = rule.glibcBeyondMathematics else { continue }
            let all = Repository.sources.filter { $0.target == target }
            let limited = all.filter { file in
                !open.contains { file.path.hasPrefix("Sources/\(target)/\($0)/") }
                    && ImportStatement.all(in: file).contains { $0.module == "Glibc" }
            }
            let declared = limited.isEmpty ? [] : FreeFunctions.declared(in: all)
            for file in limited {
                let lines = file.code.lines
                for (index, called) in FreeFunctions.called(in: lines).enumerated() {
                    for name in called
                    where !ImportTable.mathematics.contains(name) && !declared.contains(name) {
                        report(
                            file.path, line: index + 1,
                            "\(name) is not a function of this target, of the standard library or "
                                + "of libm (ImportTable.mathematics), for which alone Glibc is open"
                        )
                    }
                    for constant in lines[index].matches(of: constants) {
                        report(
                            file.path, line: index + 1,
                            "\(constant.output.1) is the system's; Glibc is open here for libm alone"
                        )
                    }
                }
            }
        }
    }

    @Test("An expectation throws on its left side alone, because Swift 6.0 cannot compile the rest")
    func expectationsThatThrow() {
        for file in Repository.tests {
            for (index, line) in file.code.lines.enumerated()
            where ThrowingExpectation.isBeyondSwift60(line) {
                report(
                    file.path, line: index + 1,
                    "no `try` to the right of an operator here; give the value a name before")
            }
        }
    }

    @Test("No closure computes the arguments of a test, because Swift 6.0 crashes on it")
    func computedArguments() {
        for file in Repository.tests {
            for (index, line) in file.code.lines.enumerated() {
                guard let arguments = line.firstRange(of: "arguments: ") else { continue }
                let closures = ["filter {", "map {", "Map {"]
                if closures.contains(where: line[arguments.upperBound...].contains) {
                    report(file.path, line: index + 1, "give these arguments a name before")
                }
            }
        }
    }

    @Test(
        "The search for such an expectation sees it, and only that",
        arguments: [
            ("#expect(a == [try b()])", true), ("_ = try #require(a < (try b()))", true),
            ("#expect(a && (try b()) == c)", true), ("#expect(try a() == b)", false),
            ("#expect(try a().first { try $0.b() } == c)", false), ("#expect(a == b)", false),
            ("let c = try #require(a == b)", false),
        ])
    func expectationsAreSeen(source: String, broken: Bool) {
        #expect(ThrowingExpectation.isBeyondSwift60(source) == broken)
    }

    @Test(
        "The rules see what breaks them, and only that",
        arguments: [
            ("let a = try! f()", true), ("// try! not", false), (#"say("try! not")"#, false),
            (#"say("\(try! f())")"#, true), ("let b = c as! D", true), ("let b = c as? D", false),
            ("fatalError()", true), ("notFatalError()", false), ("print(1)", true),
            ("page.print(1)", false), ("Task { await f() }", true), ("Task.detached {", true),
            ("let x = SubTask(1)", false), ("let now = Date()", true), ("Date(year: 1)", false),
            ("ContinuousClock().now", true), ("Int.random(in: 0..<3)", true),
            ("Int.random(in: 0..<3, using: &generator)", false), ("usleep(3)", true),
            ("timer.sleep(3)", false), ("public let a = 1", true), ("publicly()", false),
            ("/* a /* b */ print(1) */ let c = 2", false), (##"#"print(1) "# + x"##, false),
        ])
    func rulesMatch(source: String, broken: Bool) {
        let line = SwiftText(source).text
        #expect(CallRules.all.contains { $0.isBroken(by: line) } == broken)
    }
}

/// What Swift 6.3 compiles and 6.0 does not: there the macro puts the right side of an operator into a closure that
/// must not throw.
enum ThrowingExpectation {
    static func isBeyondSwift60(_ line: String) -> Bool {
        guard holds(line, anyOf: ["#expect(", "#require("]) else { return false }
        return line.contains(
            #/#(?:expect|require)\((?!try\b).*?\s(?:[=!<>]=|[<>]|&&|\|\|)\s.*\btry\b/#)
    }
}

/// Calls of functions that are not members.
enum FreeFunctions {
    /// Functions of the standard library, and keywords that look like calls.
    private static let standard: Set<String> = [
        "abs", "assert", "assertionFailure", "max", "min", "numericCast", "precondition",
        "preconditionFailure", "repeatElement", "sequence", "stride", "swap", "type", "zip",
        "withExtendedLifetime", "withUnsafeBytes", "withUnsafeMutableBytes", "withUnsafePointer",
        "withUnsafeMutablePointer", "withUnsafeTemporaryAllocation", "unsafeBitCast",
        "as", "case", "catch", "do", "else", "for", "get", "guard", "if", "in", "init", "is", "let",
        "package", "private", "repeat", "rethrows", "return", "self", "set", "subscript", "switch",
        "throw", "throws", "try", "unowned", "var", "where", "while", "await", "any", "some",
        "borrowing", "consuming", "copy", "inout", "convention", "available", "selector",
    ]

    /// For each line, the lower-case names before a parenthesis: functions begin that way, types do not.
    static func called(in lines: [String]) -> [[String]] {
        let call = #/(?:^|[^.\w@#`])([a-z_]\w*)\(/#
        return lines.map { line in
            line.matches(of: call).map { String($0.output.1) }.filter { !standard.contains($0) }
        }
    }

    /// Names of functions, cases and variables in the files, including parameters that are
    /// functions.
    static func declared(in files: [SourceFile]) -> Set<String> {
        // Created once, because a regex literal in a loop is parsed each time.
        let declaration = #/\b(?:func|case|let|var)\s+`?(\w+)/#
        let function = #/(\w+)\s*:\s*(?:@\w+\s+)*\(/#
        let furtherCase = #/[,]\s*(\w+)\(/#
        var names: Set<String> = []
        for line in files.flatMap(\.code.lines) {
            var matches = line.matches(of: declaration) + line.matches(of: function)
            if line.contains("case ") { matches += line.matches(of: furtherCase) }
            names.formUnion(matches.map { String($0.output.1) })
        }
        return names
    }
}
