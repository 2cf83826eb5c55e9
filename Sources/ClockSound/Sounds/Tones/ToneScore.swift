/// A sound of a tone that is struck or blown once: its sines and its envelope.
struct ToneNote {
    var partials: [Partial]
    var seconds: Double
    /// How long it rises from silence, 2 ms or more, and falls to it at its end.
    var attack = 0.002
    var release = 0.02
}

/// A tone that repeats: notes, and when in its cycle each is struck. A note may ring on into the next
/// cycle, so there is no seam.
///
/// Notes are tables of 16 bits, because 37 s of them (all tones) then take 3.5 MB, and what that
/// costs in fineness lies 98 dB under a note's peak. What sounds at a frame follows from the frame
/// alone, so a tone can go on anywhere.
struct ToneScore: BitwiseCopyable {
    private struct Strike: BitwiseCopyable {
        /// Frames after the cycle's begin.
        var begin = 0
        var count = 0
        var samples: UnsafePointer<Int16>
        var gain: Float = 0
    }

    private let cycle: Int
    private let strikes: FixedBuffer<Strike>
    /// Frames after a cycle's begin by which all its notes have ended.
    private let reach: Int

    /// - Parameters:
    ///   - strikes: `at` in seconds after the cycle's begin, which note, and how strongly.
    ///   - gain: of all strikes. It is what brings the tone to `ToneBank.rootMeanSquare`.
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

    /// Writes a slice, `frame` frames after the tone began.
    @_noLocks
    func render(at frame: Int, into output: UnsafeMutablePointer<Float>) {
        for index in 0..<Slice.frames { output[index] = 0 }
        let end = frame + Slice.frames
        // The first cycle of which something may still sound.
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

/// Where notes become tables, while a `ToneBank` is made.
struct ToneFoundry {
    /// A note as it is kept; `unit` is what one step of its samples stands for.
    struct Table {
        let samples: FixedBuffer<Int16>
        let unit: Float
    }

    /// No note is longer.
    private static var longestSeconds: Int { 4 }

    let rate: Int
    private let adder: PartialAdder
    private let scratch: FixedBuffer<Float>

    init(in memory: RenderMemory, rate: Int) {
        self.rate = rate
        adder = PartialAdder(in: memory, rate: rate)
        scratch = memory.allocate(
            rate * ToneFoundry.longestSeconds + PartialAdder.stride, repeating: 0)
    }

    fileprivate func make(_ note: ToneNote, in memory: RenderMemory) -> Table {
        let count = min(
            Int(note.seconds * Double(rate)), rate * ToneFoundry.longestSeconds)
        let samples = scratch.base
        samples.update(repeating: 0, count: count + PartialAdder.stride)
        for (number, partial) in note.partials.enumerated() {
            adder.add(
                partial, turns: ToneFoundry.phase(number), to: samples, count: count)
        }
        shape(note, count)
        let peak = ToneFoundry.peak(samples, count)
        let table: FixedBuffer<Int16> = memory.allocate(count, repeating: 0)
        let scale = 32_767 / peak
        let target = table.base
        // Rounded by the trick of 1.5 * 2^23, whose low bits are then the whole number.
        for index in 0..<count {
            let shifted = samples[index] * scale + 12_582_912
            target[index] = Int16(truncatingIfNeeded: shifted.bitPattern)
        }
        return Table(samples: table, unit: peak / 32_767)
    }

    /// The greatest magnitude, compared as integers: float maxima do not vectorise.
    private static func peak(_ samples: UnsafePointer<Float>, _ count: Int) -> Float {
        var greatest: Int32 = 1
        for index in 0..<count {
            let size = Int32(bitPattern: samples[index].bitPattern & 0x7FFF_FFFF)
            greatest = size > greatest ? size : greatest
        }
        return Float(bitPattern: UInt32(bitPattern: greatest))
    }

    /// Where in its course the sine with this number begins. Were all to begin together, their peaks
    /// would add up at the strike and eat the headroom; growing by the square of the number, the
    /// phases are as good as chance, also for harmonics, where growth by the number would only shift
    /// the wave.
    private static func phase(_ number: Int) -> Double {
        (0.309_017 * Double(number * number)).truncatingRemainder(dividingBy: 1)
    }

    /// Multiplies the samples at either end by a smooth step, x^2 (3 - 2 x): level where it begins and
    /// where it ends, as a raised cosine is, and without one.
    private func shape(_ note: ToneNote, _ count: Int) {
        let attack = min(Int(note.attack * Double(rate)), count)
        let release = min(Int(note.release * Double(rate)), count)
        // Half a frame in, so that the first sample sounds and both ends are alike.
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
