import HAL
import Testing

@testable import noiseclock_sim

@Suite("The scales of the simulator's screen")
struct TerminalScaleTests {
    @Test("show lux and speeds as people write them")
    func numbers() {
        #expect(LightSlider.text(Lux(0.3)) == "0.3 lx")
        #expect(LightSlider.text(Lux(5)) == "5 lx")
        #expect(LightSlider.text(Lux(12.6)) == "13 lx")
        #expect(LightSlider.text(Lux(1e300)) == "999999 lx")
        #expect(LightScale.stepped(Lux(1000), by: 1) == Lux(1000))
        #expect(LightScale.stepped(Lux(0), by: -5) == Lux(0.1))
        #expect(LightScale.stepped(Lux(10), by: 10) == Lux(100))
        #expect(SpeedScale.faster(than: 1) == 2)
        #expect(SpeedScale.faster(than: 3600) == 3600)
        #expect(SpeedScale.slower(than: 1) == 1)
    }
}
