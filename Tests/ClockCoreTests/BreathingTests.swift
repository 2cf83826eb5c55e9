import ClockTime
import Testing

@testable import ClockCore

@Suite("A light to breathe with (product, B8)")
struct BreathingTests {
    private func evening(hasLight: Bool) throws -> Night {
        var equipment = Equipment()
        equipment.hasLight = hasLight
        return try Night(at: "2025-01-14 23:00", equipment: equipment)
    }

    /// The brightness each 100 ms, as it is on the lamp or on the display.
    private func curve(
        _ night: inout Night, seconds: Int, _ level: (Night) -> Double
    ) -> [Double] {
        (0..<seconds * 10).map { _ in
            night.wait(.milliseconds(100))
            return level(night)
        }
    }

    private func breaths(_ curve: [Double]) -> Int {
        zip(curve.dropFirst(), curve.dropFirst(2)).reduce((count: 0, rises: false)) { state, pair in
            let rises = pair.1 == pair.0 ? state.rises : pair.1 > pair.0
            return (state.count + (state.rises && !rises ? 1 : 0), rises)
        }.count
    }

    @Test("B8: The lamp breathes six times in the first minute and four in the last, then goes out")
    func lamp() throws {
        var night = try evening(hasLight: true)
        night.ask(.breathing(.start))
        let first = curve(&night, seconds: 60) { Double($0.outputs.light.value) }
        #expect(breaths(first) == 6)
        #expect(first.max() == 20)
        night.wait(.minutes(8))
        let last = curve(&night, seconds: 60) { Double($0.outputs.light.value) }
        #expect(breaths(last) == 4)
        #expect((5...6).contains(last.max() ?? 0))
        night.wait(.seconds(1))
        #expect(night.outputs.light.value == 0)
        let wakes = night.wakes
        night.wait(.minutes(2))
        #expect(night.wakes - wakes < 8)
    }

    @Test("B8: Without a lamp the display breathes, and the time can always be read")
    func display() throws {
        var night = try evening(hasLight: false)
        let before = night.machine.snapshot.brightness
        night.ask(.breathing(.start))
        let curve = curve(&night, seconds: 60) { $0.machine.snapshot.brightness }
        #expect(breaths(curve) == 6)
        #expect((curve.min() ?? 0) >= before * 0.2 - 0.001)
        #expect((curve.max() ?? 0) > before * 0.9)
        night.wait(.minutes(10))
        night.wait(.seconds(1))
        #expect(night.machine.snapshot.brightness == before)
    }

    @Test("B8: It takes the place of a lamp that was on, which stays dark when it is over")
    func takesOver() throws {
        for isStopped in [false, true] {
            var night = try evening(hasLight: true)
            night.send(.lamp(.on(Percent(clamping: 60))))
            night.ask(.goodNight(.set([.set(\.hasBreathing, true)])))
            night.press(.goodNight)
            night.wait(isStopped ? .minutes(5) : .seconds(595))
            let last = night.outputs.light.value
            #expect(last <= 20)
            if isStopped { night.press(.stop) }
            for _ in 0..<60 {
                night.wait(.seconds(30))
                let light = night.outputs.light.value
                #expect(light <= max(0, isStopped ? 0 : 6), "\(light)")
            }
            #expect(night.outputs.light.value == 0)
        }
    }

    @Test("B8: The lamp's key ends it, and so does a sunrise")
    func otherLights() throws {
        var night = try evening(hasLight: true)
        night.ask(.breathing(.start))
        night.wait(.seconds(3))
        night.press(.lamp)
        night.wait(.seconds(3))
        #expect(night.outputs.light.value == 0)
        try night.add(.daily(at: try timeOfDay("23:30"))) { $0.sunrise = .minutes(20) }
        try night.wait(until: "2025-01-14 23:08")
        night.ask(.breathing(.start))
        try night.wait(until: "2025-01-14 23:09:59")
        #expect(night.machine.lampReport.cause == .breath)
        try night.wait(until: "2025-01-14 23:20")
        #expect(night.machine.lampReport.cause == .sunrise)
        #expect(night.outputs.light.value == 50)
        guard case .breathing(let report) = night.ask(.breathing(.show)) else {
            Issue.record("no report")
            return
        }
        #expect(report.left == nil)
    }

    @Test("B8: In the dark it is bright enough to be seen, on a display of few steps, too")
    func dark() throws {
        for (display, least) in [
            (DisplayShape.digits(4), 49.0), (.pixels(columns: 128, rows: 64), 19.0),
        ] {
            var equipment = Equipment()
            equipment.display = display
            equipment.hasLevels = false
            var night = try Night(at: "2025-01-14 23:00", equipment: equipment)
            night.ask(.style(.set([.set(\.brightness, .fixed(Percent(clamping: 1)))])))
            #expect(night.machine.snapshot.brightness == 1)
            night.ask(.breathing(.start))
            let curve = curve(&night, seconds: 20) { $0.machine.snapshot.brightness }
            #expect((curve.max() ?? 0) > least)
            #expect((curve.min() ?? 0) >= least * 0.2)
            night.press(.stop)
            #expect(night.machine.snapshot.brightness == 1)
        }
    }

    @Test("B8: A tap on stop, a ring and the menu end it, and it starts no noise")
    func ends() throws {
        var night = try evening(hasLight: true)
        night.ask(.breathing(.start))
        night.wait(.seconds(3))
        night.press(.stop)
        #expect(night.outputs.light.value == 0)
        #expect(night.noiseSound == nil)
        night.ask(.breathing(.start))
        night.ask(.timer(.add(.seconds(30), name: nil, starts: true)))
        night.wait(.seconds(31))
        #expect(night.machine.isRinging)
        guard case .refused(.wrongState(.somethingRings)) = night.ask(.breathing(.start)) else {
            Issue.record("not refused")
            return
        }
        night.press(.stop)
        night.wait(.seconds(3))
        #expect(night.outputs.light.value == 0)
    }

    @Test("B8: Good night begins it, if it is to")
    func goodNight() throws {
        var night = try evening(hasLight: true)
        night.ask(.goodNight(.set([.set(\.hasBreathing, true), .set(\.noise, .zero)])))
        night.press(.goodNight)
        night.wait(.seconds(4))
        #expect(night.outputs.light.value > 0)
    }

    @Test("B8: Without a motor and a lamp, the held nap's pulse is in the display's brightness")
    func pulse() throws {
        var night = try evening(hasLight: false)
        night.ask(.nap(.set([.set(\.hasPulse, true)])))
        let before = night.machine.snapshot.brightness
        night.handle(.button(.snooze, isDown: true))
        night.wait(.seconds(1))
        var levels: Set<Double> = []
        for _ in 0..<40 {
            night.wait(.milliseconds(50))
            levels.insert(night.machine.snapshot.brightness)
        }
        // Brighter than the dark face, whose pulse nobody could see.
        #expect(before == 40)
        #expect(levels == [50, 10])
        night.handle(.button(.snooze, isDown: false))
        #expect(night.machine.snapshot.brightness == before)
    }
}
