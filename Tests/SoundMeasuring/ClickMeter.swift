/// Finds single samples that do not belong. It compares the second difference of the sound (the error of a linear
/// prediction from two samples) with its own root mean square in the 10 ms before and after, whichever is louder.
/// Uniform and Gaussian noise reach 6 in an hour; a file whose ends do not match reaches 50.
///
/// Sounds made of sharp drops and crackles reach higher values by themselves. For those, compare where a click could
/// be with where none can be.
package struct ClickMeter {
    /// More than noise ever reaches.
    package static let audible = 8.0

    package struct Click {
        /// In deviations of its surroundings.
        package var strength = 0.0
        package var frame = 0
    }

    /// 64 frames that are judged together.
    private struct Block {
        var square: Float = 0
        var greatest: Float = 0
        var place = 0
    }

    private static let blockFrames = 64
    /// Blocks on either side that a block is compared with, except for its neighbours.
    private static let reach = 8

    /// Anything below the last of 24 bits is no click.
    private static let softest: Float = 0x1p-23

    private var channels: [Channel]

    /// - Parameter beginsInSilence: whether the first sample is a step from zero, not the continuation of a sound.
    package init(beginsInSilence: Bool = true) {
        channels = Array(repeating: Channel(judgedFrom: beginsInSilence ? 0 : 2), count: 2)
    }

    package init(_ take: Take) {
        self.init()
        add(take.left.base, take.right.base, frames: take.frames)
    }

    package mutating func add(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int
    ) {
        channels[0].add(left, frames: frames)
        channels[1].add(right, frames: frames)
    }

    /// The strongest click of both channels so far. The last 13 ms are not judged yet.
    package var strongest: Click {
        channels[0].strongest.strength > channels[1].strongest.strength
            ? channels[0].strongest : channels[1].strongest
    }

    private struct Channel {
        /// The first frame whose difference counts.
        let judgedFrom: Int
        private var before: (Float, Float) = (0, 0)
        private var current = Block()
        private var filled = 0
        private var frame = 0
        /// The newest `2 * reach + 1` blocks.
        private var ring = [Block](repeating: Block(), count: 2 * ClickMeter.reach + 1)
        private var count = 0
        private(set) var strongest = Click()

        init(judgedFrom: Int) { self.judgedFrom = judgedFrom }

        mutating func add(_ samples: UnsafePointer<Float>, frames: Int) {
            var (a, b) = before
            var index = 0
            while index < frames {
                let run = min(frames - index, ClickMeter.blockFrames - filled)
                var (square, greatest, place) = (current.square, current.greatest, current.place)
                for step in 0..<run {
                    let c = samples[index + step]
                    let difference = (c - b) - (b - a)
                    (a, b) = (b, c)
                    let power = frame + step < judgedFrom ? 0 : difference * difference
                    square += power
                    if power > greatest {
                        greatest = power
                        place = frame + step
                    }
                }
                current = Block(square: square, greatest: greatest, place: place)
                filled += run
                index += run
                frame += run
                if filled == ClickMeter.blockFrames { finish() }
            }
            before = (a, b)
        }

        private mutating func finish() {
            ring[count % ring.count] = current
            count += 1
            filled = 0
            current = Block()
            let reach = ClickMeter.reach
            // The surroundings before the first block are silence.
            let middle = count - 1 - reach
            guard middle >= 0 else { return }
            let block = ring[middle % ring.count]
            guard block.greatest > ClickMeter.softest * ClickMeter.softest else { return }
            var (old, new): (Float, Float) = (0, 0)
            for distance in 2...reach {
                if middle >= distance { old += ring[(middle - distance) % ring.count].square }
                new += ring[(middle + distance) % ring.count].square
            }
            let louder = max(old, new) / Float((reach - 1) * ClickMeter.blockFrames)
            let least = ClickMeter.softest * ClickMeter.softest / 12
            let strength = Double(block.greatest / max(louder, least)).squareRoot()
            if strength > strongest.strength {
                strongest = Click(strength: strength, frame: block.place)
            }
        }
    }
}

/// Finds breaks that recur at the same position of a grid and are too small to be clicks by themselves: places where
/// one slice does not continue the previous one.
package struct GridMeter {
    package let period: Int
    private var squares: [Double]
    private var fourths: [Double]
    private var before: (Float, Float, Float, Float) = (0, 0, 0, 0)
    private var frame = 0
    /// Before the third frame there is no second difference.
    private static let judgedFrom = 2

    private static let finest = 32

    /// - Parameter period: in frames, a multiple of 64.
    package init(period: Int) {
        precondition(period.isMultiple(of: 64), "a grid is a multiple of 64 frames")
        self.period = period
        squares = Array(repeating: 0, count: period)
        fourths = squares
    }

    package mutating func add(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int
    ) {
        var (a, b, c, d) = before
        var place = frame % period
        squares.withUnsafeMutableBufferPointer { squares in
            fourths.withUnsafeMutableBufferPointer { fourths in
                for index in 0..<frames {
                    let (l, r) = (left[index], right[index])
                    let (x, y) = ((l - b) - (b - a), (r - d) - (d - c))
                    (a, b, c, d) = (b, l, d, r)
                    let isBegun = frame + index >= GridMeter.judgedFrom
                    let (p, q) = isBegun ? (Double(x * x), Double(y * y)) : (0, 0)
                    squares[place] += p + q
                    fourths[place] += p * p + q * q
                    place += 1
                    if place == period { place = 0 }
                }
            }
        }
        before = (a, b, c, d)
        frame += frames
    }

    /// The largest excess of the second difference's power at one grid position over the mean of the positions that
    /// are a multiple of 32 away, in standard deviations. Chance gives less than 5. Sounds may contain parts at a
    /// lower rate and differ between positions within 32, but they must not differ at the end of a slice.
    package var strongest: Double {
        // The deviation of one position's sum if all are alike: the root of the sum of fourth powers.
        let spread = (fourths.reduce(0, +) / Double(period)).squareRoot()
        guard spread > 0 else { return 0 }
        let fine = GridMeter.finest
        var greatest = 0.0
        for first in 0..<fine {
            let places = stride(from: first, to: period, by: fine)
            var sum = 0.0
            for place in places { sum += squares[place] }
            let mean = sum / Double(period / fine)
            for place in places { greatest = max(greatest, (squares[place] - mean) / spread) }
        }
        return greatest
    }
}
