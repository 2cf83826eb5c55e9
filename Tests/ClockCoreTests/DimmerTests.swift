import ClockTime
import Testing

@testable import ClockCore

@Suite("Brightness by the light in the room (product, S6)")
struct DimmerTests {
    /// Measures `lux` four times a second for `seconds`, beginning at `start`.
    private func measure(
        _ lux: Double, with dimmer: inout Dimmer, from start: Double, for seconds: Double
    ) {
        var time = start
        while time <= start + seconds {
            dimmer.measured(lux: lux, at: BootTime(nanoseconds: Int64(time * 1e9)))
            time += 0.25
        }
    }

    @Test("The curve goes through its points, is flat beyond its ends and nowhere falls")
    func curve() {
        for point in Dimmer.curve {
            #expect(abs(Dimmer.percent(lux: point.lux) - point.percent) < 1e-9)
        }
        #expect(Dimmer.percent(lux: 0) == 5)
        #expect(Dimmer.percent(lux: 100_000) == 100)
        // Halfway on a logarithmic scale, as the eye has.
        #expect(abs(Dimmer.percent(lux: 100) - 65) < 1e-9)
        let percents = (0...4_000).map { Dimmer.percent(lux: Double($0) / 2) }
        #expect(zip(percents, percents.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("Nothing is known before the first measurement, which applies at once")
    func first() {
        var dimmer = Dimmer()
        #expect(dimmer.percent == nil)
        dimmer.measured(lux: 10, at: BootTime(nanoseconds: 0))
        #expect(abs((dimmer.percent ?? 0) - 35) < 1e-9)
    }

    @Test("Light within the band around what was applied changes nothing, for ever")
    func band() {
        var dimmer = Dimmer()
        measure(100, with: &dimmer, from: 0, for: 1)
        let before = dimmer.percent
        measure(109, with: &dimmer, from: 2, for: 600)
        #expect(dimmer.percent == before)
        measure(81, with: &dimmer, from: 700, for: 600)
        #expect(dimmer.percent == before)
    }

    @Test("A lamp that goes on or out is followed once its light has stood for 1.1 s")
    func lamp() {
        var dimmer = Dimmer()
        measure(1, with: &dimmer, from: 0, for: 1)
        let dark = dimmer.percent
        measure(200, with: &dimmer, from: 2, for: 1)
        #expect(dimmer.percent == dark)
        measure(200, with: &dimmer, from: 3.25, for: 0)
        #expect(abs((dimmer.percent ?? 0) - 75) < 1)
        let bright = dimmer.percent
        measure(1, with: &dimmer, from: 27, for: 1)
        #expect(dimmer.percent == bright)
        measure(1, with: &dimmer, from: 28.25, for: 0)
        #expect(abs((dimmer.percent ?? 0) - 12) < 1)
    }

    @Test(
        "A light that does not stand is followed after 8 s outside the band")
    func dwell() {
        var dimmer = Dimmer()
        func measureRestless(_ lux: Double, from start: Double, for seconds: Double) {
            var time = start
            while time <= start + seconds {
                measure(lux, with: &dimmer, from: time, for: 0)
                measure(1.3 * lux, with: &dimmer, from: time + 0.25, for: 0)
                time += 0.5
            }
        }
        measure(1, with: &dimmer, from: 0, for: 1)
        let dark = dimmer.percent
        measureRestless(200, from: 2, for: 7.5)
        #expect(dimmer.percent == dark)
        measureRestless(200, from: 10, for: 16)
        #expect(abs((dimmer.percent ?? 0) - 76) < 3)
        let bright = dimmer.percent
        measureRestless(2, from: 27, for: 7.5)
        #expect(dimmer.percent == bright)
        measureRestless(2, from: 35, for: 40)
        #expect((dimmer.percent ?? 100) < 24)
    }

    @Test("A lamp that goes out is seen although the sensor's last bit flickers in the dark")
    func lastBit() {
        var dimmer = Dimmer()
        measure(0, with: &dimmer, from: 0, for: 1)
        measure(100, with: &dimmer, from: 2, for: 3)
        #expect((dimmer.percent ?? 0) > 60)
        for step in 0..<7 {
            let lux = step.isMultiple(of: 2) ? 0 : 0.42
            measure(lux, with: &dimmer, from: 30 + 0.25 * Double(step), for: 0)
        }
        #expect((dimmer.percent ?? 100) < 10)
    }

    @Test("A third lamp within 20 s has to wait like any other light")
    func restlessLamp() {
        var dimmer = Dimmer()
        measure(1, with: &dimmer, from: 0, for: 1)
        measure(200, with: &dimmer, from: 2, for: 2)
        measure(1, with: &dimmer, from: 4.25, for: 2)
        let dark = dimmer.percent
        #expect((dark ?? 100) < 13)
        measure(200, with: &dimmer, from: 6.5, for: 7.5)
        #expect(dimmer.percent == dark)
        measure(200, with: &dimmer, from: 14.25, for: 10)
        #expect((dimmer.percent ?? 0) > 70)
    }

    @Test("A flash of light is forgotten within a minute")
    func flash() {
        var dimmer = Dimmer()
        measure(1, with: &dimmer, from: 0, for: 5)
        let before = dimmer.percent
        measure(1000, with: &dimmer, from: 6, for: 0.25)
        for second in 7..<60 { measure(1, with: &dimmer, from: Double(second), for: 0.75) }
        #expect(abs((dimmer.percent ?? 0) - (before ?? 100)) < 1)
    }

    @Test("A sensor that flickers between two values does not make the face flicker")
    func flicker() {
        var dimmer = Dimmer()
        var percents: Set<Double> = []
        for step in 0..<4_000 {
            dimmer.measured(
                lux: step.isMultiple(of: 2) ? 10 : 12,
                at: BootTime(nanoseconds: Int64(step) * 250_000_000))
            if step > 400, let percent = dimmer.percent { percents.insert(percent) }
        }
        #expect(percents.count == 1)
    }

    @Test("A dead sensor is not darkness: the brightness stays, and without one it is the fixed 40")
    func deadSensor() throws {
        var night = try Night(at: "2025-01-14 22:00")
        #expect(night.machine.snapshot.brightness == 40)
        night.handle(.lightMeasured(lux: 200))
        #expect(abs(night.machine.snapshot.brightness - 75) < 1e-9)
        night.handle(.health(HealthReport(part: .light, problem: "no answer")))
        night.wait(.hours(8))
        #expect(abs(night.machine.snapshot.brightness - 75) < 1e-9)
    }

    @Test("Hostile readings, and a clock that stands, leave a brightness within its ends")
    func hostile() {
        var dimmer = Dimmer()
        for lux in [0, -5, 1e300, 1e-300, 0, .infinity, 3, .nan, 5] {
            for _ in 1...3 { dimmer.measured(lux: lux, at: BootTime(nanoseconds: 0)) }
        }
        measure(10, with: &dimmer, from: 1, for: 120)
        #expect(abs((dimmer.percent ?? 0) - 35) < 3)
    }
}
