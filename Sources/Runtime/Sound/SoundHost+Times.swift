import ClockSound
import ClockTime
import HAL

/// How long things take, and how many frames that is.
extension SoundHost {
    /// What devices are asked for first, and what there is before one was opened.
    static let defaultRate = 48_000
    /// The largest period that is rendered at once; a device with larger ones is fed in parts.
    static let blockFrames = 1024
    /// The device is closed after this much silence.
    static let silenceBeforeClosing = Duration.seconds(10)
    /// How long a sound takes to be back at its level on a device that comes in its midst.
    static let returnTime = Duration.milliseconds(250)
    /// Between looks at a failed device while nothing plays: soon enough for a person who plugs it in.
    static let lookInterval = RetryPause.longestInIdle
    /// Between the first looks at two outputs.
    static let lookStagger = Duration.seconds(1)

    static func frames(_ duration: Duration, rate: Int) -> Int {
        // Seconds apart from the rest: nanoseconds times the rate overflow after two days.
        let nanoseconds = max(0, duration.wholeNanoseconds)
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Int(seconds) * rate + Int(rest) * rate / 1_000_000_000
    }

    static func duration(_ frames: Int, rate: Int) -> Duration {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
        return .seconds(seconds) + .nanoseconds(Int64(rest) * 1_000_000_000 / Int64(rate))
    }
}
