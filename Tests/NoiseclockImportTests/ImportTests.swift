import CSndfile
import Foundation
import Glibc
import HAL
import LinuxHost
import Runtime
import ClockTime
import Testing

@testable import noiseclock_import

/// A common kind of audio file.
struct AudioKind: Sendable, CustomTestStringConvertible {
    let name: String
    let format: Int
    var rate = 44_100

    var testDescription: String { name }

    static let all = [
        AudioKind(name: "a.wav", format: SF_FORMAT_WAV | SF_FORMAT_PCM_16),
        AudioKind(name: "a24.wav", format: SF_FORMAT_WAV | SF_FORMAT_PCM_24, rate: 96_000),
        AudioKind(name: "a.flac", format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16),
        AudioKind(name: "a.ogg", format: SF_FORMAT_OGG | SF_FORMAT_VORBIS),
        AudioKind(name: "a.opus", format: SF_FORMAT_OGG | SF_FORMAT_OPUS, rate: 48_000),
        AudioKind(name: "a.mp3", format: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III),
        AudioKind(name: "a.aiff", format: SF_FORMAT_AIFF | SF_FORMAT_PCM_16, rate: 22_050),
        AudioKind(name: "a.caf", format: SF_FORMAT_CAF | SF_FORMAT_PCM_16),
    ]
}

@Suite("Importing a file")
struct ImportTests {
    let bench: ImportBench

    init() throws { bench = try ImportBench() }

    @Test("Each kind of file comes out with its length and level", arguments: AudioKind.all)
    func kinds(kind: AudioKind) throws {
        let samples = tone(440, seconds: 3, rate: kind.rate, channels: 2)
        try bench.encode(samples, channels: 2, rate: kind.rate, as: kind.format, to: kind.name)
        let result = try bench.run(kind.name, .once)
        #expect(result.end == .exited(0), "\(result.message)")
        // Encoders pad to whole frames of their own.
        #expect(abs(result.frames - 144_000) <= 3000)
        let output = try bench.output()
        #expect(output.count == 2 * result.frames)
        for channel in 0...1 {
            #expect(abs(level(output, channel: channel) - 20 * log10(0.3 / sqrt(2))) < 0.5)
        }
        #expect(result.loop == nil)
        #expect(result.number("gain") == 1)
    }

