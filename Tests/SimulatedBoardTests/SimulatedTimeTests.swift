import ClockTime
import Foundation
import HAL
import SimulatedBoard
import Testing

@Suite("Simulated time")
struct SimulatedTimeTests {
    private let real = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 7), boot: BootTime(nanoseconds: 1_000_000_000)))

    private func milliseconds(_ time: SimulatedTime) -> [Int64] {
        let now = time.now()
        return [now.boot.nanoseconds / 1_000_000, now.wall.nanoseconds / 1_000_000]
    }

    private func made(wallSeconds: Int64 = 100, bootSeconds: Int64 = 10) -> SimulatedTime {
        SimulatedTime(
            over: real,
            startingAt: Moment(
                wall: WallTime(nanoseconds: wallSeconds * 1_000_000_000),
                boot: BootTime(nanoseconds: bootSeconds * 1_000_000_000)))
    }

    @Test("shows the real clocks where nothing else is asked")
    func real1() {
        let time = SimulatedTime(over: real)
        #expect(time.now() == real.now())
        real.advance(by: .seconds(3))
        #expect(time.now() == real.now())
    }

    @Test("runs N times as fast, and goes on without a leap when the speed changes")
    func speeds() {
        let time = made()
        real.advance(by: .seconds(1))
        #expect(milliseconds(time) == [11_000, 101_000])
        time.setSpeed(60)
        #expect(milliseconds(time) == [11_000, 101_000])
        real.advance(by: .milliseconds(500))
        #expect(milliseconds(time) == [41_000, 131_000])
        time.setSpeed(2)
        real.advance(by: .milliseconds(500))
        #expect(milliseconds(time) == [42_000, 132_000])
    }

    @Test("clamps speeds to what it bears")
    func clamps() {
        let time = made()
        time.setSpeed(0)
        #expect(time.speed == 1)
        time.setSpeed(.max)
        #expect(time.speed == SimulatedTime.highestSpeed)
        real.advance(by: .hours(24 * 365 * 200))
        #expect(time.now().boot.nanoseconds == .max)
    }

    @Test("stands still while paused, at the speed that it goes on with")
    func pauses() {
        let time = made()
        time.pause()
        time.setSpeed(10)
        #expect(time.isPaused)
        real.advance(by: .hours(1))
        #expect(milliseconds(time) == [10_000, 100_000])
        time.skip(by: .seconds(1))
        #expect(milliseconds(time) == [11_000, 101_000])
        time.resume()
        #expect(milliseconds(time) == [11_000, 101_000])
        real.advance(by: .seconds(1))
        #expect(milliseconds(time) == [21_000, 111_000])
    }

    @Test("skips on with both clocks, never back")
    func skips() {
        let time = made()
        time.skip(by: .minutes(1))
        time.skip(by: .seconds(-30))
        #expect(milliseconds(time) == [70_000, 160_000])
    }

    @Test("lets the wall clock be set, which boot time does not notice")
    func steps() {
        let time = made()
        time.stepWall(by: .hours(-1))
        #expect(milliseconds(time) == [10_000, -3_500_000])
        real.advance(by: .seconds(2))
        time.setWall(to: WallTime(nanoseconds: 5_000_000_000))
        #expect(milliseconds(time) == [12_000, 5000])
    }

    @Test("does not notice when the real wall clock is set")
    func realSteps() {
        let time = made()
        real.stepWall(by: .hours(5))
        #expect(milliseconds(time) == [10_000, 100_000])
    }
}

