import Synchronization
import Testing

/// Retries a failed test in real time, because the host may have been busy. That cannot be detected from inside,
/// where a shared processor only looks slow. Only a test that fails every time fails.
///
/// Earlier failures are printed as known issues, and the retried tests among the figures, so that a test that often
/// needs this is noticed.
struct HostPatience: SuiteTrait, TestTrait {
    static let attempts = 3

    /// The suite passes it on to each of its tests, so it is also a test trait.
    let isRecursive = true
}

extension Trait where Self == HostPatience {
    static var begunAnewOnABusyHost: HostPatience { HostPatience() }
}

// In Swift 6.0, Testing has no scope around a test, so each is tried once.
#if compiler(>=6.1)
    extension HostPatience: TestScoping {
        func provideScope(
            for test: Test, testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            for _ in 1..<HostPatience.attempts {
                let failures = Failures()
                try await withKnownIssue("on a host that may be busy", isIntermittent: true) {
                    try await function()
                } matching: { _ in
                    failures.count.add(1, ordering: .relaxed)
                    return true
                }
                guard failures.count.load(ordering: .relaxed) > 0 else { return }
                Figures.remark("begun anew: \(test.displayName ?? test.name)")
            }
            try await function()
        }
    }

    /// The number of failures in one attempt.
    private final class Failures: Sendable {
        let count = Atomic(0)
    }
#endif
