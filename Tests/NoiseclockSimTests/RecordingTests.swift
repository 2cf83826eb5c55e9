import ClockCore
import Foundation
import HAL
import Runtime
import Testing

@testable import noiseclock_sim

/// `--record-audio` records the sound of every output.
@Suite("A recording of all outputs")
struct RecordingTests {
    private static let arguments = [
        "--headless", "--board", "own.json", "--zone", "UTC", "--at", "2026-01-10T06:59:58Z",
        "--for", "18s", "--script", "s.jsonl", "--events", "e.jsonl", "--record-audio", "a.wav",
    ]

    /// The shipped small board with a separate device for alarms.
    private static func workspace(_ script: [String]) throws -> Workspace {
        let workspace = try Workspace()
        let text = try String(
            contentsOfFile: "\(Checkout.board)/ht16k33-7seg.json", encoding: .utf8)
        let one = #""fallback": ["default"]"#
        try #require(text.contains(one))
        let own = #", "alarmDevice": "plughw:CARD=Speaker,DEV=0""#
        try workspace.write(text.replacingOccurrences(of: one, with: one + own), to: "own.json")
        try workspace.write(script.joined(separator: "\n"), to: "s.jsonl")
        return workspace
    }

    private static let alarm =
        #"{"at": "+0s", "noiseclock": "alarm add 07:00 daily --volume 50 --ramp 0s"}"#
    private static let stop = #"{"at": "+15s", "press": "stop"}"#

    @Test("A ring on the alarms' own device is in it", arguments: ["max", "30"])
    func ring(speed: String) throws {
        let workspace = try Self.workspace([Self.alarm, Self.stop])
        let finished = try workspace.simulate(Self.arguments + ["--speed", speed])
        #expect(finished.exitCode == 0, "\(finished.error)")
        let started = try workspace.events("e.jsonl").filter { $0.event == .other(.soundStarted) }
        #expect(started.map(\.output) == [2])
        let sound = try Recorded(workspace.bytes("a.wav"))
        let onset = try #require(sound.onset())
        #expect((2..<2.25).contains(onset), "starts at \(onset) s")
        #expect(abs(sound.decibels(onset + 5.01..<onset + 5.07) - -18) < 0.5)
        #expect(sound.peak(15.05..<sound.seconds) < 0.001)
        #expect((17.9..<18.1).contains(sound.seconds))
    }

    @Test("Noise on the first output and the ring on the other are heard together, at one time")
    func both() throws {
        let noise = #"{"at": "+0s", "noiseclock": "noise play white --volume 40"}"#
        let workspace = try Self.workspace([noise, Self.alarm, Self.stop])
        #expect(try workspace.simulate(Self.arguments + ["--speed", "max"]).exitCode == 0)
        let sound = try Recorded(workspace.bytes("a.wav"))
        let before = sound.decibels(1.2..<1.9)
        #expect(before > -60)
        // The tone has four pulses a second, the first of which ends after 80 ms. The last half of the second holds
        // only noise, which is 18 dB lower after 400 ms.
        #expect(abs(sound.decibels(7.6..<7.95) - (before - 18)) < 1)
        #expect(abs(sound.decibels(7.02..<7.07) - -18) < 1.5)
        // After the stop the noise is back within 3 s.
        #expect(sound.peak(17.5..<17.9) > 0)
    }

    @Test(
        "What two outputs give in turns, minutes at once, lies one on the other and is held at full scale"
    )
    func mixed() throws {
        let workspace = try Workspace()
        let recording = try Recording.make(workspace.file("a.wav"))
        func give(_ values: [Float], to output: Int) {
            values.flatMap { [$0, -$0] }.withUnsafeBufferPointer {
                recording.append($0, rate: 48_000, of: output)
            }
        }
        give([0.25, 0.25, 0.25, 0.75, 0], to: 0)
        give([0, 0.25], to: 1)
        give([-0.5, 0.75, 0.5, 0.5], to: 1)
        give([0.125, 0, 0.25], to: 0)
        #expect(recording.finish() == nil)
        let bytes = try workspace.bytes("a.wav")
        #expect(Array(bytes.prefix(80)) == RecordingHeader.bytes(frames: 8, rate: 48_000))
        let samples = Self.samples(bytes)
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        #expect(left == [8192, 16_384, -8192, 32_767, 16_384, 20_480, 0, 8192])
        let right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
        #expect(right == [-8192, -16_384, 8192, -32_768, -16_384, -20_480, 0, -8192])
    }