@Suite("Waiting in simulated time")
struct SimulatedWaiterTests {
    private let real = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_000_000_000)))
    private let time: SimulatedTime
    private let below: ScriptedWaiter
    private let waiter: any Waiter

    init() {
        time = SimulatedTime(
            over: real,
            startingAt: Moment(
                wall: WallTime(nanoseconds: 100_000_000_000), boot: BootTime(nanoseconds: 0)))
        below = ScriptedWaiter(clock: real)
        waiter = time.makeWaiter(over: below)
        below.rescue { [waiter] in waiter.notify() }
    }

    private func boot(_ milliseconds: Int64) -> Deadline {
        Deadline(boot: BootTime(nanoseconds: milliseconds * 1_000_000))
    }

    @Test("translates a deadline of either clock into a real one, and reaches it in one wait")
    func translates() {
        time.setSpeed(60)
        below.forgetNotifications()
        #expect(waiter.wait(until: boot(6000)) == .deadline)
        #expect(time.now().boot.nanoseconds == 6_000_000_000)
        let wall = Deadline(wall: WallTime(nanoseconds: 112_000_000_000))
        #expect(waiter.wait(until: wall) == .deadline)
        #expect(time.now().wall.nanoseconds == 112_000_000_000)
        #expect(below.milliseconds == [1100, 1200])
    }

    @Test("rounds a real deadline up, so that one wait is enough", arguments: [3, 7, 60, 1800])
    func rounds(speed: Int) {
        time.setSpeed(speed)
        below.forgetNotifications()
        let deadline = Deadline(boot: BootTime(nanoseconds: 1_000_001))
        #expect(waiter.wait(until: deadline) == .deadline)
        #expect(below.deadlines.count == 1)
        #expect(deadline.isReached(at: time.now()))
    }

    @Test("does not wait for a deadline that has passed")
    func passed() {
        #expect(waiter.wait(until: boot(0)) == .deadline)
        #expect(below.deadlines.isEmpty)
    }

    @Test("is ended by a notification, before or during the wait, once")
    func notified() {
        waiter.notify()
        waiter.notify()
        #expect(waiter.wait(until: boot(1000)) == .notified)
        #expect(waiter.wait(until: boot(1000)) == .deadline)
        below.meanwhile { [waiter] in waiter.notify() }
        #expect(waiter.wait(until: .never) == .notified)
        #expect(below.milliseconds.last == .some(nil))
    }

    @Test("does not return for a change that was made before the wait")
    func changedBefore() {
        time.setSpeed(10)
        #expect(waiter.wait(until: boot(1000)) == .deadline)
        // The change had woken the waiter below: it looks once more and sleeps again.
        #expect(below.milliseconds == [1100, 1100])
    }

    @Test("names all reasons that hold")
    func severalReasons() {
        time.skip(by: .seconds(5))
        time.stepWall(by: .seconds(1))
        waiter.notify()
        #expect(waiter.wait(until: boot(5000)) == [.deadline, .notified, .clockSet])
    }

    @Test("works its deadline out anew when the speed changes, and returns only when it is reached")
    func reconsiders() {
        below.meanwhile { [real, time] in
            real.advance(by: .seconds(1))
            time.setSpeed(10)
        }
        below.meanwhile { [real, time] in
            real.advance(by: .milliseconds(100))
            time.setSpeed(2)
        }
        #expect(waiter.wait(until: boot(10_000)) == .deadline)
        // 10 s at speed 1; 1 s later 9 s at speed 10; after another second 8 s at speed 2.
        #expect(below.milliseconds == [11_000, 2900, 6100])
        #expect(time.now().boot.nanoseconds == 10_000_000_000)
    }

    @Test("waits for a notification alone while time stands still")
    func paused() {
        time.pause()
        below.forgetNotifications()
        below.meanwhile { [real, time] in
            real.advance(by: .hours(1))
            time.resume()
        }
        #expect(waiter.wait(until: boot(500)) == .deadline)
        let hour: Int64 = 3_600_000
        #expect(below.milliseconds == [nil, hour + 1500])
    }

    @Test("is ended by a skip that reaches the deadline, and goes on after one that does not")
    func skips() {
        below.meanwhile { [time] in time.skip(by: .minutes(59)) }
        below.meanwhile { [time] in time.skip(by: .minutes(1)) }
        #expect(waiter.wait(until: boot(3_600_000)) == .deadline)
        #expect(below.milliseconds == [3_601_000, 61_000])
    }

    @Test("tells once that the wall clock was set, whether it was during the wait or before it")
    func clockSet() {
        time.stepWall(by: .hours(1))
        time.setWall(to: WallTime(nanoseconds: 0))
        #expect(waiter.wait(until: boot(1000)) == .clockSet)
        #expect(waiter.wait(until: boot(1000)) == .deadline)
        below.meanwhile { [time] in time.stepWall(by: .hours(1)) }
        #expect(waiter.wait(until: .never) == .clockSet)
        let late = time.makeWaiter(over: ScriptedWaiter(clock: real))
        #expect(late.wait(until: boot(1000)) == .deadline)
    }

    @Test("reaches a wall deadline by a step of the wall clock")
    func steppedOverDeadline() {
        let deadline = Deadline(wall: WallTime(nanoseconds: 3_700_000_000_000))
        below.meanwhile { [time] in time.stepWall(by: .hours(1)) }
        #expect(waiter.wait(until: deadline) == [.clockSet, .deadline])
    }

    @Test("lets go of waiters that nobody waits on any more")
    func weaklyHeld() {
        let gone = ScriptedWaiter(clock: real)
        weak var held: AnyObject?
        do {
            let waiter = time.makeWaiter(over: gone)
            held = waiter
            #expect(held != nil)
        }
        #expect(held == nil)
        time.setSpeed(2)
        #expect(gone.wait(until: boot(1)) == .deadline)
    }

    @Test("comes from a thread host that makes simulated waiters and real threads")
    func threads() throws {
        let threads = SimulatedThreads(InlineThreads(clock: real), time: time)
        time.setSpeed(1000)
        let waiter = try threads.makeWaiter()
        let before = real.now().boot
        #expect(waiter.wait(until: boot(1000)) == .deadline)
        #expect(real.now().boot - before == .milliseconds(1))
        let thread = try threads.start("panel", priority: .realTime) { waiter.notify() }
        thread.join()
        #expect(thread.hasRequestedPriority)
        #expect(waiter.wait(until: .never) == .notified)
    }

    @Test("wakes a real thread that sleeps when time skips on", .timeLimit(.minutes(1)))
    func realThread() {
        let asleep = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let waiter = time.makeWaiter(over: SleepingWaiter(asleep: asleep))
        let deadline = boot(3_600_000)
        let thread = Thread {
            if waiter.wait(until: deadline) == .deadline { done.signal() }
        }
        thread.start()
        asleep.wait()
        time.skip(by: .minutes(59))
        asleep.wait()
        time.skip(by: .minutes(1))
        #expect(done.wait(timeout: .now() + 30) == .success)
    }
}

/// Sleeps until it is notified, and signals when it is about to sleep.
private final class SleepingWaiter: Waiter {
    private let asleep: DispatchSemaphore
    private let notified = DispatchSemaphore(value: 0)

    init(asleep: DispatchSemaphore) {
        self.asleep = asleep
    }

    func notify() { notified.signal() }

    func wait(until deadline: Deadline) -> WakeReasons {
        asleep.signal()
        notified.wait()
        return .notified
    }
}

/// Runs a thread's body at once, on the caller's thread.
private struct InlineThreads: ThreadHost {
    var clock: VirtualClock

    struct Done: RunningThread {
        func join() {}
        var hasRequestedPriority: Bool { true }
    }

    func makeWaiter() throws(HostError) -> any Waiter { ScriptedWaiter(clock: clock) }

    func start(
        _ name: String, priority: ThreadPriority, _ body: @escaping @Sendable () -> Void
    ) throws(HostError) -> any RunningThread {
        body()
        return Done()
    }
}
