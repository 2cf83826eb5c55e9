import Foundation

/// A program that a test writes and runs.
package enum ShellScript {
    /// Writes it, ready to be run by its path.
    ///
    /// Another process writes the file. A program that a parallel test starts would inherit it while it is open here,
    /// and until that ends the kernel refuses to run it ("Text file busy").
    ///
    /// - Parameters:
    ///   - lines: without the one that names the shell.
    ///   - path: its folder is made if it is not there.
    package static func write(_ lines: String, to path: String) throws {
        let text = "\(path).text"
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(filePath: text))
        let copy = try Process.run(
            URL(filePath: "/usr/bin/install"), arguments: ["-m", "755", text, path])
        copy.waitUntilExit()
        guard copy.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
