import FirmwareKit
import Foundation
import Glibc
import Testing

/// Issue 5's "done when", 4, by ALSA configuration: the firmware on devices that are pulled out and given
/// back while they play. They are Tests/PluggableCard, a plugin of libasound's.
@Suite("Sound devices that are pulled while they play", .serialized)
struct PulledDeviceTests {
    /// A folder with a board whose devices are named in an ALSA configuration of its own.
    private struct Devices {
        let bench: Workbench

        /// - Parameters:
        ///   - audio: of the board file.
        ///   - definitions: a device of each of these names, with what it takes.
        init(audio: String, _ definitions: [String: String]) throws {
            bench = try Workbench()
            try Devices.buildCard(bench.file("libpluggable.so"))
            var configuration = #"pcm_type.pluggable { lib "\#(bench.file("libpluggable.so"))" }"#
            for (name, takes) in definitions {
                configuration += """

                    pcm.\(name) {
                        type pluggable
                        plug "\(bench.file("\(name).plug"))"
                        heard "\(bench.file("\(name).raw"))"
                        \(takes)
                    }
                    """
            }
            try bench.write(configuration + "\n", to: "asound.conf")
            try bench.write(
                #"{"version": 1, "i2c": {"bus": 99}, "gpio": {"chip": "no-such-chip"}, "#
                    + #""display": {"driver": "none"}, "audio": {\#(audio)}}"#, to: "board.json")
        }

        func start() throws -> LiveFirmware {
            try LiveFirmware(
                bench, ["--board", "board.json"],
                environment: [
                    "ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf:\(bench.file("asound.conf"))"
                ])
        }

        func plugIn(_ name: String) throws { try bench.write("", to: "\(name).plug") }

        func pull(_ name: String) throws {
            try FileManager.default.removeItem(atPath: bench.file("\(name).plug"))
        }

        /// Bytes that the device played.
        func heard(_ name: String) -> Data {
            FileManager.default.contents(atPath: bench.file("\(name).raw")) ?? Data()
        }

        /// Whether the device plays a quarter of a second of something from now on.
        func plays(_ name: String) -> Bool {
            let before = heard(name).count
            return eventually {
                let new = heard(name).dropFirst(before)
                return new.count > 48_000 && new.contains { $0 != 0 }
            }
        }

        /// With the compiler that comes with Swift's, or the system's.
        private static func buildCard(_ library: String) throws {
            let source = URL(filePath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "PluggableCard/PluggableCard.c")
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            let compilers = ["clang", "cc"].flatMap { name in folders.map { "\($0)/\(name)" } }
            let compiler = try #require(
                compilers.first { FileManager.default.isExecutableFile(atPath: $0) },
                "there is neither clang nor cc on the PATH")
            let process = try Process.run(
                URL(filePath: compiler),
                arguments: [
                    "-shared", "-fPIC", "-DPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o",
                    library, source.path, "-lasound",
                ])
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "the plugin cannot be built")
        }
    }

    @Test("Noise goes on on the next device, and comes back by itself when there was none")
    func pulledAndGivenBack() throws {
        let devices = try Devices(
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
        #expect(try firmware.waitForStatus("sound: the sound device is gone"))
        let before = devices.heard("bedside").count
        try devices.plugIn("bedside")
        #expect(devices.plays("bedside"), "\(firmware.log)")
        #expect(devices.heard("bedside").count > before)
        #expect(try eventually { try !firmware.words("status").contains("sound device is gone") })
        #expect(firmware.end(by: SIGTERM) == 0)
    }

    @Test("An alarm whose device is pulled in the middle of its ring goes on on the next one")
    func pulledInARing() throws {
        let devices = try Devices(
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
        let devices = try Devices(
            audio: #""device": "bedside""#,
            ["bedside": "format S24_3LE\nchannels 1\nrate 44100"])
        try devices.plugIn("bedside")
        let firmware = try devices.start()
        #expect(try eventually { try firmware.json("noise", "play", "pink") != nil })
        #expect(devices.plays("bedside"), "\(firmware.log)")
        #expect(try !firmware.words("status").contains("sound:"))
        #expect(firmware.end(by: SIGTERM) == 0)
        // Soft noise, whose upper bytes are small; cut at the wrong places they would be as wild as the
        // lower ones.
        let bytes = devices.heard("bedside")
        #expect(bytes.count.isMultiple(of: 3))
        let samples = stride(from: bytes.startIndex, to: bytes.endIndex, by: 3)
        #expect(samples.allSatisfy { abs(Int(Int8(bitPattern: bytes[$0 + 2]))) < 16 })
        #expect(Set(samples.map { bytes[$0] }).count > 100)
    }
}
