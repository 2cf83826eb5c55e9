import ClockTime
import Testing

@testable import ClockCore

@Suite("A change of the light spreads over 0.6 s (product, S6)")
struct BrightnessRampTests {
    private static func after(_ milliseconds: Int) -> BootTime {
        BootTime(nanoseconds: 7_000_000_000) + .milliseconds(milliseconds)
    }

    @Test("It goes a tenth of the way every 60 ms, and asks to be woken for each")
    func steps() {
        var ramp = BrightnessRamp()
        ramp.begin(at: 5, towards: 75, at: Self.after(0))
        for step in 0...9 {
            for offset in [0, 59] {
                let now = Self.after(step * 60 + offset)
                let level = ramp.level(towards: 75, at: now)
                #expect(abs(level - (5 + 7 * Double(step))) < 1e-9, "\(step): \(level)")
                #expect(ramp.nextStep(after: now) == Self.after((step + 1) * 60))
            }
        }
        #expect(ramp.level(towards: 75, at: Self.after(600)) == 75)
        #expect(ramp.nextStep(after: Self.after(600)) == nil)
        #expect(ramp.level(towards: 30, at: Self.after(90_000)) == 30)
    }

    @Test("It leads down as well, and to where the brightness is by then")
    func downwards() {
        var ramp = BrightnessRamp()
        ramp.begin(at: 80, towards: 20, at: Self.after(0))
        #expect(abs(ramp.level(towards: 20, at: Self.after(300)) - 50) < 1e-9)
        #expect(abs(ramp.level(towards: 40, at: Self.after(300)) - 60) < 1e-9)
        #expect(ramp.level(towards: 40, at: Self.after(600)) == 40)
    }

    @Test("A change that nobody sees takes no wakes, and before the first there is none")
    func small() {
        var ramp = BrightnessRamp()
        #expect(ramp.level(towards: 12, at: Self.after(0)) == 12)
        #expect(ramp.nextStep(after: Self.after(0)) == nil)
        ramp.begin(at: 12, towards: 13.5, at: Self.after(0))
        #expect(ramp.level(towards: 13.5, at: Self.after(0)) == 13.5)
        #expect(ramp.nextStep(after: Self.after(0)) == nil)
    }

    @Test("A time before its beginning shows where it began")
    func early() {
        var ramp = BrightnessRamp()
        ramp.begin(at: 10, towards: 90, at: Self.after(500))
        #expect(ramp.level(towards: 90, at: Self.after(0)) == 10)
    }
}
