import Testing

@Suite("Folders of ClockCore use what the table allows, and no more")
struct CoreFolderTests {
    private static let root = "Sources/ClockCore/"
    private static let graph = TypeUses(
        Repository.sources.filter { $0.path.hasPrefix(root) }.map { ($0.path, $0.code.text) })

    private static func folder(of path: String) -> String {
        let steps = path.dropFirst(root.count).split(separator: "/")
        return steps.count == 1 ? "." : String(steps[0])
    }

    @Test("A folder uses only the folders that the table names for it")
    func walls() {
        for (path, uses) in CoreFolderTests.graph.uses {
            let own = CoreFolderTests.folder(of: path)
            let allowed = CoreFolders.table[own] ?? []
            for (used, type) in uses {
                let other = CoreFolderTests.folder(of: used)
                guard other != own, !allowed.contains(other) else { continue }
                report(path, line: 1, "\(own) uses \(type) of \(other), which the table forbids")
            }
        }
    }

    @Test("The table allows nothing that is not needed")
    func needed() {
        var used: [String: Set<String>] = [:]
        for (path, uses) in CoreFolderTests.graph.uses {
            let own = CoreFolderTests.folder(of: path)
            used[own, default: []].formUnion(
                uses.keys.map(CoreFolderTests.folder).filter { $0 != own })
        }
        #expect(used.filter { !$0.value.isEmpty } == CoreFolders.table)
    }

    @Test("Few files use each other in a circle")
    func knot() {
        let knot = CoreFolderTests.graph.largestKnot
        #expect(knot.count <= CoreFolders.largestKnot, "\(knot)")
    }

    @Test("Uses are found in code, of types that other files declare")
    func measure() {
        let graph = TypeUses([
            ("a", "struct One { let other: Two }\nprivate struct Own {}"),
            ("b", "package final class Two {\n    let three: Three?\n}"),
            ("c", "enum Three { case one(One) }\nextension Three { struct Own {} }"),
            ("d", "let all: [Three]"),
        ])
        #expect(graph.uses["a"] == ["b": "Two"] && graph.uses["d"] == ["c": "Three"])
        #expect(graph.largestKnot == ["a", "b", "c"])
    }
}

/// Which files use types that other files declare at their top level.
struct TypeUses {
    /// By file: the files that it uses, and one type of each.
    let uses: [String: [String: String]]

    init(_ files: [(path: String, code: String)]) {
        // Created once, because a regex literal in a loop is parsed each time.
        let declaration =
            #/^(?:package |public )?(?:final |indirect )*(?:struct|enum|class|protocol|typealias) (\w+)/#
        var places: [String: String] = [:]
        for (path, code) in files {
            for line in code.split(separator: "\n") {
                if let match = line.prefixMatch(of: declaration) {
                    places[String(match.output.1)] = path
                }
            }
        }
        var uses: [String: [String: String]] = [:]
        for (path, code) in files {
            for word in Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }).sorted() {
                guard let place = places[String(word)], place != path else { continue }
                uses[path, default: [:]][place] = String(word)
            }
        }
        self.uses = uses
    }

    /// The largest set of files each of which uses all others, directly or through others.
    var largestKnot: [String] {
        let reached = uses.keys.reduce(into: [:]) { $0[$1] = reachable(from: $1) }
        let knots = uses.keys.map { path in
            reached[path, default: []].filter { reached[$0]?.contains(path) == true }
        }
        return knots.max { $0.count < $1.count }?.sorted() ?? []
    }

    private func reachable(from path: String) -> Set<String> {
        var found: Set<String> = []
        var next = [path]
        while let file = next.popLast() {
            for used in (uses[file] ?? [:]).keys where found.insert(used).inserted {
                next.append(used)
            }
        }
        return found
    }
}
