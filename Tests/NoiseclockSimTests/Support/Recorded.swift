import Glibc
import Testing

/// A recording: 48 kHz, stereo.
struct Recorded {
    static let rate = 48_000
    private static let headerLength = 80

    /// The left channel; 1 is full scale.
    private let samples: [Double]

    /// Reads a 16-bit WAV file.
    init(_ wave: [UInt8]) throws {
        try #require(wave.count >= Recorded.headerLength && wave.starts(with: Array("RIFF".utf8)))
        let frames = stride(from: Recorded.headerLength, to: wave.count - 3, by: 4)
        samples = frames.map { offset in
            let word = UInt16(wave[offset]) | UInt16(wave[offset + 1]) << 8
            return Double(Int16(bitPattern: word)) / 32_768
        }
    }

    /// Reads 32-bit samples without a header, as ALSA's file plugin writes them for the clock.
    init(raw bytes: [UInt8]) {
        samples = stride(from: 0, to: bytes.count - 7, by: 8).map { offset in
            let word = bytes[offset..<offset + 4].reversed().reduce(UInt32(0)) {
                $0 << 8 | UInt32($1)
            }
            return Double(Int32(bitPattern: word)) / 2_147_483_648
        }
    }

    var seconds: Double { Double(samples.count) / Double(Recorded.rate) }

    /// The root mean square of a range, in seconds from the start; dB below full scale.
    func decibels(_ range: Range<Double>) -> Double {
        let part = stretch(range)
        let power = part.reduce(0) { $0 + $1 * $1 } / Double(max(1, part.count))
        return 10 * log10(max(power, 1e-12))
    }

    /// The largest sample of a range.
    func peak(_ range: Range<Double>) -> Double {
        stretch(range).reduce(0) { max($0, abs($1)) }
    }

    /// The number of upward zero crossings: the periods of a sine.
    func risingZeros(_ range: Range<Double>) -> Int {
        let part = stretch(range)
        return zip(part, part.dropFirst()).count { $0 < 0 && $1 >= 0 }
    }

    /// Seconds to the first sample that is not silence; nil if all are.
    func onset(after start: Double = 0) -> Double? {
        // The converter's dither changes the lowest bit or two of silence.
        let first = stretch(start..<seconds).firstIndex { abs($0) > 4.0 / 32_768 }
        return first.map { Double($0) / Double(Recorded.rate) }
    }

    private func stretch(_ range: Range<Double>) -> ArraySlice<Double> {
        func index(_ seconds: Double) -> Int {
            min(samples.count, max(0, Int((seconds * Double(Recorded.rate)).rounded())))
        }
        return samples[index(range.lowerBound)..<index(range.upperBound)]
    }
}
