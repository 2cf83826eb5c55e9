import CLinux
import Glibc
import Synchronization

/// Processor time of the calling thread.
enum CPUTime {
    /// What measured work came to. The optimiser has to make it, because anybody could read it here.
    static let sink = Atomic<UInt64>(0)

    /// Nanoseconds that `body` takes.
    ///
    /// - Parameter body: does the work so many times and returns something that depends on all of it.
    static func nanoseconds(_ count: Int, _ body: (Int) -> UInt64) -> Double {
        let begin = noiseclock_nanoseconds(CLOCK_THREAD_CPUTIME_ID)
        let made = body(count)
        let end = noiseclock_nanoseconds(CLOCK_THREAD_CPUTIME_ID)
        sink.store(made, ordering: .relaxed)
        return Double(end - begin)
    }
}
