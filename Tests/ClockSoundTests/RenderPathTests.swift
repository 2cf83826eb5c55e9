import Foundation
import TestKit
import Testing

/// What the compiler reports for the render path, and what is counted while it runs. Each test runs a compiler.
@Suite("The render path", .serialized)
struct RenderPathTests {
    private static func fixture(_ line: String) -> String {
        """
        final class Listener {}

        struct Voice {
            var level: Float = 0
            var trail: [Float] = []

            @_noLocks
            mutating func render(into block: UnsafeMutablePointer<Float>, frames: Int) {
                for index in 0..<frames { block[index] = level }
                \(line)
            }
        }

        """
    }

    @Test("The compiler takes a render function that only computes")
    func goodTwin() throws {
        let scratch = try Scratch()
        let result = try scratch.compile(RenderPathTests.fixture("level *= 0.5"))
        #expect(result.status == 0, "\(result.text)")
    }

    @Test(
        "The compiler refuses a render function that grows an array or makes an object",
        arguments: ["trail.append(level)", "_ = Listener()"])
    func refused(line: String) throws {
        let scratch = try Scratch()
        let result = try scratch.compile(RenderPathTests.fixture(line))
        #expect(result.status != 0)
        // Refused by this check, not for an error in the fixture.
        #expect(
            [
                "can cause locking", "can cause metadata allocation", "can cause an allocation",
                "unpredictable performance",
            ]
            .contains { result.text.contains($0) }, "\(result.text)")
    }

    /// The counter counts for a whole process, and other tests run in this one. So a separate process counts: a short
    /// run of the long check (board/sound-hours). It also makes each kind of call once on purpose, and fails if that
    /// is not counted.
    @Test(
        "Twenty seconds of rendering, with scenes changing, allocate, count, lock and free nothing, nor on the way to a device",
        .disabled(if: Sanitizer.isOn, "a sanitizer has an allocator of its own"),
        arguments: ["--render-path", "--sound-thread"])
    func calls(check: String) throws {
        let scratch = try Scratch()
        let result = try Scratch.run(
            try BuiltPrograms.path("sound-hours"), [check, "20"],
            environment: ["LD_PRELOAD": try scratch.buildCounter().path])
        #expect(result.status == 0, "\(result.text)")
    }
}

/// A temporary folder for a test, and the compiler that runs `swift test`.
private final class Scratch {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "noiseclock-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Issue.record("scratch folder stays behind: \(error)")
        }
    }

    /// Runs the performance checks on one file.
    func compile(_ source: String) throws -> (status: Int32, text: String) {
        let file = folder.appending(path: "fixture.swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        return try Scratch.run(
            try Scratch.compiler().path,
            [
                "-swift-version", "6", "-parse-as-library", "-emit-sil", "-o",
                folder.appending(path: "fixture.sil").path, file.path,
            ])
    }

    /// Builds the counter library with the C compiler that comes with Swift's.
    func buildCounter() throws -> URL {
        let library = folder.appending(path: "counter.so")
        try TestLibraries.build("RenderPathCounter/RenderPathCounter.c", to: library.path)
        return library
    }

    private static func compiler() throws -> URL {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let found = path.split(separator: ":").map { "\($0)/swiftc" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        return URL(filePath: try #require(found, "swiftc is not on the PATH"))
    }

    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
