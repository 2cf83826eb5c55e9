import CLinux
package import ClockTime
import Glibc
package import HAL

/// The kernel's clocks: CLOCK_REALTIME and CLOCK_BOOTTIME.
package struct LinuxClock: TimeSource {
    package init() {}

    /// The largest spread of one `now` before it reads again.
    private static let tightness: Int64 = 50_000
    /// On a processor so busy that four readings in a row are torn apart, the last one counts: 50 microseconds are a
    /// goal, half a second (law, 3) is what matters.
    private static let attempts = 4

    /// Both clocks at one instant: reads boot time before and after wall time, and takes the middle.
    package func now() -> Moment {
        var moment = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        for _ in 0..<LinuxClock.attempts {
            let before = noiseclock_nanoseconds(CLOCK_BOOTTIME)
            let wall = noiseclock_nanoseconds(CLOCK_REALTIME)
            let after = noiseclock_nanoseconds(CLOCK_BOOTTIME)
            moment = Moment(
                wall: WallTime(nanoseconds: wall),
                boot: BootTime(nanoseconds: before + (after - before) / 2))
            if after - before <= LinuxClock.tightness { break }
        }
        return moment
    }

    /// The id of this boot; it changes with each start of the kernel.
    package static func bootID() throws(FileError) -> String {
        let bytes = try FileReading.bytes(at: "/proc/sys/kernel/random/boot_id", limit: 64)
        return String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    }
}

/// What the kernel knows of its wall clock's accuracy.
package struct KernelClockState: Hashable, Sendable {
    /// Whether the clock is kept synchronised (law, 5.1). The kernel clears this when its error bound passes 16 s,
    /// some nine hours after the last correction: latch it.
    package let isSynchronised: Bool
    /// The kernel's bound on the clock's error.
    package let maximumError: Duration

    package init(isSynchronised: Bool, maximumError: Duration) {
        self.isSynchronised = isSynchronised
        self.maximumError = maximumError
    }

    /// Asks the kernel (adjtimex(2)); needs no privilege.
    package static func read() throws(HostError) -> KernelClockState {
        var state = timex()
        let result = adjtimex(&state)
        guard result >= 0 else { throw HostError(operation: "adjtimex", errno: errno) }
        return KernelClockState(
            isSynchronised: result != TIME_ERROR && state.status & STA_UNSYNC == 0,
            maximumError: .microseconds(state.maxerror))
    }
}
