import Testing

/// An `import` line, with or without modifiers.
struct ImportStatement: Sendable {
    let line: Int
    let module: String

    /// Accepts attributes and access levels before the word (`@testable package import X`), and a
    /// kind and a path after it (`import struct X.Y`).
    static func all(in file: SourceFile) -> [ImportStatement] {
        let kinds: Set<Substring> = [
            "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor",
        ]
        var found: [ImportStatement] = []
        for (index, text) in file.code.lines.enumerated()
        where holds(text, anyOf: ["import"]) {
            for statement in text.split(separator: ";") {
                var words = statement.split(separator: " ")[...]
                while let word = words.first,
                    word.hasPrefix("@")
                        || ["package", "private", "fileprivate", "internal", "public"]
                            .contains(word)
                { words.removeFirst() }
                guard words.popFirst() == "import" else { continue }
                if let kind = words.first, kinds.contains(kind) { words.removeFirst() }
                guard let module = words.first?.split(separator: ".").first else { continue }
                found.append(ImportStatement(line: index + 1, module: String(module)))
            }
        }
        return found
    }
}

@Suite("The import table")
struct ImportTests {
    @Test("Every folder of Sources is in the table, and every target of the table has its folder")
    func foldersAndTableAgree() {
        let folders = Set(
            Repository.names(in: "Sources").filter { Repository.isFolder("Sources/\($0)") })
        let known = Set(ImportTable.targets.keys).union(ImportTable.systemLibraries)
            .union(ImportTable.targetsInC)
        for folder in folders.subtracting(known).sorted() {
            report(
                "Sources/\(folder)",
                "a new target needs its line in ImportTable and in Sources/README.md")
        }
        for target in known.subtracting(folders).sorted() {
            report("Tests/RepositoryTests/ImportTable.swift", "there is no Sources/\(target)")
        }
    }

    @Test("Every import in Sources is in the table and declared in the manifest")
    func importsAreAllowed() throws {
        let manifest = try Manifest()
        for file in Repository.sources {
            let rule = ImportTable.targets[file.target] ?? ImportRule()
            let declared = manifest.targets[file.target]?.dependencies ?? []
            let allowed = rule.siblings.union(rule.system)
            for statement in ImportStatement.all(in: file) {
                if !allowed.contains(statement.module) {
                    let list =
                        allowed.isEmpty ? "nothing" : allowed.sorted().joined(separator: ", ")
                    report(
                        file.path, line: statement.line,
                        "\(file.target) must not import \(statement.module); it may import \(list)")
                } else if rule.siblings.contains(statement.module),
                    !declared.contains(statement.module)
                {
                    report(
                        file.path, line: statement.line,
                        "\(statement.module) is not among the dependencies of \(file.target) "
                            + "in Package.swift")
                }
            }
        }
    }

    @Test("Kits that are also built for arm64 do without the test library")
    func kitsWithoutTestLibrary() throws {
        for kit in ImportTable.testKits.keys.sorted() {
            for path in Repository.files(below: "Tests/\(kit)") where path.hasSuffix(".swift") {
                let lines = try Repository.text(path).split(separator: "\n")
                if lines.contains(where: { $0.hasSuffix("import Testing") }) {
                    report(path, "imports Testing, and the kit \(kit) is compiled for arm64")
                }
            }
        }
    }

    @Test("The manifest declares what the table allows, and nothing else")
    func manifestKeepsToTheTable() throws {
        let manifest = try Manifest()
        for (name, target) in manifest.targets.sorted(by: { $0.key < $1.key }) {
            switch target.kind {
            case .testTarget:
                for dependency in target.dependencies
                where ImportTable.targets[dependency] == nil
                    && !ImportTable.systemLibraries.contains(dependency)
                    && ImportTable.testKits[dependency] == nil
                {
                    report("Package.swift", line: target.line, "\(name): no target \(dependency)")
                }
            case .target, .executableTarget:
                let allowed =
                    ImportTable.targets[name]?.siblings ?? ImportTable.testKits[name] ?? []
                for dependency in target.dependencies where !allowed.contains(dependency) {
                    report(
                        "Package.swift", line: target.line,
                        "\(name) must not depend on \(dependency); the table allows "
                            + allowed.sorted().joined(separator: ", "))
                }
                let programs = ImportTable.programs.union(ImportTable.testPrograms)
                #expect(
                    programs.contains(name) == (target.kind == .executableTarget),
                    "Package.swift:\(target.line): \(name) and ImportTable.programs disagree")
            case .systemLibrary:
                #expect(
                    ImportTable.systemLibraries.contains(name),
                    "Package.swift:\(target.line): \(name) is not in ImportTable.systemLibraries")
            }
        }
        for target in ImportTable.targets.keys where manifest.targets[target] == nil {
            report("Package.swift", "declares no target \(target)")
        }
    }

    @Test("Tests import only what the manifest names for them")
    func testsImportWhatIsDeclared() throws {
        let manifest = try Manifest()
        for file in Repository.tests {
            let declared = Set(manifest.targets[file.target]?.dependencies ?? [])
            // A program's module has an underscore where its target has a hyphen.
            let modules = Set(declared.map { $0.replacing("-", with: "_") })
            let allowed = modules.union(ImportTable.openToTests)
            for statement in ImportStatement.all(in: file) where !allowed.contains(statement.module)
            {
                report(
                    file.path, line: statement.line,
                    "\(file.target) may import \(allowed.sorted().joined(separator: ", ")), "
                        + "not \(statement.module)")
            }
        }
    }

    @Test("The manifest takes no other package, and its C libraries no pkg-config")
    func noPackages() throws {
        let manifest = SourceFile(path: "Package.swift", text: try Repository.text("Package.swift"))
        for (index, line) in manifest.code.lines.enumerated() {
            for banned in [".package(", "pkgConfig:", ".plugin(", ".binaryTarget("]
            where line.contains(banned) {
                report("Package.swift", line: index + 1, "\(banned) is not used in this package")
            }
        }
    }

    @Test(
        "An import is found in each form that it can have",
        arguments: [
            "import HAL", "package import HAL", "@testable import HAL",
            "private import struct HAL.Lux",
            "@preconcurrency @testable internal import func HAL.f", "import Glibc; import HAL",
        ])
    func importForms(source: String) {
        let file = SourceFile(path: "Sources/X/Y.swift", text: "// import No\n\(source) // why\n")
        let found = ImportStatement.all(in: file)
        #expect(found.last?.module == "HAL")
        #expect(found.allSatisfy { $0.line == 2 })
    }
}
