import ClockTime
import Glibc
import HAL
import LinuxHost
import Synchronization
import Testing

/// Nothing here sets the clock of the test machine: the calls go to a stand-in, or are invalid for every kernel.
@Suite("Setting the kernel's wall clock")
struct LinuxWallClockTests {
    /// Records what would be set, and fails on request.
    private final class Calls: WallClockCalls {
        let isSynchronised: Bool
        private let wallError: Int32?
        private let hardwareError: Int32?
        private let log = Mutex<[String]>([])

        init(isSynchronised: Bool = false, wall: Int32? = nil, hardware: Int32? = nil) {
            self.isSynchronised = isSynchronised
            wallError = wall
            hardwareError = hardware
        }

        var made: [String] { log.withLock { $0 } }

        func setWallTime(_ wall: WallTime) throws(CallFailure) {
            log.withLock { $0.append("wall \(RFC3339.format(wall))") }
            if let wallError { throw CallFailure(errno: wallError) }
        }

        func setHardwareClock(_ time: CivilTime) throws(CallFailure) {
            log.withLock { $0.append("hardware \(time)") }
            if let hardwareError { throw CallFailure(errno: hardwareError) }
        }
    }

    private struct StoppedClock: TimeSource {
        let moment: Moment
        func now() -> Moment { moment }
    }

    /// Sets the clock to 02:40 as of second 100 of the boot, 2.6 seconds later.
    private func set(_ calls: Calls) throws -> Result<HardwareClockOutcome, WallClockError> {
        let asked = Moment(
            wall: try RFC3339.parse("2026-11-22T02:40:00Z"),
            boot: BootTime(nanoseconds: 100_000_000_000))
        let now = Moment(wall: WallTime(nanoseconds: 0), boot: asked.boot + .milliseconds(2600))
        let clock = LinuxWallClock(calls: calls, time: StoppedClock(moment: now))
        do throws(WallClockError) {
            return .success(try clock.set(to: asked))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "However late it is done, the time that was meant is set; the hardware clock to the second")
    func late() throws {
        let calls = Calls()
        #expect(try set(calls) == .success(.set))
        #expect(
            calls.made == ["wall 2026-11-22T02:40:02.600Z", "hardware 2026-11-22T02:40:03"])
    }

    @Test("A clock that the network keeps right is left alone")
    func synchronised() throws {
        let calls = Calls(isSynchronised: true)
        #expect(try set(calls) == .failure(.synchronised))
        #expect(calls.made.isEmpty)
    }

    @Test("What the kernel says no to is told apart, and the hardware clock stays as it is")
    func refused() throws {
        for (error, expected) in [
            (EPERM, WallClockError.notPermitted), (EINVAL, .refused(errno: EINVAL)),
        ] {
            let calls = Calls(wall: error)
            #expect(try set(calls) == .failure(expected))
            #expect(calls.made.count == 1)
        }
    }

    @Test("A hardware clock that is not there or cannot be set costs no more than itself")
    func hardware() throws {
        let table: [(Int32, HardwareClockOutcome)] = [
            (ENOENT, .absent), (ENODEV, .absent), (ENXIO, .absent), (EACCES, .notPermitted),
            (EPERM, .notPermitted), (EBUSY, .failed(errno: EBUSY)), (EIO, .failed(errno: EIO)),
            (ENOTTY, .failed(errno: ENOTTY)),
        ]
        for (error, expected) in table {
            #expect(try set(Calls(hardware: error)) == .success(expected))
        }
    }

    @Test("The kernel itself refuses a time that there cannot be")
    func impossible() {
        // Before 1970. If the test may not set clocks at all, the call fails for that reason.
        let seconds = WallTime(nanoseconds: -1_500_000_000)
        do throws(CallFailure) {
            try KernelWallClockCalls().setWallTime(seconds)
            Issue.record("it was taken")
        } catch {
            #expect(error.errno == EINVAL || error.errno == EPERM)
        }
    }

    @Test("A file that is no hardware clock is none")
    func noDevice() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        let noon = CivilTime(secondsAsUTC: 1_800_000_000)
        for (name, error) in [("missing", ENOENT), ("file", ENOTTY)] {
            let calls = KernelWallClockCalls(device: folder.file(name))
            #expect(throws: CallFailure(errno: error)) { try calls.setHardwareClock(noon) }
        }
    }
}
