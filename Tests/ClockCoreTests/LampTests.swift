import ClockTime
import Testing

@testable import ClockCore

@Suite("The lamp (product, B8)")
struct LampTests {
    private func night(
        _ time: String = "2025-01-14 21:00", hasLamp: Bool = true
    ) throws -> Night {
        var equipment = Equipment()
        equipment.hasLight = hasLamp
        return try Night(at: time, equipment: equipment)
    }

    /// What the lamp was last told.
    private func light(_ night: Night) -> Int { night.outputs.light.value }

    private func report(_ night: inout Night) throws -> LampReport {
        guard case .lamp(let report) = night.ask(.lamp(.show)) else {
            throw Failure(text: "no report of the lamp")
        }
        return report
    }

    private struct Failure: Error {
        let text: String
    }

    @Test("It is switched on as bright as it was last, and off")
    func switching() throws {
        var night = try night()
        #expect(light(night) == 0)
        night.send(.lamp(.on(nil)))
        #expect(light(night) == 50)
        night.send(.lamp(.on(Percent(clamping: 20))))
        #expect(light(night) == 20)
        night.send(.lamp(.off))
        #expect(light(night) == 0)
        night.send(.lamp(.on(nil)))
        #expect(light(night) == 20)
        night.send(.lamp(.on(Percent(clamping: 0))))
        #expect(light(night) == 0)
        #expect(night.machine.settings.lamp.level == Percent(clamping: 20))
    }

    @Test("Its key puts out a sunrise, whose ring comes all the same, and the next one rises again")
    func sunriseOff() throws {
        var night = try night("2025-01-14 06:30")
        try night.add(.daily(at: try timeOfDay("07:00"))) { $0.sunrise = .minutes(20) }
        try night.wait(until: "2025-01-14 06:55")
        #expect(light(night) == 75)
        night.press(.lamp)
        #expect(light(night) == 0)
        try night.wait(until: "2025-01-14 06:58")
        #expect(light(night) == 0)
        try night.wait(until: "2025-01-14 07:00")
        #expect(light(night) == 100)
        night.press(.stop)
        night.wait(.seconds(1))
        #expect(light(night) == 0)
        try night.wait(until: "2025-01-15 06:50")
        #expect(light(night) == 50)
    }

    @Test("Its key works at the first press in front of a display that is dark")
    func darkDisplay() throws {
        var night = try night()
        night.ask(.display(.setLit(false)))
        night.press(.lamp)
        #expect(light(night) == 50)
    }

    @Test("In the menu no step leads from dark to bright, and from full it goes out")
    func menuSteps() throws {
        var night = try night()
        night.open(.lamp)
        night.press(.minus)
        #expect(light(night) == 0)
        night.press(.plus)
        #expect(light(night) == 10)
        night.press(.plus, times: 9)
        #expect(light(night) == 100)
        night.press(.plus)
        #expect(light(night) == 0)
    }

    @Test("A restart puts it out, and keeps its settings")
    func restart() throws {
        var night = try night()
        night.send(.lamp(.on(Percent(clamping: 30))))
        night.send(.lamp(.set([.set(\.hasDusk, false)])))
        #expect(light(night) == 30)
        try night.cutPower(for: .seconds(10))
        #expect(light(night) == 0)
        var kept = LampSettings()
        kept.level = Percent(clamping: 30)
        kept.hasDusk = false
        #expect(night.machine.settings.lamp == kept)
    }

    @Test("A clock without a lamp says so")
    func none() throws {
        var night = try night(hasLamp: false)
        #expect(night.ask(.lamp(.on(nil))) == .refused(.wrongState(.noLamp)))
        #expect(!night.machine.menuChoices.items.contains(.lamp))
    }

    @Test(
        "The night light shines in the hours of the night, and somebody may put it out until the next one"
    )
    func nightLight() throws {
        var night = try night()
        let light5: [LampChange] = [.set(\.nightLight, Percent(clamping: 5))]
        #expect(night.ask(.lamp(.set(light5))) == .refused(.wrongState(.noNightHours)))
        let hours = QuietHours(from: try timeOfDay("22:00"), to: try timeOfDay("06:00"))
        night.send(.style(.set([.set(\.night.hours, hours)])))
        night.send(.lamp(.set(light5)))
        #expect(light(night) == 0)
        try night.wait(until: "2025-01-14 22:00")
        #expect(light(night) == 5)
        #expect(try report(&night).cause == .night)
        night.send(.lamp(.off))
        #expect(light(night) == 0)
        try night.wait(until: "2025-01-15 21:59")
        #expect(light(night) == 0)
        try night.wait(until: "2025-01-15 22:00")
        #expect(light(night) == 5)
        night.send(.lamp(.on(Percent(clamping: 40))))
        #expect(light(night) == 40)
        try night.wait(until: "2025-01-16 06:00")
        #expect(light(night) == 40, "a lamp that somebody switched on stays on")
    }

