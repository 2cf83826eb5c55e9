import ClockTime
import HAL
import Testing

@testable import Runtime

@Suite("How often the light is measured (product, S6)")
struct LightPaceTests {
    private func at(_ milliseconds: Int64) -> BootTime {
        BootTime(nanoseconds: milliseconds * 1_000_000)
    }

    @Test("While the light stands, the clock gets a reading every two seconds")
    func standing() {
        var pace = LightPace(rest: LightPace.onBus)
        var reported: [Int64] = []
        for step in Int64(0)..<20 {
            let noise = step.isMultiple(of: 2) ? 1.04 : 0.97
            let taken = pace.took(Lux(120 * noise), at: at(500 * step))
            if taken.isReported { reported.append(500 * step) }
            #expect(taken.pause == LightPace.onBus)
        }
        #expect(reported == [0, 2000, 4000, 6000, 8000])
    }

    @Test("A lamp is looked at closely until its light stands, and every reading counts")
    func lamp() {
        var pace = LightPace(rest: LightPace.onBus)
        _ = pace.took(Lux(0), at: at(0))
        _ = pace.took(Lux(0), at: at(500))
        for step in Int64(0)..<6 {
            let taken = pace.took(Lux(80), at: at(1000 + 330 * step))
            #expect(taken.isReported && taken.pause == LightPace.closePause)
        }
        let later = pace.took(Lux(80), at: at(3100))
        #expect(!later.isReported && later.pause == LightPace.onBus)
    }

    @Test("The last bit of a sensor in the dark is no change")
    func dark() {
        var pace = LightPace(rest: LightPace.onBus)
        _ = pace.took(Lux(0), at: at(0))
        #expect(!pace.took(Lux(0.42), at: at(500)).isReported)
        #expect(pace.took(Lux(0.83), at: at(1000)).isReported)
    }
}