    private static func samples(_ bytes: [UInt8]) -> [Int16] {
        stride(from: 80, to: bytes.count, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }

    @Test("Silence takes no room in the file, and another output can sound in it")
    func silence() throws {
        let workspace = try Workspace()
        let recording = try Recording.make(workspace.file("a.wav"))
        func give(_ values: [Float], to output: Int) {
            values.flatMap { [$0, $0] }.withUnsafeBufferPointer {
                recording.append($0, rate: 48_000, of: output)
            }
        }
        let quiet = [Float](repeating: 0, count: 48_000)
        for _ in 0..<3 { give(quiet, to: 0) }
        give(quiet, to: 1)
        give([0.5, 0.5], to: 1)
        for _ in 0..<2 { give(quiet, to: 0) }
        #expect(recording.finish() == nil)
        let samples = Self.samples(try workspace.bytes("a.wav"))
        #expect(samples.count == 2 * 5 * 48_000)
        let heard = samples.indices.filter { samples[$0] != 0 }
        #expect(heard == [96_000, 96_001, 96_002, 96_003])
        var status = stat()
        #expect(stat(workspace.file("a.wav"), &status) == 0)
        #expect(status.st_blocks * 512 < status.st_size / 10)
    }

    @Test("A recording of more than 4 GiB is an RF64, with its numbers in 64 bits")
    func long() {
        func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
            bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let most = (Int(UInt32.max) - 72) / 4
        let short = RecordingHeader.bytes(frames: most, rate: 48_000)
        #expect(short.starts(with: Array("RIFF".utf8)) && number(short, 76, 4) == 4 * most)
        let frames = 8 * 3600 * 48_000
        let long = RecordingHeader.bytes(frames: frames, rate: 48_000)
        #expect(long.count == RecordingHeader.size && long.starts(with: Array("RF64".utf8)))
        #expect(Array(long[12..<16]) == Array("ds64".utf8))
        #expect(number(long, 4, 4) == Int(UInt32.max) && number(long, 76, 4) == Int(UInt32.max))
        #expect(number(long, 20, 8) == 4 * frames + 72)
        #expect(number(long, 28, 8) == 4 * frames)
        #expect(number(long, 36, 8) == frames)
    }

    @Test(
        "A second of a device at 44.1 kHz is a second, as high as it was, whatever comes after it")
    func otherRate() throws {
        let workspace = try Workspace()
        let recording = try Recording.make(workspace.file("a.wav"))
        for rate in [44_100, 48_000, 44_100] {
            let sine = (0..<rate).flatMap { frame in
                let value = 0.5 * sin(2 * Double.pi * 500 * Double(frame) / Double(rate))
                return [Float(value), Float(-value)]
            }
            for start in stride(from: 0, to: sine.count, by: 2048) {
                sine[start..<min(start + 2048, sine.count)].withUnsafeBufferPointer {
                    recording.append($0, rate: rate, of: 0)
                }
            }
        }
        #expect(recording.finish() == nil)
        let sound = try Recorded(workspace.bytes("a.wav"))
        #expect(abs(sound.seconds - 3) < 0.001)
        for second in 0..<3 {
            let start = Double(second)
            let range = (start + 0.05)..<(start + 0.95)
            #expect(abs(sound.decibels(range) - -9.03) < 0.1)
            let rising = sound.risingZeros(range)
            #expect(abs(rising - 450) <= 1, "\(rising) periods of 500 Hz in 0.9 s")
        }
    }
}
