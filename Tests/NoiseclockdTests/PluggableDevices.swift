import Foundation
import TestKit

/// A folder with a board whose devices come from an ALSA configuration of its own, through
/// Tests/PluggableCard.
struct PluggableDevices {
    let bench: Workbench
    /// The folder with the plugin, kept as long as these devices exist.
    private let pluginBench: Workbench

    /// - Parameters:
    ///   - audio: the audio section of the board file.
    ///   - definitions: the devices by name, with the formats that each accepts.
    ///   - other: devices whose plugin is reused instead of built again.
    init(
        audio: String, _ definitions: [String: String], like other: PluggableDevices? = nil
    ) throws {
        bench = try Workbench()
        pluginBench = other?.pluginBench ?? bench
        let library = pluginBench.file("libpluggable.so")
        if other == nil {
            try TestLibraries.build("PluggableCard/PluggableCard.c", to: library, ["-lasound"])
        }
        var configuration = #"pcm_type.pluggable { lib "\#(library)" }"#
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

    /// Whether the device plays a quarter of a second of sound from now on.
    func plays(_ name: String) -> Bool {
        let before = heard(name).count
        return eventually {
            let new = heard(name).dropFirst(before)
            return new.count > 48_000 && new.contains { $0 != 0 }
        }
    }
}
