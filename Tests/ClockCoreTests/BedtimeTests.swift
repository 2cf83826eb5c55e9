import ClockTime
import Testing

@testable import ClockCore

@Suite("A reminder to go to bed (product, B7; law, 6.13)")
struct BedtimeTests {
    private func evening(at time: String = "2025-01-14 22:00") throws -> Night {
        var night = try Night(at: time)
        try night.add(.daily(at: try timeOfDay("07:00"))) { $0.bedtime = .hours(8) }
        return night
    }

    private func chirps(_ night: Night) -> UInt32 { night.machine.soundIntent.chirp?.serial ?? 0 }

    @Test("6.13: So long before the ring, it chirps once and says so for a minute")
    func reminds() throws {
        var night = try evening()
        try night.wait(until: "2025-01-14 22:59:59")
        #expect(chirps(night) == 0)
        try night.wait(until: "2025-01-14 23:00")
        #expect(chirps(night) == 1)
        #expect(night.machine.snapshot.page == .message)
        #expect(night.machine.snapshot.message == "Bedtime")
        night.wait(.seconds(61))
        #expect(night.machine.snapshot.page == .time)
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.ringing.count == 1)
        #expect(chirps(night) == 1)
        night.press(.stop)
        try night.wait(until: "2025-01-15 23:00")
        #expect(chirps(night) == 2)
        night.press(.snooze)
        #expect(night.machine.snapshot.page == .time)
    }

    @Test("6.13: Not in quiet hours, a ring, after a good night, a power cut, or on a skipped date")
    func never() throws {
        var night = try evening()
        night.ask(.quiet(.setDoNotDisturb(.byHand(.on))))
        try night.wait(until: "2025-01-14 23:10")
        #expect(chirps(night) == 0)
        #expect(night.machine.snapshot.page == .time)

        night = try evening()
        try night.add(.daily(at: try timeOfDay("22:59")))
        try night.wait(until: "2025-01-14 23:05")
        #expect(chirps(night) == 0)

        night = try evening()
        try night.wait(until: "2025-01-14 22:59:50")
        night.press(.menu)
        try night.wait(until: "2025-01-14 23:00:05")
        #expect(chirps(night) == 1)
        #expect(night.machine.snapshot.page == .time)

        night = try evening()
        try night.wait(until: "2025-01-14 22:57")
        night.press(.goodNight)
        try night.wait(until: "2025-01-14 23:05")
        #expect(chirps(night) == 0)

        night = try evening()
        night.ask(.alarm(.skipNext(AlarmID(1), 1)))
        try night.wait(until: "2025-01-14 23:10")
        #expect(chirps(night) == 0)

        night = try evening()
        try night.cutPower(for: .minutes(70))
        night.wait(.minutes(5))
        #expect(chirps(night) == 0)
    }

    @Test("6.13: A bedtime that has passed is not told of, nor is one twice after a step back")
    func past() throws {
        var night = try evening(at: "2025-01-14 23:30")
        night.wait(.minutes(5))
        #expect(chirps(night) == 0)
        night = try evening()
        try night.wait(until: "2025-01-14 23:00:20")
        #expect(chirps(night) == 1)
        night.step(by: .seconds(-30))
        night.wait(.minutes(1))
        #expect(chirps(night) == 1)
    }
}
