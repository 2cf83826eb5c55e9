import Glibc
import Foundation
import Synchronization

/// Finds out whether the whole kernel stood still for a while, because the host had other things to do.
///
/// The kernel has one core. A thread above all others of the bench, the firmware's among them, asks for it
/// every few milliseconds: what keeps that one from it is not the firmware.
private final class StallWatch: Sendable {
    private static let interval = Duration.milliseconds(5)
    /// Above the firmware's sound and the kernel's own threads for interrupts.
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

    /// Ends it; returns the longest time without the core.
    func stop() -> Duration {
        isStopping.store(true, ordering: .relaxed)
        ended.wait()
        return .nanoseconds(longest.withLock { $0 })
    }
}

extension VirtualBench {
    /// What a sound card's buffer outlasts for certain, with what else there is to do in its time.
    private static let bearable = Duration.milliseconds(25)
    private static let attempts = 8

    /// Measures something that a host which stands still would spoil, and again while it did.
    ///
    /// - Parameter measure: measures, and judges nothing; nil where it knows that it was spoilt.
    /// - Returns: what was measured without a stall, or, on a host that never gives the time, last.
    /// - Throws: what `measure` throws; `BenchError` where every attempt was spoilt.
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
