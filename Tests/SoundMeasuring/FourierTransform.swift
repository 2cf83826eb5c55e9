import Glibc

/// The discrete Fourier transform of complex samples, for lengths that are a power of 4, or twice one.
///
/// It decimates in frequency by radix 4, depth first, so that even a transform of sixteen million points works on
/// pieces that fit the cache. It leaves the results in bit-reversed order. Callers that need a specific bin ask
/// `place(of:)`; those that treat all bins of a band alike need not.
package final class FourierTransform {
    package let length: Int
    private let bits: Int
    /// Twiddle factors of each stage of up to `tabled` points: e^(-2πi k / m) to the powers 1, 2, 3.
    private var stages: [Int: Turns] = [:]
    /// For longer stages: one piece of them, recomputed for each use.
    private let piece: Turns
    private let low: [Int: Turns]

    private static let tabled = 4096
    private static let pieceLength = 1024

    /// Sines and cosines of one to three times an angle, four points at a time.
    private final class Turns {
        let base: UnsafeMutablePointer<SIMD4<Float>>
        let count: Int

        /// - Parameter angle: the angle of the first power, for the point `k`.
        init(_ points: Int, angle: (Int) -> Double) {
            count = max(points / 4, 1)
            base = .allocate(capacity: 6 * count)
            base.initialize(repeating: .zero, count: 6 * count)
            for point in 0..<points {
                for power in 1...3 {
                    let turn = angle(point) * Double(power)
                    base[(power - 1) * 2 * count + point / 4][point % 4] = Float(cos(turn))
                    base[((power - 1) * 2 + 1) * count + point / 4][point % 4] = Float(sin(turn))
                }
            }
        }

        deinit { base.deallocate() }
    }

    /// - Parameter length: at least 16.
    package init(length: Int) {
        precondition(length >= 16 && length & (length - 1) == 0, "lengths are powers of two")
        self.length = length
        bits = length.trailingZeroBitCount
        piece = Turns(FourierTransform.pieceLength) { _ in 0 }
        var low: [Int: Turns] = [:]
        var stage = bits.isMultiple(of: 2) ? length : length / 2
        while stage >= 16 {
            let step = -2 * Double.pi / Double(stage)
            if stage <= FourierTransform.tabled {
                stages[stage] = Turns(stage / 4) { step * Double($0) }
            } else {
                low[stage] = Turns(FourierTransform.pieceLength) { step * Double($0) }
            }
            stage /= 4
        }
        self.low = low
    }

    /// The index at which `transform` leaves the bin `index`.
    package func place(of index: Int) -> Int {
        // Reverses all bits: first within each byte by swapping halves, then the bytes.
        var word = UInt64(truncatingIfNeeded: index)
        word = (word &>> 1) & 0x5555_5555_5555_5555 | (word & 0x5555_5555_5555_5555) &<< 1
        word = (word &>> 2) & 0x3333_3333_3333_3333 | (word & 0x3333_3333_3333_3333) &<< 2
        word = (word &>> 4) & 0x0F0F_0F0F_0F0F_0F0F | (word & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
        return Int(truncatingIfNeeded: word.byteSwapped &>> UInt64(64 - bits))
    }

    /// Transforms in place; both hold `length` values and are aligned to 16 bytes.
    package func transform(
        real: UnsafeMutablePointer<Float>, imaginary: UnsafeMutablePointer<Float>
    ) {
        if bits.isMultiple(of: 2) {
            fourth(real, imaginary, length)
        } else {
            let half = length / 2
            halve(real, imaginary, half)
            fourth(real, imaginary, half)
            fourth(real + half, imaginary + half, half)
        }
    }

    /// One stage of radix 2 over twice `half` points.
    private func halve(
        _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>, _ half: Int
    ) {
        // Once per transform: exact factors for every 256th point, and rotations in between.
        let step = -Double.pi / Double(half)
        let (stepCosine, stepSine) = (cos(step), sin(step))
        var (cosine, sine) = (1.0, 0.0)
        for point in 0..<half {
            if point % 256 == 0 {
                (cosine, sine) = (cos(step * Double(point)), sin(step * Double(point)))
            }
            let (a, b) = (real[point], imaginary[point])
            let (c, d) = (real[point + half], imaginary[point + half])
            real[point] = a + c
            imaginary[point] = b + d
            let (x, y) = (a - c, b - d)
            real[point + half] = x * Float(cosine) - y * Float(sine)
            imaginary[point + half] = x * Float(sine) + y * Float(cosine)
            (cosine, sine) = (
                cosine * stepCosine - sine * stepSine, cosine * stepSine + sine * stepCosine
            )
        }
    }

    private func fourth(
        _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        if count == 4 { return FourierTransform.last(real, imaginary) }
        let quarter = count / 4
        if let turns = stages[count] {
            FourierTransform.stage(real, imaginary, quarter, 0, turns, turns.count)
        } else if let low = low[count] {
            var start = 0
            while start < quarter {
                turn(low, by: -2 * Double.pi * Double(start) / Double(count))
                FourierTransform.stage(
                    real, imaginary, quarter, start / 4, piece, FourierTransform.pieceLength / 4)
                start += FourierTransform.pieceLength
            }
        }
        if quarter <= FourierTransform.tabled / 4 {
            return whole(real, imaginary, quarter, pieces: 4)
        }
        for part in 0..<4 {
            fourth(real + part * quarter, imaginary + part * quarter, quarter)
        }
    }

    /// All remaining stages, on pieces that fit the nearest cache.
    private func whole(
        _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>, _ count: Int,
        pieces: Int
    ) {
        var size = count
        var pieces = pieces
        while size >= 16, let turns = stages[size] {
            for part in 0..<pieces {
                let start = part * size
                FourierTransform.stage(
                    real + start, imaginary + start, size / 4, 0, turns, turns.count)
            }
            size /= 4
            pieces *= 4
        }
        for part in 0..<pieces { FourierTransform.last(real + 4 * part, imaginary + 4 * part) }
    }

    /// Stores in `piece` the values of `low`, rotated by `angle` (and by twice and three times it).
    private func turn(_ low: Turns, by angle: Double) {
        let count = low.count
        for power in 0..<3 {
            let cosine = Float(cos(angle * Double(power + 1)))
            let sine = Float(sin(angle * Double(power + 1)))
            let (re, im) = (low.base + power * 2 * count, low.base + (power * 2 + 1) * count)
            let (toRe, toIm) = (
                piece.base + power * 2 * count, piece.base + (power * 2 + 1) * count
            )
            for index in 0..<count {
                let (x, y) = (re[index], im[index])
                toRe[index] = x * cosine - y * sine
                toIm[index] = x * sine + y * cosine
            }
        }
    }

    /// `run` times four radix-4 butterflies, from the point 4 * `first` on.
    @inline(never)
    private static func stage(
        _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>,
        _ quarter: Int, _ first: Int, _ turns: Turns, _ run: Int
    ) {
        let fours = quarter / 4
        let count = turns.count
        let re = UnsafeMutableRawPointer(real).assumingMemoryBound(to: SIMD4<Float>.self) + first
        let im =
            UnsafeMutableRawPointer(imaginary).assumingMemoryBound(to: SIMD4<Float>.self) + first
        let (c1, s1) = (turns.base, turns.base + count)
        let (c2, s2) = (turns.base + 2 * count, turns.base + 3 * count)
        let (c3, s3) = (turns.base + 4 * count, turns.base + 5 * count)
        for k in 0..<run {
            let (a, ai) = (re[k], im[k])
            let (b, bi) = (re[k + fours], im[k + fours])
            let (c, ci) = (re[k + 2 * fours], im[k + 2 * fours])
            let (d, di) = (re[k + 3 * fours], im[k + 3 * fours])
            let (sum0, sum0i) = (a + c, ai + ci)
            let (gap0, gap0i) = (a - c, ai - ci)
            let (sum1, sum1i) = (b + d, bi + di)
            // -i times the gap.
            let (gap1, gap1i) = (bi - di, d - b)
            re[k] = sum0 + sum1
            im[k] = sum0i + sum1i
            let (x, xi) = (sum0 - sum1, sum0i - sum1i)
            re[k + fours] = x * c2[k] - xi * s2[k]
            im[k + fours] = x * s2[k] + xi * c2[k]
            let (y, yi) = (gap0 + gap1, gap0i + gap1i)
            re[k + 2 * fours] = y * c1[k] - yi * s1[k]
            im[k + 2 * fours] = y * s1[k] + yi * c1[k]
            let (z, zi) = (gap0 - gap1, gap0i - gap1i)
            re[k + 3 * fours] = z * c3[k] - zi * s3[k]
            im[k + 3 * fours] = z * s3[k] + zi * c3[k]
        }
    }

    /// The stage of four points, which needs no twiddle factors.
    @inline(__always)
    private static func last(
        _ re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>
    ) {
        let (sum0, sum0i) = (re[0] + re[2], im[0] + im[2])
        let (gap0, gap0i) = (re[0] - re[2], im[0] - im[2])
        let (sum1, sum1i) = (re[1] + re[3], im[1] + im[3])
        let (gap1, gap1i) = (im[1] - im[3], re[3] - re[1])
        (re[0], im[0]) = (sum0 + sum1, sum0i + sum1i)
        (re[1], im[1]) = (sum0 - sum1, sum0i - sum1i)
        (re[2], im[2]) = (gap0 + gap1, gap0i + gap1i)
        (re[3], im[3]) = (gap0 - gap1, gap0i - gap1i)
    }
}
