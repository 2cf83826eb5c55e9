import FirmwareKit
import Foundation
import Glibc
import Testing

/// Every form of samples that the clock knows, on devices that take that one form alone: what libasound
/// grants, and what then arrives there (sound design, 5). The devices are Tests/PluggableCard, with no
/// converting plugin before them.
@Suite("The forms of samples that devices take", .serialized)
struct SampleFormatTests {
    /// A form of samples by ALSA's name, and how to read it.
    private struct Form: Sendable {
        let name: String
        let bytes: Int
        /// One of full scale is 1; given the bytes, the lowest first, as a number of 32 bits.
        let value: @Sendable (UInt32) -> Double

        static let all = [
            Form(name: "S16_LE", bytes: 2) { Double(Int16(truncatingIfNeeded: $0)) / 0x8000 },
            Form(name: "S24_LE", bytes: 4) { Double(Int32(bitPattern: $0)) / 0x80_0000 },
            Form(name: "S24_3LE", bytes: 3) { Double(Int32(bitPattern: $0 << 8)) / 0x8000_0000 },
            Form(name: "S32_LE", bytes: 4) { Double(Int32(bitPattern: $0)) / 0x8000_0000 },
            Form(name: "FLOAT_LE", bytes: 4) { Double(Float(bitPattern: $0)) },
        ]
    }

    /// A device that takes one form, one rate and one number of channels.
    private struct Device: Sendable {
        let form: Form
        let rate: Int
        let channels: Int

        var name: String { "\(form.name.lowercased())_\(rate)_\(channels)" }
        var definition: String { "format \(form.name)\nrate \(rate)\nchannels \(channels)" }
        var bytesPerFrame: Int { form.bytes * channels }

        static let all = Form.all.flatMap { form in
            [48_000, 44_100].flatMap { rate in
                [2, 1].map { Device(form: form, rate: rate, channels: $0) }
            }
        }

        /// Samples of these bytes, one channel's after the other's.
        func samples(_ data: Data) -> [Double] {
            stride(from: data.startIndex, to: data.endIndex - form.bytes + 1, by: form.bytes).map {
                let word = data[$0..<($0 + form.bytes)].reversed().reduce(UInt32(0)) {
                    $0 << 8 | UInt32($1)
                }
                return form.value(word)
            }
        }
    }

    /// Root mean square, dBFS.
    private static func level(_ samples: [Double]) -> Double {
        10 * log10(samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count)))
    }

    @Test("Each of five forms, at two rates, stereo and mono, gets the noise as loud as it is")
    func levels() throws {
        let all = Device.all
        let definitions = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.definition) })
        let first = try #require(all.first)
        let devices = try PluggableDevices(audio: #""device": "\#(first.name)""#, definitions)
        for device in all { try devices.plugIn(device.name) }
        let firmware = try devices.start()
        #expect(try eventually { try firmware.json("noise", "fade", "--in", "0s") != nil })
        #expect(try firmware.json("noise", "play", "white", "--volume", "60") != nil)
        var levels: [String: Double] = [:]
        for device in all {
            #expect(try firmware.json("sound", "output", "set", device.name) != nil)
            // The way back to full level takes a quarter of a second; after it, half a second of noise.
            let wanted = device.rate * 3 / 4 * device.bytesPerFrame
            let arrived = eventually { devices.heard(device.name).count >= wanted }
            try #require(arrived, "\(device.name): \(firmware.log)")
            let data = devices.heard(device.name)
            let samples = device.samples(
                data.prefix(wanted).suffix(device.rate * 7 / 16 * device.bytesPerFrame))
            #expect(data.count.isMultiple(of: device.bytesPerFrame), "\(device.name)")
            levels[device.name] = Self.level(samples)
            #expect(samples.allSatisfy { abs($0) < 1 }, "\(device.name)")
        }
        #expect(firmware.end(by: SIGTERM) == 0)
        let stereo = try #require(levels["s32_le_48000_2"])
        #expect((-60 ... -10).contains(stereo), "\(stereo) dBFS")
        for device in all {
            // One speaker gets the mean of two channels that have nothing in common.
            let expected = stereo - (device.channels == 1 ? 10 * log10(2) : 0)
            let level = try #require(levels[device.name])
            #expect(abs(level - expected) < 0.5, "\(device.name): \(level), not \(expected) dBFS")
        }
    }
}
