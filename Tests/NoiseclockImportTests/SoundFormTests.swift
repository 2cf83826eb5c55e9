import CSndfile
import Foundation
import HAL
import TestKit
import Testing

@testable import noiseclock_import

/// What other people's programs write, and what happens to it on the way (product, N8).
@Suite("Sounds that other people's programs made")
struct SoundFormTests {
    let bench: ImportBench

    init() throws { bench = try ImportBench() }

    private static let toneLevel = 20 * log10(0.3 / 2.0.squareRoot())

    /// Expects the whole tone, and nothing to say about it.
    private func expectTone(_ bytes: [UInt8], _ what: String = "") throws {
        let result = try bench.run(bytes)
        #expect(result.end == .exited(0), "\(what): \(result.message)")
        #expect(abs(result.frames - 240_000) < 3000, "\(what): \(result.frames)")
        #expect(result.remarks == [], "\(what)")
        let output = try bench.output()
        for channel in 0...1 {
            let found = level(output, channel: channel)
            #expect(abs(found - Self.toneLevel) < 0.5, "\(what): \(found)")
        }
    }

    private func expect(
        _ bytes: [UInt8], seconds: ClosedRange<Double>, remark: String, _ what: String = ""
    ) throws {
        let result = try bench.run(bytes)
        #expect(result.end == .exited(0), "\(what): \(result.message)")
        let found = Double(result.frames) / 48_000
        #expect(seconds.contains(found), "\(what): \(found) s")
        #expect(result.remarks.count == 1, "\(what)")
        let words = result.remarks.first ?? "nothing"
        #expect(words.contains(remark), "\(what): \(words)")
    }

    @Test("CAF with IMA 4:1, the only form of CAF that Apple's tools write, comes out whole")
    func packets() throws {
        for channels in 1...2 {
            try expectTone(try bench.appleCAF(channels: channels), "\(channels)")
            try expectTone(try bench.appleCAF(channels: channels, dataSize: -1), "\(channels) open")
        }
        let valid = ImportBench.rate * 4
        for tableFirst in [true, false] {
            let bytes = try bench.appleCAF(channels: 2, validFrames: valid, tableFirst: tableFirst)
            let result = try bench.run(bytes)
            #expect(result.end == .exited(0), "\(result.message)")
            #expect(abs(result.frames - 192_000) < 10)
        }
        let whole = try bench.appleCAF(channels: 1)
        try expect(
            Array(whole[..<(whole.count * 4 / 5)]), seconds: 3.9...4.1, remark: "s of 5 s could be")
    }

    @Test("Plain samples in a CAF are read where its size is unknown, or its end is missing")
    func plainCAF() throws {
        let whole = try bench.encoded(SF_FORMAT_CAF | SF_FORMAT_PCM_16 | SF_ENDIAN_BIG)
        try expectTone(whole)
        let data = try #require(whole.place(of: "data"))
        try expectTone(whole.with(big(-1, 8), at: data + 4))
        try expect(
            Array(whole[..<(whole.count * 4 / 5)]), seconds: 3.9...4.1, remark: "s of 5 s could be")
    }

    @Test("A size of 0, or the greatest one, in a WAV means that its writer did not know it")
    func sizes() throws {
        let whole = try bench.wave()
        let data = try #require(whole.place(of: "data"))
        for riff in [0, 36, 0xFFFF_FFFF, 0x7FFF_FFFF] {
            for size in [0, 0xFFFF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_F000] {
                let bytes = whole.with(little(riff, 4), at: 4).with(little(size, 4), at: data + 4)
                try expectTone(bytes, "\(riff) and \(size)")
            }
        }
        let words = Array("LIST".utf8) + little(4, 4) + Array("INFO".utf8)
        try expectTone(whole.with(little(0, 4), at: data + 4) + words, "words behind")
        let aiff = try bench.encoded(SF_FORMAT_AIFF | SF_FORMAT_PCM_16)
        let sound = try #require(aiff.place(of: "SSND"))
        for size in [0, 0xFFFF_FFFF] {
            try expectTone(aiff.with(big(size, 4), at: 4).with(big(size, 4), at: sound + 4))
        }
    }

