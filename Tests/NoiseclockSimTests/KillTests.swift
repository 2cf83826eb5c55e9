import ClockCore
import Foundation
import Runtime
import Testing

/// Item 5 of what the whole product must show, tested on the built programs: real sockets, files and signals.
@Suite("A simulator that is killed and started again", .serialized)
struct KillTests {
    @Test("has each alarm whose setting was answered, however soon after the answer it was killed")
    func alarms() throws {
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z")
        for (hour, minute) in [(5, 15), (6, 30), (7, 45)] {
            try clock.json("alarm", "add", "\(hour):\(minute)", "mon-fri", "--label", "A\(hour)")
            try clock.killAndStart(at: "2026-01-10T12:00:01Z")
        }
        try clock.json("alarm", "remove", "2")
        try clock.killAndStart(at: "2026-01-10T12:00:02Z")
        let alarms = try #require(clock.json("alarm", "list")["alarms"] as? [[String: Any]])
        #expect(alarms.map { $0["label"] as? String } == ["A5", "A7"])
    }

    @Test("plays the noise again within three seconds, fading in")
    func noise() throws {
        let clock = try LiveClock(
            at: "2026-01-10T12:00:00Z", "--record-audio", "sound.wav")
        try clock.json("noise", "play", "white", "--volume", "60")
        // A change of noise is on the disk within a second (law, 9.3).
        let isSaved = eventually {
            (0...1).contains { slot in
                let name = "state/state.\(slot == 0 ? "a" : "b")"
                return (try? clock.workspace.text(name).contains("\"isPlaying\":true")) ?? false
            }
        }
        #expect(isSaved)
        try clock.killAndStart(at: "2026-01-10T12:00:10Z")
        let noise = try #require(
            (try clock.json("status")["status"] as? [String: Any])?["noise"] as? [String: Any])
        #expect(noise["playing"] as? Bool == true)
        let voices = try #require(noise["sounds"] as? [[String: Any]])
        #expect(voices.map { $0["sound"] as? String } == ["white"])
        #expect(noise["volume"] as? Int == 60)
        let started = try eventually {
            try clock.workspace.events(clock.events).contains { $0.event == .other(.soundStarted) }
        }
        #expect(started)
        let event = try clock.workspace.events(clock.events).first {
            $0.event == .other(.soundStarted)
        }
        #expect(event?.sound == "white")
        #expect(try #require(event).boot < 3)

        // Long enough to hear it grow louder.
        let begin = ContinuousClock.now
        _ = eventually { ContinuousClock.now - begin > .milliseconds(700) }
        clock.program.send(SIGTERM)
        #expect(try clock.program.finish().exitCode == 0)
        let sound = try Recorded(clock.workspace.bytes("sound.wav"))
        let early = sound.decibels(0.1..<0.2)
        #expect(sound.decibels(0.5..<0.6) > early + 6)
        #expect(early < -40)
    }

    @Test("neither loses nor forgets what rang or was snoozed, at whatever moment it is killed")
    func ring() throws {
        let clock = try LiveClock(at: "2026-01-10T06:59:58Z", speed: 10)
        try clock.json("alarm", "add", "7:00", "daily", "--label", "Work", "--snooze", "5m")
        #expect(try clock.waitForStatus { LiveClock.labels($0, "ringing") == ["Work"] })
        try clock.killAndStart(at: "2026-01-10T07:00:20Z")
        #expect(try clock.waitForStatus { LiveClock.labels($0, "ringing") == ["Work"] })

        try clock.json("alarm", "snooze")
        try clock.killAndStart(at: "2026-01-10T07:02:00Z")
        let status = try #require(try clock.json("status")["status"] as? [String: Any])
        let snoozed = try #require((status["snoozed"] as? [[String: Any]])?.first)
        #expect(snoozed["snoozes"] as? Int == 1)
        // Five minutes after the snooze (shortly after 07:00:20), not after the start.
        #expect((snoozed["untilLocal"] as? String)?.hasPrefix("2026-01-10T07:05:") == true)

        try clock.killAndStart(at: "2026-01-10T07:05:50Z")
        #expect(try clock.waitForStatus { LiveClock.labels($0, "ringing") == ["Work"] })
        try clock.json("alarm", "stop")
        try clock.killAndStart(at: "2026-01-10T07:06:30Z")
        let after = try clock.json("status")
        #expect(LiveClock.labels(after, "ringing").isEmpty)
        #expect(LiveClock.labels(after, "snoozed").isEmpty)
    }

    @Test("ends a snooze at its own time in the next run, whose clock counts from nought again")
    func snoozeOverRuns() throws {
        let workspace = try Workspace()
        try workspace.write(
            """
            {"at": "+0s", "noiseclock": "alarm add 07:00 daily --snooze 5m"}
            {"at": "+12s", "press": "snooze"}
            """, to: "s.jsonl")
        let common = ["--headless", "--speed", "max", "--zone", "UTC", "--state", "state"]
        let first = try workspace.simulate(
            common + ["--at", "2026-01-10T06:59:50Z", "--for", "20s", "--script", "s.jsonl"])
        #expect(first.exitCode == 0)
        let second = try workspace.simulate(
            common + ["--at", "2026-01-10T07:03:20Z", "--for", "3m", "--events", "e.jsonl"])
        #expect(second.exitCode == 0)
        let again = try workspace.events("e.jsonl").filter { $0.event == .of(.alarm, .rangAgain) }
        #expect(again.map(\.wall) == ["2026-01-10T07:05:02.000Z"])
    }
}

extension LiveClock {
    /// The labels of the entries of `kind` in the status.
    static func labels(_ answer: [String: Any], _ kind: String) -> [String] {
        let status = answer["status"] as? [String: Any]
        return (status?[kind] as? [[String: Any]] ?? []).compactMap { $0["label"] as? String }
    }
}
