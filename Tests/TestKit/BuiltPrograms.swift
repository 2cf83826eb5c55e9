import Foundation

// Theory of operation. Tests of whole programs start them from where the build put them: beside the test bundle.
// That place depends on the build (its folder, its configuration, a sanitizer), so the process itself is asked.
// This is not a test target, because several test targets use it.

/// The programs that were built beside the running tests.
package enum BuiltPrograms {
    /// The folder of the test bundle. The bundle either is this process or is mapped into it, wherever the build put
    /// it; the argument that names it is a second way to find it.
    package static let folder: String = {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        let mapped = maps.split(separator: "\n").compactMap { line in
            line.firstIndex(of: "/").map { String(line[$0...]) }
        }
        let bundle = (mapped + CommandLine.arguments).first { $0.hasSuffix(".xctest") }
        return URL(fileURLWithPath: bundle ?? CommandLine.arguments[0])
            .deletingLastPathComponent().path
    }()

    /// The path of a program; throws an error that names program and folder if it is not there.
    package static func path(_ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw NotBuilt(description: "\(name) is not built beside the tests, in \(folder)")
        }
        return path
    }
}

/// C libraries that tests load into programs, each one file below Tests.
package enum TestLibraries {
    /// Compiles a library with the compiler that comes with Swift, or with the system's.
    ///
    /// - Parameters:
    ///   - source: the path below Tests, such as "PluggableCard/PluggableCard.c".
    ///   - options: the options for the linker.
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

/// A program that a test needs does not exist.
package struct NotBuilt: Error, CustomStringConvertible {
    package let description: String
}
