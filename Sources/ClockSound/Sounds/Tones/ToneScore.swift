/// A single struck or blown note: its sines and its envelope.
struct ToneNote {
    var partials: [Partial]
    var seconds: Double
    /// The rise time from silence, at least 2 ms, and the fall time at its end.
    var attack = 0.002
    var release = 0.02
}

/// A repeating tone: notes, and when each is struck in its cycle. A note may ring on into the next cycle, so
/// there is no seam.
///
/// Notes are 16-bit tables, because a tone (dawn: 12 s) then takes at most 1.2 MB; the quantisation noise is 98 dB below a
/// note's peak. The output depends on the frame alone, so a tone can continue from anywhere.
struct ToneScore: BitwiseCopyable {
    private struct Strike: BitwiseCopyable {
        /// Frames after the start of the cycle.
        var begin = 0
        var count = 0
        var samples: UnsafePointer<Int16>
        var gain: Float = 0
    }

    private let cycle: Int
    private let strikes: FixedBuffer<Strike>
    /// Frames after a cycle's start by which all its notes have ended.
    private let reach: Int

    /// False for a score that only holds the place of one, and can't be rendered.
    var isBuilt: Bool {
        @_noLocks get { cycle > 0 }
    }

    /// Holds the place of a score.
    init(unbuiltIn memory: RenderMemory) {
        cycle = 0
        reach = 0
        strikes = memory.reserve(0, of: Strike.self)
    }

    /// - Parameters:
    ///   - strikes: `at` in seconds after the cycle's start, which note, and how strongly.
    ///   - gain: applied to all strikes; it brings the tone to `ToneBank.rootMeanSquare`.
    init(
        in memory: RenderMemory, _ foundry: ToneFoundry, cycleSeconds: Double, gain: Double,
        notes: [ToneNote], strikes: [(at: Double, note: Int, strength: Double)]
    ) {
        let rate = Double(foundry.rate)
        let tables = notes.map { foundry.make($0, in: memory) }
        cycle = Int(cycleSeconds * rate)
        var reach = 0
        let made = strikes.map { strike in
            let table = tables[strike.note]
            let begin = Int(strike.at * rate)
            reach = max(reach, begin + table.samples.count)
            return Strike(
                begin: begin, count: table.samples.count,
                samples: UnsafePointer(table.samples.base),
                gain: Float(gain * strike.strength) * table.unit)
        }
        self.reach = reach
        self.strikes = memory.allocate(made.count, repeating: made[0])
        for (index, strike) in made.enumerated() { self.strikes.base[index] = strike }
    }

    /// Renders a slice, `frame` frames after the tone started.
    @_noLocks
    func render(at frame: Int, into output: UnsafeMutablePointer<Float>) {
        for index in 0..<Slice.frames { output[index] = 0 }
        let end = frame + Slice.frames
        // The first cycle that may still be audible.
        var origin = (frame > reach ? (frame - reach) / cycle : 0) * cycle
        while origin < end {
            for index in 0..<strikes.count {
                let strike = strikes.base[index]
                let begin = origin + strike.begin
                let from = begin > frame ? begin : frame
                let to = begin + strike.count < end ? begin + strike.count : end
                guard from < to else { continue }
                let source = strike.samples + (from - begin)
                let target = output + (from - frame)
                let gain = strike.gain
                for step in 0..<(to - from) { target[step] += Float(source[step]) * gain }
            }
            origin += cycle
        }
    }
}

/// Renders notes to tables while a tone is built.
struct ToneFoundry {
    /// A stored note; `unit` is the value of one step of its samples.
    struct Table {
        let samples: FixedBuffer<Int16>
        let unit: Float
    }

    /// The maximum length of a note.
    private static var longestSeconds: Int { 4 }

    let rate: Int
    private let adder: PartialAdder
    private let scratch: FixedBuffer<Float>

    init(in memory: RenderMemory, rate: Int) {
        self.rate = rate
        adder = PartialAdder(in: memory, rate: rate)
        scratch = memory.reserve(
            rate * ToneFoundry.longestSeconds + PartialAdder.stride, of: Float.self)
    }

    fileprivate func make(_ note: ToneNote, in memory: RenderMemory) -> Table {
        let count = min(
            Int(note.seconds * Double(rate)), rate * ToneFoundry.longestSeconds)
        let samples = scratch.base
        samples.initialize(repeating: 0, count: count + PartialAdder.stride)
        for (number, partial) in note.partials.enumerated() {
            adder.add(
                partial, turns: ToneFoundry.phase(number), to: samples, count: count)
        }
        shape(note, count)
        let peak = ToneFoundry.peak(samples, count)
        let table: FixedBuffer<Int16> = memory.allocate(count, repeating: 0)
        let scale = 32_767 / peak
        let target = table.base
        // Adding 1.5 * 2^23 rounds: the low bits are then the integer.
        for index in 0..<count {
            let shifted = samples[index] * scale + 12_582_912
            target[index] = Int16(truncatingIfNeeded: shifted.bitPattern)
        }
        return Table(samples: table, unit: peak / 32_767)
    }

    /// The greatest magnitude, compared as integers, because float maxima do not vectorise.
    private static func peak(_ samples: UnsafePointer<Float>, _ count: Int) -> Float {
        var greatest: Int32 = 1
        for index in 0..<count {
            let size = Int32(bitPattern: samples[index].bitPattern & 0x7FFF_FFFF)
            greatest = size > greatest ? size : greatest
        }
        return Float(bitPattern: UInt32(bitPattern: greatest))
    }

    /// The starting phase of the sine with this number. With equal phases, their peaks would add up at the strike
    /// and use up the headroom. Phases that grow with the square of the number are as good as random, even for
    /// harmonics; linear growth would only shift their wave.
    private static func phase(_ number: Int) -> Double {
        (0.309_017 * Double(number * number)).truncatingRemainder(dividingBy: 1)
    }

    /// Multiplies both ends of the samples by a smoothstep, x^2 (3 - 2 x): flat at both of its ends like a raised
    /// cosine, but without a cosine.
    private func shape(_ note: ToneNote, _ count: Int) {
        let attack = min(Int(note.attack * Double(rate)), count)
        let release = min(Int(note.release * Double(rate)), count)
        // Offset by half a frame, so that the first sample is audible and both ends are symmetric.
        let (rise, fall) = (1 / Float(max(attack, 1)), 1 / Float(max(release, 1)))
        ToneFoundry.step(scratch.base, attack, from: rise / 2, by: rise)
        ToneFoundry.step(scratch.base + (count - release), release, from: 1 - fall / 2, by: -fall)
    }

    @inline(__always)
    private static func step(
        _ samples: UnsafeMutablePointer<Float>, _ count: Int, from start: Float, by slope: Float
    ) {
        for index in 0..<count {
            let x = start + slope * Float(index)
            samples[index] *= x * x * (3 - 2 * x)
        }
    }
}
