import Glibc

/// Signals in which detectors must, or must not, find something.
package enum TestSignals {
    /// White noise, independent in both channels, of -1 ..< 1 times `amplitude`.
    package static func white(
        seed: UInt64, rate: Int = 48_000, frames: Int, amplitude: Float = 1
    ) -> Take {
        var dice = Dice(seed: seed)
        return Take(rate: rate, frames: frames) { _ in
            (amplitude * dice.sample(), amplitude * dice.sample())
        }
    }

    /// A sine, the same in both channels.
    package static func sine(
        _ frequency: Double, rate: Int = 48_000, frames: Int, amplitude: Double = 1,
        turns: Double = 0
    ) -> Take {
        Take(rate: rate, frames: frames) { frame in
            let phase = turns + frequency * Double(frame) / Double(rate)
            let value = Float(amplitude * sin(2 * Double.pi * phase))
            return (value, value)
        }
    }
}

extension Take {
    /// Changes each frame.
    package func change(_ body: (Int, (Float, Float)) -> (Float, Float)) {
        for frame in 0..<frames {
            (left.base[frame], right.base[frame]) =
                body(frame, (left.base[frame], right.base[frame]))
        }
    }

    /// Adds the other take frame by frame, as far as it goes.
    package func add(_ other: Take) {
        for frame in 0..<min(frames, other.frames) {
            left.base[frame] += other.left.base[frame]
            right.base[frame] += other.right.base[frame]
        }
    }

    /// Repeats the first `period` frames to the end.
    package func loop(every period: Int) {
        for frame in stride(from: period, to: frames, by: 1) {
            left.base[frame] = left.base[frame - period]
            right.base[frame] = right.base[frame - period]
        }
    }
}
