package import ClockTime

/// The source of the current time.
package protocol TimeSource: Sendable {
    /// Both clocks, read together.
    func now() -> Moment
}

/// Why a wait ended. Several reasons can apply at once.
package struct WakeReasons: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The deadline was reached.
    package static let deadline = WakeReasons(rawValue: 1 << 0)
    /// Somebody called `notify`.
    package static let notified = WakeReasons(rawValue: 1 << 1)
    /// The wall clock was set (a timer with cancel-on-set was cancelled).
    package static let clockSet = WakeReasons(rawValue: 1 << 2)
}

/// Something that a thread waits on and that others can wake.
package protocol Notifiable: AnyObject, Sendable {
    /// Ends the current or the next wait. From any thread; never blocks.
    func notify()
}

/// What a thread blocks on. Each thread has one.
package protocol Waiter: Notifiable {
    /// Blocks until the deadline is reached, somebody calls `notify`, or the wall clock is set. A notification
    /// that arrived before the call ends the wait at once. Several count as one.
    func wait(until deadline: Deadline) -> WakeReasons
}

/// Scheduling priority of a thread.
package enum ThreadPriority: Sendable {
    case normal
    /// SCHED_FIFO if the system grants it.
    case realTime
}

/// The system refused a resource at start: a thread, a descriptor, a file.
package struct HostError: Error, Hashable, Sendable {
    /// The attempted operation, worded for a log line.
    package var operation: String
    package var errno: Int32

    package init(operation: String, errno: Int32) {
        self.operation = operation
        self.errno = errno
    }
}

/// Creates the threads that the hosts run on.
package protocol ThreadHost: Sendable {
    func makeWaiter() throws(HostError) -> any Waiter

    /// Starts a thread that runs `body` once. System tools show `name` (at most 15 bytes).
    func start(
        _ name: String, priority: ThreadPriority, _ body: @escaping @Sendable () -> Void
    ) throws(HostError) -> any RunningThread
}

package protocol RunningThread: Sendable {
    /// Waits for the body to return.
    func join()

    /// Whether the system granted the requested priority.
    var hasRequestedPriority: Bool { get }
}
