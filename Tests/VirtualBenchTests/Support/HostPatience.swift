import Synchronization
import Testing

/// Begins a test in real time anew that failed, as the host may have had other things to do: whether it had
/// cannot be told from inside, where a processor that is half another's only looks slow. Only what fails each
/// time fails.
///
/// What went wrong before is printed as a known issue, and which test was begun anew among the figures, so
/// that one which often needs this is seen.
struct HostPatience: SuiteTrait, TestTrait {
    static let attempts = 3

    /// From the suite it goes on to each of its tests, which is why it is a test's trait, too.
    let isRecursive = true
}

extension Trait where Self == HostPatience {
    static var begunAnewOnABusyHost: HostPatience { HostPatience() }
}

// The Testing of Swift 6.0 lets nobody stand around a test; with it, each is tried once.
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

    /// How much went wrong in one attempt.
    private final class Failures: Sendable {
        let count = Atomic(0)
    }
#endif
