import Foundation

// Theory of operation. Tests of whole programs start them as they were built, beside the test bundle. Where that
// is depends on the build (its folder, its configuration, a sanitizer), so it is asked of the process itself.
// It is no test target, because several of those use it.

/// The programs as they were built beside the tests that run.
package enum BuiltPrograms {
    /// The folder of the test bundle. The bundle is either this process or mapped into it, wherever the
    /// build was told to put it; the argument that names it is a second way to find it.
    package static let folder: String = {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        let mapped = maps.split(separator: "\n").compactMap { line in
            line.firstIndex(of: "/").map { String(line[$0...]) }
        }
        let bundle = (mapped + CommandLine.arguments).first { $0.hasSuffix(".xctest") }
        return URL(fileURLWithPath: bundle ?? CommandLine.arguments[0])
            .deletingLastPathComponent().path
    }()

    /// Where the program of this name is; an error that names both where it is not.
    package static func path(_ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw NotBuilt(description: "\(name) is not built beside the tests, in \(folder)")
        }
        return path
    }
}

/// Libraries in C that tests load into programs, each one file below Tests.
package enum TestLibraries {
    /// Compiles one, with the compiler that comes with Swift's, or the system's.
    ///
    /// - Parameters:
    ///   - source: such as "PluggableCard/PluggableCard.c".
    ///   - options: what it is linked with.
    package static func build(
        _ source: String, to library: String, _ options: [String] = []
    ) throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let compilers = ["clang", "cc"].flatMap { name in folders.map { "\($0)/\(name)" } }
        let found = compilers.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let compiler = found else {
            throw NotBuilt(description: "there is neither clang nor cc on the PATH")
        }
        let process = try Process.run(
            URL(filePath: compiler),
            arguments: [
                "-shared", "-fPIC", "-DPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", library,
                tests.appending(path: source).path,
            ] + options)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw NotBuilt(description: "\(source) cannot be built")
        }
    }
}

/// A program that a test needs is not there.
package struct NotBuilt: Error, CustomStringConvertible {
    package let description: String
}
