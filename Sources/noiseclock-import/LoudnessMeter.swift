import Glibc

/// How loud a sound is that passes through in blocks, as an ear has it and as a wire has it.
///
/// Theory of operation. Each channel goes through the curve A of IEC 61672, and what comes out is summed in
/// blocks of 400 ms. Of these only sums are kept, in a table by the block's level, so that two hours take as
/// much memory as a second. At the end pauses are left out as broadcasters do it (ITU-R BS.1770): first the
/// blocks below -70, then those that lie 20 dB and more below the mean of the rest. BS.1770 itself takes
/// 10 dB; but the clock's own sounds are measured with all their quiet moments, and of a storm or of waves
/// 10 dB would leave out half. Twenty leave out what is a pause beside the rest (EBU Tech 3342 draws
/// the line there for the range of a programme).
///
/// Levels are the mean of both channels' powers; a sine of full scale has -3.01.
struct LoudnessMeter {
    /// Lower ones, those of silence too, are given as this.
    static let lowest = -120.0
    private static let blockFrames = Import.rate * 2 / 5
    private static let absoluteGate = -70.0
    private static let relativeGate = -20.0
    /// Places of the table, a tenth of a decibel each, from `lowest` up; the curve adds 1.3 dB at most.
    private static let placesPerDecibel = 10.0
    private static let places = 1250

    /// Powers of frames, summed.
    private struct Sum {
        var frames = 0
        var plain = 0.0
        var weighted = 0.0

        mutating func add(_ other: Sum) {
            frames += other.frames
            plain += other.plain
            weighted += other.weighted
        }

        /// Mean level in decibels.
        func level(_ power: Double) -> Double {
            guard frames > 0, power > 0 else { return lowest }
            return max(lowest, 10 * log10(power / Double(frames)))
        }
    }

    private var left = WeightingA()
    private var right = WeightingA()
    private var block = Sum()
    private var table = [Sum](repeating: Sum(), count: LoudnessMeter.places)

    /// Takes interleaved stereo frames.
    mutating func append(_ samples: [Float]) {
        for frame in 0..<(samples.count / 2) {
            let (a, b) = (Double(samples[2 * frame]), Double(samples[2 * frame + 1]))
            let (x, y) = (left.step(a), right.step(b))
            block.frames += 1
            block.plain += (a * a + b * b) / 2
            block.weighted += (x * x + y * y) / 2
            if block.frames == LoudnessMeter.blockFrames { endBlock() }
        }
    }

    /// Root mean square and the same behind the curve, both in decibels under full scale, without pauses.
    func levels() -> (plain: Double, weighted: Double) {
        var table = table
        if block.frames > 0 { table[place(of: block)].add(block) }
        let loud = LoudnessMeter.sum(table, from: LoudnessMeter.absoluteGate)
        // What is as faint as that all through has no pauses.
        let gate =
            loud.frames > 0
            ? max(
                LoudnessMeter.absoluteGate, loud.level(loud.weighted) + LoudnessMeter.relativeGate)
            : LoudnessMeter.lowest
        let heard = LoudnessMeter.sum(table, from: gate)
        return (heard.level(heard.plain), heard.level(heard.weighted))
    }

    private mutating func endBlock() {
        table[place(of: block)].add(block)
        block = Sum()
        left.settle()
        right.settle()
    }

    private func place(of block: Sum) -> Int {
        LoudnessMeter.place(of: block.level(block.weighted))
    }

    private static func place(of level: Double) -> Int {
        min(max(Int((level - lowest) * placesPerDecibel), 0), places - 1)
    }

    private static func sum(_ table: [Sum], from level: Double) -> Sum {
        var sum = Sum()
        for place in place(of: level)..<places { sum.add(table[place]) }
        return sum
    }
}

/// The curve A for one channel at 48 kHz, within 0.1 dB from 10 Hz to 20 kHz.
///
/// Its four zeros at 0 Hz and the four poles below 1 kHz are first-order high-passes by the bilinear
/// transform, which is exact enough so far below the rate. The two poles at 12.2 kHz are not: there the
/// transform is 6 dB off at 16 kHz. So the last section was fitted to the curve by least squares.
struct WeightingA {
    /// Hertz (IEC 61672-1, annex E).
    private static let corners = [20.598_997, 20.598_997, 107.652_65, 737.862_23]
    private static let fit = (
        b: (0.629_65, 0.018_205, -0.077_643), a: (-0.662_367, 0.115_39)
    )
    private static let faintest = 1e-60

    private struct HighPass {
        private let gain: Double
        private let pole: Double
        private var input = 0.0
        private var output = 0.0

        init(corner: Double) {
            let (rate, turns) = (2 * Double(Import.rate), 2 * Double.pi * corner)
            gain = rate / (rate + turns)
            pole = (rate - turns) / (rate + turns)
        }

        mutating func step(_ sample: Double) -> Double {
            output = gain * (sample - input) + pole * output
            input = sample
            return output
        }

        mutating func settle() {
            if abs(output) < WeightingA.faintest { output = 0 }
        }
    }

    private var first = HighPass(corner: corners[0])
    private var second = HighPass(corner: corners[1])
    private var third = HighPass(corner: corners[2])
    private var fourth = HighPass(corner: corners[3])
    private var one = 0.0
    private var two = 0.0

    mutating func step(_ sample: Double) -> Double {
        let input = fourth.step(third.step(second.step(first.step(sample))))
        let (b, a) = (WeightingA.fit.b, WeightingA.fit.a)
        let output = b.0 * input + one
        one = b.1 * input - a.0 * output + two
        two = b.2 * input - a.1 * output
        return output
    }

    /// Now and then: what silence leaves behind would soon be numbers that processors are slow with.
    mutating func settle() {
        first.settle()
        second.settle()
        third.settle()
        fourth.settle()
        if abs(one) < WeightingA.faintest { one = 0 }
        if abs(two) < WeightingA.faintest { two = 0 }
    }
}
