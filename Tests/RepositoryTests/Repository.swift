import Foundation
import Glibc
import Testing

/// The repository's own files, as the tests of this target read them.
///
/// Theory of operation. What the compiler does not check (who may import whom, which calls are left
/// to whom, how long a file grows, what lies where) is checked here from the sources as text. The
/// rules stand as data in `ImportTable` and `CallRules`; `SwiftText` takes comments and the text of
/// strings out, so that a rule is not broken by being spoken of. Each finding is printed as
/// `path:line`, with what is allowed instead.
enum Repository {
    /// The folder of Package.swift, three levels above this file.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let sources = swiftFiles(in: "Sources")
    static let tests = swiftFiles(in: "Tests")

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        let full = root.appending(path: path).path
        return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The names in a folder, sorted; none where there is no such folder.
    static func names(in folder: String) -> [String] {
        let full = root.appending(path: folder).path
        return (try? FileManager.default.contentsOfDirectory(atPath: full))?.sorted() ?? []
    }

    /// Paths from the root of all files below a folder, sorted; none where there is no such folder.
    static func files(below folder: String) -> [String] {
        names(in: folder).flatMap { name in
            let path = folder + "/" + name
            return isFolder(path) ? files(below: path) : [path]
        }
    }

    private static func swiftFiles(in folder: String) -> [SourceFile] {
        files(below: folder).filter { $0.hasSuffix(".swift") }.compactMap { path in
            (try? text(path)).map { SourceFile(path: path, text: $0) }
        }
    }
}

/// One Swift file.
struct SourceFile: Sendable {
    /// From the repository's root, for example `Sources/HAL/Panel.swift`.
    let path: String
    let text: String
    /// The text without comments and without what strings say; line for line the same.
    let code: SwiftText

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = SwiftText(text)
    }

    /// `Sources/HAL/Panel.swift` belongs to `HAL`.
    var target: String {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : ""
    }

    var lines: [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}

/// Records one finding against the rules.
func report(
    _ path: String, line: Int? = nil, _ finding: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let place = line.map { "\(path):\($0)" } ?? path
    Issue.record("\(place): \(finding)", sourceLocation: sourceLocation)
}

/// Whether any of the words stands somewhere in the line. The C library's search, because it looks at
/// every line of the package for every rule, and a regular expression takes a hundred times as long.
func holds(_ line: String, anyOf words: [String]) -> Bool {
    words.contains { strstr(line, $0) != nil }
}
