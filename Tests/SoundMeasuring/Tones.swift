import Glibc

/// Measurements of a pure tone.
package enum ToneCheck {
    /// The amplitude of one frequency, by projection. Exact if `samples` are whole periods.
    package static func amplitude(
        _ samples: UnsafeBufferPointer<Float>, frequency: Double, rate: Int
    ) -> Double {
        let step = 2 * Double.pi * frequency / Double(rate)
        var (inPhase, quadrature) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            inPhase += Double(sample) * cos(step * Double(index))
            quadrature += Double(sample) * sin(step * Double(index))
        }
        return 2 * (inPhase * inPhase + quadrature * quadrature).squareRoot()
            / Double(max(samples.count, 1))
    }

    /// The overtones 2 to 20 below half the rate, together, in decibels relative to the tone.
    ///
    /// - Parameter samples: whole periods of `frequency`.
    package static func distortion(
        _ samples: UnsafeBufferPointer<Float>, frequency: Double, rate: Int
    ) -> Double {
        let tone = amplitude(samples, frequency: frequency, rate: rate)
        var power = 0.0
        for overtone in 2...20 where Double(overtone) * frequency < Double(rate) / 2 {
            let part = amplitude(samples, frequency: Double(overtone) * frequency, rate: rate)
            power += part * part
        }
        return decibels(power: power) - decibels(amplitude: tone)
    }
}

/// The gain applied to a steady tone, every 4 ms, to check that it is a smooth ramp.
package struct RampCheck {
    /// Decibels for each 4 ms, while they are above the floor.
    package private(set) var course: [Double] = []

    private static let windowSeconds = 0.004

    /// - Parameters:
    ///   - samples: of a sine whose amplitude is `amplitude` at gain 1.
    ///   - floor: decibels; anything quieter is ignored.
    package init(
        _ samples: UnsafeBufferPointer<Float>, frequency: Double, rate: Int, amplitude: Double,
        floor: Double
    ) {
        let window = Int(Double(rate) * RampCheck.windowSeconds)
        let step = 2 * Double.pi * frequency / Double(rate)
        for start in stride(from: 0, through: samples.count - window, by: window) {
            // Least squares on sine and cosine, which are not quite orthogonal over 4 ms.
            var (cc, cs, ss, xc, xs) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for index in start..<(start + window) {
                let (c, s) = (cos(step * Double(index)), sin(step * Double(index)))
                let x = Double(samples[index])
                cc += c * c
                cs += c * s
                ss += s * s
                xc += x * c
                xs += x * s
            }
            let whole = cc * ss - cs * cs
            let (a, b) = ((xc * ss - xs * cs) / whole, (xs * cc - xc * cs) / whole)
            let level = decibels(amplitude: (a * a + b * b).squareRoot() / amplitude)
            if level >= floor { course.append(level) }
        }
    }

    /// The largest change within 4 ms in either direction, in decibels.
    package var steepest: Double {
        zip(course, course.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }

    /// The largest movement against the overall direction, in decibels.
    package var reverse: Double {
        guard let first = course.first, let last = course.last else { return 0 }
        let sign: Double = last >= first ? 1 : -1
        var (extreme, worst) = (-Double.infinity, 0.0)
        for value in course {
            extreme = max(extreme, sign * value)
            worst = max(worst, extreme - sign * value)
        }
        return worst
    }
}

/// Checks whether the transition between two pieces of sound is as loud as the sound around it.
package enum SeamCheck {
    private static let windowSeconds = 0.04
    private static let surroundingsSeconds = 0.5

    /// The difference in decibels between the power in the 40 ms around `frame` and that of the half second on either
    /// side of them.
    package static func powerError(_ take: Take, at frame: Int) -> Double {
        let half = Int(Double(take.rate) * SeamCheck.windowSeconds / 2)
        let far = Int(Double(take.rate) * SeamCheck.surroundingsSeconds)
        let inside = power(take, (frame - half)..<(frame + half))
        let before = power(take, (frame - half - far)..<(frame - half))
        let after = power(take, (frame + half)..<(frame + half + far))
        return decibels(power: inside) - decibels(power: (before + after) / 2)
    }

    /// The mean square of both channels over the available part of `range`.
    package static func power(_ take: Take, _ range: Range<Int>) -> Double {
        let held = range.clamped(to: 0..<take.frames)
        var sum = 0.0
        for channel in take.channels {
            for frame in held { sum += Double(channel.base[frame]) * Double(channel.base[frame]) }
        }
        return sum / Double(max(2 * held.count, 1))
    }
}
