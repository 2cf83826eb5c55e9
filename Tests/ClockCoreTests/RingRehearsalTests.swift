import ClockTime
import Testing

@testable import ClockCore

@Suite("The rehearsal before each ring (product, H1)")
struct RingRehearsalTests {
    /// When each rehearsal ended, as the clock showed it.
    private func rehearsals(_ night: Night) -> [String] {
        night.log.compactMap { entry -> String? in
            guard case .rehearsed = entry.note else { return nil }
            let civil = night.zone.civilTime(at: entry.at.wall.instant)
            return TimeOfDay(hour: civil.hour, minute: civil.secondOfDay / 60 % 60)?.description
        }
    }

    @Test("H1: everything is tried 50 min before each ring, once, whatever the evening's setting")
    func beforeEachRing() throws {
        var night = try Night(at: "2025-01-14 22:00")
        night.ask(.settings(.setRehearsal(nil)))
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-15 06:09")
        #expect(rehearsals(night) == [])
        try night.wait(until: "2025-01-15 06:11")
        #expect(rehearsals(night) == ["06:10"])
        #expect(night.machine.snapshot.mark == .verified)
        try night.wait(until: "2025-01-15 07:01")
        night.press(.stop)
        try night.wait(until: "2025-01-16 06:30")
        #expect(rehearsals(night) == ["06:10", "06:10"])
    }

    @Test("H1: a good one in the hour before the ring is enough, whoever asked for it")
    func goodOne() throws {
        var night = try Night(at: "2025-01-14 05:50")
        _ = try night.daily("07:00")
        night.wait(.minutes(10))
        night.ask(.health(.rehearse))
        try night.wait(until: "2025-01-14 07:01")
        #expect(rehearsals(night) == ["06:00"])
        // One that was good counts for the next alarm of the hour, too.
        var other = try Night(at: "2025-01-14 05:50")
        for time in ["07:00", "07:10"] { _ = try other.daily(time) }
        try other.wait(until: "2025-01-14 07:01")
        other.press(.stop)
        try other.wait(until: "2025-01-14 07:11")
        #expect(rehearsals(other) == ["06:10"])
    }

    @Test("H1: a ring that is set within the hour is rehearsed at once, and none that is too near")
    func setLate() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.wait(.minutes(5))
        night.ask(.timer(.add(.seconds(9), name: nil, starts: true)))
        night.wait(.minutes(1))
        night.press(.stop)
        #expect(rehearsals(night) == [])
        night.ask(.timer(.add(.minutes(5), name: nil, starts: true)))
        night.wait(.seconds(1))
        #expect(rehearsals(night) == ["06:06"])
        // The nap ends within the hour after it.
        night.ask(.nap(.operate(.schedule, number: nil)))
        night.wait(.minutes(4))
        #expect(rehearsals(night) == ["06:06"])
    }

    @Test("H1: one that fails is repeated every quarter of an hour until the ring")
    func repeated() throws {
        var night = try Night(at: "2025-01-14 05:00")
        _ = try night.daily("07:00")
        night.rehearsed[.sound(output: 0)] = "the sound device plays nothing"
        try night.wait(until: "2025-01-14 06:30")
        #expect(rehearsals(night) == ["06:10", "06:25"])
        #expect(night.machine.snapshot.mark == .doubtful)
        night.rehearsed.updateValue(nil, forKey: .sound(output: 0))
        try night.wait(until: "2025-01-14 06:59")
        #expect(rehearsals(night) == ["06:10", "06:25", "06:40"])
        #expect(night.machine.snapshot.mark == .verified)
    }

    @Test("H1: none begins while something rings, and a snooze is no new ring")
    func notInRing() throws {
        var night = try Night(at: "2025-01-14 05:50")
        _ = try night.daily("06:00")
        _ = try night.daily("06:55")
        try night.wait(until: "2025-01-14 06:00")
        // It rings until 06:10, and the rehearsal of the other alarm was due at 06:05.
        night.wait(.minutes(9))
        #expect(rehearsals(night) == ["05:51"])
        var other = try Night(at: "2025-01-14 05:00")
        _ = try other.add(.daily(at: try timeOfDay("06:00"))) { $0[\.snooze.length] = .minutes(60) }
        try other.wait(until: "2025-01-14 06:01")
        other.press(.snooze)
        try other.wait(until: "2025-01-14 06:59")
        #expect(rehearsals(other) == ["05:10"])
    }

    @Test("H1: what was good before a restart proves nothing; a step of the clock moves the ring")
    func restartAndStep() throws {
        var night = try Night(at: "2025-01-14 05:00")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 06:20")
        night.cutPower(for: .minutes(1), wall: nil, trust: .trusted)
        night.wait(.minutes(2))
        #expect(rehearsals(night) == ["06:10", "06:22"])
        night.ask(.alarm(.remove(AlarmID(1))))
        _ = try night.daily("10:00")
        night.step(by: .hours(3))
        night.wait(.minutes(10))
        #expect(rehearsals(night) == ["06:10", "06:22"])
        night.ask(.alarm(.remove(AlarmID(2))))
        _ = try night.daily("16:00")
        night.wait(.minutes(40))
        #expect(rehearsals(night).count == 2)
        night.step(by: .hours(5))
        night.wait(.minutes(1))
        #expect(rehearsals(night).count == 3)
    }

    @Test("H1: frames that moved for noise are a trial of the output")
    func noise() throws {
        var night = try Night(at: "2025-01-14 20:00")
        night.ask(.noise(.play(SoundID("white"), volume: nil)))
        #expect(night.machine.ringing.ring.sounded(on: 0) == nil)
        night.handle(.soundMoved(output: 0))
        #expect(night.machine.ringing.ring.sounded(on: 0) == true)
        // What the last rehearsal found before a restart is outdated then.
        night.rehearsed[.sound(output: 0)] = "the sound device plays nothing"
        night.ask(.health(.rehearse))
        #expect(night.machine.health[.sound] != nil)
        night.handle(.soundMoved(output: 0))
        #expect(night.machine.health[.sound] == nil)
    }
}
