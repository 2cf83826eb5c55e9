import ClockCore
import Glibc
import Runtime
import Testing

/// Item 1's sound, measured: the alarm starts on time, grows louder, and stops when it is stopped.
@Suite("What is heard of an alarm")
struct SoundTests {
    private static let script = """
        {"at": "+0s", "noiseclock": "alarm add 07:00 daily --volume 50 --ramp 6s"}
        {"at": "+15s", "press": "stop"}
        """
    private static let arguments = [
        "--headless", "--zone", "UTC", "--at", "2026-01-10T06:59:58Z", "--for", "18s", "--script",
        "s.jsonl", "--events", "e.jsonl",
    ]

    /// The alarm is due 2 s after the start and is stopped 15 s after it. The tone's pulses start
    /// at each second of the ring and last 80 ms; 50 % is -18 dBFS while the tone is on (law, 6.8).
    private static func check(_ sound: Recorded) throws {
        let onset = try #require(sound.onset())
        #expect((2..<2.25).contains(onset), "starts at \(onset) s")
        #expect(sound.peak(0..<2) < 0.001)
        func pulse(_ second: Double) -> Double {
            sound.decibels(onset + second + 0.01..<onset + second + 0.07)
        }
        // A linear rise in decibels over 6 s, from 20 dB below the quietest level to the level of 50 %.
        #expect(abs(pulse(0) - -50) < 1.5, "\(pulse(0)) dB at first")
        for second in 1...6 {
            #expect(pulse(Double(second)) > pulse(Double(second - 1)) || second == 6)
        }
        #expect(abs(pulse(3) - -34) < 1.5, "\(pulse(3)) dB in the middle")
        for second in 7...12 { #expect(abs(pulse(Double(second)) - -18) < 0.5) }
        // Stopped within 50 ms of the press; a click would be loud.
        #expect(sound.peak(15.05..<sound.seconds) < 0.001)
        #expect(sound.seconds >= 17.9)
    }

    @Test("starts when it is due, grows, and stops on the press, in a recording at full speed")
    func recorded() throws {
        let workspace = try Workspace()
        try workspace.write(SoundTests.script, to: "s.jsonl")
        let finished = try workspace.simulate(
            SoundTests.arguments + ["--speed", "max", "--record-audio", "a.wav"])
        #expect(finished.exitCode == 0, "\(finished.error)")
        try SoundTests.check(try Recorded(workspace.bytes("a.wav")))
    }

    @Test("is the same in an ALSA device, which gets nothing while nothing sounds")
    func device() throws {
        let workspace = try Workspace()
        try workspace.write(SoundTests.script, to: "s.jsonl")
        let device = "file:'\(workspace.file("out.raw"))',raw"
        let start = ContinuousClock.now
        let finished = try workspace.simulate(
            SoundTests.arguments + [
                "--speed", "30", "--audio", device, "--record-audio", "a.wav", "--socket", "c.sock",
            ])
        #expect(ContinuousClock.now - start >= .milliseconds(550))
        #expect(finished.exitCode == 0, "\(finished.error)")
        #expect(try workspace.events("e.jsonl").allSatisfy { $0.event != .other(.healthChanged) })
        let recording = try Recorded(workspace.bytes("a.wav"))
        try SoundTests.check(recording)
        let heard = Recorded(raw: try workspace.bytes("out.raw"))
        // The device opened for the ring, or for the recording; the sound in both is the same.
        let onset = try #require(heard.onset())
        let other = try #require(recording.onset())
        for second in 0...12 {
            let (one, two) = (onset + Double(second), other + Double(second))
            let difference = heard.decibels(one..<one + 0.07) - recording.decibels(two..<two + 0.07)
            #expect(abs(difference) < 0.5, "second \(second)")
        }
        #expect(heard.peak(onset + 13.1..<heard.seconds) < 0.001)
    }
}
