import Foundation
import Synchronization

/// A page of `Tests/Golden/printed.txt`, which holds all that the programs print for people, as it stands on a
/// terminal of 80 columns. A person reads it from top to bottom, as an editor would.
///
/// The programs' own tests each write and check their pages, because no target depends on all programs.
package enum PrintedPage: String, CaseIterable, Sendable {
    case replies = "Replies"
    case health = "Health"
    case explanations = "Explanations"
    case history = "History"
    case refusals = "Refusals"
    case usageError = "Wrong words"
    case help = "Help"
    case simulator = "The simulator"
    case firmware = "The firmware"
    case importer = "The import of sounds"

    package static let columns = 80
    private static let file = "printed.txt"
    private static let rule = String(repeating: "=", count: columns)
    /// Tests that record pages run at the same time, and share the file.
    private static let recording = Mutex<Void>(())

    /// Compares the page with the file; with NOISECLOCK_RECORD=1 it replaces the page in the file instead.
    ///
    /// - Parameter texts: already wrapped to the width of the page.
    /// - Throws: `GoldenDifference`, which also names lines wider than the page, or why the file cannot be read.
    package func expect(_ texts: [String]) throws {
        try checkWidth(texts)
        let body = texts.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined(separator: "--\n")
        if Golden.isRecording {
            try PrintedPage.recording.withLock { _ in try record(body) }
            return
        }
        let wanted = try PrintedPage.bodies()[rawValue] ?? ""
        guard body != wanted else { return }
        throw GoldenDifference(
            name: "\(PrintedPage.file), \(rawValue)",
            lines: Golden.differences(
                body.split(separator: "\n", omittingEmptySubsequences: false),
                wanted.split(separator: "\n", omittingEmptySubsequences: false)))
    }

    private func checkWidth(_ texts: [String]) throws {
        let wide = texts.flatMap { $0.split(separator: "\n") }.filter { line in
            let isOneWord = !line.drop { $0 == " " }.contains(" ")
            return line.count > PrintedPage.columns && !isOneWord && !line.hasPrefix("$ ")
        }
        guard wide.isEmpty else {
            throw GoldenDifference(
                name: "\(PrintedPage.file), \(rawValue)",
                lines: wide.map { "more than \(PrintedPage.columns) columns: \($0)" })
        }
    }

    /// The titles of the pages in the file, in its order.
    package static func titles() throws -> [String] {
        let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.filter {
            lines[$0] == rule && $0 + 2 < lines.count && lines[$0 + 2] == rule
        }
        .map { String(lines[$0 + 1]) }
    }

    private func record(_ body: String) throws {
        var bodies = try PrintedPage.bodies()
        bodies[rawValue] = body
        let pages = PrintedPage.allCases.compactMap { page in
            bodies[page.rawValue].map {
                "\(PrintedPage.rule)\n\(page.rawValue)\n\(PrintedPage.rule)\n\n\($0)"
            }
        }
        try pages.joined(separator: "\n").write(
            to: Golden.file(PrintedPage.file), atomically: true, encoding: .utf8)
    }

    private static func text() throws -> String {
        try String(contentsOf: Golden.file(file), encoding: .utf8)
    }

    /// The pages' texts by title.
    private static func bodies() throws -> [String: String] {
        // Between two rules stands a title, between a rule and the next one a text.
        let parts = try text().components(separatedBy: rule + "\n")
        var bodies: [String: String] = [:]
        for index in stride(from: 1, to: parts.count - 1, by: 2) {
            let isLast = index + 2 >= parts.count
            // An empty line stands above each text, and below all but the last.
            let body = parts[index + 1].dropFirst().dropLast(isLast ? 0 : 1)
            bodies[String(parts[index].dropLast())] = String(body)
        }
        return bodies
    }
}
