/// How long whoever owns a device waits before it tries again one that failed: a quarter of a second,
/// doubled with each failure, five seconds at the most. Soon enough for a plug that was only loose, seldom
/// enough to cost a device that is gone for good nothing.
package enum RetryPause {
    package static let shortest = Duration.milliseconds(250)
    package static let longest = Duration.seconds(5)
    /// For a device that has been gone for a minute and that no ring waits for: three wakes a minute.
    package static let longestInIdle = Duration.seconds(20)

    /// After so many failures the pauses so far make a minute.
    private static let failuresOfAMinute = 16

    /// - Parameter failures: those before the one that calls for the pause.
    package static func after(failures: Int) -> Duration {
        // Five doublings are beyond the longest already, and more would overflow in the end.
        min(longest, shortest * (1 << min(failures, 5)))
    }

    /// The same for what may be missing for years, on a clock that is to sleep meanwhile.
    ///
    /// - Parameter failures: those before the one that calls for the pause.
    package static func inIdleAfter(failures: Int) -> Duration {
        failures < failuresOfAMinute ? after(failures: failures) : longestInIdle
    }
}
