/// How loud the last minute was: what a listener has got used to.
struct LastMinute: BitwiseCopyable {
    /// It is remembered in parts of a quarter of a second.
    private static var parts: Int {
        @_noLocks get { 240 }
    }
    /// Until this many were heard, the rest of them is what was expected.
    private static var first: Int {
        @_noLocks get { 40 }
    }

    /// The mean power of the last minute.
    private(set) var mean: Float
    private let expected: Float
    private let partSlices: Int
    private let parts: FixedBuffer<Float>
    /// The next part's place, and how many there are.
    private var place = 0
    private var heard = 0
    /// The newest part: its slices, and the sum of their powers.
    private var slices = 0
    private var sum: Float = 0

    @_noLocks
    init(in arena: inout Arena, rate: Int, expected: Float) {
        self.expected = expected
        mean = expected
        partSlices = rate / (4 * Slice.frames)
        parts = arena.floats(LastMinute.parts)
    }

    /// Adds the power of the next slice.
    @_noLocks
    mutating func add(_ power: Float) {
        slices += 1
        sum += power
        guard slices == partSlices else { return }
        parts.base[place] = sum / Float(partSlices)
        (slices, sum) = (0, 0)
        place = place + 1 < LastMinute.parts ? place + 1 : 0
        if heard < LastMinute.parts { heard += 1 }
        let missing = heard < LastMinute.first ? LastMinute.first - heard : 0
        var total = Float(missing) * expected
        for index in 0..<heard { total += parts.base[index] }
        mean = total / Float(missing + heard)
    }
}
