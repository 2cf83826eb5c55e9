import Glibc

/// Between a control's steps and the percent that `alsamixer` shows, which follow the ear: of a control
/// that tells its decibels, 60 dB are the whole and -18 dB the half; one that spans 24 dB at most goes
/// linearly in decibels; one that does not tell them goes by its steps.
struct MixerScale: Equatable {
    var steps: ClosedRange<Int>
    /// Hundredths of a decibel at the lowest and the highest step; nil where the card does not tell.
    var hundredths: ClosedRange<Int>?

    /// What ALSA says of a lowest step that is silence.
    static let silence = -9_999_999
    private static let widestLinear = 2_400

    /// - Parameters:
    ///   - step: of the control.
    ///   - hundredths: what ALSA says of that step.
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

    /// The lowest step that shows as `percent` at least, or the highest there is.
    ///
    /// - Parameter level: what ALSA says of a step; it never falls from one to the next.
    func step(atLeast percent: Int, level: (Int) -> Int?) -> Int {
        var (low, high) = (steps.lowerBound, steps.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            // Shown as rounded: a step that shows as the number asked for is enough.
            if self.percent(of: middle, hundredths: level(middle)).rounded() >= Double(percent) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
