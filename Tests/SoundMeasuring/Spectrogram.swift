import Glibc

/// The level of a take by time and frequency, with the same number of rows for each octave, as ears and pictures have
/// it.
///
/// Theory of operation. Low rows are narrow and need long windows, but those would smear fast events in high rows. So
/// each row takes the shortest window that separates it from its neighbours: seven lengths, from 16384 frames (341
/// ms) for all below 200 Hz down to 256. A column averages all windows centred in it, so nothing is lost. A row gets
/// its share of each bin that it overlaps, so all rows together have the sound's power. Both channels count alike.
package final class Spectrogram {
    package let columns: Int
    package let rows: Int
    /// The lower edge of the lowest row and the upper edge of the highest one, in hertz.
    package static let range = 20.0...24_000.0

    /// Mean squares per channel, row by row from the lowest, each from left to right.
    private var powers: [Double]
    /// The frames of the take that are shown; windows extend beyond them.
    private let shown: Range<Int>

    private static let lengths = (8...14).map { 1 << $0 }

    /// - Parameters:
    ///   - shown: frames of the take that are shown; nil: all.
    ///   - columns: the number of columns, at least 1.
    ///   - rows: of equal height on a logarithmic scale, at least 1.
    package init(_ take: Take, shown: Range<Int>? = nil, columns: Int, rows: Int) {
        self.shown = (shown ?? 0..<take.frames).clamped(to: 0..<take.frames)
        self.columns = columns
        self.rows = rows
        powers = Array(repeating: 0, count: columns * rows)
        let widths = (0..<rows).map { self.edge($0 + 1) - self.edge($0) }
        for (place, length) in Spectrogram.lengths.enumerated() {
            let bin = Double(take.rate) / Double(length)
            let isLongest = place == Spectrogram.lengths.count - 1
            let taken = (0..<rows).filter { row in
                let isTold = widths[row] >= bin
                let isToldByShorter = place > 0 && widths[row] >= 2 * bin
                return (isTold || isLongest) && !isToldByShorter
            }
            if !taken.isEmpty { add(taken, of: take, Windows(length: length)) }
        }
    }

    /// The frequency at the lower edge of a row.
    package func edge(_ row: Int) -> Double {
        let range = Spectrogram.range
        return range.lowerBound
            * pow(range.upperBound / range.lowerBound, Double(row) / Double(rows))
    }

    /// Decibels; 0 is a full-scale sine on both channels.
    package func level(column: Int, row: Int) -> Double {
        decibels(power: 2 * powers[row * columns + column])
    }

    private func add(_ taken: [Int], of take: Take, _ windows: Windows) {
        let bin = Double(take.rate) / Double(windows.length)
        let shares = taken.map { row in
            // A bin extends half its width to either side.
            let (low, high) = (self.edge(row) / bin + 0.5, self.edge(row + 1) / bin + 0.5)
            return (Int(low)...min(Int(high), windows.length / 2 - 1)).map { place in
                let share = min(high, Double(place + 1)) - max(low, Double(place))
                return (place, share)
            }
        }
        let width = Double(shown.count) / Double(columns)
        let count = max(1, Int((width / Double(windows.length / 2)).rounded(.up)))
        for column in 0..<columns {
            for part in 0..<count {
                let middle = (Double(column) + (Double(part) + 0.5) / Double(count)) * width
                windows.transform(take, around: shown.lowerBound + Int(middle))
                for (row, shares) in zip(taken, shares) {
                    for (place, share) in shares {
                        powers[row * columns + column] +=
                            windows.power(of: place) * share / Double(count)
                    }
                }
            }
        }
    }

    /// Hann windows of one length.
    private final class Windows {
        let length: Int
        private let transform: FourierTransform
        private let places: [Int]
        private let weights: [Float]
        private let real: SampleMemory
        private let imaginary: SampleMemory

        init(length: Int) {
            self.length = length
            transform = FourierTransform(length: length)
            let transform = transform
            places = (0..<length).map { transform.place(of: $0) }
            weights = (0..<length).map { (place: Int) -> Float in
                let turn: Double = (Double(place) + 0.5) / Double(length)
                return Float(0.5 - 0.5 * cos(2 * .pi * turn))
            }
            (real, imaginary) = (SampleMemory(length), SampleMemory(length))
        }

        /// Transforms both channels at once, as real and imaginary part. Near the take's ends the window stays
        /// inside, because a cut end would look like a click.
        func transform(_ take: Take, around middle: Int) {
            let first = max(0, min(middle - length / 2, take.frames - length))
            for index in 0..<length {
                let isThere = first + index < take.frames
                real.base[index] =
                    isThere ? take.left.base[first + index] * weights[index] : 0
                imaginary.base[index] =
                    isThere ? take.right.base[first + index] * weights[index] : 0
            }
            transform.transform(real: real.base, imaginary: imaginary.base)
        }

        /// The mean square of a bin, per channel: those of k and -k add up to twice the power of both.
        func power(of bin: Int) -> Double {
            let (one, other) = (places[bin], places[(length - bin) % length])
            let a = Double(real.base[one]) * Double(real.base[one])
            let b = Double(imaginary.base[one]) * Double(imaginary.base[one])
            let c = Double(real.base[other]) * Double(real.base[other])
            let d = Double(imaginary.base[other]) * Double(imaginary.base[other])
            // Hann: the mean square of the window is 3/8.
            return (a + b + c + d) * 0.5 / (Double(length) * Double(length) * 0.375)
        }
    }
}
