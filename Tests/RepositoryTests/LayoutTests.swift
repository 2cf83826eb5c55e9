import Foundation
import Testing

@Suite("What lies where")
struct LayoutTests {
    /// The top level, except for dot files. True: required.
    static let topLevel: [String: Bool] = [
        "Package.swift": true, "Sources": true, "Tests": true, "board": true, "README.md": true,
        "systemd": true, "image": true,
    ]

    @Test("The top level holds what the map shows, and nothing else")
    func topLevelIsTheMap() {
        let allowed = LayoutTests.topLevel.keys.sorted().joined(separator: ", ")
        for name in LayoutTests.tracked() ?? Repository.names(in: "")
        where !name.hasPrefix(".") && LayoutTests.topLevel[name] == nil {
            report(name, "does not belong at the top; there are \(allowed) and dot files")
        }
        for (name, required) in LayoutTests.topLevel where required && !Repository.exists(name) {
            report(name, "is missing")
        }
    }

    @Test("The central file of each target opens with its theory of operation")
    func theoryOfOperation() {
        for target in ImportTable.targets.keys.sorted() {
            let files = Repository.sources.filter { $0.target == target }
            let opening = files.contains {
                Documentation.firstComment(of: $0.text).lowercased().contains("theory of operation")
            }
            if !opening {
                report(
                    "Sources/\(target)",
                    "no file opens with a comment that has the words “Theory of operation”: what the "
                        + "parts are, who calls whom, and why it is so; \(files.count) files looked at"
                )
            }
        }
    }

    /// A folder with more files cannot be taken in at a glance; sort them into folders by purpose.
    static let mostFilesInAFolder = 25

    @Test("No folder of Sources holds more Swift files than are taken in at a look")
    func foldersAreSmall() {
        let folders = Dictionary(grouping: Repository.sources) {
            $0.path.split(separator: "/").dropLast().joined(separator: "/")
        }
        for (folder, files) in folders.sorted(by: { $0.key < $1.key })
        where files.count > LayoutTests.mostFilesInAFolder {
            report(
                folder,
                "holds \(files.count) Swift files; sort them into folders of at most "
                    + "\(LayoutTests.mostFilesInAFolder) by what they do")
        }
    }

    @Test("Each target of Sources but the programs has its tests")
    func targetsHaveTests() {
        for target in ImportTable.targets.keys.sorted()
        where !ImportTable.programs.contains(target) {
            let folder = "Tests/" + (ImportTable.sharedTests[target] ?? "\(target)Tests")
            if !Repository.isFolder(folder) {
                report(folder, "is missing: \(target) has no tests")
            }
        }
    }

    @Test("The board files are JSON")
    func boardFilesParse() throws {
        for path in Repository.files(below: "board") where path.hasSuffix(".json") {
            do {
                let data = try Data(contentsOf: Repository.root.appending(path: path))
                _ = try JSONSerialization.jsonObject(with: data)
            } catch {
                report(path, "is not JSON: \(error)")
            }
        }
    }

    @Test("Nothing names a path or a host of the machine that it was written on")
    func noForeignPlaces() throws {
        // Split, so that this file does not contain what it searches for.
        let places = [
            ["/wo", "rk/"], ["/tmp/", "brief"], ["/tmp/", "bash_jobs"], ["/opt/", "trixie"],
            ["deb.", "debian.org"], ["archive.", "ubuntu.com"], ["py", "pi.org"],
            ["registry.", "npmjs"], ["proxy.", "golang.org"], ["crates", ".io"],
            ["artifact", "-registry"], ["work", "shop"],
        ].map { $0.joined() }
        let folders = ["Sources", "Tests", "board", ".ci", "systemd", "image"]
        let files = folders.flatMap { Repository.files(below: $0) }
        let single = ["Package.swift", "README.md", ".gitignore", ".swift-format", ".editorconfig"]
        for path in files + single.filter({ Repository.exists($0) }) {
            // Files that are not text (pictures) contain no such words.
            guard let text = try? Repository.text(path).lowercased(),
                holds(text, anyOf: places)
            else { continue }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                for place in places where holds(String(line), anyOf: [place]) {
                    report(path, line: index + 1, "“\(place)” means nothing elsewhere")
                }
            }
        }
    }

    @Test("The first comment of a file is found after its imports, and not further down")
    func firstComment() {
        #expect(
            Documentation.firstComment(of: "import A\n\n/// One\n/// two.\nlet a = 1") == "One two."
        )
        #expect(Documentation.firstComment(of: "/* One\n * two. */\nlet a = 1") == "One two.")
        #expect(Documentation.firstComment(of: "let a = 1\n/// Late.\nlet b = 2") == "")
    }

    /// The top-level names that git tracks; nil without git, as in an unpacked archive. Files that
    /// a run of the simulator left in somebody's checkout do not matter here.
    private static func tracked() -> [String]? {
        guard let run = try? Shell.run("git", "ls-files", "-z"), run.status == 0 else { return nil }
        let names = run.output.split(separator: "\0").compactMap { $0.split(separator: "/").first }
        return names.isEmpty ? nil : Set(names.map(String.init)).sorted()
    }
}

enum Documentation {
    /// The text of the comment before the first declaration; empty if there is none.
    static func firstComment(of source: String) -> String {
        var words: [Substring] = []
        var isInBlock = false
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.drop { $0 == " " }
            if !isInBlock, !text.hasPrefix("//"), !text.hasPrefix("/*") {
                if !words.isEmpty { break }
                if text.isEmpty || text.contains(#/^(@\w+ )*(\w+ )?import /#) { continue }
                return ""
            }
            if text.hasPrefix("/*") { isInBlock = true }
            if text.contains("*/") { isInBlock = false }
            words += text.split { $0 == " " || $0 == "/" || $0 == "*" }
        }
        return words.joined(separator: " ")
    }
}
