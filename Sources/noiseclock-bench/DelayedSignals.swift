import Glibc

/// Signals that end a program wait until its child has been ended and its files are gone; then they do
/// what they always do.
enum DelayedSignals {
    private static let deadly = [SIGINT, SIGTERM, SIGHUP]

    static func during<Value>(_ body: () throws(RunFailure) -> Value) throws(RunFailure) -> Value {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in deadly { sigaddset(&set, signal) }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &set, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }

    /// Whether one has come and waits.
    static var hasCome: Bool {
        var set = sigset_t()
        guard sigpending(&set) == 0 else { return false }
        return deadly.contains { sigismember(&set, $0) == 1 }
    }
}
