import FirmwareKit
import Foundation
import Testing

/// A folder with a board whose devices are named in an ALSA configuration of its own; they are
/// Tests/PluggableCard.
struct PluggableDevices {
    let bench: Workbench
    /// The folder that the plugin lies in, kept for as long as these devices are.
    private let pluginBench: Workbench

    /// - Parameters:
    ///   - audio: of the board file.
    ///   - definitions: a device of each of these names, with what it takes.
    ///   - other: whose plugin to use, so that it is not built again.
    init(
        audio: String, _ definitions: [String: String], like other: PluggableDevices? = nil
    ) throws {
        bench = try Workbench()
        pluginBench = other?.pluginBench ?? bench
        let library = pluginBench.file("libpluggable.so")
        if other == nil { try PluggableDevices.buildCard(library) }
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
