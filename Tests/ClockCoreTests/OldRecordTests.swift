import ClockTime
import Foundation
import Testing

@testable import ClockCore

@Suite("Alarms of older clocks (product, A10)")
struct OldRecordTests {
    private func state(alarms: String) throws -> PersistentState {
        let json = """
            {"schema": 1, "boot": "b", "savedAt": {"wall": 1736830800000000000, "boot": 5},
             "trust": "trusted", "zone": "Europe/Berlin", "alarms": [\(alarms)]}
            """
        return try JSONDecoder().decode(PersistentState.self, from: Data(json.utf8))
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

    @Test("What else an old record says is kept, and its label is the alarm's")
    func extra() throws {
        let state = try state(
            alarms: """
                {"id": 1, "time": "07:30", "label": "Work", "volume": "loud", "glow": {"red": 3}}
                """)
        #expect(state.alarms.first?.label == "Work")
        let written = String(
            decoding: try JSONEncoder().encode(try #require(state.alarms.first)), as: UTF8.self)
        #expect(written.contains(#""glow":{"red":3}"#))
        // Of a name that the present form has, only what that form takes.
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
        #expect(night.machine.health[.state]?.hasPrefix("2 of the stored alarms") == true)
    }
}
