import Foundation

/// Compares text with files of `Tests/Golden`, which people read in a diff.
package enum Golden {
    /// Compares the text with a file; with NOISECLOCK_RECORD=1 it writes the file instead.
    ///
    /// - Parameter name: the path of the file below `Tests/Golden`.
    /// - Throws: `GoldenDifference` if the text differs, or the error of reading the file.
    package static func expect(_ text: String, _ name: String) throws {
        let file = file(name)
        if isRecording {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
            return
        }
        let wanted = try String(contentsOf: file, encoding: .utf8)
        guard text != wanted else { return }
        throw GoldenDifference(
            name: name,
            lines: differences(
                text.split(separator: "\n", omittingEmptySubsequences: false),
                wanted.split(separator: "\n", omittingEmptySubsequences: false)))
    }

    /// The lines of a file, for tests whose golden is also their input.
    package static func lines(_ name: String) throws -> [String] {
        try String(contentsOf: file(name), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Compares the text with a section of a README, from its heading to the next one; recorded in the same way.
    ///
    /// - Parameters:
    ///   - readme: its path in the repository.
    ///   - heading: the whole line. The text stands in the section between the comments `generated` and `end`.
    package static func expect(_ text: String, inReadme readme: String, under heading: String)
        throws
    {
        let file = file("../../\(readme)")
        let whole = try String(contentsOf: file, encoding: .utf8)
        guard let start = whole.range(of: heading + "\n"),
            let begin = whole.range(
                of: "<!-- generated -->\n", range: start.upperBound..<whole.endIndex),
            let end = whole.range(
                of: "<!-- end -->", range: begin.upperBound..<whole.endIndex)
        else { throw GoldenDifference(name: readme, lines: ["there is no section \(heading)"]) }
        let wanted = whole[begin.upperBound..<end.lowerBound]
        guard text != wanted else { return }
        if isRecording {
            let recorded = whole.replacingCharacters(
                in: begin.upperBound..<end.lowerBound, with: text)
            try recorded.write(to: file, atomically: true, encoding: .utf8)
            return
        }
        throw GoldenDifference(
            name: readme,
            lines: differences(
                text.split(separator: "\n", omittingEmptySubsequences: false),
                wanted.split(separator: "\n", omittingEmptySubsequences: false)))
    }

    static func file(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/\(name)")
    }

    /// Whether tests write what they would compare.
    package static var isRecording: Bool {
        ProcessInfo.processInfo.environment["NOISECLOCK_RECORD"] == "1"
    }

    static func differences(_ lines: [Substring], _ wanted: [Substring]) -> [String] {
        (0..<max(lines.count, wanted.count)).compactMap { index in
            let line = index < lines.count ? lines[index] : "(none)"
            let other = index < wanted.count ? wanted[index] : "(none)"
            return line == other ? nil : "line \(index + 1) is '\(line)', was '\(other)'"
        }
    }
}

/// How a text differs from its golden file.
package struct GoldenDifference: Error, CustomStringConvertible {
    package let name: String
    package let lines: [String]

    package var description: String {
        """
        \(name): \(lines.count) lines differ; NOISECLOCK_RECORD=1 rewrites it
        \(lines.prefix(5).joined(separator: "\n"))
        """
    }
}
