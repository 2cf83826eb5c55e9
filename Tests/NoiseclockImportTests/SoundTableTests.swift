import CSndfile
import HAL
import TestKit
import Testing

@testable import noiseclock_import

/// Writes the table of Tests/README.md, which a person reads.
@Suite("What becomes of each form of sound")
struct SoundTableTests {
    let bench: ImportBench

    init() throws { bench = try ImportBench() }

    @Test("Each form is read or refused, with a sentence that says what to do")
    func table() throws {
        var table = "| File | The clock |\n| --- | --- |\n"
        for (name, bytes) in try read() + refused() {
            let result = try bench.run(bytes)
            #expect([.exited(0), .exited(65)].contains(result.end), "\(name)")
            let remarks = result.remarks.map { "\($0)." }.joined(separator: " ")
            let said = remarks.isEmpty ? "reads it" : "reads it: \(remarks)"
            table += "| \(name) | \(result.code == nil ? said : "\(result.message).") |\n"
        }
        try Golden.expect(
            table, inReadme: "Tests/README.md", under: "### Sounds that are read and refused")
    }

    private func read() throws -> [(String, [UInt8])] {
        let caf = try bench.appleCAF(channels: 2)
        let mp3 = try bench.mp3()
        let wave = try bench.wave()
        let data = try #require(wave.place(of: "data"))
        let flac = try bench.flac(bits: 16)
        let ogg = try bench.encoded(SF_FORMAT_OGG | SF_FORMAT_VORBIS, seconds: 12)
        let middle = mp3.count / 2
        return [
            ("CAF with IMA 4:1", caf),
            ("CAF, a fifth is missing", Array(caf[..<(caf.count * 4 / 5)])),
            (
                "WAV with sizes of 0",
                wave.with(little(0, 4), at: 4).with(little(0, 4), at: data + 4)
            ),
            ("WAV, a fifth is missing", Array(wave[..<(wave.count * 4 / 5)])),
            ("FLAC of 12 bits", try bench.flac(bits: 12)),
            ("FLAC of 32 bits", try bench.flac(bits: 32)),
            ("FLAC that states 60 s", flac.with(big(ImportBench.rate * 60, 4), at: 22)),
            ("FLAC, a fifth is missing", Array(flac[..<(flac.count * 4 / 5)])),
            ("MP3 behind zeros", [UInt8](repeating: 0, count: 9000) + mp3),
            ("MP3 with a hole", mp3.with([UInt8](repeating: 0, count: middle / 4), at: middle)),
            ("Ogg Vorbis, a fifth is missing", Array(ogg[..<(ogg.count * 4 / 5)])),
        ]
    }

    private func refused() throws -> [(String, [UInt8])] {
        let caf = try bench.appleCAF(channels: 1)
        let code = try #require(caf.place(of: "ima4"))
        let wave = try bench.wave()
        let format = try #require(wave.place(of: "fmt "))
        let aiff = try bench.encoded(SF_FORMAT_AIFF | SF_FORMAT_IMA_ADPCM)
        let packets = try #require(aiff.place(of: "ima4"))
        let tone32768 = tone(440, seconds: 1, rate: ImportBench.rate, channels: 1, level: 32_768)
        try bench.encode(
            tone32768, channels: 1, rate: ImportBench.rate, as: SF_FORMAT_WAV | SF_FORMAT_FLOAT,
            to: "scaled")
        return [
            ("WAV, three fifths are missing", Array(wave[..<(wave.count * 2 / 5)])),
            ("WAV without samples", Array(wave[..<44])),
            ("WAV without a format", Array("RIFF".utf8) + little(4, 4) + Array("WAVE".utf8)),
            ("WAV in floating point, of 16-bit numbers", try bench.bytes("scaled")),
            ("WAV with WMA", wave.with(little(0x161, 2), at: format + 8)),
            ("CAF with ALAC", caf.with(Array("alac".utf8), at: code)),
            ("CAF with AAC", caf.with(Array("aac ".utf8), at: code)),
            ("CAF with a codec that nobody knows", caf.with([1, 2, 3, 4], at: code)),
            ("AIFF with MACE", aiff.with(Array("MAC3".utf8), at: packets)),
            (
                "FLAC of which nothing is left",
                Array("fLaC".utf8) + [UInt8](repeating: 7, count: 99)
            ),
            ("Ogg of which nothing is left", Array("OggS".utf8) + [UInt8](repeating: 0, count: 99)),
            ("M4A", big(32, 4) + Array("ftypM4A ".utf8)),
            ("WMA", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
            ("WebM", [0x1A, 0x45, 0xDF, 0xA3]), ("AU", Array(".snd".utf8) + big(24, 4)),
            ("MIDI", Array("MThd".utf8) + big(6, 4)),
            ("A letter", Array("a letter to a friend, in plain words".utf8)),
        ]
    }
}
