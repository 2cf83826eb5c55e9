import ClockTime
import Testing

@testable import ClockCore

@Suite("The light in the room, and what a user adds to it (product, S5, S6, M2)")
struct RoomLightTests {
    private static func after(_ seconds: Int) -> BootTime {
        BootTime(nanoseconds: 7_000_000_000) + .seconds(seconds)
    }

    @Test("Before the first measurement it has a fixed brightness, and the first comes at once")
    func first() {
        var light = RoomLight()
        let standard = Double(BrightnessSetting.automaticWithoutSensor.value)
        #expect(light.automatic(in: 0...100) == standard)
        let isGradual = light.measured(lux: 10, at: Self.after(0))
        #expect(!isGradual)
        #expect(abs(light.automatic(in: 0...100) - 35) < 1e-9)
        #expect(light.measuredLux == 10 && !light.isDark)
    }

    @Test("Later measurements change the brightness gradually, and those alike change nothing")
    func later() {
        var light = RoomLight()
        let alike = (0...9).map { light.measured(lux: 10, at: Self.after($0)) }
        #expect(!alike.contains(true))
        // A lamp counts once it has been on for some seconds.
        let lit = (10...30).map { light.measured(lux: 900, at: Self.after($0)) }
        #expect(lit.contains(true))
    }

    @Test("The style bounds what the room does, and a user goes beyond, but not beyond the display")
    func shift() {
        var light = RoomLight()
        _ = light.measured(lux: 10, at: Self.after(0))
        #expect(light.automatic(in: 40...60) == 40)
        #expect(light.automatic(in: 10...20) == 20)
        light.shift = 30
        #expect(light.automatic(in: 10...20) == 50)
        light.shift = 90
        #expect(light.automatic(in: 10...20) == 100)
        light.shift = -110
        #expect(light.automatic(in: 10...20) == 0)
        light.shift = 0
        #expect(light.automatic(in: 10...20) == 20)
    }

    @Test("It is dark after a minute without light")
    func dark() {
        var light = RoomLight()
        for second in 0...60 {
            #expect(!light.isDark)
            _ = light.measured(lux: 1, at: Self.after(second))
        }
        #expect(light.isDark)
    }
}
