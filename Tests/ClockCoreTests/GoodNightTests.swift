import ClockTime
import Testing

@testable import ClockCore

@Suite("Good night in one press (product, B7)")
struct GoodNightTests {
    private func evening(_ set: (inout Equipment) -> Void = { _ in }) throws -> Night {
        var equipment = Equipment()
        set(&equipment)
        var night = try Night(at: "2025-01-14 23:48", equipment: equipment)
        try night.add(.daily(at: try timeOfDay("07:00")))
        return night
    }

    private func isNight(_ night: Night) -> Bool { night.machine.snapshot.isNight }

    @Test("B7: A press plays the favourite, darkens the face, and shows ring, sleep and armed")
    func press() throws {
        var night = try evening()
        night.ask(.noise(.play(SoundID("white"), variant: nil, volume: nil)))
        night.ask(.mix(.save("Waves")))
        night.ask(.noise(.play(SoundID("pink"), variant: nil, volume: nil)))
        night.ask(.noise(.stop))
        #expect(!isNight(night))
        night.press(.goodNight)
        #expect(night.noiseSound?.sound == SoundID("white"))
        #expect(night.machine.playing.sleep.state != .idle)
        #expect(isNight(night))
        #expect(night.machine.snapshot.page == .nextAlarm)
        var pages: [FacePage] = []
        for _ in 0..<40 {
            let page = night.machine.snapshot.page
            if pages.last != page { pages.append(page) }
            night.wait(.milliseconds(500))
        }
        #expect(pages == [.nextAlarm, .sleepLeft, .armed, .time])
        try night.wait(until: "2025-01-15 00:30")
        #expect(night.noiseSound == nil)
        #expect(isNight(night))
        try night.wait(until: "2025-01-15 07:00")
        #expect(!isNight(night))
        night.press(.stop)
        #expect(!isNight(night))
    }

    @Test("B7: Where the alarm may not ring, that is said in place of armed")
    func doubts() throws {
        var night = try evening()
        night.handle(.health(HealthReport(part: .sound, problem: "no card")))
        // The display names it by itself, and the first press ends that.
        #expect(night.machine.snapshot.page == .message)
        night.press(.snooze)
        night.press(.goodNight)
        night.wait(.seconds(14))
        #expect(night.machine.snapshot.page == .warning(0))
        night = try Night(at: "2025-01-14 23:48")
        night.press(.goodNight)
        #expect(night.machine.snapshot.page == .nextAlarm)
        night.wait(.seconds(8))
        #expect(night.machine.snapshot.page == .time)
    }

    @Test("B7: Noise that plays goes on, a sleep timer that runs stays, and quiet hours stay quiet")
    func noise() throws {
        var night = try evening()
        night.ask(.noise(.play(SoundID("pink"), variant: nil, volume: nil)))
        night.ask(.noise(.setSleep(.start(.after(.minutes(5)), plays: false))))
        night.press(.goodNight)
        #expect(night.noiseSound?.sound == SoundID("pink"))
        night.wait(.minutes(6))
        #expect(night.noiseSound == nil)
        night = try evening()
        night.ask(.quiet(.setDoNotDisturb(.allowsNoise(false))))
        night.ask(.quiet(.setDoNotDisturb(.byHand(.on))))
        night.press(.goodNight)
        #expect(night.noiseSound == nil)
        #expect(isNight(night))
        night = try evening()
        night.ask(.goodNight(.set([.set(\.noise, .zero)])))
        night.press(.goodNight)
        #expect(night.noiseSound == nil)
    }

    @Test("B7: The night ends with its hours or after twelve, and outlives a power cut")
    func ends() throws {
        var night = try Night(at: "2025-01-14 23:48")
        night.press(.goodNight)
        try night.cutPower(for: .minutes(5))
        #expect(isNight(night))
        try night.wait(until: "2025-01-15 11:47")
        #expect(isNight(night))
        try night.wait(until: "2025-01-15 11:48")
        #expect(!isNight(night))
        let hours = QuietHours(from: try timeOfDay("22:00"), to: try timeOfDay("06:00"))
        night = try Night(at: "2025-01-14 21:00")
        night.ask(.style(.set([.set(\.night.hours, hours)])))
        night.press(.goodNight)
        #expect(isNight(night))
        try night.wait(until: "2025-01-15 05:59")
        #expect(isNight(night))
        try night.wait(until: "2025-01-15 06:00")
        #expect(!isNight(night))
    }

    @Test("B7: The lamp dims with the sleep timer, or goes out; its key switches it on and off")
    func lamp() throws {
        var night = try evening { $0.hasLight = true }
        night.press(.lamp)
        #expect(night.outputs.light.value == 50)
        night.press(.goodNight)
        #expect(night.outputs.light.value == 50)
        night.wait(.minutes(15))
        #expect((20...30).contains(night.outputs.light.value))
        night.wait(.minutes(16))
        #expect(night.outputs.light.value == 0)
        night.press(.lamp)
        #expect(night.outputs.light.value == 50)
        night.press(.lamp)
        #expect(night.outputs.light.value == 0)
        night.press(.lamp)
        night.ask(.goodNight(.set([.set(\.noise, .zero)])))
        night.press(.goodNight)
        #expect(night.outputs.light.value == 0)
    }

    @Test("B7: Two quick taps on snooze say good night only if they are to, and never in a ring")
    func doubleTap() throws {
        func taps(_ night: inout Night, apart: Duration) {
            night.press(.snooze)
            night.wait(apart)
            night.press(.snooze)
        }
        var night = try evening()
        taps(&night, apart: .milliseconds(200))
        #expect(!isNight(night))
        night.wait(.seconds(20))
        night.ask(.goodNight(.set([.set(\.hasDoublePress, true)])))
        taps(&night, apart: .milliseconds(700))
        #expect(!isNight(night))
        night.wait(.seconds(20))
        taps(&night, apart: .milliseconds(200))
        #expect(isNight(night))
        try night.wait(until: "2025-01-15 07:00")
        taps(&night, apart: .milliseconds(350))
        #expect(!isNight(night))
        #expect(night.snoozed.count == 1)
    }

    @Test("B7: A client says it, too, but not in a ring, and learns what the display shows")
    func client() throws {
        var night = try evening()
        guard case .goodNight(let report) = night.ask(.goodNight(.say)) else {
            Issue.record("no report")
            return
        }
        #expect(report.isArmed)
        let ring = try #require(report.next?.next).instant
        #expect(report.until == night.zone.civilTime(at: ring))
        #expect(report.noise.sleep != nil)
        try night.wait(until: "2025-01-15 07:00")
        guard case .refused(.wrongState(.somethingRings)) = night.ask(.goodNight(.say)) else {
            Issue.record("not refused")
            return
        }
    }
}
