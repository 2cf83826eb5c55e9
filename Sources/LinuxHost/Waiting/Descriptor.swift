import CLinux
import Glibc
import HAL

/// A file descriptor and its only owner.
final class Descriptor: Sendable {
    let number: Int32

    /// Takes ownership of a call's result.
    ///
    /// - Throws: `HostError` with the call's errno if the result is negative.
    init(_ result: Int32, from operation: String) throws(HostError) {
        guard result >= 0 else { throw HostError(operation: operation, errno: errno) }
        number = result
    }

    /// Takes ownership of an open descriptor.
    init(taking number: Int32) {
        self.number = number
    }

    deinit {
        // The result needs no action: on Linux the number is free afterwards.
        _ = close(number)
    }
}

/// Repeats a call while signals interrupt it. The kernel bounds this: each interruption is a delivered signal, and
/// all that we use are blocked.
func retryingInterrupted<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

/// An eventfd that wakes its poller.
struct WakeUp: Sendable {
    let descriptor: Descriptor

    init() throws(HostError) {
        descriptor = try Descriptor(
            eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), from: "eventfd")
    }

    /// Safe on any thread; never blocks, because any nonzero counter is enough.
    func signal() {
        var one: UInt64 = 1
        _ = retryingInterrupted { write(descriptor.number, &one, MemoryLayout<UInt64>.size) }
    }

    /// Whether there was a signal since the last call.
    func consume() -> Bool {
        var count: UInt64 = 0
        let size = MemoryLayout<UInt64>.size
        return retryingInterrupted { read(descriptor.number, &count, size) } == size
    }
}
