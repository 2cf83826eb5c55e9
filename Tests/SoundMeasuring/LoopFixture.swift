import ClockSound
import Glibc

/// The six sounds of the design (Q5), computed, and the measurements of their loops.
package struct LoopFixture: Sendable, CustomStringConvertible {
    package let name: String
    /// Interleaved stereo at 48 kHz.
    package var samples: [Float]
    /// The permitted error of the power in 40 ms, in decibels.
    package let allowedError: Double

    package var description: String { name }

    package static let rate = 48_000
    package static let all = [tone, noise, padded, ogg, music, second]

    /// Ends at another phase than it begins with.
    package static let tone = LoopFixture(
        name: "tone",
        samples: sound(seconds: 4.3217) { time in
            let value = 0.5 * cos(2 * .pi * 440.3 * time)
            return (value, value)
        }, allowedError: 1)

    package static let noise: LoopFixture = {
        var random = SeededNoise(seed: 7)
        return LoopFixture(
            name: "noise",
            samples: sound(seconds: 5) { _ in
                (random.next() * 0.5, random.next() * 0.5)
            }, allowedError: 0.5)
    }()

    /// Like noise from an MP3 that was decoded carelessly: nearly silent before and after.
    package static let padded: LoopFixture = {
        let padding = [Float](repeating: 4e-6, count: 2 * 1729)
        return LoopFixture(
            name: "silence-padded", samples: padding + noise.samples + padding, allowedError: 0.5)
    }()

    /// Rain after encoding: noise without its highest octave.
    package static let ogg: LoopFixture = {
        var random = SeededNoise(seed: 11)
        var last = (0.0, 0.0)
        return LoopFixture(
            name: "ogg",
            samples: sound(seconds: 6.1) { _ in
                last = (last.0 * 0.6 + random.next() * 0.25, last.1 * 0.6 + random.next() * 0.25)
                return last
            }, allowedError: 0.5)
    }()

    /// Changing chords, each note with overtones.
    package static let music = LoopFixture(
        name: "music",
        samples: sound(seconds: 9.77) { time in
            let chords: [[Double]] = [[220, 277.18, 329.63], [196, 246.94, 293.66]]
            let chord = chords[Int(time / 1.25) % 2]
            let age = time.truncatingRemainder(dividingBy: 1.25)
            let edge =
                sin(.pi / 2 * min(1, age / 0.02)) * sin(.pi / 2 * min(1, (1.25 - age) / 0.02))
            var value = 0.0
            for (place, note) in chord.enumerated() {
                let phase = 2 * .pi * note * time
                value +=
                    (sin(phase) + 0.4 * sin(2 * phase) + 0.2 * sin(3 * phase)) / Double(place + 2)
            }
            return (value * edge * edge * 0.3, value * edge * edge * 0.25)
        }, allowedError: 1)

    /// One second of a tone that swells.
    package static let second = LoopFixture(
        name: "one second",
        samples: sound(seconds: 1) { time in
            let value = 0.4 * cos(2 * .pi * 311 * time) * (1 + 0.1 * sin(2 * .pi * 3 * time))
            return (value, -value)
        }, allowedError: 1)

    private static func sound(
        seconds: Double, _ value: (Double) -> (Double, Double)
    ) -> [Float] {
        (0..<Int(seconds * Double(rate))).flatMap { frame in
            let (left, right) = value(Double(frame) / Double(rate))
            return [Float(left), Float(right)]
        }
    }

    // MARK: - Measuring

    /// The length measured before the end: the crossfade and what may be cut, but less than the shortest fixture.
    package var measuredFrames: Int {
        name == "one second" ? LoopFixture.rate / 4 : 3 * LoopFixture.rate / 2
    }

    /// The largest error in decibels of the power in any 40 ms that touch the crossfade. The sound that fades out
    /// follows the loop's end in the source; the sound that fades in is at its beginning.
    ///
    /// The correct power is the sum of theirs, weighted for an even crossfade. For a steady sound it is simply its
    /// power.
    package func powerError(of turn: [Float], crossfade: Range<Int>) -> Double {
        let window = LoopFixture.rate * 40 / 1000
        let length = crossfade.count
        var trimmer = SilenceTrimmer()
        var source: [Float] = []
        trimmer.append(samples) { source += $0 }
        let tail = crossfade.lowerBound + length
        var worst = 0.0
        for start in stride(from: 0, through: length - window, by: window / 4) {
            var wanted = 0.0
            var found = 0.0
            for frame in start..<(start + window) {
                let angle = Double(frame) / Double(length) * .pi / 2
                let shares = (cos(angle) * cos(angle), sin(angle) * sin(angle))
                for channel in 0...1 {
                    let out = Double(source[2 * (tail + frame) + channel])
                    let new = Double(source[2 * frame + channel])
                    let made = Double(turn[2 * (crossfade.lowerBound + frame) + channel])
                    wanted += shares.0 * out * out + shares.1 * new * new
                    found += made * made
                }
            }
            worst = max(worst, abs(10 * log10(found / wanted)))
        }
        return worst
    }
}

/// Steps that do not fit the sound around them: places where the fourth difference, which is small in smooth sounds,
/// is many times that of the surroundings.
package enum Clicks {
    package static func count(in samples: [Float], from start: Int) -> Int {
        let window = 480
        var clicks = 0
        for channel in 0...1 {
            let plane = stride(from: channel, to: samples.count, by: 2).map { Double(samples[$0]) }
            let first = max(0, start)
            var differences: [Double] = []
            for frame in first..<(plane.count - 4) {
                let value =
                    plane[frame] - 4 * plane[frame + 1] + 6 * plane[frame + 2]
                    - 4 * plane[frame + 3] + plane[frame + 4]
                differences.append(abs(value))
            }
            for begin in stride(from: 0, to: differences.count - window, by: window / 2) {
                let piece = differences[begin..<(begin + window)]
                let mean = (piece.reduce(0) { $0 + $1 * $1 } / Double(window)).squareRoot()
                // A step of h shows as 3 h; the floor covers float rounding and inaudible steps.
                if let most = piece.max(), most > 8 * mean, most > 1e-3 { clicks += 1 }
            }
        }
        return clicks
    }
}

/// Uniform noise of -1 to 1.
package struct SeededNoise {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(Int32(truncatingIfNeeded: state >> 33) &* 2) / Double(Int32.max)
    }
}
