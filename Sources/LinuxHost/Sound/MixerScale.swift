import Glibc

/// Converts a control's steps to and from the perceptual percent that `alsamixer` shows. For a control that reports
/// decibels, 60 dB are the full range and -18 dB is half; one that spans at most 24 dB is linear in decibels. One
/// without decibels is linear in steps.
struct MixerScale: Equatable {
    var steps: ClosedRange<Int>
    /// Hundredths of a decibel at the lowest and highest step; nil if the card does not report them.
    var hundredths: ClosedRange<Int>?

    /// ALSA's value for a lowest step that is silent.
    static let silence = -9_999_999
    private static let widestLinear = 2_400

    /// - Parameters:
    ///   - step: a step of the control.
    ///   - hundredths: ALSA's value for that step.
    func percent(of step: Int, hundredths level: Int?) -> Double {
        guard let level, let range = hundredths, range.lowerBound < range.upperBound else {
            guard steps.lowerBound < steps.upperBound else { return 100 }
            let width = Double(steps.upperBound - steps.lowerBound)
            return 100 * Double(step - steps.lowerBound) / width
        }
        let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
        if range.upperBound - range.lowerBound <= MixerScale.widestLinear {
            return 100 * (Double(level) - low) / (high - low)
        }
        let whole = pow(10, (Double(level) - high) / 6_000)
        guard range.lowerBound != MixerScale.silence else { return 100 * whole }
        let least = pow(10, (low - high) / 6_000)
        return 100 * (whole - least) / (1 - least)
    }

    /// The lowest step that shows as at least `percent`, or the highest step.
    ///
    /// - Parameter level: ALSA's value for a step; it never falls from one to the next.
    func step(atLeast percent: Int, level: (Int) -> Int?) -> Int {
        var (low, high) = (steps.lowerBound, steps.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            // As displayed, so rounded: a step that shows as the requested number is enough.
            if self.percent(of: middle, hundredths: level(middle)).rounded() >= Double(percent) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
