import Foundation

/// A page of the manual as a terminal of 80 columns shows it.
package struct RenderedManual {
    package var text: String
    /// Warnings about the page; empty if there are none.
    package var warnings: String

    private static let man = "/usr/bin/man"

    /// Whether this machine can show pages; `.ci/run` installs the programs for it.
    package static let isThere = ["/usr/bin/man", "/usr/bin/groff"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Renders a roff page.
    package static func of(_ page: String) throws -> RenderedManual {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "manual-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "page.1")
        let (shown, said) = (folder.appending(path: "shown"), folder.appending(path: "said"))
        try page.write(to: source, atomically: false, encoding: .utf8)
        for file in [shown, said] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(filePath: man)
        process.arguments = ["--warnings", "-l", source.path]
        process.environment = [
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "80",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: shown)
        process.standardError = try FileHandle(forWritingTo: said)
        try process.run()
        process.waitUntilExit()
        var warnings = try String(contentsOf: said, encoding: .utf8)
        if process.terminationStatus != 0 {
            warnings += "man ended with status \(process.terminationStatus)\n"
        }
        return RenderedManual(
            text: try String(contentsOf: shown, encoding: .utf8), warnings: warnings)
    }
}
