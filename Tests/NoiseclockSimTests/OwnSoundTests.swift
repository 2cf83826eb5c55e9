import ClockCore
import Foundation
import Glibc
import HAL
import Runtime
import Testing

@testable import noiseclock_sim

/// The whole way of an own sound, from import to playback to removal, as a person does it: the client, the clock and
/// the sandboxed decoder (product, N8).
@Suite("A sound of one's own, on a running clock")
struct OwnSoundTests {
    /// Writes four seconds of a tone as WAV, the format that everybody has.
    static func write(_ hertz: Double, to name: String, in workspace: Workspace) throws {
        let rate = 44_100
        let frames = 4 * rate
        var bytes = WaveFile.header(frames: frames, rate: rate)
        for frame in 0..<frames {
            let value = Int16(8000 * sin(2 * .pi * hertz * Double(frame) / Double(rate)))
            for _ in 0..<2 {
                bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
            }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: workspace.file(name)))
    }

    /// Ids and names of the own sounds that the clock lists.
    private static func own(_ clock: LiveClock) throws -> [String: String] {
        let reply = try #require(try clock.json("sound", "list")["sounds"] as? [String: Any])
        let sounds = try #require(reply["noises"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: sounds.compactMap { sound in
                guard let id = sound["id"] as? String, id.hasPrefix("own-"),
                    let name = sound["name"] as? String
                else { return nil }
                return (id, name)
            })
    }

    @Test("is imported, listed, played, renamed, there after a restart, and deleted")
    func wholeLife() throws {
        let workspace = try Workspace()
        try OwnSoundTests.write(1000, to: "beep.wav", in: workspace)
        let clock = try LiveClock(
            at: "2026-01-10T12:00:00Z", speed: 10, in: workspace, "--record-audio", "a.wav")
        try clock.json("noise", "fade", "--in", "0s", "--out", "0s")
        let imported = try clock.ask("sound", "import", "beep.wav", "--name", "Long beep")
        #expect(imported.exitCode == 0, "\(imported.error)\(imported.output)")
        #expect(try OwnSoundTests.own(clock) == ["own-long-beep": "Long beep"])

        try clock.json("noise", "play", "own-long-beep", "--volume", "100")
        let hasStarted = eventually {
            (try? workspace.events(clock.events).contains {
                $0.event == .other(.soundStarted) && $0.sound == "own-long-beep"
            }) ?? false
        }
        #expect(hasStarted)
        // Longer than the file, so it must loop without a gap.
        let start = try OwnSoundTests.size(of: "a.wav", in: workspace)
        let wanted = start + 6 * 48_000 * WaveFile.bytesPerFrame
        #expect(try eventually { try OwnSoundTests.size(of: "a.wav", in: workspace) >= wanted })

        try clock.json("sound", "rename", "own-long-beep", "Kettle")
        #expect(try OwnSoundTests.own(clock) == ["own-long-beep": "Kettle"])
        #expect(try clock.ask("sound", "list", "kettle").output.contains("own-long-beep"))
        clock.program.send(SIGTERM)
        #expect(try clock.program.finish().exitCode == 0)
        try OwnSoundTests.checkTone(in: try workspace.bytes("a.wav"))

        let again = try LiveClock(at: "2026-01-10T12:10:00Z", in: workspace)
        #expect(try OwnSoundTests.own(again) == ["own-long-beep": "Kettle"])
        let preview = try again.json("noise", "preview", "own-long-beep")
        #expect((preview["noise"] as? [String: Any])?["preview"] as? String == "own-long-beep")
        try again.json("sound", "remove", "own-long-beep")
        #expect(try OwnSoundTests.own(again).isEmpty)
        let refused = try again.ask("noise", "play", "own-long-beep")
        #expect(refused.exitCode == 1, "\(refused.output)")
        let files = try FileManager.default.contentsOfDirectory(
            atPath: workspace.file("state/own-sounds"))
        #expect(!files.contains { $0.hasSuffix(".wav") }, "\(files)")
    }

    private static func size(of name: String, in workspace: Workspace) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: workspace.file(name))
        return try #require(attributes[.size] as? Int)
    }

    /// Checks five seconds for the tone's pitch and for gaps.
    private static func checkTone(in wave: [UInt8]) throws {
        let left = stride(from: RecordingHeader.size, to: wave.count - 3, by: 4).map {
            Int16(bitPattern: UInt16(wave[$0]) | UInt16(wave[$0 + 1]) << 8)
        }
        let start = try #require(left.firstIndex { abs(Int($0)) > 200 })
        let heard = left[start..<min(left.count, start + 5 * 48_000)]
        try #require(heard.count == 5 * 48_000)
        let crossings = zip(heard, heard.dropFirst()).count { $0.0 < 0 && $0.1 >= 0 }
        #expect(abs(crossings - 5000) < 10, "\(crossings)")
        // After the click-free fade-in, no 2 ms are silent.
        let steady = heard.dropFirst(4800)
        let peaks = stride(from: steady.startIndex, to: steady.endIndex - 96, by: 96).map { start in
            steady[start..<start + 96].map { abs(Int($0)) }.max() ?? 0
        }
        let loudest = peaks.max() ?? 0
        let soft = peaks.indices.filter { 4 * peaks[$0] < 3 * loudest }
        #expect(soft.isEmpty, "\(soft.prefix(9)) in 2 ms, of \(peaks.count): below \(loudest)")
    }

    @Test("What is no sound, or not there, is refused with its reason, and nothing stays behind")
    func refused() throws {
        let workspace = try Workspace()
        try workspace.write("a letter to a friend, in plain words\n", to: "letter.wav")
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z", in: workspace)
        let letter = try clock.ask("sound", "import", "letter.wav")
        #expect(letter.exitCode == 1)
        let found = letter.error.contains("\"letter.wav\": the clock finds no sound in")
        #expect(found, "\(letter.error)")
        let missing = try clock.ask("sound", "import", "none.flac")
        #expect(missing.exitCode == 66)
        #expect(missing.error.contains("No such file"), "\(missing.error)")
        let folder = try clock.ask("sound", "import", ".")
        #expect(folder.exitCode == 1)
        #expect(folder.error.contains("a regular file"), "\(folder.error)")
        #expect(try OwnSoundTests.own(clock).isEmpty)
        let builtIn = try clock.ask("sound", "remove", "rain")
        #expect(builtIn.exitCode == 1 && builtIn.error.contains("built in"), "\(builtIn.error)")
        let files = try? FileManager.default.contentsOfDirectory(
            atPath: workspace.file("state/own-sounds"))
        #expect((files ?? []).allSatisfy { !$0.contains(".wav") }, "\(files ?? [])")
    }
}
