/// Many damped sines, each started at its own frame and left to ring out: bubbles, drops in a puddle, taps on a
/// pane.
///
/// Each is a complex number that rotates and shrinks with every frame. Its imaginary part is the output, so it
/// starts at zero and does not click. Eight run side by side in the time of one. The rest of the slice in which
/// one starts is rendered separately; after that it occupies a lane until it has fallen by 50 dB.
struct Ringers: BitwiseCopyable {
    private static var lanes: Int {
        @_noLocks get { 8 }
    }

    /// A ringer to start.
    struct Strike: BitwiseCopyable {
        /// In Hz, at most a quarter of the rate.
        var frequency: Float
        /// Decay rate in 1/s: the inverse of the time constant.
        var decay: Float
        /// Relative rise of the pitch per second.
        var rise: Float
        /// Peak. Frequent ringers should vary in sign, or together they add a DC offset.
        var left: Float
        var right: Float

        // Written out, because the check cannot see into code that the compiler synthesises in other files.
        @_noLocks
        init(
            frequency: Float, decay: Float, rise: Float, left: Float, right: Float
        ) {
            self.frequency = frequency
            self.decay = decay
            self.rise = rise
            self.left = left
            self.right = right
        }
    }

    private struct Group: BitwiseCopyable {
        var x = SIMD8<Float>()
        var y = SIMD8<Float>()
        var cosine = SIMD8<Float>()
        var sine = SIMD8<Float>()
        /// The increase of the angle per frame from slice to slice.
        var bend = SIMD8<Float>()
        var left = SIMD8<Float>()
        var right = SIMD8<Float>()
        /// Remaining slices of each lane.
        var remaining = SIMD8<Int32>()
    }

    private let groups: UnsafeMutablePointer<Group>
    private let count: Int
    private let rate: Float
    private let sums: FixedBuffer<Float>

    /// - Parameter groups: the number of groups of eight lanes. A ringer that finds no free lane is dropped.
    @_noLocks
    init(in arena: inout Arena, groups count: Int, rate: Int) {
        self.count = count
        self.rate = Float(rate)
        let memory = arena.reserve(bytes: count * MemoryLayout<Group>.stride)
        groups = memory.assumingMemoryBound(to: Group.self)
        for index in 0..<count { groups[index] = Group() }
        sums = arena.floats(2 * Ringers.lanes * Slice.frames)
    }

    /// Adds a slice of the current ringers to each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        var isAny = false
        for index in 0..<count where isRinging(groups[index].remaining) {
            if !isAny {
                for place in 0..<sums.count { sums.base[place] = 0 }
                isAny = true
            }
            Ringers.run(&groups[index], sums.base)
        }
        if isAny { Ringers.add(UnsafePointer(sums.base), left: left, right: right) }
    }

    @_noLocks @inline(__always)
    private func isRinging(_ remaining: SIMD8<Int32>) -> Bool {
        var any: Int32 = 0
        for lane in 0..<Ringers.lanes { any |= remaining[lane] }
        return any != 0
    }

    /// Adds a slice of a group to `output`: eight lanes for the left, then eight for the right.
    @_noLocks @inline(never)
    private static func run(_ group: inout Group, _ output: UnsafeMutablePointer<Float>) {
        let (cosine, sine) = (group.cosine, group.sine)
        let (left, right) = (group.left, group.right)
        var (x, y) = (group.x, group.y)
        for index in 0..<Slice.frames {
            let place = UnsafeMutableRawPointer(output + 2 * lanes * index)
            let turned = cosine * x - sine * y
            y = sine * x + cosine * y
            x = turned
            let l = place.loadUnaligned(as: SIMD8<Float>.self)
            let r = (place + 32).loadUnaligned(as: SIMD8<Float>.self)
            place.storeBytes(of: l + y * left, as: SIMD8<Float>.self)
            (place + 32).storeBytes(of: r + y * right, as: SIMD8<Float>.self)
        }
        for lane in 0..<lanes {
            let isLast = group.remaining[lane] <= 1
            group.remaining[lane] = isLast ? 0 : group.remaining[lane] - 1
            // Clear finished lanes, or they would ring on into denormals.
            group.x[lane] = isLast ? 0 : x[lane]
            group.y[lane] = isLast ? 0 : y[lane]
        }
        // The rotation per frame, itself rotated by a small angle. Without the factor it would grow with every
        // slice, eventually faster than the decay; with it, it never does.
        let bend = group.bend
        let length = 1 - 0.5 * bend * bend
        group.cosine = (cosine - bend * sine) * length
        group.sine = (sine + bend * cosine) * length
    }

    @_noLocks @inline(never)
    private static func add(
        _ sums: UnsafePointer<Float>, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<Slice.frames {
            let l = sums + 2 * lanes * index
            let r = l + lanes
            let near = (l[0] + l[1]) + (l[2] + l[3])
            let far = (r[0] + r[1]) + (r[2] + r[3])
            left[index] += near + ((l[4] + l[5]) + (l[6] + l[7]))
            right[index] += far + ((r[4] + r[5]) + (r[6] + r[7]))
        }
    }

    /// Starts a ringer at a frame of the slice just rendered, and adds it to that slice.
    @_noLocks @inline(never)
    mutating func strike(
        _ strike: Strike, at frame: Int, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        var free = 0
        while free < Ringers.lanes * count,
            groups[free / Ringers.lanes].remaining[free % Ringers.lanes] != 0
        { free += 1 }
        // Without a lane, its first slice would end with a click.
        guard free < Ringers.lanes * count else { return }
        let highest = 0.25 * rate
        let frequency = strike.frequency < highest ? strike.frequency : highest
        let angle = 6.283_185_3 * frequency / rate
        let turn = Rough.sineAndCosine(angle)
        let kept = Rough.exponential2(-1.442_695 * strike.decay / rate)
        let (sine, cosine) = (turn[0] * kept, turn[1] * kept)
        var x: Float = 1
        var y: Float = 0
        for index in frame..<Slice.frames {
            left[index] += y * strike.left
            right[index] += y * strike.right
            let turned = cosine * x - sine * y
            y = sine * x + cosine * y
            x = turned
        }
        // 50 dB are 5.8 time constants.
        let frames = 5.76 * rate / strike.decay
        let slices = Int32(frames / Float(Slice.frames)) + 1
        let lane = free % Ringers.lanes
        let group = groups + free / Ringers.lanes
        group.pointee.x[lane] = x
        group.pointee.y[lane] = y
        group.pointee.cosine[lane] = cosine
        group.pointee.sine[lane] = sine
        group.pointee.bend[lane] = angle * strike.rise * Float(Slice.frames) / rate
        group.pointee.left[lane] = strike.left
        group.pointee.right[lane] = strike.right
        group.pointee.remaining[lane] = slices
    }
}
