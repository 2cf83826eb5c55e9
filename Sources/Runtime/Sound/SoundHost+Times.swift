import ClockSound
import ClockTime
import HAL

/// Durations, and their conversion to frames.
extension SoundHost {
    /// The rate that devices are asked for first, and the rate before one is opened.
    static let defaultRate = 48_000
    /// The most frames rendered at once; a device with longer periods is fed in parts.
    static let blockFrames = 1024
    /// The device is closed after this much silence.
    static let silenceBeforeClosing = Duration.seconds(10)
    /// The fade-in of a running sound on a device that is opened in the middle of it.
    static let returnTime = Duration.milliseconds(250)
    /// Between checks of a failed device in silence: soon enough for a person who plugs it in.
    static let lookInterval = RetryPause.longestInIdle
    /// Between the first checks of two outputs.
    static let lookStagger = Duration.seconds(1)

    static func frames(_ duration: Duration, rate: Int) -> Int {
        // Whole seconds are converted separately: nanoseconds times the rate overflow after two days.
        let nanoseconds = max(0, duration.wholeNanoseconds)
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Int(seconds) * rate + Int(rest) * rate / 1_000_000_000
    }

    static func duration(_ frames: Int, rate: Int) -> Duration {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: rate)
        return .seconds(seconds) + .nanoseconds(Int64(rest) * 1_000_000_000 / Int64(rate))
    }
}
