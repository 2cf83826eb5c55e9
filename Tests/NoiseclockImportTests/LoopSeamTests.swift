import CSndfile
import Foundation
import HAL
import SoundMeasuring
import Testing

/// A sound of the design (sound design, Q5) in a common kind of file.
struct LoopFile: Sendable, CustomTestStringConvertible {
    let fixture: LoopFixture
    let name: String
    let format: Int

    var testDescription: String { "\(fixture.name) in \(name)" }

    static let all = [
        LoopFile(fixture: .tone, name: "tone.wav", format: SF_FORMAT_WAV | SF_FORMAT_PCM_24),
        LoopFile(fixture: .noise, name: "noise.flac", format: SF_FORMAT_FLAC | SF_FORMAT_PCM_24),
        LoopFile(
            fixture: .padded, name: "padded.mp3",
            format: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III),
        LoopFile(fixture: .ogg, name: "rain.ogg", format: SF_FORMAT_OGG | SF_FORMAT_VORBIS),
        LoopFile(
            fixture: .music, name: "music.mp3", format: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III),
        LoopFile(fixture: .second, name: "second.aiff", format: SF_FORMAT_AIFF | SF_FORMAT_PCM_16),
    ]
}

/// The loops of sounds that went through real encoders and the real importer.
@Suite("The seams of imported files")
struct LoopSeamTests {
    let bench: ImportBench

    init() throws { bench = try ImportBench() }

    private func imported() throws -> [Float] { try bench.output().map { Float($0) / 32_768 } }

    @Test(
        "Each runs into its beginning without a click, and with even power (sound design, Q5)",
        arguments: LoopFile.all)
    func seam(file: LoopFile) throws {
        let rate = LoopFixture.rate
        try bench.encode(
            file.fixture.samples, channels: 2, rate: rate, as: file.format, to: file.name)
        // What the importer itself decodes from the file.
        #expect(try bench.run(file.name, .once).end == .exited(0))
        var decoded = file.fixture
        decoded.samples = try imported()

        let result = try bench.run(file.name, .loop)
        #expect(result.end == .exited(0), "\(result.message)")
        let crossfade = try #require(result.loop?["crossfadeFrames"] as? Int)
        let turn = try imported()
        let frames = turn.count / 2

        let error = decoded.powerError(of: turn, crossfade: (frames - crossfade)..<frames)
        #expect(error <= decoded.allowedError, "\(error) dB")

        let start = frames - decoded.measuredFrames
        let around = turn + turn.prefix(2 * rate)
        #expect(Clicks.count(in: around, from: start) == 0)
        // The detector would find the ends, which were not made to match.
        if file.fixture.name == "tone" {
            let raw = decoded.samples + decoded.samples.prefix(2 * rate)
            #expect(Clicks.count(in: raw, from: decoded.samples.count / 2 - rate) > 0)
        }
    }

    @Test("What an encoder leaves at the ends is no silence in the loop")
    func padding() throws {
        let padded = try #require(LoopFile.all.first { $0.name == "padded.mp3" })
        try bench.encode(
            padded.fixture.samples, channels: 2, rate: LoopFixture.rate, as: padded.format,
            to: padded.name)
        #expect(try bench.run(padded.name, .loop).end == .exited(0))
        let turn = try imported()
        let window = LoopFixture.rate / 100
        let around = turn.suffix(4 * window) + turn.prefix(4 * window)
        let levels = (0..<4).map { piece in
            let part = around.dropFirst(2 * window * piece).prefix(2 * window)
            return 10 * log10(part.reduce(0) { $0 + $1 * $1 } / Float(part.count))
        }
        #expect(levels.allSatisfy { abs($0 - levels[0]) < 1.5 }, "\(levels)")
    }
}
