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
    /// - Returns: whether that is another.
    func changed(_ isStuck: inout Bool, at now: BootTime) -> Bool {
        let since = since.load(ordering: .acquiring)
        let isStuckNow =
            since != 0 && WatchedStep.isTooLong(now - BootTime(nanoseconds: since))
        defer { isStuck = isStuckNow }
        return isStuckNow != isStuck
    }
}
