import Foundation
import Glibc
import TestKit
import Testing

/// Issue 5's "done when", 4, by ALSA configuration: the firmware on devices that are unplugged and replugged while
/// they play. They are Tests/PluggableCard, a plugin for libasound.
@Suite("Sound devices that are pulled while they play", .serialized)
struct PulledDeviceTests {
    @Test("Noise goes on on the next device, and comes back by itself when there was none")
    func pulledAndGivenBack() throws {
        let devices = try PluggableDevices(
            audio: #""device": "bedside", "fallback": ["speaker"]"#,
            ["bedside": "format S32_LE", "speaker": "format S16_LE"])
        try devices.plugIn("bedside")
        try devices.plugIn("speaker")
        let firmware = try devices.start()
        #expect(try eventually { try firmware.json("noise", "play", "pink") != nil })
        #expect(devices.plays("bedside"), "\(firmware.log)")
        #expect(devices.heard("speaker").isEmpty)

        try devices.pull("bedside")
        #expect(devices.plays("speaker"), "\(firmware.log)")

        try devices.pull("speaker")
        #expect(try firmware.waitForStatus("Sound: The sound device is gone"))
        let before = devices.heard("bedside").count
        try devices.plugIn("bedside")
        #expect(devices.plays("bedside"), "\(firmware.log)")
        #expect(devices.heard("bedside").count > before)
        #expect(try eventually { try !firmware.words("status").contains("sound device is gone") })
        #expect(firmware.end(by: SIGTERM) == 0)
    }

    @Test("An alarm whose device is pulled in the middle of its ring goes on on the next one")
    func pulledInARing() throws {
        let devices = try PluggableDevices(
            audio: #""device": "bedside", "fallback": ["speaker"]"#,
            ["bedside": "format S32_LE", "speaker": "format S16_LE"])
        try devices.plugIn("bedside")
        let firmware = try devices.start()
        #expect(try eventually { try firmware.json("alarm", "add", "07:00") != nil })
        _ = try firmware.words("alarm", "test", "1")
        #expect(devices.plays("bedside"), "\(firmware.log)")
        try devices.plugIn("speaker")
        try devices.pull("bedside")
        #expect(devices.plays("speaker"), "\(firmware.log)")
        #expect(firmware.end(by: SIGTERM) == 0)
    }

    @Test("A device of one channel, three bytes and 44.1 kHz is served as it is")
    func oddDevice() throws {
        let devices = try PluggableDevices(
            audio: #""device": "bedside""#,
            ["bedside": "format S24_3LE\nchannels 1\nrate 44100"])
        try devices.plugIn("bedside")
        let firmware = try devices.start()
        #expect(try eventually { try firmware.json("noise", "play", "pink") != nil })
        #expect(devices.plays("bedside"), "\(firmware.log)")
        #expect(try !firmware.words("status").contains("Sound: The sound device"))
        #expect(firmware.end(by: SIGTERM) == 0)
        // Soft noise has small upper bytes. If the samples were misaligned, those would vary as much as the lower
        // ones.
        let bytes = devices.heard("bedside")
        #expect(bytes.count.isMultiple(of: 3))
        let samples = stride(from: bytes.startIndex, to: bytes.endIndex, by: 3)
        #expect(samples.allSatisfy { abs(Int(Int8(bitPattern: bytes[$0 + 2]))) < 16 })
        #expect(Set(samples.map { bytes[$0] }).count > 100)
    }
}