    @Test("A loop is cut in phase, marked as a loop, and continuous across its end")
    func loop() throws {
        let samples = tone(440.3, seconds: 5, rate: 44_100, channels: 1)
        let format = SF_FORMAT_FLAC | SF_FORMAT_PCM_16
        try bench.encode(samples, channels: 1, rate: 44_100, as: format, to: "tone.flac")
        let result = try bench.run("tone.flac", .loop)
        #expect(result.end == .exited(0))
        let loop = try #require(result.loop)
        #expect(loop["crossfadeFrames"] as? Int == 24_000)
        #expect(loop["correlation"] as? Double ?? 0 > 0.99)
        let bytes = try bench.bytes("out.wav")
        let content = WaveFile.content(ofHeader: Array(bytes.prefix(44)), size: bytes.count)
        #expect(content == WaveContent(frames: result.frames, rate: 48_000, isLoop: true))
        #expect(Array(bytes.suffix(68)) == WaveFile.loopMark(frames: result.frames, rate: 48_000))
        // A tone obeys x[n] = 2 cos(w) x[n-1] - x[n-2], also across the seam.
        let output = try bench.output()
        let turn = 2 * cos(2 * .pi * 440.3 / 48_000)
        let around = (-200..<200).map { Double(output[($0 * 2 + output.count) % output.count]) }
        for place in 2..<around.count {
            let foretold = turn * around[place - 1] - around[place - 2]
            #expect(abs(around[place] - foretold) < 8, "place \(place)")
        }
        // One channel went to both sides; only the dither differs.
        #expect(
            stride(from: 0, to: output.count, by: 2).allSatisfy {
                abs(output[$0] - output[$0 + 1]) <= 2
            })
    }

    @Test("The crossfade has the length that was asked for")
    func crossfade() throws {
        let samples = tone(440, seconds: 5, rate: 48_000, channels: 1)
        let format = SF_FORMAT_WAV | SF_FORMAT_PCM_16
        try bench.encode(samples, channels: 1, rate: 48_000, as: format, to: "a.wav")
        var order = try bench.order("a.wav", .loop)
        order.crossfade = 120
        #expect(try bench.run(order).loop?["crossfadeFrames"] as? Int == 5760)
    }

    @Test("Only what would be clipped is made quieter, all of it")
    func clipping() throws {
        let samples = tone(440, seconds: 2, rate: 48_000, channels: 1, level: 2)
        let format = SF_FORMAT_WAV | SF_FORMAT_FLOAT
        try bench.encode(samples, channels: 1, rate: 48_000, as: format, to: "loud.wav")
        let result = try bench.run("loud.wav", .once)
        #expect(abs(result.number("gain") - 0.4995) < 0.001)
        #expect(result.number("peak") <= 1)
        let output = try bench.output()
        #expect(abs(level(output, channel: 0) - -3.01) < 0.1)
        #expect(output.allSatisfy { $0 > -32_768 && $0 < 32_767 })
    }

    @Test("Surround sound is folded to its sides, and its bass channel left out")
    func downmix() {
        let six = Downmix(map: nil, channels: 6)
        let sides: [Float] = [
            1, 0, 0, 1, 0.70710678, 0.70710678, 0, 0, 0.70710678, 0, 0, 0.70710678,
        ]
        for channel in 0..<6 {
            var frame = [Float](repeating: 0, count: 6)
            frame[channel] = 1
            #expect(six.stereo(frame, frames: 1) == Array(sides[(2 * channel)...(2 * channel + 1)]))
        }
        #expect(Downmix(map: nil, channels: 1).stereo([0.5, -1], frames: 2) == [0.5, 0.5, -1, -1])
        // In Vorbis the centre is the second channel, and the layout says so.
        let vorbis = Downmix(
            map: [SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_RIGHT], channels: 3)
        #expect(vorbis.stereo([0, 0, 1], frames: 1) == [0, 1])
        #expect(
            Downmix(map: nil, channels: 9).stereo([1, 2, 0, 0, 0, 0, 0, 0, 4], frames: 1) == [5, 2])
    }

    @Test("The library keeps what the program makes, and the reader plays it")
    func wholeWay() throws {
        let samples = tone(440, seconds: 4, rate: 44_100, channels: 2)
        let format = SF_FORMAT_OGG | SF_FORMAT_VORBIS
        try bench.encode(samples, channels: 2, rate: 44_100, as: format, to: "tone.ogg")
        let folder = OwnSoundFolder(bench.file("own-sounds"))
        let library = OwnSoundLibrary(storage: folder, program: bench.process)
        let sound = try library.add(
            try bench.open("tone.ogg"), named: "My tone", playback: .loop,
            at: WallTime(nanoseconds: 0)
        ).sound
        #expect(sound.id == "own-my-tone")
        #expect(sound.playback == .loop)
        #expect(abs(sound.seconds - 3.5) < 0.1)
        let source = try folder.open(sound.id, playback: .loop, rate: 48_000)
        var played = [Int16](repeating: 0, count: 2 * 400_000)
        #expect(try source.read(into: &played, frames: 400_000) == 400_000)
        #expect(abs(level(played, channel: 0) - 20 * log10(0.3 / sqrt(2))) < 0.5)
        let again = OwnSoundLibrary(storage: folder, program: bench.process)
        #expect(again.sounds == [sound])
        #expect(again.notices.isEmpty)
        let other = try bench.open(".")
        do throws(OwnSoundError) {
            _ = try library.add(
                other, named: "x", playback: .once, at: WallTime(nanoseconds: 0))
            Issue.record("a folder was imported")
        } catch {
            #expect(
                error.message
                    == "only a regular file can be imported")
        }
    }
}
