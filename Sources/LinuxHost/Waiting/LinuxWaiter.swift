import CLinux
package import ClockTime
import Glibc
package import HAL

/// Waits for a wall time, a boot time, a notification or a step of the wall clock, in one epoll.
///
/// The wall clock's timer is armed on every wait, if need be for the end of time, because it reports steps: the
/// kernel cancels it when the clock is set. A step between two waits is noticed when the timer is armed again, so
/// none is lost. Slewing is not a step, for the kernel too.
package final class LinuxWaiter: Waiter {
    private let epoll: Epoll
    private let wallTimer: Timer
    private let bootTimer: Timer
    private let wakeUp: WakeUp

    private enum Token {
        static let wall: UInt64 = 0
        static let boot: UInt64 = 1
        static let wakeUp: UInt64 = 2
    }

    /// Later than any deadline, but within the kernel's 63 bits in nanoseconds.
    private static let endOfTime: Int64 = 9_000_000_000_000_000_000

    package init() throws(HostError) {
        epoll = try Epoll()
        wallTimer = try Timer(clock: CLOCK_REALTIME, isCancelledBySetting: true)
        bootTimer = try Timer(clock: CLOCK_BOOTTIME)
        wakeUp = try WakeUp()
        let readable = EPOLLIN.rawValue
        try epoll.add(wallTimer.descriptor, token: Token.wall, events: readable)
        try epoll.add(bootTimer.descriptor, token: Token.boot, events: readable)
        try epoll.add(wakeUp.descriptor, token: Token.wakeUp, events: readable)
        // Discards steps from before the first wait: nobody needs them.
        _ = wallTimer.set(to: LinuxWaiter.endOfTime)
    }

    package func wait(until deadline: Deadline) -> WakeReasons {
        var reasons: WakeReasons = []
        let wall = min(deadline.wall?.nanoseconds ?? .max, LinuxWaiter.endOfTime)
        if !wallTimer.set(to: wall) { reasons.insert(.clockSet) }
        _ = bootTimer.set(to: deadline.boot?.nanoseconds)
        repeat {
            guard let ready = epoll.wait(limit: 3, looking: !reasons.isEmpty) else {
                // Waiting is impossible, which cannot happen while the descriptors are ours. Polling twenty times a
                // second keeps a clock going that would otherwise spin or hang.
                usleep(50_000)
                return [.deadline, .notified]
            }
            for member in ready { reasons.formUnion(consume(member.token)) }
        } while reasons.isEmpty
        return reasons
    }

    private func consume(_ token: UInt64) -> WakeReasons {
        switch token {
        case Token.wakeUp: return wakeUp.consume() ? .notified : []
        case Token.wall: return reasons(wallTimer.consume())
        default: return reasons(bootTimer.consume())
        }
    }

    private func reasons(_ reading: Timer.Reading) -> WakeReasons {
        switch reading {
        case .expired: .deadline
        case .clockSet: .clockSet
        case .nothing: []
        }
    }

    package func notify() {
        wakeUp.signal()
    }
}
