/// A hollow body between a noise and the ear: a carriage, a drum, a tub.
///
/// Sound reaches an ear inside by many paths: through floor, frame, walls and panes, each path of its own length and
/// some with opposite sign. Where they agree, a narrow band rings out, and where they do not, the next one fades;
/// such a pattern, some 60 Hz fine, is what tells a carriage from a shot. The paths are a short piece of velvet
/// noise (Karjalainen and Järveläinen, "Reverberation modeling using velvet noise", 2007): echoes of equal strength,
/// one at a random place in each part of the whole length. They come in pairs of opposite sign, so that nothing is
/// lost or won below the lowest resonance. Sums without multiplication and without recursion vectorise.
struct ManyPaths: BitwiseCopyable {
    /// A pair of echoes for each of these.
    private static var pairs: Int {
        @_noLocks get { 12 }
    }
    /// The memory holds so many slices after the longest path before it is moved to the front.
    private static var room: Int {
        @_noLocks get { 8 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var delays: FixedBuffer<UInt32>
    private var left: FixedBuffer<Float>
    private var right: FixedBuffer<Float>
    private var longest: Int
    private var position: Int
    private var direct: Float
    private var echo: Float

    /// - Parameters:
    ///   - seconds: the length of the longest path.
    ///   - strength: of all echoes together, beside the direct path; the level stays the same.
    ///   - seed: which body it is.
    @_noLocks
    init(in arena: inout Arena, rate: Int, seconds: Float, strength: Float, seed: UInt64) {
        let frames = seconds * Float(rate)
        longest = Int(frames) + 1
        position = longest
        delays = arena.words(2 * ManyPaths.pairs)
        left = arena.floats(longest + ManyPaths.room * Slice.frames)
        right = arena.floats(longest + ManyPaths.room * Slice.frames)
        direct = 1 / Rough.squareRoot(1 + strength * strength)
        echo = strength * direct / Rough.squareRoot(Float(2 * ManyPaths.pairs))
        var chance = Chance(seed: seed)
        let part = frames / Float(2 * ManyPaths.pairs)
        for pair in 0..<ManyPaths.pairs {
            let first = UInt32((Float(2 * pair) + chance.even()) * part) + 1
            let second = UInt32((Float(2 * pair + 1) + chance.even()) * part) + 1
            let isFirstPositive = chance.sign() > 0
            delays.base[2 * pair] = isFirstPositive ? first : second
            delays.base[2 * pair + 1] = isFirstPositive ? second : first
        }
    }

    /// Replaces a slice of each channel by what is heard inside.
    @_noLocks
    mutating func apply(
        left leftSlice: UnsafeMutablePointer<Float>, right rightSlice: UnsafeMutablePointer<Float>
    ) {
        if position + Slice.frames > left.count {
            let start = position - longest
            for index in 0..<longest {
                left.base[index] = left.base[start + index]
                right.base[index] = right.base[start + index]
            }
            position = longest
        }
        gather(left.base + position, leftSlice)
        gather(right.base + position, rightSlice)
        position += Slice.frames
    }

    @_noLocks @inline(never)
    private func gather(
        _ memory: UnsafeMutablePointer<Float>, _ slice: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<Slice.frames {
            memory[index] = slice[index]
            slice[index] = direct * slice[index]
        }
        let last = UnsafePointer(memory)
        var pair = 0
        while pair < ManyPaths.pairs {
            let from = UnsafePointer(delays.base + 2 * pair)
            let (a, b) = (last - Int(from[0]), last - Int(from[1]))
            let (c, d) = (last - Int(from[2]), last - Int(from[3]))
            let (e, f) = (last - Int(from[4]), last - Int(from[5]))
            let (g, h) = (last - Int(from[6]), last - Int(from[7]))
            for index in 0..<Slice.frames {
                let near = (a[index] - b[index]) + (c[index] - d[index])
                let far = (e[index] - f[index]) + (g[index] - h[index])
                slice[index] += echo * (near + far)
            }
            pair += 4
        }
    }
}
