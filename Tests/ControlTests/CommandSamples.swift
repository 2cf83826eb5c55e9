import ClockCore
import ClockTime
import ReplySamples
@testable import Control

// Requests with every field that they can carry.
extension Samples {
    static func changes() throws -> AlarmChanges {
        var changes = AlarmChanges()
        changes.label = "Work \"quoted\" / ä\\"
        changes.sound = SoundID("digital")
        changes.volume = Percent(60)
        changes.ramp = .seconds(1)
        changes[\.snooze.isAllowed] = true
        changes[\.snooze.length] = .minutes(9)
        changes[\.snooze.limit] = .some(3)
        return changes
    }

    /// The lines of requests of all kinds.
    static func lines() throws -> [[UInt8]] {
        let tables =
            try CountdownSamples.words() + NoiseSamples.words() + TimeSamples.words()
            + StyleSamples.words()
        let all = CommandBook.all.flatMap(\.examples) + tables.map(\.0)
        return try all.map { try exampleRequest($0) }.filter { !$0.command.meansWhatRings }
            .map { RequestLine.encode($0.outgoing, id: "1") }
    }

    static func ringNames() throws -> [RingName] {
        [
            .alarm(OccurrenceID(alarm: AlarmID(3), date: try date("2026-03-29"))),
            .timer(TimerID(1), run: 2), .nap(number: 4), .test(AlarmID(5)),
        ]
    }

    /// Every change that an alarm can be given besides its schedule.
    static func everyChange() throws -> AlarmChanges {
        var changes = try changes()
        changes.zone = .pinned(TestZones.berlin)
        changes.message = "bring the key"
        changes.icon = "train"
        changes.tint = Tint(red: 255, green: 136, blue: 0)
        changes.category = "work"
        changes.vibration = .heartbeat(HeartRate(clamping: 70))
        changes.isMustWake = true
        changes.preAlert = .minutes(10)
        changes.sunrise = .minutes(30)
        changes.observesFreeDays = true
        changes.respectsDoNotDisturb = false
        changes.ringLength = .minutes(5)
        changes.automaticRings = 0
        changes.stopWith = .key(.menu)
        return changes
    }

    /// Changes that clear everything that can be cleared.
    static func nothingLeft() throws -> AlarmChanges {
        var changes = AlarmChanges()
        changes.zone = .local
        changes.icon = .some(nil)
        changes.tint = .some(nil)
        changes.category = .some(nil)
        changes.vibration = .some(nil)
        changes.stopWith = .some(nil)
        return changes
    }
}
