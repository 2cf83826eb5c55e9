/// Overtones of a wandering fundamental: the hum of a motor, the blades of a fan. Their levels drift
/// independently, as a room's standing waves and changing loads cause.
struct Overtones: BitwiseCopyable {
    private struct Overtone: BitwiseCopyable {
        var run: Sines.Run
        var ratio: Double
        var left: Float
        var right: Float
        var drift: Drift
    }

    private let sines: Sines
    private let partials: UnsafeMutablePointer<Overtone>
    private let capacity: Int
    private var count = 0
    private let rate: Int
    private let depth: Float
    private let driftFrequency: Float

    /// - Parameters:
    ///   - capacity: the maximum number of partials.
    ///   - depth: the fraction by which levels drift, 0 ... 0.3.
    ///   - driftFrequency: the speed of the drift in Hz.
    @_noLocks
    init(in arena: inout Arena, rate: Int, capacity: Int, depth: Float, driftFrequency: Float) {
        sines = Sines(in: &arena)
        let memory = arena.reserve(bytes: capacity * MemoryLayout<Overtone>.stride)
        partials = memory.assumingMemoryBound(to: Overtone.self)
        self.capacity = capacity
        self.rate = rate
        self.depth = depth
        self.driftFrequency = driftFrequency
    }

    /// Adds a partial at `ratio` times the fundamental.
    ///
    /// - Parameters:
    ///   - level: its RMS over both channels.
    ///   - pan: the centre of its position, -1 (left) ... 1.
    ///   - width: the maximum random deviation from `pan`, an effect of the room.
    @_noLocks
    mutating func append(
        ratio: Double, level: Float, pan: Float = 0, width: Float, fundamental: Double,
        chance: inout Chance
    ) {
        precondition(count < capacity)
        var run = Sines.Run()
        run.phase = Double(chance.even())
        run.step = fundamental * ratio / Double(rate)
        let gains = Rough.panGains(pan + width * chance.between(-1, 1))
        let (left, right) = (2 * level * gains[0], 2 * level * gains[1])
        (partials + count).initialize(
            to: Overtone(
                run: run, ratio: ratio, left: left, right: right,
                drift: Drift(frequency: driftFrequency, rate: rate, seed: chance.seed())))
        count += 1
    }

    /// Adds a slice that ends at a fundamental of `frequency` and at `gain` times all configured levels. Omits
    /// overtones above 0.45 of the rate.
    @_noLocks
    mutating func add(
        frequency: Double, gain: Float, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<count {
            let partial = partials + index
            let step = frequency * partial.pointee.ratio / Double(rate)
            guard step < 0.45 else { continue }
            let wander = 1 + depth * partial.pointee.drift.step()
            let level = gain * wander
            partial.pointee.run.endStep = step
            partial.pointee.run.endLeft = level * partial.pointee.left
            partial.pointee.run.endRight = level * partial.pointee.right
            sines.add(&partial.pointee.run, left: left, right: right, count: Slice.frames)
        }
    }
}
