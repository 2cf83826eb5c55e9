import Glibc

/// The largest value between the samples, by fourfold oversampling, as a converter's filter produces it (ITU-R
/// BS.1770, annex 2, with a longer filter).
package struct TruePeakMeter {
    private static let taps = 32
    private static let phases = 4
    /// Samples below half of full scale cannot reach full scale between them in any of our sounds, so they are
    /// skipped.
    private static let worthLooking: Float = 0.5

    /// For each position between two samples, the weights of the 32 samples around it.
    private let filters: [[Float]]
    private var history = [[Float]](repeating: [], count: 2)
    package private(set) var peak: Float = 0

    package init() {
        filters = (1..<TruePeakMeter.phases).map { phase in
            let middle = Double(TruePeakMeter.taps / 2 - 1) + Double(phase) / 4
            return (0..<TruePeakMeter.taps).map { tap in
                let x = Double(tap) - middle
                let sinc = sin(Double.pi * x) / (Double.pi * x)
                // A Hann window as long as the filter.
                let window = 0.5 + 0.5 * cos(2 * Double.pi * x / Double(TruePeakMeter.taps))
                return Float(sinc * window)
            }
        }
    }

    package init(_ take: Take) {
        self.init()
        add(take.left.base, take.right.base, frames: take.frames)
    }

    package mutating func add(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int
    ) {
        add(left, frames, channel: 0)
        add(right, frames, channel: 1)
    }

    private mutating func add(_ samples: UnsafePointer<Float>, _ frames: Int, channel: Int) {
        let line = history[channel] + Array(UnsafeBufferPointer(start: samples, count: frames))
        history[channel] = Array(line.suffix(TruePeakMeter.taps - 1))
        var greatest = peak
        line.withUnsafeBufferPointer { line in
            var start = 0
            while start + TruePeakMeter.taps <= line.count {
                let end = min(start + 256, line.count - TruePeakMeter.taps + 1)
                var loudest: Float = 0
                for index in start..<(end + TruePeakMeter.taps - 1) {
                    loudest = max(loudest, abs(line[index]))
                }
                greatest = max(greatest, loudest)
                if loudest >= TruePeakMeter.worthLooking, let base = line.baseAddress {
                    greatest = max(
                        greatest, between(base + start, count: end - start))
                }
                start = end
            }
        }
        peak = greatest
    }

    private func between(_ line: UnsafePointer<Float>, count: Int) -> Float {
        var greatest: Float = 0
        for filter in filters {
            filter.withUnsafeBufferPointer { filter in
                for index in 0..<count {
                    var sum = SIMD4<Float>()
                    for tap in stride(from: 0, to: TruePeakMeter.taps, by: 4) {
                        let at = line + index + tap
                        sum +=
                            SIMD4(at[0], at[1], at[2], at[3])
                            * SIMD4(filter[tap], filter[tap + 1], filter[tap + 2], filter[tap + 3])
                    }
                    greatest = max(greatest, abs((sum[0] + sum[1]) + (sum[2] + sum[3])))
                }
            }
        }
        return greatest
    }
}
