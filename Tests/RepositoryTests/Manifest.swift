/// The targets of Package.swift, read as text: querying the package manager would start a second
/// one inside a run of the first.
struct Manifest {
    enum Kind: String, CaseIterable {
        case target, executableTarget, testTarget, systemLibrary
    }

    struct Target {
        var kind: Kind
        var line: Int
        var dependencies: [String]
    }

    var targets: [String: Target] = [:]

    init() throws {
        // The code, without strings, gives the positions; the text gives the strings at those positions.
        let source = try Repository.text("Package.swift")
        let text = Array(source.unicodeScalars)
        let code = Array(SwiftText(source).text.unicodeScalars)
        var position = 0
        var line = 1
        while position < code.count {
            if code[position] == "\n" { line += 1 }
            if code[position] == ".", let kind = Manifest.kind(in: code, after: position + 1) {
                let open = position + 1 + kind.rawValue.count
                let end = Manifest.closing(of: open, in: code)
                var call = ""
                call.unicodeScalars.append(contentsOf: text[open...end])
                if let name = Manifest.strings(after: "name:", until: ",)", in: call).first {
                    targets[name] = Target(
                        kind: kind, line: line,
                        dependencies: Manifest.strings(after: "dependencies:", until: "]", in: call)
                    )
                }
            }
            position += 1
        }
    }

    private static func kind(in code: [Unicode.Scalar], after start: Int) -> Kind? {
        Kind.allCases.first { kind in
            let word = Array("\(kind.rawValue)(".unicodeScalars)
            return start + word.count <= code.count
                && Array(code[start..<(start + word.count)]) == word
        }
    }

    /// The index of the parenthesis that closes the one at `open`.
    private static func closing(of open: Int, in code: [Unicode.Scalar]) -> Int {
        var depth = 0
        for position in open..<code.count {
            if code[position] == "(" { depth += 1 }
            if code[position] == ")" {
                depth -= 1
                if depth == 0 { return position }
            }
        }
        return code.count - 1
    }

    /// The string literals after `label`, up to one of the characters of `end`.
    private static func strings(after label: String, until end: String, in call: String) -> [String]
    {
        guard let range = call.firstRange(of: label) else { return [] }
        let pieces = call[range.upperBound...].prefix { !end.contains($0) }.split(
            separator: "\"", omittingEmptySubsequences: false)
        // The pieces alternate between outside and inside a string.
        return pieces.indices.filter { !$0.isMultiple(of: 2) }.map { String(pieces[$0]) }
    }
}