    @Test("It dims with the sleep timer and is out at its end, step by step")
    func dusk() throws {
        var night = try night()
        night.send(.lamp(.on(Percent(clamping: 40))))
        night.send(.noise(.setSleep(.start(.after(.minutes(40)), plays: true))))
        var seen = [light(night)]
        for _ in 0..<40 {
            night.wait(.minutes(1))
            seen.append(light(night))
        }
        #expect(seen == Array((0...40).reversed()))
        night.wait(.minutes(5))
        #expect(light(night) == 0)
    }

    @Test(
        "One that is switched on later dims from there; with a longer timer or none, it goes on as dim"
    )
    func duskLater() throws {
        var night = try night()
        night.send(.noise(.setSleep(.start(.after(.minutes(40)), plays: true))))
        night.wait(.minutes(20))
        night.send(.lamp(.on(Percent(clamping: 60))))
        #expect(light(night) == 60)
        night.wait(.minutes(10))
        #expect(light(night) == 30)
        night.send(.noise(.setSleep(.extend(.minutes(10)))))
        #expect(light(night) == 30)
        night.wait(.minutes(10))
        #expect(light(night) == 15)
        night.send(.lamp(.set([.set(\.hasDusk, false)])))
        night.wait(.hours(1))
        #expect(light(night) == 15)
    }

    @Test(
        "Nothing makes it brighter in the dark: a timer that is switched off or paused leaves it as dim"
    )
    func duskCancelled() throws {
        for change in [SleepChange.off, .pause] {
            var night = try night()
            night.send(.lamp(.on(Percent(clamping: 40))))
            night.send(.noise(.setSleep(.start(.after(.minutes(40)), plays: true))))
            night.wait(.minutes(40) - .seconds(20))
            #expect(light(night) == 1)
            night.send(.noise(.setSleep(change)))
            night.wait(.minutes(30))
            #expect(light(night) == 1)
        }
    }

    @Test("Quiet hours that end the noise leave it as dim")
    func duskInQuietHours() throws {
        var night = try night()
        let hours = QuietHours(from: try timeOfDay("21:30"), to: try timeOfDay("06:00"))
        night.send(.quiet(.setDoNotDisturb(.quietHours(hours))))
        night.send(.quiet(.setDoNotDisturb(.allowsNoise(false))))
        night.send(.lamp(.on(Percent(clamping: 40))))
        night.send(.noise(.setSleep(.start(.after(.minutes(40)), plays: true))))
        try night.wait(until: "2025-01-14 22:30")
        #expect(night.noiseSound == nil)
        #expect(light(night) == 10)
    }

    @Test("A brightness of 0 is refused")
    func noLevel() throws {
        var night = try night()
        guard case .refused? = night.ask(.lamp(.set([.set(\.level, Percent(clamping: 0))]))) else {
            Issue.record("0 was taken")
            return
        }
        #expect(night.machine.settings.lamp.level == Percent(clamping: 50))
    }

    @Test("A brighter sunrise and a ring come before a person, and leave what was set")
    func sunrise() throws {
        var night = try night("2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.sunrise = .minutes(30) }
        night.send(.lamp(.on(Percent(clamping: 50))))
        try night.wait(until: "2025-01-14 06:40")
        #expect(light(night) == 50)
        try night.wait(until: "2025-01-14 06:51")
        #expect(light(night) == 70)
        #expect(try report(&night).cause == .sunrise)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id] && light(night) == 100)
        night.press(.stop)
        night.wait(.seconds(1))
        #expect(light(night) == 50)
    }

    @Test("The menu shows the brightness while it is chosen, and keeps it")
    func menu() throws {
        var night = try night()
        night.open(.lamp)
        night.press([.plus, .plus, .plus])
        #expect(light(night) == 30)
        night.press(.stop)
        #expect(light(night) == 0)
        night.press(.stop)
        night.open(.lamp)
        night.press([.plus, .plus, .menu])
        #expect(light(night) == 20)
        #expect(try report(&night).cause == .person)
    }
}
