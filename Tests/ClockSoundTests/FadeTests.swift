import Testing

@testable import ClockSound

@Suite("Fades")
struct FadeTests {
    /// The output for a source of constant 1 during a fade.
    private static func course(_ fade: inout Fade, slices: Int) -> [Float] {
        let memory = RenderMemory()
        let ramp = SliceRamp(in: memory)
        let ones = memory.allocate(Slice.frames, repeating: Float(1))
        let mix = memory.allocate(Slice.frames, repeating: Float(0))
        let right = memory.allocate(Slice.frames, repeating: Float(0))
        var output: [Float] = []
        for _ in 0..<slices {
            mix.base.update(repeating: 0, count: Slice.frames)
            let start = fade.value
            fade.advance(slices: 1)
            ramp.add(
                StereoPointers(ones.base, ones.base), to: StereoPointers(mix.base, right.base),
                StereoGains(leftStart: start, leftEnd: fade.value, rightStart: 0, rightEnd: 0))
            output += (0..<Slice.frames).map { mix.base[$0] }
        }
        return output
    }

    @Test("A fade of 3 s is monotonic, without steps, and even in decibels above -60")
    func even() {
        var fade = Fade(0)
        fade.aim(at: 1, slices: 1125, shape: .decibel)
        let rise = FadeTests.course(&fade, slices: 1130)
        #expect(zip(rise, rise.dropFirst()).allSatisfy { $0 <= $1 + 1e-7 })
        // At its steepest, near full gain: 60 dB in 144000 frames are 4.8e-5 of the gain per frame.
        #expect(zip(rise, rise.dropFirst()).allSatisfy { $1 - $0 < 6e-5 })
        // Steps of 4 ms are 0.08 dB. It starts at the second slice, before which it is below -60 dB.
        for index in stride(from: 256, to: rise.count - 192, by: 192) {
            let step = decibels(Double(rise[index + 192])) - decibels(Double(rise[index]))
            #expect(step < 0.1)
        }
        #expect(rise.last == 1)
        fade.aim(at: 0, slices: 1125, shape: .decibel)
        let fall = FadeTests.course(&fade, slices: 1130)
        #expect(zip(fall, fall.dropFirst()).allSatisfy { $0 >= $1 - 1e-7 })
        #expect(fall.last == 0)
    }

    @Test(
        "A fade that is reversed goes on from where it is", arguments: [Fade.Shape.decibel, .power])
    func reversed(shape: Fade.Shape) {
        var fade = Fade(0)
        fade.aim(at: 0.8, slices: 100, shape: shape)
        var course = FadeTests.course(&fade, slices: 60)
        let turn = fade.value
        #expect(turn > 0.01 && turn < 0.79)
        fade.aim(at: 0, slices: 50, shape: shape)
        course += FadeTests.course(&fade, slices: 55)
        let steepest = zip(course, course.dropFirst()).map { abs($0 - $1) }.max() ?? 1
        #expect(steepest < 0.001)
        #expect(course.max() ?? 0 <= turn * 1.0001)
        #expect(fade.isSilent)
    }

    @Test("Advancing at once gives what advancing slice by slice gives")
    func skipped() {
        var slow = Fade(0.2)
        slow.aim(at: 0.9, slices: 77, shape: .decibel)
        var fast = slow
        for _ in 0..<50 { slow.advance(slices: 1) }
        fast.advance(slices: 50)
        #expect(fast.value == slow.value)
        fast.advance(slices: 1000)
        #expect(fast.value == 0.9 && fast.remaining == 0)
    }

    @Test("The elementary functions agree with their definitions")
    func elementary() {
        #expect(abs(Elementary.exponential2(0.5) - 2.0.squareRoot()) < 1e-15)
        #expect(Elementary.exponential2(-3) == 0.125)
        #expect(abs(Elementary.logarithm2(10) - 3.321928094887362) < 1e-14)
        #expect(abs(Elementary.logarithm2(Elementary.exponential2(-7.3)) + 7.3) < 1e-13)
        #expect(abs(Elementary.sine(turns: 1.0 / 12) - 0.5) < 1e-15)
        #expect(abs(Elementary.sine(turns: 3.75) + 1) < 1e-14)
        #expect(abs(Elementary.sine(turns: 0.4) - 0.5877852522924731) < 1e-14)
    }

    @Test("The volume curve is mute at 0, -60 dB at 1, full at 100, and each step is 0.3 to 0.9 dB")
    func volume() {
        #expect(VolumeCurve.gain(percent: 0) == 0 && VolumeCurve.gain(percent: -3) == 0)
        #expect(VolumeCurve.gain(percent: 100) == 1 && VolumeCurve.gain(percent: 400) == 1)
        #expect(abs(decibels(Double(VolumeCurve.gain(percent: 1))) + 60) < 1e-4)
        for percent in 1..<100 {
            let step =
                decibels(Double(VolumeCurve.gain(percent: percent + 1)))
                - decibels(Double(VolumeCurve.gain(percent: percent)))
            #expect(step > 0.3 && step < 0.91)
        }
    }

    @Test("An alarm's volume lies evenly on -30 to -6 dBFS")
    func alarmLevel() {
        #expect(AlarmLevel.decibels(volumePercent: 0) == -30)
        #expect(AlarmLevel.decibels(volumePercent: 50) == -18)
        #expect(AlarmLevel.decibels(volumePercent: 100) == -6)
        #expect(AlarmLevel.decibels(volumePercent: 900) == -6)
        #expect(AlarmLevel.lowestStart(level: -6, rampSeconds: 10) == -50)
        let start = AlarmLevel.lowestStart(level: -6, rampSeconds: 60)
        #expect(abs(start + 34.8) < 0.001)
        #expect(AlarmLevel.lowestStart(level: -30, rampSeconds: 60) == -30)
    }
}
