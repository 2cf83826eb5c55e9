import CSndfile
import Foundation
import Glibc
import HAL
import LinuxHost
import TestKit
import Testing

/// A folder with audio files, deleted with the value, and the real import program.
final class ImportBench {
    let path: String
    let process: ImportProcess

    init() throws {
        path = NSTemporaryDirectory() + "/nc-import-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        process = try ImportProcess(program: BuiltPrograms.path("noiseclock-import"))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    /// Encodes interleaved samples with libsndfile. An encoder missing from this system's library is a failure.
    func encode(_ samples: [Float], channels: Int, rate: Int, as format: Int, to name: String)
        throws
    {
        var info = SF_INFO()
        info.samplerate = Int32(rate)
        info.channels = Int32(channels)
        info.format = Int32(format)
        let sound = try #require(sf_open(file(name), Int32(SFM_WRITE), &info), "\(name)")
        let frames = Int64(samples.count / channels)
        #expect(sf_writef_float(sound, samples, frames) == frames)
        #expect(sf_close(sound) == 0)
    }

    /// A sparse file that claims to be hours long: stereo, 16 bits, a click and then silence.
    func writeHours(to name: String) throws {
        let frames = WaveFile.mostFrames
        try write(WaveFile.header(frames: frames, rate: 44_100) + [0, 0x40, 0, 0x40], to: name)
        try #require(truncate(file(name), WaveFile.headerSize + 4 * frames) == 0)
    }

    struct Result {
        var end: SoundImportEnd
        var fields: [String: Any]

        var code: String? { (fields["error"] as? [String: Any])?["code"] as? String }
        var message: String { (fields["error"] as? [String: Any])?["message"] as? String ?? "" }
        var frames: Int { fields["frames"] as? Int ?? 0 }
        var loop: [String: Any]? { fields["loop"] as? [String: Any] }
        var remarks: [String] { fields["remarks"] as? [String] ?? [] }
        func number(_ name: String) -> Double { fields[name] as? Double ?? .nan }
    }

    /// Opens the file as it comes through the socket.
    func open(_ name: String, _ flags: Int32 = O_RDONLY) throws -> PassedFile {
        let number = Glibc.open(file(name), flags | O_CLOEXEC | O_NONBLOCK)
        try #require(number >= 0, "\(name)")
        return PassedFile(number) { _ = close($0) }
    }

    func order(_ name: String, _ playback: OwnSoundPlayback) throws -> SoundImportOrder {
        SoundImportOrder(
            source: try open(name), target: file("out.wav"), playback: playback,
            longestSeconds: 7200,
            largestBytes: 500_000_000, processorSeconds: 60, longestRun: .seconds(60))
    }

    func run(_ order: SoundImportOrder) throws -> Result {
        let run = try process.run(order)
        let json = try? JSONSerialization.jsonObject(with: Data(run.report))
        return Result(end: run.end, fields: json as? [String: Any] ?? [:])
    }

    func run(_ name: String, _ playback: OwnSoundPlayback) throws -> Result {
        try run(try order(name, playback))
    }

    /// The resulting samples, after a check of the header.
    func output() throws -> [Int16] {
        let bytes = try bytes("out.wav")
        let content = try #require(
            WaveFile.content(ofHeader: Array(bytes.prefix(44)), size: bytes.count))
        return (0..<(2 * content.frames)).map { (place: Int) -> Int16 in
            let low = Int(bytes[44 + 2 * place])
            let high = Int(bytes[45 + 2 * place])
            return Int16(truncatingIfNeeded: high << 8 | low)
        }
    }
}

/// A tone in all channels, each an octave above the previous one.
func tone(_ hertz: Double, seconds: Double, rate: Int, channels: Int, level: Double = 0.3)
    -> [Float]
{
    (0..<Int(seconds * Double(rate))).flatMap { frame in
        (0..<channels).map { channel in
            let turns = hertz * Double(1 << channel) * Double(frame) / Double(rate)
            return Float(level * cos(2 * .pi * turns))
        }
    }
}

/// The level of the middle half of a channel, dBFS.
func level(_ samples: [Int16], channel: Int) -> Double {
    let plane = stride(from: channel, to: samples.count, by: 2).map { Double(samples[$0]) / 32_768 }
    let middle = plane[(plane.count / 4)..<(plane.count * 3 / 4)]
    return 10 * log10(middle.reduce(0) { $0 + $1 * $1 } / Double(middle.count))
}
