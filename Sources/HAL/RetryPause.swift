/// How long whoever owns a device waits before it tries again one that failed: a quarter of a second,
/// doubled with each failure, five seconds at the most. Soon enough for a plug that was only loose, seldom
/// enough to cost a device that is gone for good nothing.
package enum RetryPause {
    package static let shortest = Duration.milliseconds(250)
    package static let longest = Duration.seconds(5)
    /// The longest while a sound waits for its device: within a second of its return it is heard again, and a
    /// try at a device that is not there takes less than a thousandth of one.
    package static let longestInSound = Duration.milliseconds(500)
    /// The longest for what no sound waits for: three wakes a minute.
    package static let longestInIdle = Duration.seconds(20)

    /// - Parameter failures: those before the one that calls for the pause.
    package static func after(failures: Int) -> Duration {
        // So many doublings are beyond the longest already, and more would overflow in the end.
        min(longest, doubled(failures, atMost: 5))
    }

    /// The same for the device of a sound that is to be heard.
    package static func inSoundAfter(failures: Int) -> Duration {
        min(longestInSound, doubled(failures, atMost: 1))
    }

    /// The same for what may be missing for years, on a clock that is to sleep meanwhile: as it doubles,
    /// a device is not left alone for longer than it has been gone.
    ///
    /// - Parameter failures: those before the one that calls for the pause.
    package static func inIdleAfter(failures: Int) -> Duration {
        min(longestInIdle, doubled(failures, atMost: 7))
    }

    private static func doubled(_ times: Int, atMost limit: Int) -> Duration {
        shortest * (1 << min(times, limit))
    }
}
