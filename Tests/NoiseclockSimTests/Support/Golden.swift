import Foundation
import Testing

/// Compares with a file in `Tests/Golden/Simulator`; with NOISECLOCK_RECORD=1 writes it instead.
func expectGolden(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let folder = Checkout.root.appendingPathComponent("Tests/Golden/Simulator")
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["NOISECLOCK_RECORD"] == "1" {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return
    }
    let wanted = try String(contentsOf: file, encoding: .utf8)
    guard text != wanted else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wantedLines = wanted.split(separator: "\n", omittingEmptySubsequences: false)
    let count = max(lines.count, wantedLines.count)
    let differing = (0..<count).filter { index in
        index >= lines.count || index >= wantedLines.count || lines[index] != wantedLines[index]
    }
    let shown = differing.prefix(5).map { index in
        let line = index < lines.count ? lines[index] : "(none)"
        let other = index < wantedLines.count ? wantedLines[index] : "(none)"
        return "line \(index + 1) is '\(line)', was '\(other)'"
    }
    Issue.record(
        """
        \(name): \(differing.count) lines differ; NOISECLOCK_RECORD=1 writes it anew
        \(shown.joined(separator: "\n"))
        """, sourceLocation: sourceLocation)
}