    @Test(
        "A file whose end is missing says so, and below a half it is refused",
        arguments: AudioKind.all)
    func cut(kind: AudioKind) throws {
        let samples = tone(440, seconds: 5, rate: kind.rate, channels: 2)
        try bench.encode(samples, channels: 2, rate: kind.rate, as: kind.format, to: kind.name)
        let whole = try bench.bytes(kind.name)
        let result = try bench.run(Array(whole[..<(whole.count * 4 / 5)]))
        #expect(result.end == .exited(0), "\(result.message)")
        #expect((2.9...4.2).contains(Double(result.frames) / 48_000), "\(result.frames)")
        #expect(result.remarks.count == 1, "\(result.remarks)")
        let isOpen = kind.format & SF_FORMAT_TYPEMASK == SF_FORMAT_OGG
        let words = isOpen ? "its end is missing" : "s of 5 s could be read"
        #expect(result.remarks.first?.contains(words) == true, "\(result.remarks)")
        // Ogg does not say how long it should be.
        guard !isOpen else { return }
        let short = try bench.run(Array(whole[..<(whole.count * 2 / 5)]))
        #expect(short.code == "damaged", "\(short.fields)")
        #expect(short.message.contains("s of 5 s could be read. Get the file again"))
    }

    @Test("Whatever stands before the first frame of an MP3, players find it")
    func before() throws {
        let whole = try bench.mp3()
        let second = try #require(
            whole.indices.dropFirst().first { MpegHeader(whole[$0...]) != nil })
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 20)
        let starts: [(String, [UInt8])] = [
            ("zeros", [UInt8](repeating: 0, count: 30_000)),
            ("half a frame", Array(whole[(second + 50)..<(second + 150)])), ("a tag", tag),
            ("two tags and zeros", tag + tag + [0, 0, 0, 0]),
            ("a letter", Array("Dear friend".utf8)),
        ]
        for (name, bytes) in starts { try expectTone(bytes + whole, name) }
        let ends = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
        try expectTone(whole + ends, "a tag behind")
    }

    @Test("A bad place in an MP3 is passed over, and the answer says how much is missing")
    func hole() throws {
        let whole = try bench.mp3(seconds: 20)
        let middle = whole.count / 2
        let zeros = whole.with([UInt8](repeating: 0, count: middle / 5), at: middle)
        try expect(zeros, seconds: 17.5...18.3, remark: "s of 20", "zeros")
        var state: UInt32 = 1
        let noise = (0..<(middle / 5)).map { _ -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        try expect(whole.with(noise, at: middle), seconds: 17.5...18.3, remark: "s of 20", "noise")
        let cut = Array(whole[..<middle] + whole[(middle + middle / 5)...])
        try expect(cut, seconds: 17.5...18.3, remark: "s of 20", "left out")
        let empty = whole.with([UInt8](repeating: 0, count: middle), at: middle)
        let end = try bench.run(empty + empty[middle...])
        #expect(end.code == "damaged", "\(end.fields)")
    }

    @Test("Two MP3 in one file, and an MP3 in a WAV, are heard to the end")
    func joined() throws {
        let one = try bench.mp3(seconds: 2.5)
        let result = try bench.run(one + one)
        #expect(result.end == .exited(0), "\(result.message)")
        #expect(abs(result.frames - 240_000) < 6000, "\(result.frames)")
        #expect(result.remarks == [])
        let whole = try bench.mp3()
        let format = little(0x55, 2) + little(1, 2) + little(ImportBench.rate, 4)
        let header =
            Array("WAVEfmt ".utf8) + little(30, 4) + format + little(16_000, 4) + little(1, 2)
            + little(0, 2) + little(12, 2) + [UInt8](repeating: 0, count: 12)
        let content = header + Array("data".utf8) + little(whole.count, 4) + whole
        try expectTone(Array("RIFF".utf8) + little(content.count, 4) + content)
    }

    @Test("FLAC is read with 12 to 32 bits", arguments: [8, 12, 16, 20, 24, 32])
    func bits(bits: Int) throws { try expectTone(try bench.flac(bits: bits)) }

    @Test("A FLAC's length may be wrong, and what a damaged place takes away is told")
    func flacLengths() throws {
        let whole = try bench.flac(bits: 16)
        func stating(_ frames: Int) -> [UInt8] {
            // The last four bits of a byte, and four bytes more.
            let first = whole[21] & 0xF0 | UInt8(frames >> 32)
            return whole.with([first] + big(frames & 0xFFFF_FFFF, 4), at: 21)
        }
        try expectTone(stating(0))
        for frames in [ImportBench.rate, ImportBench.rate * 60, 1 << 36 - 1] {
            let remark = "but it is whole with 5 s"
            try expect(stating(frames), seconds: 4.9...5.1, remark: remark, "\(frames)")
        }
        let middle = whole.count / 2
        let zeros = whole.with([UInt8](repeating: 0, count: middle / 5), at: middle)
        try expect(zeros, seconds: 4.2...4.7, remark: "s of 5 s could be read", "zeros")
        var bit = whole
        bit[middle] ^= 1
        try expect(bit, seconds: 4.8...4.95, remark: "s of 5 s could be read", "one bit")
    }

    @Test("What is damaged in an Ogg is passed over and told; sounds in a row are one")
    func ogg() throws {
        for format in [SF_FORMAT_VORBIS, SF_FORMAT_OPUS] {
            let samples = tone(440, seconds: 12, rate: 48_000, channels: 1)
            try bench.encode(
                samples, channels: 1, rate: 48_000, as: SF_FORMAT_OGG | format, to: "a.ogg")
            let whole = try bench.bytes("a.ogg")
            let twice = try bench.run(whole + whole)
            #expect(abs(twice.frames - 24 * 48_000) < 3000, "\(twice.fields)")
            #expect(twice.remarks == [])
            let middle = whole.count / 2
            let zeros = whole.with([UInt8](repeating: 0, count: 400), at: middle)
            try expect(zeros, seconds: 9...11.7, remark: "s of 12 s could be read")
        }
    }

    @Test("Samples beyond full scale are held at +20 dBFS, and said to be; others are refused")
    func beyond() throws {
        let float = SF_FORMAT_WAV | SF_FORMAT_FLOAT
        var samples = tone(440, seconds: 2, rate: 48_000, channels: 1)
        func run(_ samples: [Float]) throws -> ImportBench.Result {
            try bench.encode(samples, channels: 1, rate: 48_000, as: float, to: "a.wav")
            return try bench.run("a.wav", .once)
        }
        samples[5000] = 3e38
        samples[6000] = -50
        let clipped = try run(samples)
        #expect(clipped.end == .exited(0), "\(clipped.message)")
        #expect(clipped.number("gain") > 0.09)
        #expect(clipped.remarks.first?.hasPrefix("2 samples were more than 20 dB") == true)
        let scaled = try run(tone(440, seconds: 2, rate: 48_000, channels: 1, level: 32_768))
        #expect(scaled.code == "damaged")
        #expect(scaled.message.contains("90 dB beyond full scale"), "\(scaled.message)")
        #expect(scaled.message.contains("ffmpeg -i sound.wav -af volume=-90dB sound.flac"))
        for odd in [Float.nan, .infinity] {
            samples[24_000] = odd
            let result = try run(samples)
            #expect(result.code == "damaged")
            #expect(result.message.contains("its sample at 0.5 s is no number"))
        }
    }
}
