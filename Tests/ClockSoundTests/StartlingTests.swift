import SoundMeasuring
import Testing

@testable import ClockSound

@Suite("Nothing startles (Q9)")
struct StartlingTests {
    @Test(
        "A bird that begins after a quiet minute, and a flurry of a fire, rise by at most 10 dB",
        arguments: [
            (Generator.birds, ["activity": 0.35, "distance": 0.35, "air": 0.2], UInt64(3)),
            (.birds, ["activity": 0.7, "distance": 0.3, "echo": 0.15, "small": 1], 9),
            (.fire, ["crackles": 7, "pitch": 6000, "hiss": 8], 9),
        ])
    func rises(generator: Generator, values: [String: Float], seed: UInt64) throws {
        var sound = SoloSound(.generated(try Recipe(generator, values), seed: seed), rate: 48_000)
        let slices = 375
        let second = Take(rate: 48_000, frames: slices * SoloSound.sliceFrames)
        var meter = StartleMeter(rate: 48_000)
        for _ in 0..<300 {
            sound.render(left: second.left.base, right: second.right.base, slices: slices)
            meter.add(second.left.base, second.right.base, frames: second.frames)
        }
        #expect(meter.rise > 8, "something is heard")
        #expect(meter.startle < 10)
    }

    @Test("The last minute is its mean, and at first partly what was expected")
    func minute() {
        let memory = RenderMemory()
        var arena = Arena(in: memory, bytes: 4 * 1024)
        var minute = LastMinute(in: &arena, rate: 48_000, expected: 4)
        func add(_ power: Float, slices: Int) { for _ in 0..<slices { minute.add(power) } }
        #expect(minute.mean == 4)
        add(0, slices: 5 * 375)
        #expect(abs(minute.mean - 2) < 0.01, "half of it is still what was expected")
        add(0, slices: 55 * 375)
        #expect(minute.mean == 0)
        add(6, slices: 30 * 375)
        #expect(abs(minute.mean - 3) < 0.01)
    }
}
