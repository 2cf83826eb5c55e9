import BoundedJSON
import ClockTime
import Testing

@testable import ClockCore

@Suite("Alarms of older clocks (product, A10)")
struct OldRecordTests {
    private func state(_ fields: String) throws -> PersistentState {
        let json = """
            {"schema": 1, "boot": "b", "savedAt": {"wall": 1736830800000000000, "boot": 5},
             "trust": "trusted", "zone": "Europe/Berlin", \(fields)}
            """
        return try PersistentState(storedText: json)
    }

    private func state(alarms: String) throws -> PersistentState {
        try state(#""alarms": [\#(alarms)]"#)
    }

    @Test(
        "A record with nothing but id, time, isEnabled and soundName rings each day, with defaults")
    func least() throws {
        let state = try state(
            alarms: """
                {"id": "4F0C2B9E-0000-0000-0000-000000000000", "time": "07:30",
                 "isEnabled": true, "soundName": "bell"},
                {"id": 7, "time": "2024-05-01T21:05:00", "isEnabled": false}
                """)
        #expect(state.alarms.map(\.id.number).sorted() == [1, 7])
        #expect(state.nextAlarmNumber == 8)
        var night = try Night(at: "2025-01-14 07:00", restoring: state)
        let alarm = try night.alarm(AlarmID(1))
        var expected = Alarm(
            id: AlarmID(1), schedule: .daily(at: try timeOfDay("07:30")),
            createdAt: alarm.createdAt)
        expected.sound = SoundID("bell")
        #expect(alarm == expected)
        #expect(try !night.alarm(AlarmID(7)).isEnabled)
        try night.wait(until: "2025-01-14 07:30")
        #expect(night.ringing == [AlarmID(1)])
    }

    @Test(
        "Old names of sounds become the present ones",
        arguments: [
            ("default", "digital"), ("bell", "bell"), ("chimes", "chimes"), ("ding", "ding"),
            ("glass", "glass"), ("silence", "silence"), ("digital-alarm.caf", "digital"),
            ("classic-alarm.caf", "classic"), ("beep-alarm.caf", "beep"),
            ("siren-alarm.caf", "siren"), ("buzzing-alarm.caf", "buzzing"), ("Bell", "bell"),
        ])
    func names(old: String, new: String) throws {
        let state = try state(alarms: #"{"id": 1, "time": "07:30", "soundName": "\#(old)"}"#)
        #expect(state.alarms.first?.sound == SoundID(new))
        #expect(state.replacedSounds.isEmpty)
    }

    @Test("An id that nothing could follow gets another number, and its alarm rings")
    func numbers() throws {
        let state = try state(
            alarms: """
                {"id": 9223372036854775807, "schedule": {"time": "07:30", "kind": "weekly",
                 "weekdays": [1, 2, 3, 4, 5, 6, 7]}, "revision": 9223372036854775807},
                {"id": -4, "schedule": {"time": "07:45", "kind": "once"}},
                {"id": 9223372036854775807, "time": "08:30"},
                {"id": 3, "time": "06:00"}
                """)
        var night = try Night(at: "2025-01-14 07:00", restoring: state)
        let numbers = night.machine.ringing.alarms.book.alarms.map(\.id.number)
        #expect(numbers == numbers.filter { (1...10).contains($0) })
        #expect(numbers.contains(3))
        #expect(Set(numbers).count == 4)
        try night.wait(until: "2025-01-14 07:30")
        let ringing = try #require(night.ringing.first)
        #expect(try night.alarm(ringing).schedule.time == timeOfDay("07:30"))
        night.ask(.alarm(.setEnabled(ringing, false)))
        #expect(try !night.alarm(ringing).isEnabled)
        #expect(night.machine.ringing.alarms.book[AlarmID(.max)] == nil)
        #expect(night.machine.ringing.alarms.book[AlarmID(.min)] == nil)
    }

    @Test("What else an old record says is kept, and its label is the alarm's")
    func extra() throws {
        let state = try state(
            alarms: """
                {"id": 1, "time": "07:30", "label": "Work", "volume": "loud", "glow": {"red": 3}}
                """)
        #expect(state.alarms.first?.label == "Work")
        let written = try #require(state.alarms.first).storedText
        #expect(written.contains(#""glow":{"red":3}"#))
        // A field that the present form knows keeps only what that form accepts.
        #expect(!written.contains("loud"))
    }

    @Test("An unknown sound becomes the built-in tone, with a note")
    func unknownSound() throws {
        let state = try state(alarms: #"{"id": 1, "time": "07:30", "soundName": "vuvuzela"}"#)
        let night = try Night(at: "2025-01-14 07:00", restoring: state)
        #expect(try night.alarm(AlarmID(1)).sound == SoundID("digital"))
        #expect(night.notes.contains(.soundReplaced(AlarmID(1), "vuvuzela")))
    }

    @Test("An alarm that cannot be read takes no other with it, and people are told")
    func unreadable() throws {
        let state = try state(
            alarms: #"{"id": 1, "time": "25:99"}, 5, {"id": 3, "time": "06:00"}"#)
        #expect(state.alarms.map(\.id) == [AlarmID(3)])
        let night = try Night(at: "2025-01-14 07:00", restoring: state)
        #expect(night.machine.health[.alarms]?.hasPrefix("2 of the stored alarms") == true)
        #expect(night.recorded.map(\.event).contains(.alarmsUnreadable(2)))
    }

    @Test("An alarm that cannot be read is kept as it stands, and told of until somebody knows")
    func kept() throws {
        let newer = #"{"id": 4, "schedule": {"kind": "tides", "height": [1.5, null]}}"#
        var night = try Night(
            at: "2025-01-14 07:00",
            restoring: try state(alarms: #"\#(newer), {"id": 3, "time": "06:00"}"#))
        #expect(try stored(night).contains(#""height":[1.5,null]"#))
        night.restartProgram(restoring: try again(night))
        #expect(night.machine.health[.alarms]?.contains("kept for a newer") == true)
        #expect(night.recorded.count { $0.event == .alarmsUnreadable(1) } == 1)
        #expect(night.ask(.ring(.acknowledge)) == .acknowledged(1))
        #expect(night.machine.health[.alarms] == nil)
        night.restartProgram(restoring: try again(night))
        #expect(night.machine.health[.alarms] == nil)
        #expect(try stored(night).contains(#""height":[1.5,null]"#))
    }

    @Test("A program that can read what another one kept takes it, under a number of its own")
    func takenUp() throws {
        let state = try state(
            """
            "nextAlarmNumber": 6,
            "alarms": [{"id": 3, "schedule": {"time": "06:00", "kind": "weekly", "weekdays": [1]}}],
            "keptAlarms": [{"id": 3, "schedule": {"time": "07:00", "kind": "weekly", "weekdays": [1]}},
                           {"id": 4, "schedule": {"time": "08:00", "kind": "weekly", "weekdays": [1]}}],
            "areKeptAlarmsAcknowledged": true
            """)
        #expect(state.alarms.map(\.id.number) == [3, 4, 6])
        #expect(state.alarms.map(\.schedule.time.hour) == [6, 8, 7])
        #expect(state.nextAlarmNumber == 7 && state.keptAlarms.count == 0)
    }

    @Test("Of two states that are merged, the one of the newer program keeps what is foreign in it")
    func mergedForeign() throws {
        let left = try state(
            #""countdowns": {"hourglass": "half full", "nap": {"dream": "flying"}}"#)
        let merged = stored(try state(alarms: "").takingUp(left))
        #expect(merged.contains("half full") && merged.contains("flying"))
    }

    @Test("A newer program's form of the kept alarms is written back")
    func newerKept() throws {
        let state = try state(
            #""keptAlarms": {"by": "another form"}, "areKeptAlarmsAcknowledged": "partly""#)
        let written = stored(state)
        #expect(written.contains("another form") && written.contains("partly"))
    }

    @Test("What is too much to be kept is said to be lost, and the rest stays within its room")
    func tooMuch() throws {
        let long = String(repeating: "x", count: 10_000)
        let state = try state(
            alarms: (1...12).map { #"{"schedule": {"kind": "\#(long)\#($0)"}}"# }
                .joined(separator: ","))
        let night = try Night(at: "2025-01-14 07:00", restoring: state)
        let problem = try #require(night.machine.health[.alarms])
        #expect(problem.contains("don't ring") && problem.contains("are lost"))
        #expect(state.keptAlarms.count + state.lostAlarms == 12 && state.lostAlarms > 0)
        #expect(try stored(night).utf8.count < 110_000)
    }

    private func stored(_ night: Night) throws -> String {
        try stored(#require(night.durable))
    }

    private func stored(_ state: PersistentState) -> String {
        state.storedText
    }

    /// The state of the night as the next program reads it.
    private func again(_ night: Night) throws -> PersistentState {
        try PersistentState(storedText: try stored(night))
    }
}
