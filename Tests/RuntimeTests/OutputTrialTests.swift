import ClockTime
import HAL
import Runtime
import Synchronization
import Testing

@Suite("An output that is tried without a clock")
struct OutputTrialTests {
    /// A line, and time that advances only in waits.
    private final class Bench: OutputLine, Waiter, TimeSource {
        let levels = Mutex<[Bool]>([])
        let elapsed = Mutex(Duration.zero)
        private let failure: LineError?

        init(failure: LineError? = nil) { self.failure = failure }

        func set(_ isOn: Bool) throws(LineError) {
            if let failure { throw failure }
            levels.withLock { $0.append(isOn) }
        }

        func stop() { levels.withLock { $0.append(false) } }

        func now() -> Moment {
            let elapsed = elapsed.withLock { $0 }
            return Moment(
                wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0) + elapsed)
        }

        func wait(until deadline: Deadline) -> WakeReasons {
            guard let end = deadline.boot else { return .notified }
            elapsed.withLock { $0 = end - BootTime(nanoseconds: 0) }
            return .deadline
        }

        func notify() {}
    }

    @Test("It is on for 600 ms, off for 400 ms, twice, and off in the end")
    func pattern() throws {
        let bench = Bench()
        try OutputTrial.run(bench, waiter: bench, time: bench, isStopping: { false })
        #expect(bench.levels.withLock { $0 } == [true, false, true, false, false])
        #expect(bench.elapsed.withLock { $0 } == .seconds(2))
    }

    @Test("Whoever stops it stops the output")
    func stopped() throws {
        let bench = Bench()
        let isStopping = { bench.elapsed.withLock { $0 } >= .milliseconds(600) }
        try OutputTrial.run(bench, waiter: bench, time: bench, isStopping: isStopping)
        #expect(bench.levels.withLock { $0 } == [true, false])
    }

    @Test("A line that fails on the way is said, and switched off as far as it can be")
    func fails() {
        let bench = Bench(failure: .gone)
        #expect(throws: LineError.gone) {
            try OutputTrial.run(bench, waiter: bench, time: bench, isStopping: { false })
        }
        #expect(bench.levels.withLock { $0 } == [false])
    }
}
