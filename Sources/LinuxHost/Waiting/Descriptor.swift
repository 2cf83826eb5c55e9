import CLinux
import Glibc
import HAL

/// A file descriptor and its only owner.
final class Descriptor: Sendable {
    let number: Int32

    /// Takes over what a call returned.
    ///
    /// - Throws: `HostError` with the call's errno where it returned less than 0.
    init(_ result: Int32, from operation: String) throws(HostError) {
        guard result >= 0 else { throw HostError(operation: operation, errno: errno) }
        number = result
    }

    /// Takes over what is open.
    init(taking number: Int32) {
        self.number = number
    }

    deinit {
        // The result says nothing that could be acted upon: on Linux the number is free afterwards.
        _ = close(number)
    }
}

/// Makes a call again as long as a signal interrupts it. Without bound, because the kernel sets one:
/// each interruption is a signal delivered, and all that we use are blocked.
func retryingInterrupted<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

/// An eventfd that wakes whoever polls it.
struct WakeUp: Sendable {
    let descriptor: Descriptor

    init() throws(HostError) {
        descriptor = try Descriptor(
            eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), from: "eventfd")
    }

    /// From any thread; never blocks, because the counter only has to be other than 0.
    func signal() {
        var one: UInt64 = 1
        _ = retryingInterrupted { write(descriptor.number, &one, MemoryLayout<UInt64>.size) }
    }

    /// Whether anybody signalled since the last time.
    func take() -> Bool {
        var count: UInt64 = 0
        let size = MemoryLayout<UInt64>.size
        return retryingInterrupted { read(descriptor.number, &count, size) } == size
    }
}
