/// How long the owner of a failed device waits before it retries: a quarter of a second, doubled with each
/// failure, at most five seconds. Soon enough for a plug that was only loose, and rare enough to cost nothing on
/// a device that is gone for good.
package enum RetryPause {
    package static let shortest = Duration.milliseconds(250)
    package static let longest = Duration.seconds(5)
    /// The maximum while a sound waits for its device. The sound is heard again within a second of the device's
    /// return, and trying a missing device takes less than a millisecond.
    package static let longestInSound = Duration.milliseconds(500)
    /// The maximum when no sound is waiting: three wakes per minute.
    package static let longestInIdle = Duration.seconds(20)

    /// - Parameter failures: the number of earlier failures, without the current one.
    package static func after(failures: Int) -> Duration {
        // This many doublings already exceed the maximum; more would overflow eventually.
        min(longest, doubled(failures, atMost: 5))
    }

    /// The same for the device of a sound that should be playing.
    package static func inSoundAfter(failures: Int) -> Duration {
        min(longestInSound, doubled(failures, atMost: 1))
    }

    /// The same for a device that may be missing for years on a clock that should sleep. Because the pause
    /// doubles, it never exceeds the time that the device has been gone.
    ///
    /// - Parameter failures: the number of earlier failures, without the current one.
    package static func inIdleAfter(failures: Int) -> Duration {
        min(longestInIdle, doubled(failures, atMost: 7))
    }

    private static func doubled(_ times: Int, atMost limit: Int) -> Duration {
        shortest * (1 << min(times, limit))
    }
}
