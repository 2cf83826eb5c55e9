import Testing

@Suite("Sizes")
struct SizeTests {
    /// As much as can be read in one go; split longer files into named parts.
    static let longestFile = 400
    static let longestFunction = 70

    static var files: [SourceFile] { Repository.sources + Repository.tests }

    @Test("No file is longer than can be read in one go")
    func fileLength() {
        for file in SizeTests.files {
            let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
            if count > SizeTests.longestFile {
                report(
                    file.path, line: SizeTests.longestFile + 1,
                    "\(count) lines; at most \(SizeTests.longestFile): split it by what it is about"
                )
            }
        }
    }

    @Test("No function is longer than can be seen at once")
    func functionLength() {
        for file in SizeTests.files {
            for function in FunctionLengths.all(in: file.code)
            where function.lines > SizeTests.longestFunction {
                report(
                    file.path, line: function.line,
                    "\(function.name) has \(function.lines) lines of code; at most "
                        + "\(SizeTests.longestFunction): give its parts names")
            }
        }
    }

    @Test("Functions are measured without comments, blank lines and the text of long strings")
    func measure() {
        let source = #"""
            protocol P { func bare(); var v: Int { get } }
            func first<T>(a: () -> Void = {}) throws(E) -> [T]
            where T: P {
                // } not the end

                let s = "}"
                let t = """
                    } one
                    } two
                    """
                if a { b() }
            }
            struct S {
                init(x: Int) { self.init(y: x) }
                var twice: Int {
                    2
                }
                let made = {
                    1
                }()
            }
            """#
        let found = FunctionLengths.all(in: SwiftText(source))
        #expect(
            found.map(\.name)
                == ["func first", "init", "var v", "var twice"].sorted { a, b in
                    order.firstIndex(of: a) ?? 0 < order.firstIndex(of: b) ?? 0
                })
        #expect(found.first { $0.name == "func first" }?.lines == 6)
        #expect(found.first { $0.name == "init" }?.lines == 1)
        #expect(found.first { $0.name == "var twice" }?.lines == 3)
    }

    private var order: [String] { ["var v", "func first", "init", "var twice"] }
}

/// Finds the bodies of functions, initialisers, subscripts and computed properties by counting braces.
struct FunctionLengths {
    var name: String
    /// The line of the declaration, from 1.
    var line: Int
    /// The number of code lines from the opening brace to the closing one.
    var lines: Int

    static func all(in code: SwiftText) -> [FunctionLengths] {
        let lines = code.lines
        // Created once, because a regex literal in a loop is parsed each time.
        let beginning = #/(^|[^.\w`])(func\s+[^\s(<]+|init|deinit|subscript|var\s+\w+)/#
        var found: [FunctionLengths] = []
        for (index, line) in lines.enumerated()
        where holds(line, anyOf: ["func", "init", "subscript", "var"]) {
            for match in line.matches(of: beginning) {
                let name = String(match.output.2)
                guard
                    let body = body(
                        after: match.range.upperBound, line: index, in: lines, name: name)
                else { continue }
                let count = lines[body].count { $0.utf8.contains { $0 != UInt8(ascii: " ") } }
                found.append(FunctionLengths(name: name, line: index + 1, lines: count))
            }
        }
        return found
    }

    /// The lines of the body that begins with the first brace outside parentheses; nil if there is
    /// no body, as in a protocol or for a stored property.
    private static func body(
        after start: String.Index, line first: Int, in lines: [String], name: String
    ) -> ClosedRange<Int>? {
        var parentheses = 0
        var braces = 0
        var opening: Int?
        for number in first..<lines.count {
            let text = number == first ? lines[number][start...] : lines[number][...]
            for byte in text.utf8 {
                switch Character(Unicode.Scalar(byte)) {
                case "(", "[": parentheses += 1
                case ")", "]": parentheses -= 1
                case "{" where parentheses == 0 || opening != nil:
                    opening = opening ?? number
                    braces += 1
                case "}" where parentheses == 0 || opening != nil:
                    braces -= 1
                    if braces < 0 { return nil }
                    if braces == 0, let opening { return opening...number }
                case ";" where opening == nil && parentheses == 0: return nil
                case "=" where opening == nil && parentheses == 0 && name.hasPrefix("var"):
                    return nil
                default: break
                }
            }
            if opening == nil, parentheses == 0, ends(name: name, before: number + 1, in: lines) {
                return nil
            }
        }
        return nil
    }

    /// Whether a declaration without a body ends here: a property ends with its line, a function
    /// unless the next line continues it.
    private static func ends(name: String, before next: Int, in lines: [String]) -> Bool {
        guard next < lines.count, !name.hasPrefix("var") else { return true }
        let text = lines[next].drop { $0 == " " }
        return !["{", "where ", "->", "throws", "async", ")"].contains { text.hasPrefix($0) }
    }
}
