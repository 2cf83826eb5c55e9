import Foundation
import Glibc
import TestKit
import Testing

/// Every sample format that the clock knows, on devices that accept only that one: what libasound grants, and what
/// then arrives (sound design, 5). The devices are Tests/PluggableCard, without a converting plugin in front.
@Suite("The forms of samples that devices take", .serialized)
struct SampleFormatTests {
    /// A sample format by ALSA's name, and how to read it.
    private struct Form: Sendable {
        let name: String
        let bytes: Int
        /// Converts a sample, given as a 32-bit number from its little-endian bytes; full scale is 1.
        let value: @Sendable (UInt32) -> Double

        static let all = [
            Form(name: "S16_LE", bytes: 2) { Double(Int16(truncatingIfNeeded: $0)) / 0x8000 },
            Form(name: "S24_LE", bytes: 4) { Double(Int32(bitPattern: $0)) / 0x80_0000 },
            Form(name: "S24_3LE", bytes: 3) { Double(Int32(bitPattern: $0 << 8)) / 0x8000_0000 },
            Form(name: "S32_LE", bytes: 4) { Double(Int32(bitPattern: $0)) / 0x8000_0000 },
            Form(name: "FLOAT_LE", bytes: 4) { Double(Float(bitPattern: $0)) },
        ]
    }

    /// A device that accepts one format, one rate and one number of channels.
    private struct Device: Sendable {
        let form: Form
        let rate: Int
        let channels: Int

        var name: String { "\(form.name.lowercased())_\(rate)_\(channels)" }
        var definition: String { "format \(form.name)\nrate \(rate)\nchannels \(channels)" }
        var bytesPerFrame: Int { form.bytes * channels }

        static func all(of form: Form) -> [Device] {
            [48_000, 44_100].flatMap { rate in
                [2, 1].map { Device(form: form, rate: rate, channels: $0) }
            }
        }

        /// The samples in these bytes, channel by channel.
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

    /// A firmware that plays white noise on the devices of one format, one after the other.
    private struct Player {
        let devices: [Device]
        let cards: PluggableDevices
        let firmware: LiveFirmware

        init(_ form: Form, like other: PluggableDevices?) throws {
            devices = Device.all(of: form)
            cards = try PluggableDevices(
                audio: #""device": "\#(devices[0].name)""#,
                Dictionary(uniqueKeysWithValues: devices.map { ($0.name, $0.definition) }),
                like: other)
            for device in devices { try cards.plugIn(device.name) }
            firmware = try cards.start()
        }

        func play() throws {
            #expect(try eventually { try firmware.json("noise", "fade", "--in", "0s") != nil })
            #expect(try firmware.json("noise", "play", "white", "--volume", "60") != nil)
        }

        /// A tenth of a second of the device's samples, after the sound has returned to full level, which takes a
        /// quarter of a second.
        func samples(on device: Device) throws -> [Double] {
            let wanted = device.rate * 2 / 5 * device.bytesPerFrame
            let arrived = eventually { cards.heard(device.name).count >= wanted }
            try #require(arrived, "\(device.name): \(firmware.log)")
            let data = cards.heard(device.name)
            #expect(data.count.isMultiple(of: device.bytesPerFrame), "\(device.name)")
            return device.samples(
                data.prefix(wanted).suffix(device.rate / 10 * device.bytesPerFrame))
        }
    }

    @Test("Each of five forms, at two rates, stereo and mono, gets the noise as loud as it is")
    func levels() throws {
        // All formats in parallel, so that the playing time passes only once.
        var players: [Player] = []
        for form in Form.all { players.append(try Player(form, like: players.first?.cards)) }
        for player in players { try player.play() }
        var levels: [String: Double] = [:]
        for place in players[0].devices.indices {
            for player in players {
                let name = player.devices[place].name
                #expect(try player.firmware.json("sound", "output", "set", name) != nil)
            }
            for player in players {
                let device = player.devices[place]
                let samples = try player.samples(on: device)
                levels[device.name] = Self.level(samples)
                #expect(samples.allSatisfy { abs($0) < 1 }, "\(device.name)")
            }
        }
        for player in players { #expect(player.firmware.end(by: SIGTERM) == 0) }
        let stereo = try #require(levels["s32_le_48000_2"])
        #expect((-60 ... -10).contains(stereo), "\(stereo) dBFS")
        for device in players.flatMap(\.devices) {
            // A mono speaker gets the mean of two uncorrelated channels.
            let expected = stereo - (device.channels == 1 ? 10 * log10(2) : 0)
            let level = try #require(levels[device.name])
            #expect(abs(level - expected) < 0.5, "\(device.name): \(level), not \(expected) dBFS")
        }
    }
}
