import CSndfile
import Foundation
import HAL
import LinuxHost
import TestKit
import Testing

@testable import noiseclock_import

@Suite("What is not imported")
struct RefusalTests {
    let bench: ImportBench

    init() throws { bench = try ImportBench() }

    private static let wave = SF_FORMAT_WAV | SF_FORMAT_PCM_16

    private func check(_ order: SoundImportOrder, _ code: String, exit: Int32 = 65) throws {
        let result = try bench.run(order)
        #expect(result.code == code, "\(result.message)")
        #expect(result.end == .exited(exit))
        #expect(!result.message.isEmpty)
    }

    @Test("What is no audio, and AAC with the command that converts it")
    func kinds() throws {
        try bench.write(Array("a letter to a friend, in plain words".utf8), to: "a")
        try check(bench.order("a", .loop), "notAudio")
        try bench.write([], to: "a")
        try check(bench.order("a", .loop), "notAudio")
        let m4a: [UInt8] =
            [0, 0, 0, 32] + Array("ftypM4A ".utf8) + [UInt8](repeating: 0, count: 500)
        try bench.write(m4a, to: "a")
        let result = try bench.run("a", .loop)
        #expect(result.code == "aac")
        #expect(result.message.contains("ffmpeg -i sound.m4a sound.flac"))
        try bench.write([0xFF, 0xF1, 0x50, 0x80] + [UInt8](repeating: 1, count: 500), to: "a")
        try check(bench.order("a", .once), "aac")
    }

    @Test("What begins like an audio file and is none")
    func damaged() throws {
        try bench.write(Array("fLaC".utf8) + [UInt8](repeating: 7, count: 300), to: "a")
        try check(bench.order("a", .loop), "damaged")
        try bench.write(Array("OggS".utf8) + [UInt8](repeating: 0, count: 300), to: "a")
        try check(bench.order("a", .once), "damaged")
    }

    @Test("Samples that are no numbers")
    func notANumber() throws {
        var samples = tone(440, seconds: 1, rate: 48_000, channels: 1)
        samples[10_000] = .nan
        let format = SF_FORMAT_WAV | SF_FORMAT_FLOAT
        try bench.encode(samples, channels: 1, rate: 48_000, as: format, to: "a.wav")
        try check(bench.order("a.wav", .once), "damaged")
    }

    @Test("Silence, and sounds that are too short, too long or too large")
    func lengths() throws {
        let silence = [Float](repeating: 0, count: 48_000)
        try bench.encode(silence, channels: 1, rate: 48_000, as: RefusalTests.wave, to: "a.wav")
        try check(bench.order("a.wav", .loop), "silent")
        let beep = tone(440, seconds: 0.2, rate: 48_000, channels: 1)
        try bench.encode(beep, channels: 1, rate: 48_000, as: RefusalTests.wave, to: "a.wav")
        try check(bench.order("a.wav", .loop), "tooShort")
        #expect(try bench.run("a.wav", .once).end == .exited(0))
        let click = tone(440, seconds: 0.05, rate: 48_000, channels: 1)
        try bench.encode(click, channels: 1, rate: 48_000, as: RefusalTests.wave, to: "a.wav")
        try check(bench.order("a.wav", .once), "tooShort")
        let long = tone(440, seconds: 5, rate: 48_000, channels: 1)
        try bench.encode(long, channels: 1, rate: 48_000, as: RefusalTests.wave, to: "a.wav")
        var order = try bench.order("a.wav", .loop)
        order.longestSeconds = 4
        try check(order, "tooLong")
        order.longestSeconds = 7200
        order.largestBytes = 500_000
        try check(order, "tooLarge")
        #expect(try bench.bytes("out.wav").count <= 500_000)
    }

    @Test("A file that was cut off gives what there is of it")
    func cutOff() throws {
        let samples = tone(440, seconds: 4, rate: 44_100, channels: 2)
        let format = SF_FORMAT_OGG | SF_FORMAT_VORBIS
        try bench.encode(samples, channels: 2, rate: 44_100, as: format, to: "a.ogg")
        let whole = try bench.bytes("a.ogg")
        try bench.write(Array(whole[..<(whole.count * 2 / 3)]), to: "a.ogg")
        let result = try bench.run("a.ogg", .once)
        #expect(result.end == .exited(0))
        #expect((48_000..<180_000).contains(result.frames))
    }

    @Test("Any damage ends in a result or a refusal, never in a crash", arguments: AudioKind.all)
    func fuzz(kind: AudioKind) throws {
        let samples = tone(440, seconds: 1, rate: kind.rate, channels: 2)
        try bench.encode(samples, channels: 2, rate: kind.rate, as: kind.format, to: kind.name)
        let whole = try bench.bytes(kind.name)
        var state: UInt64 = 4711
        func draw(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for round in 0..<12 {
            var bytes = whole
            // Headers are what decoders fail on.
            for _ in 0..<(1 << (round % 6)) {
                let place =
                    round.isMultiple(of: 2) ? draw(min(200, bytes.count)) : draw(bytes.count)
                // Keeps the bytes that make the file reach the decoder at all.
                if place >= 12 { bytes[place] = UInt8(draw(256)) }
            }
            if round % 3 == 2 { bytes.removeSubrange(draw(bytes.count)...) }
            try bench.write(bytes, to: "fuzz")
            let result = try bench.run("fuzz", round.isMultiple(of: 2) ? .loop : .once)
            #expect([.exited(0), .exited(65)].contains(result.end), "round \(round)")
        }
    }

    private static let usageError = [
        "", "--loop --once", "--loop --loop", "--what", "--once --crossfade 500",
        "--loop --crossfade 99", "--loop --crossfade 2001", "--loop --crossfade",
        "--loop --longest 0", "--loop --largest x", "--loop --cpu -1", "--loop --input 3",
        "--loop --output 300",
    ]

    @Test("Wrong words are refused with what is allowed, as printed.txt has it")
    func usage() throws {
        let problems = try Self.usageError.map { line in
            let words = line.split(separator: " ").map(String.init)
            let problem = try thrown(ImportProblem.self) { try ImportRequest.parse(words) }
            #expect(problem.exitCode == 64)
            return "$ \((["noiseclock-import"] + words).joined(separator: " "))\n\(problem.message)"
        }
        try PrintedPage.importer.expect([ImportHelp.text] + problems)
    }

    @Test("Right words mean what the help says")
    func words() throws {
        #expect(try ImportRequest.parse(["--once", "-h"]) == .help)
        #expect(try ImportRequest.parse(["--once"]) == .run(ImportOptions()))
        var options = ImportOptions(crossfade: 500)
        #expect(try ImportRequest.parse(["--loop"]) == .run(options))
        options.crossfade = 2000
        options.output = 7
        #expect(
            try ImportRequest.parse(["--output", "7", "--loop", "--crossfade", "2000"])
                == .run(options))
        for name in ImportOption.allCases { #expect(ImportHelp.text.contains(name.rawValue)) }
    }

    @Test("What is said of a file is JSON, whatever stands in it")
    func lines() throws {
        let problem = ImportProblem.damaged("a \"b\" \\ \u{1} \n ü")
        let data = Data(ImportLine.text(problem).utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let error = try #require(object["error"] as? [String: String])
        #expect(error == ["code": "damaged", "message": problem.message])
    }
}
