import ClockCore
import ClockTime
import Synchronization

/// Since when a thread is inside a step that a driver can hold for ever.
///
/// A call that never returns can tell nobody, so the engine looks: at each of its wakes, which come once a
/// minute at the least.
final class WatchedStep: Sendable {
    /// A step takes milliseconds; one this long is held.
    private static let longest = Duration.seconds(2)

    /// 0 while the thread is not inside.
    private let since = Atomic<Int64>(0)

    private let part: HealthPart
    private let problem: String
    private let reportsItsEnd: Bool

    /// - Parameters:
    ///   - problem: what is wrong with the part while the step is held.
    ///   - reportsItsEnd: whether the part is called well once the step has ended.
    init(_ part: HealthPart, _ problem: String, reportsItsEnd: Bool) {
        self.part = part
        self.problem = problem
        self.reportsItsEnd = reportsItsEnd
    }

    /// Of the thread that is looked after.
    func begin(at now: BootTime) {
        since.store(max(1, now.nanoseconds), ordering: .releasing)
    }

    func end() {
        since.store(0, ordering: .releasing)
    }

    static func isTooLong(_ length: Duration) -> Bool { length > longest }

    /// Of the thread that looks.
    ///
    /// - Parameter isStuck: what it found last, and finds now.
    /// - Returns: what is to be told of that, where it is another.
    func report(_ isStuck: inout Bool, at now: BootTime) -> HealthReport? {
        let since = since.load(ordering: .acquiring)
        let wasStuck = isStuck
        isStuck = since != 0 && WatchedStep.isTooLong(now - BootTime(nanoseconds: since))
        guard isStuck != wasStuck, isStuck || reportsItsEnd else { return nil }
        return HealthReport(part: part, problem: isStuck ? problem : nil)
    }
}
