import Testing

// Theory of operation. These tests run on a real kernel beside the machine's own (`board/vm`), whose
// GPIO lines, I2C chips and sound card are simulated, and drive the firmware as it is shipped, with the
// board file as it is shipped: a line is pulled, the clock is set, a chip is broken, and what comes of it
// is read from the chips' registers, the loopback's samples and the clock's own answers. Elsewhere there
// is nothing to drive, and all of them are skipped.
//
// There is one bench and one firmware at a time, so nothing here runs beside anything else; and because
// real threads of a real kernel are watched, these tests wait, each wait with a bound. The kernel shares the
// host's processor with others: a test in real time that failed is begun anew (`HostPatience`), and none
// sets an alarm that is due before the host may have got round to it.

/// Tests in the kernel's real time.
@Suite(
    "The virtual bench", .serialized, .enabled(if: VirtualBench.mode == .real),
    .begunAnewOnABusyHost)
struct RealTimeBench {}

/// Tests in time that jumps from event to event: hours take seconds.
@Suite(
    "The virtual bench in simulated time", .serialized,
    .enabled(if: VirtualBench.mode == .simulated))
struct SimulatedTimeBench {}
