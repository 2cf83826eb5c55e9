import ClockCore
import ClockTime
import Synchronization

/// Tracks how long a thread has been inside a step that a driver can block for ever.
///
/// A call that never returns cannot report itself. So the engine checks at each of its wakes, which come at least
/// once a minute.
final class WatchedStep: Sendable {
    /// A step takes milliseconds; one this long is stuck.
    private static let longest = Duration.seconds(2)

    /// 0 while the thread is outside the step.
    private let since = Atomic<Int64>(0)

    private let part: HealthPart
    private let problem: String
    private let reportsItsEnd: Bool

    /// - Parameters:
    /// - problem: what is wrong with the part while the step is stuck.
    /// - reportsItsEnd: whether to report the part as healthy once the step has ended.
    init(_ part: HealthPart, _ problem: String, reportsItsEnd: Bool) {
        self.part = part
        self.problem = problem
        self.reportsItsEnd = reportsItsEnd
    }

    /// Called by the watched thread.
    func begin(at now: BootTime) {
        since.store(max(1, now.nanoseconds), ordering: .releasing)
    }

    func end() {
        since.store(0, ordering: .releasing)
    }

    static func isTooLong(_ length: Duration) -> Bool { length > longest }

    /// Called by the watching thread.
    ///
    /// - Parameter isStuck: the last finding; updated to the current one.
    /// - Returns: a report if the finding changed.
    func report(_ isStuck: inout Bool, at now: BootTime) -> HealthReport? {
        let since = since.load(ordering: .acquiring)
        let wasStuck = isStuck
        isStuck = since != 0 && WatchedStep.isTooLong(now - BootTime(nanoseconds: since))
        guard isStuck != wasStuck, isStuck || reportsItsEnd else { return nil }
        return HealthReport(part: part, problem: isStuck ? problem : nil)
    }
}
