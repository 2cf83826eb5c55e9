import CLinux
import ClockTime
import Glibc
import HAL
import LinuxHost
import Testing

@Suite("Waiting on the kernel")
struct LinuxWaiterTests {
    private let clock = LinuxClock()

    @Test("A boot deadline ends the wait when it has come, not before")
    func waitsForBootTime() throws {
        let waiter = try LinuxWaiter()
        let deadline = clock.now().boot + .milliseconds(20)
        #expect(waiter.wait(until: Deadline(boot: deadline)) == .deadline)
        #expect(clock.now().boot >= deadline)
    }

    @Test("A wall deadline ends the wait when it has come, not before")
    func waitsForWallTime() throws {
        let waiter = try LinuxWaiter()
        let deadline = clock.now().wall + .milliseconds(20)
        #expect(waiter.wait(until: Deadline(wall: deadline)) == .deadline)
        #expect(clock.now().wall >= deadline)
    }

    @Test("Of two deadlines the earlier counts, and neither leaves anything behind")
    func waitsForTheEarlier() throws {
        let waiter = try LinuxWaiter()
        let now = clock.now()
        let far = now.advanced(by: .hours(1))
        #expect(waiter.wait(until: Deadline(wall: far.wall, boot: now.boot)) == .deadline)
        #expect(waiter.wait(until: Deadline(wall: now.wall, boot: far.boot)) == .deadline)
        waiter.notify()
        #expect(waiter.wait(until: Deadline(wall: far.wall, boot: far.boot)) == .notified)
    }

    @Test(
        "A deadline in the past, however far, ends the wait at once",
        arguments: [Int64.min, -1, 0, 1])
    func takesPastDeadlines(nanoseconds: Int64) throws {
        let waiter = try LinuxWaiter()
        let wall = Deadline(wall: WallTime(nanoseconds: nanoseconds))
        #expect(waiter.wait(until: wall) == .deadline)
        let boot = Deadline(boot: BootTime(nanoseconds: nanoseconds))
        #expect(waiter.wait(until: boot) == .deadline)
    }

    @Test("Notifications before the wait end it at once, and several count as one")
    func countsNotificationsAsOne() throws {
        let waiter = try LinuxWaiter()
        for _ in 0..<3 { waiter.notify() }
        #expect(waiter.wait(until: .never) == .notified)
        let soon = Deadline(boot: clock.now().boot + .milliseconds(5))
        #expect(waiter.wait(until: soon) == .deadline)
    }

    @Test("A notification from another thread ends a wait without a deadline")
    func isWokenByOthers() throws {
        let waiter = try LinuxWaiter()
        let thread = try LinuxThreads().start("waker", priority: .normal) {
            usleep(10_000)
            waiter.notify()
        }
        #expect(waiter.wait(until: .never) == .notified)
        thread.join()
    }

    @Test("The furthest deadline can be waited for")
    func takesTheFurthestDeadline() throws {
        let waiter = try LinuxWaiter()
        waiter.notify()
        let last = Deadline(
            wall: WallTime(nanoseconds: .max), boot: BootTime(nanoseconds: .max))
        #expect(waiter.wait(until: last) == .notified)
    }

    @Test("A wait is not a spin: one that lasts 50 ms takes hardly any processor time")
    func doesNotSpin() throws {
        let waiter = try LinuxWaiter()
        let start = threadTime()
        for _ in 0..<5 {
            _ = waiter.wait(until: Deadline(boot: clock.now().boot + .milliseconds(10)))
        }
        #expect(threadTime() - start < .milliseconds(10))
    }

    private func threadTime() -> Duration {
        .nanoseconds(noiseclock_nanoseconds(CLOCK_THREAD_CPUTIME_ID))
    }
}
