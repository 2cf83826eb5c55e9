import ClockTime
import HAL
import Synchronization
import Testing

@testable import LinuxHost
@testable import noiseclockd

@Suite("What the service manager and the clock hear after each step")
struct ServiceReporterTests {
    /// The kernel's clock state, as the test sets it.
    private final class Kernel: Sendable {
        let state = Mutex<Result<Bool, HostError>>(.success(false))
        let asked = Atomic<Int>(0)
        let trusted = Atomic<Int>(0)

        func read() throws(HostError) -> KernelClockState {
            asked.wrappingAdd(1, ordering: .relaxed)
            let isSynchronised = try state.withLock { $0 }.get()
            return KernelClockState(isSynchronised: isSynchronised, maximumError: .zero)
        }

        func reporter(isTrusted: Bool, timeout: Duration? = nil) -> ServiceReporter {
            ServiceReporter(
                notifier: nil, watchdogTimeout: timeout, isTrusted: isTrusted,
                log: FirmwareLog(), clockState: { () throws(HostError) in try self.read() },
                becameTrusted: { self.trusted.wrappingAdd(1, ordering: .relaxed) })
        }
    }

    private let now = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))

    @Test(
        "A clock that becomes synchronised is noticed once, and a kernel that will not say is asked again"
    )
    func noticesSynchronisation() {
        let kernel = Kernel()
        let reporter = kernel.reporter(isTrusted: false)
        reporter.stepCompleted(nil, now)
        kernel.state.withLock { $0 = .failure(HostError(operation: "adjtimex", errno: 1)) }
        reporter.stepCompleted(nil, now)
        #expect(kernel.trusted.load(ordering: .relaxed) == 0)
        kernel.state.withLock { $0 = .success(true) }
        reporter.stepCompleted(nil, now)
        // After nine hours without a correction the kernel revokes it, but the reporter keeps what it knew.
        kernel.state.withLock { $0 = .success(false) }
        reporter.stepCompleted(nil, now)
        #expect(kernel.trusted.load(ordering: .relaxed) == 1)
        #expect(kernel.asked.load(ordering: .relaxed) == 3)
    }

    @Test("A hardware clock whose driver comes late is taken up, but not after the time was known")
    func lateChip() {
        let answers = Mutex([false, true, true])
        let trusted = Atomic<Int>(0)
        let reporter = ServiceReporter(
            notifier: nil, watchdogTimeout: nil, isTrusted: false, log: FirmwareLog(),
            clockState: { () throws(HostError) in
                KernelClockState(isSynchronised: false, maximumError: .zero)
            },
            chipConfirms: { _ in answers.withLock { $0.isEmpty ? true : $0.removeFirst() } },
            becameTrusted: { trusted.wrappingAdd(1, ordering: .relaxed) })
        reporter.stepCompleted(nil, now)
        // It is asked over a bus, so not with each step.
        reporter.stepCompleted(nil, now.advanced(by: .seconds(9)))
        #expect(trusted.load(ordering: .relaxed) == 0)
        #expect(answers.withLock { $0.count } == 2)
        reporter.stepCompleted(nil, now.advanced(by: .seconds(10)))
        #expect(trusted.load(ordering: .relaxed) == 1)
        reporter.stepCompleted(nil, now.advanced(by: .seconds(60)))
        #expect(trusted.load(ordering: .relaxed) == 1)
        #expect(answers.withLock { $0.count } == 1)
    }

    @Test("A clock that is trusted from the start is not asked about")
    func trustedFromStart() {
        let kernel = Kernel()
        kernel.reporter(isTrusted: true).stepCompleted(nil, now)
        #expect(kernel.asked.load(ordering: .relaxed) == 0)
        #expect(kernel.trusted.load(ordering: .relaxed) == 0)
    }

    @Test("Without a service manager the watchdog's time-out wakes nobody")
    func restsWithoutManager() {
        let reporter = Kernel().reporter(isTrusted: true, timeout: .milliseconds(1))
        #expect(reporter.longestRest == .seconds(60))
    }
}
