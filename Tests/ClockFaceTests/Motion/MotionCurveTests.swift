import ClockTime
import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("How movements go")
struct MotionCurveTests {
    private static let steps = (0...1000).map { Double($0) / 1000 }

    @Test(
        "Every curve leads from the beginning to the end",
        arguments: [MotionCurve.ease, .spring, .bounce])
    func ends(_ curve: MotionCurve) {
        #expect(abs(curve.value(0)) < 1e-9)
        #expect(abs(curve.value(1) - 1) < 1e-9)
        let values = MotionCurveTests.steps.map(curve.value)
        let jumps = zip(values, values.dropFirst()).map { abs($1 - $0) }
        // The spring ends where it almost rests.
        #expect(jumps.max() ?? 1 < 0.025)
    }

    @Test("A spring swings over its end once, by as much as its damping allows")
    func spring() {
        let values = MotionCurveTests.steps.map(MotionCurve.spring.value)
        let most = values.max() ?? 0
        #expect(abs(most - 1 - MotionCurve.overshoot) < 0.002)
    }

    @Test("A bounce never passes its end, and rebounds twice, lower each time")
    func bounce() {
        let values = MotionCurveTests.steps.map(MotionCurve.bounce.value)
        #expect(values.allSatisfy { $0 <= 1 + 1e-9 })
        let least = (1..<values.count - 1).filter { (place: Int) -> Bool in
            values[place] < values[place - 1] && values[place] <= values[place + 1]
        }.map { values[$0] }
        #expect(least.count == 2)
        #expect(least == least.sorted())
    }

    @Test("A colon breathes once in four seconds, and never goes out")
    func breath() {
        let lights = (0..<400).map { step in
            Breath.light(at: BootTime(nanoseconds: Int64(step) * 10_000_000))
        }
        #expect(lights.max() == 1)
        #expect((lights.min() ?? 0) > 0.03)
        #expect(Breath.light(at: BootTime(nanoseconds: 4_000_000_000)) == lights[0])
    }

    @Test("Without levels it is dark for two seconds of four, and the display is asked only then")
    func blink() {
        var now = BootTime(nanoseconds: 0)
        var seen: [Bool] = []
        for _ in 0..<4 {
            seen.append(Breath.isLit(at: now))
            now = Breath.nextBlink(after: now)
        }
        #expect(seen == [true, false, true, false])
        #expect(now == BootTime(nanoseconds: 7_000_000_000))
    }

    @Test("A breathing colon brightens and dims where there are levels, else it blinks slowly")
    func breathingFace() throws {
        let snapshot = with(at("12:00")) { $0.style.colon = .breathing }
        let start = BootTime(nanoseconds: 0)
        for board in [FaceBoard.grid16x9, .bicolor8x8, .letters4] {
            var painter = FacePainter(geometry: try board.geometry())
            let picture = painter.paint(snapshot, at: start)
            let frames = Set(
                (0..<40).map { step in
                    picture.frame(at: BootTime(nanoseconds: Int64(step) * 100_000_000))
                })
            let hasDots = board != .bicolor8x8
            #expect(board == .grid16x9 ? frames.count > 10 : frames.count == (hasDots ? 2 : 1))
        }
        var painter = FacePainter(geometry: try FaceBoard.grid16x9.geometry())
        let night = painter.paint(with(snapshot) { $0.isNight = true }, at: start)
        #expect(night.nextFrame(after: start) == nil)
    }
}
