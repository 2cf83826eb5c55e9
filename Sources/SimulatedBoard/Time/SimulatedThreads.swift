package import HAL

/// Real threads whose waiters wait in simulated time.
package struct SimulatedThreads: ThreadHost {
    private let threads: any ThreadHost
    private let time: SimulatedTime

    package init(_ threads: any ThreadHost, time: SimulatedTime) {
        self.threads = threads
        self.time = time
    }

    package func makeWaiter() throws(HostError) -> any Waiter {
        time.makeWaiter(over: try threads.makeWaiter())
    }

    package func start(
        _ name: String, priority: ThreadPriority, _ body: @escaping @Sendable () -> Void
    ) throws(HostError) -> any RunningThread {
        try threads.start(name, priority: priority, body)
    }
}
