import Foundation
import Glibc
import Testing

/// The repository's own files, as the tests of this target read them.
///
/// Theory of operation. These tests check what the compiler does not, from the sources as text:
/// which target may import which, who may make which calls, how long files may grow, and what
/// belongs where. The rules are data in `ImportTable` and `CallRules`. `SwiftText` removes comments
/// and the text of strings, so that mentioning something breaks no rule. Each finding is printed as
/// `path:line`, with the permitted alternative.
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

    /// The sorted names in a folder; empty if there is no such folder.
    static func names(in folder: String) -> [String] {
        let full = root.appending(path: folder).path
        return (try? FileManager.default.contentsOfDirectory(atPath: full))?.sorted() ?? []
    }

    /// Sorted paths, relative to the root, of all files below a folder; empty if there is no such folder.
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
    /// Relative to the repository's root, for example `Sources/HAL/Panel.swift`.
    let path: String
    let text: String
    /// The text without comments and without the contents of strings, line for line the same.
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

/// Records one violation of the rules.
func report(
    _ path: String, line: Int? = nil, _ finding: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let place = line.map { "\(path):\($0)" } ?? path
    Issue.record("\(place): \(finding)", sourceLocation: sourceLocation)
}

/// Whether the line contains any of the words. It uses the C library's search, because it checks every line of the
/// package for every rule, and a regular expression takes a hundred times as long.
func holds(_ line: String, anyOf words: [String]) -> Bool {
    words.contains { strstr(line, $0) != nil }
}
