/// Looks for single samples that do not belong: the second difference of the sound, which is what a
/// line through two samples fails to foretell of the third, against its own root mean square in the
/// 10 ms before and after, whichever is louder. Even and Gaussian noise comes to 6 in an hour, and a
/// file whose ends do not match to 50.
///
/// Sounds that are made of sharp drops and crackles come to more by themselves; with those, compare
/// where a click could be with where none can.
package struct ClickMeter {
    /// What noise never comes to.
    package static let audible = 8.0

    package struct Click {
        /// In deviations of the surroundings.
        package var strength = 0.0
        package var frame = 0
    }

    /// 64 frames that are judged as one.
    private struct Block {
        var square: Float = 0
        var greatest: Float = 0
        var place = 0
    }

    private static let blockFrames = 64
    /// Blocks on either side that a block is compared with, but for the ones next to it.
    private static let reach = 8

    /// What is softer than the last bit of 24 is no click.
    private static let softest: Float = 0x1p-23

    private var channels: [Channel]

    /// - Parameter beginsInSilence: whether the first sample is a step from nought, and not one out of the
    ///   midst of a sound.
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

    /// The strongest of both channels so far. The last 13 ms are not judged yet.
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

/// Looks for breaks that come again and again at the same place of a grid, too small to be clicks by
/// themselves: where what is made slice by slice does not go on as it ended.
package struct GridMeter {
    package let period: Int
    private var squares: [Double]
    private var fourths: [Double]
    private var before: (Float, Float, Float, Float) = (0, 0, 0, 0)
    private var frame = 0
    /// Before the third there is nothing that a break could be measured by.
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

    /// By how many standard deviations the second difference at some place of the grid has more power
    /// than the mean of the places that are a multiple of 32 away: chance gives less than 5. Sounds
    /// may well be made of parts that come at a lower rate, and differ from place to place within
    /// 32; where a slice ends they must not.
    package var strongest: Double {
        // What one place's sum varies by if all are alike: the root of the sum of fourth powers.
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
