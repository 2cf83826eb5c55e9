import Foundation
import Testing

/// What the compiler and the allocator say about the render path. Each test runs the compiler.
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
        // Refused by this very check, not for a slip in the fixture.
        #expect(
            [
                "can cause locking", "can cause metadata allocation", "can cause an allocation",
                "unpredictable performance",
            ]
            .contains { result.text.contains($0) }, "\(result.text)")
    }

    /// The counting is done in a process of its own: the allocator's tools count a whole process,
    /// and here other tests run beside. It compiles ClockSound's sources with a program that
    /// renders, as the release build does, and lets glibc's tracer write down every call of malloc,
    /// calloc, realloc and free between two marks. A second run allocates on purpose before the last
    /// mark, which shows that the tracer was on.
    @Test("Ten seconds of rendering, with scenes changing, allocate and free nothing")
    func allocations() throws {
        let scratch = try Scratch()
        let program = try scratch.build(RenderPathTests.probe)
        for (argument, allocates) in [("clean", false), ("allocating", true)] {
            let trace = scratch.folder.appending(path: "trace-\(argument)")
            let result = try Scratch.run(
                program.path, [argument],
                environment: [
                    "LD_PRELOAD": "libc_malloc_debug.so.0", "MALLOC_TRACE": trace.path,
                ])
            #expect(result.status == 0, "\(result.text)")
            let text = try String(contentsOf: trace, encoding: .utf8)
            let calls = text.split(separator: "\n").filter { $0.hasPrefix("@") }
            #expect(calls.isEmpty != allocates, "\(text)")
        }
    }

    private static let probe = """
        import Glibc

        @_silgen_name("mtrace") func startTracing()
        @_silgen_name("muntrace") func stopTracing()

        /// Made before, because a scene holds an array.
        func tenSeconds() -> [Scene] {
            var prepared: [Scene] = []
            for number in 0..<470 {
                var scene = Scene()
                if number % 90 < 70 {
                    let sounds = Generator.allCases
                    for place in 0..<(number % 17) {
                        let sound = sounds[(number / 30 + place) % sounds.count]
                        scene.voices.append(
                            Scene.Voice(
                                tag: UInt32(place),
                                source: .generated(Recipe(usual: sound), seed: UInt64(place)),
                                gain: 0.5))
                    }
                    scene.fadeInSeconds = 0.2
                }
                if number % 100 > 50 {
                    scene.alarm = Scene.Alarm(
                        source: .tone(ToneSound.allCases[number % ToneSound.allCases.count]),
                        levelDecibels: -6, startDecibels: -40, rampSeconds: 0.2,
                        serial: UInt32(number / 10))
                    scene.noiseDuckDecibels = -18
                }
                prepared.append(scene)
            }
            return prepared
        }

        @inline(never) func render(
            _ scenes: [Scene], _ mixer: inout Mixer, _ converter: inout SampleConverter,
            _ ring: SoundEventRing, _ streams: SoundStreams, _ mailbox: SceneMailbox,
            _ block: UnsafeMutablePointer<Float>, _ out: UnsafeMutableRawPointer
        ) {
            for number in scenes.indices {
                mailbox.publish(scenes[number])
                mixer.apply(newestOf: mailbox)
                if number % 50 == 49 { mixer.skip(frames: 700, from: streams, telling: ring) }
                mixer.render(into: block, frames: 1024, from: streams, telling: ring)
                let encoding: SampleEncoding =
                    switch number % 5 {
                    case 0: .int16
                    case 1: .int24
                    case 2: .int24Packed
                    case 3: .int32
                    default: .float32
                    }
                converter.convert(
                    block, to: out, as: encoding, isMono: number % 3 == 0, frames: 1024)
                while ring.pop() != nil {}
            }
        }

        @main enum Probe {
            static func main() {
                let scenes = tenSeconds()
                var mixer = Mixer(rate: 48_000)
                let streams = SoundStreams(places: 1)
                var converter = SampleConverter(seed: 2)
                let ring = SoundEventRing()
                let mailbox = SceneMailbox()
                let block = UnsafeMutablePointer<Float>.allocate(capacity: 2048)
                let out = UnsafeMutableRawPointer.allocate(byteCount: 8192, alignment: 16)
                let allocates = CommandLine.arguments.contains("allocating")
                render(scenes, &mixer, &converter, ring, streams, mailbox, block, out)
                startTracing()
                render(scenes, &mixer, &converter, ring, streams, mailbox, block, out)
                var grown: [Int32] = []
                if allocates { grown.append(contentsOf: 0..<CommandLine.argc) }
                stopTracing()
                // Used once more, so that they are not freed within the marks.
                render(scenes, &mixer, &converter, ring, streams, mailbox, block, out)
                exit(grown.count > 100 ? 1 : 0)
            }
        }
        """
}

/// A folder of its own for a test, and the compiler that `swift test` was started with.
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

    /// Runs the performance checks over one file.
    func compile(_ source: String) throws -> (status: Int32, text: String) {
        let file = folder.appending(path: "fixture.swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        return try Scratch.run(
            try Scratch.compiler(),
            [
                "-swift-version", "6", "-parse-as-library", "-emit-sil", "-o",
                folder.appending(path: "fixture.sil").path, file.path,
            ])
    }

    /// Builds a program of ClockSound's sources and `source`.
    func build(_ source: String) throws -> URL {
        let main = folder.appending(path: "Probe.swift")
        try source.write(to: main, atomically: true, encoding: .utf8)
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/ClockSound")
        let walk = try #require(FileManager.default.enumerator(atPath: sources.path))
        let files = walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        let program = folder.appending(path: "probe")
        let result = try Scratch.run(
            try Scratch.compiler(),
            [
                "-swift-version", "6", "-O", "-wmo", "-package-name", "noiseclock", "-module-name",
                "Probe", "-parse-as-library", "-o", program.path, main.path,
            ] + files.map { sources.appending(path: $0).path })
        try #require(result.status == 0, "\(result.text)")
        return program
    }

    private static func compiler() throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let found = path.split(separator: ":").map { "\($0)/swiftc" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        return try #require(found, "swiftc is not on the PATH")
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
