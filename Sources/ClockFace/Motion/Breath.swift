import ClockTime
import Glibc
import HAL

/// The light of a colon that breathes: a raised cosine over four seconds of the time since boot.
enum Breath {
    private static let length = Duration.seconds(4)
    /// How bright it looks at least, in per cent. It never goes out where it has levels.
    private static let leastPercent = 25.0

    /// The share of the colon's full light, in steps that look even.
    static func light(at now: BootTime) -> Double {
        let wave = Breath.wave(at: now)
        return Brightness(percent: leastPercent + (100 - leastPercent) * wave).luminance
    }

    /// Whether a colon is lit that is only lit or dark: half of the time.
    static func isLit(at now: BootTime) -> Bool {
        let (whole, quarter) = (length.wholeNanoseconds, length.wholeNanoseconds / 4)
        return (now.nanoseconds + quarter) % whole < 2 * quarter
    }

    /// When that changes next.
    static func nextBlink(after now: BootTime) -> BootTime {
        let half = length.wholeNanoseconds / 2
        let quarter = half / 2
        // It is lit in the first quarter and in the last one.
        let halves = (now.nanoseconds + quarter) / half + 1
        return BootTime(nanoseconds: halves * half - quarter)
    }

    private static func wave(at now: BootTime) -> Double {
        let whole = length.wholeNanoseconds
        let part = Double(now.nanoseconds % whole) / Double(whole)
        return (1 + cos(2 * .pi * part)) / 2
    }
}
