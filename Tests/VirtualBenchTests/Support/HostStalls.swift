import Glibc
import Foundation
import Synchronization

/// Detects whether the whole kernel stood still for a while because the host was busy.
///
/// The kernel has one core. A thread with a higher priority than all others of the bench, including the firmware's,
/// requests it every few milliseconds. So whatever keeps the core from that thread is not the firmware.
private final class StallWatch: Sendable {
    private static let interval = Duration.milliseconds(5)
    /// Above the firmware's sound and the kernel's interrupt threads.
    private static let priority: Int32 = 80

    private let longest = Mutex(Int64(0))
    private let isStopping = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { [self] in
            var parameters = sched_param()
            parameters.sched_priority = StallWatch.priority
            if pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0 { watch() }
            ended.signal()
        }
    }

    private func watch() {
        var last = VirtualBench.bootTime
        while !isStopping.load(ordering: .relaxed) {
            VirtualBench.rest(StallWatch.interval)
            let now = VirtualBench.bootTime
            longest.withLock { $0 = max($0, now - last) }
            last = now
        }
    }

    /// Stops it; returns the longest time without the core.
    func stop() -> Duration {
        isStopping.store(true, ordering: .relaxed)
        ended.wait()
        return .nanoseconds(longest.withLock { $0 })
    }
}

extension VirtualBench {
    /// A stall that a sound card's buffer certainly survives, together with the normal work.
    private static let bearable = Duration.milliseconds(25)
    private static let attempts = 8

    /// Measures something that a host stall would spoil, and repeats it after a stall.
    ///
    /// - Parameter measure: measures without judging; nil if it knows that the result is spoilt.
    /// - Returns: the result without a stall, or the last one if the host always stalls.
    /// - Throws: what `measure` throws; `BenchError` if every attempt was spoilt.
    static func undisturbed<Result>(_ measure: () throws -> Result?) throws -> Result {
        for attempt in 1...attempts {
            let watch = StallWatch()
            let result = Swift.Result { try measure() }
            let stall = watch.stop()
            if stall < bearable || attempt == attempts, let value = try result.get() {
                return value
            }
            Figures.remark("measured again: the host stood still for \(stall)")
        }
        throw BenchError("the host let nothing be measured in \(attempts) attempts")
    }
}
