import CFLAC
import CSndfile
import Foundation
import HAL
import Testing

@testable import noiseclock_import

/// Files in the forms, and with the damage, that other programs leave; each is made from a tone.
extension ImportBench {
    static let rate = 44_100

    /// Encodes a tone of some seconds, and gives the file's bytes.
    func encoded(_ format: Int, seconds: Double = 5, channels: Int = 1) throws -> [UInt8] {
        let samples = tone(440, seconds: seconds, rate: Self.rate, channels: channels)
        try encode(samples, channels: channels, rate: Self.rate, as: format, to: "encoded")
        return try bytes("encoded")
    }

    func mp3(seconds: Double = 5) throws -> [UInt8] {
        try encoded(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, seconds: seconds)
    }

    func wave(seconds: Double = 5) throws -> [UInt8] {
        try encoded(SF_FORMAT_WAV | SF_FORMAT_PCM_16, seconds: seconds)
    }

    func run(_ bytes: [UInt8], _ name: String = "file") throws -> Result {
        try write(bytes, to: name)
        return try run(name, .once)
    }

    /// A CAF file with the chunks of packets that an AIFF with IMA 4:1 has.
    func appleCAF(
        channels: Int, dataSize: Int? = nil, validFrames: Int? = nil, tableFirst: Bool = false
    ) throws -> [UInt8] {
        let aiff = try encoded(SF_FORMAT_AIFF | SF_FORMAT_IMA_ADPCM, channels: channels)
        let chunk = try #require(aiff.place(of: "SSND"))
        let size = try #require(aiff.big(chunk + 4, 4)) - 8
        let packets = Array(aiff[(chunk + 16)..<(chunk + 16 + size)])
        let format =
            big(Int(Double(Self.rate).bitPattern), 8) + Array("ima4".utf8) + big(0, 4)
            + big(34 * channels, 4) + big(64, 4) + big(channels, 4) + big(0, 4)
        var table: [UInt8] = []
        if let validFrames {
            let count = packets.count / 34 / channels
            table = Array("pakt".utf8) + big(24, 8) + big(count, 8) + big(validFrames, 8)
            table += big(0, 4) + big(count * 64 - validFrames, 4)
        }
        let data = Array("data".utf8) + big(dataSize ?? packets.count + 4, 8) + big(0, 4) + packets
        return Array("caff".utf8) + big(0x0001_0000, 4) + Array("desc".utf8) + big(32, 8) + format
            + (tableFirst ? table + data : data + table)
    }

    /// FLAC of any number of bits, which libsndfile does not write.
    func flac(bits: Int, seconds: Double = 5) throws -> [UInt8] {
        let encoder = try #require(FLAC__stream_encoder_new())
        defer { FLAC__stream_encoder_delete(encoder) }
        FLAC__stream_encoder_set_streamable_subset(encoder, 0)
        FLAC__stream_encoder_set_channels(encoder, 1)
        FLAC__stream_encoder_set_bits_per_sample(encoder, UInt32(bits))
        FLAC__stream_encoder_set_sample_rate(encoder, UInt32(Self.rate))
        FLAC__stream_encoder_set_blocksize(encoder, 4096)
        let status = FLAC__stream_encoder_init_file(encoder, file("encoded"), nil, nil)
        try #require(status == FLAC__STREAM_ENCODER_INIT_STATUS_OK)
        let scale = Double(1 << (bits - 1))
        let samples = tone(440, seconds: seconds, rate: Self.rate, channels: 1).map {
            Int32(Double($0) * scale)
        }
        #expect(
            FLAC__stream_encoder_process_interleaved(encoder, samples, UInt32(samples.count)) != 0)
        #expect(FLAC__stream_encoder_finish(encoder) != 0)
        return try bytes("encoded")
    }
}

func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }

extension [UInt8] {
    func place(of text: String) -> Int? {
        let wanted = Array(text.utf8)
        return indices.first { self[$0...].starts(with: wanted) }
    }

    /// With other bytes from a place on.
    func with(_ bytes: [UInt8], at place: Int) -> [UInt8] {
        var changed = self
        changed.replaceSubrange(place..<place + bytes.count, with: bytes)
        return changed
    }
}
