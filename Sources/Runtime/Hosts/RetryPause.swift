/// How long a host waits before it tries a failed device again: a quarter of a second, doubled with each
/// failure, five seconds at the most. Soon enough for a plug that was only loose, seldom enough to cost a
/// device that is gone for good nothing.
enum RetryPause {
    static let shortest = Duration.milliseconds(250)
    static let longest = Duration.seconds(5)

    /// - Parameter failures: those before the one that calls for the pause.
    static func after(failures: Int) -> Duration {
        // Five doublings are beyond the longest already, and more would overflow in the end.
        min(longest, shortest * (1 << min(failures, 5)))
    }
}
