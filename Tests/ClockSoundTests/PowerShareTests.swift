import Testing

@testable import ClockSound

/// Where the power of a sound lies, in frequency and in time, as in recordings of the real thing.
@Suite("Shares of power")
struct PowerShareTests {
    @Test("A heart has nothing above 355 Hz, and its sounds stand 25 dB over its silence")
    func heart() throws {
        let heart = try Portion(.heartbeat, seconds: 4)
        #expect(heart.share(from: 355, to: 1400) < -30)
        #expect(heart.share(from: 1400, to: 24_000) < -45)
        let levels = heart.levels(every: 0.1).sorted()
        #expect(levels[levels.count - 2] - levels[2] > 25)
    }

    @Test("Small speakers are given more of a heart by its overtones, which keep its peaks")
    func overtones() throws {
        let few = try Portion(.heartbeat, ["overtones": 0], seconds: 4)
        let many = try Portion(.heartbeat, ["overtones": 1], seconds: 4)
        #expect(many.share(from: 80, to: 250) > few.share(from: 80, to: 250) + 2)
        #expect(few.share(from: 20, to: 80) > many.share(from: 20, to: 80) + 6)
        #expect(abs(decibels(Double(many.peak / few.peak))) < 4)
    }

    @Test("A cabin is dull: most of its power lies below 355 Hz")
    func cabin() throws {
        let cabin = try Portion(.cabin, seconds: 4)
        #expect(cabin.share(from: 20, to: 355) > -0.6)
        #expect(cabin.share(from: 355, to: 1400) < -13.5)
        #expect(cabin.share(from: 1400, to: 5600) < -24)
        #expect(cabin.share(from: 5600, to: 24_000) < -43)
    }

    @Test(
        "The air of a machine in the room is no hiss",
        arguments: [.fan, .heaterFan, .airConditioner] as [Generator])
    func machines(sound: Generator) throws {
        #expect(try Portion(sound, seconds: 3).share(from: 1400, to: 5600) < -16)
    }

    @Test("A fire rumbles and crackles, and between the two is a gap")
    func gap() throws {
        let fire = try Portion(.fire, ["crackles": 20], seconds: 4)
        let gap = fire.share(from: 355, to: 1400)
        #expect(fire.share(from: 90, to: 355) > gap + 3)
        #expect(fire.share(from: 1400, to: 5600) > gap + 3)
    }

    @Test("Half as many crackles are twice as loud, and a few stand 20 dB over the bed")
    func crackles() throws {
        let fire = try Portion(
            .fire, ["crackles": 20, "rumble": -24, "pops": 0], seconds: 6)
        // The loudest sample of each 10 ms; crackles are rarer than that.
        let peaks = fire.peaks(every: 0.01).sorted()
        let bed = peaks[peaks.count / 4]
        let counts = [8, 16].map { factor in
            Double(peaks.filter { $0 > bed * factor }.count)
        }
        #expect(counts[1] > 0.25 * counts[0] && counts[1] < 0.75 * counts[0], "\(counts)")
        #expect(counts[1] > 5)
    }
}

/// Some seconds of a sound, its left channel.
private struct Portion {
    let left: [Float]
    let rate = 48_000
    private let spectrum: Spectrum

    init(_ generator: Generator, _ values: [String: Float] = [:], seconds: Double) throws {
        var sound = SoloSound(.generated(try Recipe(generator, values), seed: 4), rate: rate)
        let slices = Int(seconds * Double(rate)) / Slice.frames
        var (left, right) = (
            [Float](repeating: 0, count: slices * Slice.frames),
            [Float](repeating: 0, count: slices * Slice.frames)
        )
        sound.render(left: &left, right: &right, slices: slices)
        self.left = left
        spectrum = Spectrum(left, rate: rate)
    }

    var peak: Float { ClockSoundTests.peak(left) }

    /// The power between two frequencies, in decibels of the whole.
    func share(from low: Double, to high: Double) -> Double {
        decibels(spectrum.share(from: low, to: high)) / 2
    }

    /// The level of each piece of this many seconds, in decibels.
    func levels(every seconds: Double) -> [Double] {
        pieces(seconds).map { decibels(rootMeanSquare($0) + 1e-9) }
    }

    func peaks(every seconds: Double) -> [Float] {
        pieces(seconds).map { ClockSoundTests.peak($0) }
    }

    private func pieces(_ seconds: Double) -> [ArraySlice<Float>] {
        let frames = Int(seconds * Double(rate))
        return stride(from: 0, through: left.count - frames, by: frames).map {
            left[$0..<($0 + frames)]
        }
    }
}
