/// One note: a sine that glides through three pitches under an envelope.
struct Note: BitwiseCopyable {
    enum Shape: BitwiseCopyable {
        /// Swells and fades evenly: a parabola.
        case round
        /// Full level for most of its length.
        case flat
        /// Rises in a seventh of its length and decays: something struck softly.
        case struck
    }

    /// The delay before the note and its duration, in seconds.
    var wait: Float
    var length: Float
    /// Frequency in Hz at its start, middle and end.
    var from: Float
    var middle: Float
    var to: Float
    /// Peak, before the singer's own level is applied.
    var level: Float
    var shape: Shape
    /// Vibrato of the pitch: its frequency in Hz, and its relative depth.
    var vibratoRate: Float = 0
    var vibratoDepth: Float = 0
    /// The level of the octave above, relative to this one at the peak. It fades sooner than the note does.
    var overtone: Float = 0

    @_noLocks
    init(
        wait: Float, length: Float, from: Float, middle: Float, to: Float, level: Float,
        shape: Shape
    ) {
        self.wait = wait
        self.length = length
        self.from = from
        self.middle = middle
        self.to = to
        self.level = level
        self.shape = shape
    }
}

/// A source of consecutive notes: a bird, a cricket, a heart valve.
///
/// It advances in steps of 32 frames (0.7 ms) with linear pitch and level: fine enough for a pulse of 10 ms. A
/// note starts and ends at level zero, so nothing clicks.
struct Singer: BitwiseCopyable {
    static var stepFrames: Int {
        @_noLocks get { 32 }
    }

    private var note = Note(
        wait: 0, length: 0, from: 0, middle: 0, to: 0, level: 0, shape: .round)
    private var run = Sines.Run()
    private var octave = Sines.Run()
    /// Steps since the note was scheduled, including its delay.
    private var step: Float = 0
    private var waiting: Float = 0
    private var steps: Float = 0

    @_noLocks
    init() {}

    /// Whether the note has ended and the next one can start.
    var isOver: Bool {
        @_noLocks @inline(__always) get { step >= waiting + steps }
    }

    @_noLocks
    mutating func begin(_ next: Note, rate: Int) {
        note = next
        let perSecond = Float(rate) / Float(Singer.stepFrames)
        step = 0
        waiting = next.wait * perSecond
        steps = next.length * perSecond
        waiting = Float(Int(waiting))
        steps = Float(Int(steps) + 1)
        run.step = Double(next.from) / Double(rate)
        run.phase = 0
        run.left = 0
        run.right = 0
        octave = run
        octave.step = 2 * run.step
    }

    /// Adds the next step to both channels with these gains.
    @_noLocks
    mutating func add(
        _ sines: Sines, rate: Int, gains: SIMD2<Float>, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        step += 1
        guard step > waiting else { return }
        let time = (step - waiting) / steps
        let shape = envelope(time < 1 ? time : 1)
        let level = note.level * shape
        // A parabola through the three pitches.
        let first = note.from + (note.middle - note.from) * 2 * time
        let second = note.middle + (note.to - note.middle) * (2 * time - 1)
        var pitch = first + (second - first) * time
        if note.vibratoDepth > 0 {
            let turns = note.vibratoRate * note.length * time
            pitch *= 1 + note.vibratoDepth * Sines.sine(turns)
        }
        run.endStep = Double(pitch) / Double(rate)
        run.endLeft = level * gains[0]
        run.endRight = level * gains[1]
        sines.add(&run, left: left, right: right, count: Singer.stepFrames)
        guard note.overtone > 0 else { return }
        octave.endStep = 2 * run.endStep
        octave.endLeft = note.overtone * shape * run.endLeft
        octave.endRight = note.overtone * shape * run.endRight
        sines.add(&octave, left: left, right: right, count: Singer.stepFrames)
    }

    @_noLocks
    private func envelope(_ time: Float) -> Float {
        switch note.shape {
        case .round: return 4 * time * (1 - time)
        case .flat:
            let off = 2 * time - 1
            let square = off * off
            return 1 - square * square
        case .struck:
            // (t / T) e^(1 - t / T) with T = 1/7, tapered to zero at the end.
            let x = 7 * time
            return x * Rough.exponential2(1.442_695 * (1 - x)) * (1 - time)
        }
    }
}
