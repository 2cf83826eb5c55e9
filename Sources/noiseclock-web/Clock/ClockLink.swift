import CLinux
import ClockClient
import ClockTime
import Glibc
import Synchronization

/// A line for the clock, and who waits for its reply.
struct ClockJob: Sendable {
    /// With its end.
    var line: [UInt8]
    /// Passed with the line.
    var file: UnnamedFile?
    /// Called once, on the link's thread or on the caller's.
    var finish: @Sendable (Result<[UInt8], ClockFailure>) -> Void
}

/// A line that makes the clock send replies until somebody ends it.
struct ClockWatch: Sendable {
    var number: UInt64
    var line: [UInt8]
    /// Called for each line without its end, on the link's thread, and once for the end, which may also be on the
    /// caller's.
    var take: @Sendable (Result<[UInt8], ClockFailure>) -> Void
}

/// The way to the clock: other threads hand orders in, and one thread owns the connections and carries them out
/// (`ClockLoop`).
final class ClockLink: Sendable {
    enum Order: Sendable {
        case ask(ClockJob)
        case watch(ClockWatch)
        case endWatch(UInt64)
    }

    private struct State {
        var orders: [Order] = []
        /// Jobs that wait or are under way.
        var jobs = 0
        var isStopped = false
        var thread: pthread_t?
    }

    /// Jobs that may wait or be under way.
    static let mostJobs = 64

    private let state = Mutex(State())
    /// An eventfd, open for as long as the link.
    private let wakeUp: Int32

    init() throws(StartError) {
        wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeUp >= 0 else { throw StartError("cannot make an eventfd", errno) }
    }

    deinit { close(wakeUp) }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - path: the clock's socket. It need not be there yet.
    ///   - tick: called on the thread after each wait; says when it wants to be called next.
    func start(
        path: String, tick: @escaping @Sendable (BootTime) -> BootTime?
    ) throws(StartError) {
        let thread = try startThread("clock") { [self] in
            var loop = ClockLoop(path: path, link: self, wakeUp: wakeUp, tick: tick)
            loop.run()
        }
        state.withLock { $0.thread = thread }
    }

    /// Ends the thread; whatever waits fails, and so does all that is asked from then on.
    func stop() {
        let thread = state.withLock { state in
            state.isStopped = true
            defer { state.thread = nil }
            return state.thread
        }
        wake()
        if let thread { pthread_join(thread, nil) }
        for order in takeOrders() ?? [] { ClockLink.fail(order) }
    }

    func ask(_ job: ClockJob) {
        let failure = state.withLock { state -> ClockFailure? in
            guard !state.isStopped else { return .noClock }
            guard state.jobs < ClockLink.mostJobs else { return .busy }
            state.jobs += 1
            state.orders.append(.ask(job))
            return nil
        }
        if let failure { job.finish(.failure(failure)) } else { wake() }
    }

    func watch(_ watch: ClockWatch) {
        let isTaken = state.withLock { state in
            guard !state.isStopped else { return false }
            state.orders.append(.watch(watch))
            return true
        }
        if isTaken { wake() } else { watch.take(.failure(.noClock)) }
    }

    func endWatch(_ number: UInt64) {
        state.withLock { $0.orders.append(.endWatch(number)) }
        wake()
    }

    /// Has the thread look at its orders, and call `tick`.
    func wake() {
        var one: UInt64 = 1
        _ = write(wakeUp, &one, 8)
    }

    // MARK: - The thread's side

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// What was ordered since; nil once the link is stopped and nothing is left.
    func takeOrders() -> [Order]? {
        state.withLock { state in
            guard !state.isStopped || !state.orders.isEmpty else { return nil }
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// A job has its reply or its failure.
    func finish(_ job: ClockJob, _ result: Result<[UInt8], ClockFailure>) {
        state.withLock { $0.jobs -= 1 }
        job.finish(result)
    }

    private static func fail(_ order: Order) {
        switch order {
        case .ask(let job): job.finish(.failure(.noClock))
        case .watch(let watch): watch.take(.failure(.noClock))
        case .endWatch: break
        }
    }
}
