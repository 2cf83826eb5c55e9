import CLinux
import Glibc

/// Why the program cannot start, as a sentence.
struct StartError: Error, Hashable {
    var message: String

    init(_ message: String, _ reason: Int32? = nil) {
        self.message =
            message + (reason.map { ": \(String(cString: strerror($0)))" } ?? "")
    }
}

/// Starts a thread, which must be joined.
func startThread(
    _ name: String, _ body: @escaping @Sendable () -> Void
) throws(StartError) -> pthread_t {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ThreadBody(name, body))
    let result = pthread_create(&thread, nil, runThread, box.toOpaque())
    guard result == 0 else {
        box.release()
        throw StartError("cannot start the thread \(name)", result)
    }
    return thread
}

private final class ThreadBody: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let thread = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    pthread_setname_np(pthread_self(), thread.name)
    thread.body()
    return nil
}
