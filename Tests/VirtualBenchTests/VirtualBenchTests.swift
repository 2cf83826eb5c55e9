import Testing

// Theory of operation. These tests run on a real kernel beside the machine's own (`board/vm`), with simulated GPIO
// lines, I2C chips and sound card. They drive the shipped firmware with the shipped board file: they pull a line, set
// the clock or break a chip. They read the effect from the chips' registers, the loopback's samples and the clock's
// own answers. On other machines there is nothing to drive, and all of them are skipped.
//
// There is one bench and one firmware at a time, so the tests run one after another. Because they watch the real
// threads of a real kernel, they wait, always with a limit. The kernel shares the host's processor with others, so a
// test in real time that failed is retried (`HostPatience`), and none sets an alarm that might be due before a busy
// host gets to it.

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
