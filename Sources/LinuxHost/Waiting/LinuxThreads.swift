import CLinux
import Glibc
package import HAL
import Synchronization

/// Kernel threads, with names that the system's tools show.
package struct LinuxThreads: ThreadHost {
    package init() {}

    /// Bytes per thread: ten times the deepest observed use. Only used pages take memory, even when it is locked
    /// (`MemoryLock`). A real-time thread touches its first 64 KiB at once, twice what sound uses, so that it waits
    /// for no page while it plays.
    package static let stackSize = 1 << 20

    /// SCHED_FIFO's scale goes from 1 to 99. The kernel's own interrupt threads have 50, and sound must not preempt
    /// them.
    private static let realTimePriority: Int32 = 20

    package func makeWaiter() throws(HostError) -> any Waiter {
        try LinuxWaiter()
    }

    package func start(
        _ name: String, priority: ThreadPriority, _ body: @escaping @Sendable () -> Void
    ) throws(HostError) -> any RunningThread {
        try startThread(name, priority: priority, body)
    }

    func startThread(
        _ name: String, priority: ThreadPriority, _ body: @escaping @Sendable () -> Void
    ) throws(HostError) -> LinuxThread {
        let start = ThreadStart(name: name, touchesStack: priority == .realTime, body: body)
        if priority == .realTime {
            // Mostly EPERM: neither privilege nor RLIMIT_RTPRIO. The thread then runs as any other.
            if let thread = try? create(start, isRealTime: true) {
                return LinuxThread(thread, hasRequestedPriority: true)
            }
        }
        return LinuxThread(
            try create(start, isRealTime: false), hasRequestedPriority: priority == .normal)
    }

    private func create(_ start: ThreadStart, isRealTime: Bool) throws(HostError) -> pthread_t {
        var attributes = pthread_attr_t()
        var result = pthread_attr_init(&attributes)
        guard result == 0 else { throw HostError(operation: "pthread_attr_init", errno: result) }
        defer { pthread_attr_destroy(&attributes) }
        result = pthread_attr_setstacksize(&attributes, LinuxThreads.stackSize)
        guard result == 0 else {
            throw HostError(operation: "pthread_attr_setstacksize", errno: result)
        }
        if isRealTime {
            var parameters = sched_param()
            parameters.sched_priority = LinuxThreads.realTimePriority
            pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
            pthread_attr_setschedpolicy(&attributes, SCHED_FIFO)
            pthread_attr_setschedparam(&attributes, &parameters)
        }
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(start)
        result = pthread_create(&thread, &attributes, runThread, argument.toOpaque())
        guard result == 0 else {
            argument.release()
            throw HostError(operation: "starting the thread \(start.name)", errno: result)
        }
        return thread
    }
}

/// The arguments of a new thread.
private final class ThreadStart: Sendable {
    let name: String
    let touchesStack: Bool
    let body: @Sendable () -> Void

    init(name: String, touchesStack: Bool, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.touchesStack = touchesStack
        self.body = body
    }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    // The kernel keeps 15 bytes and refuses longer names.
    pthread_setname_np(pthread_self(), String(decoding: start.name.utf8.prefix(15), as: UTF8.self))
    if start.touchesStack { noiseclock_touch_stack() }
    start.body()
    return nil
}

/// A started thread. It may be joined more than once, and from several threads.
final class LinuxThread: RunningThread {
    let identifier: pthread_t
    let hasRequestedPriority: Bool
    private let isJoined = Mutex(false)

    init(_ identifier: pthread_t, hasRequestedPriority: Bool) {
        self.identifier = identifier
        self.hasRequestedPriority = hasRequestedPriority
    }

    func join() {
        isJoined.withLock { isJoined in
            guard !isJoined else { return }
            pthread_join(identifier, nil)
            isJoined = true
        }
    }

    deinit {
        // Nobody will join it any more: the kernel may reclaim it by itself.
        isJoined.withLock { isJoined in
            if !isJoined { pthread_detach(identifier) }
        }
    }
}
