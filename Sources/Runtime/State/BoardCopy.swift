import ClockCore
package import ClockTime

/// Keeps a copy of the board file beside the state, once the clock runs with that file. It tries at the start, and
/// again every 30 s while the disk refuses.
package struct BoardCopy: Sendable {
    /// Other problems to report about the board.
    private let problems: [String]
    /// Nil once the copy is kept.
    private var keep: (@Sendable () -> String?)?
    private(set) var nextTry: BootTime?

    private static let retryPause = Duration.seconds(30)

    /// - Parameters:
    /// - problems: sentences about the board, reported together with the copy's problem.
    /// - keep: writes the copy; returns what went wrong in words for people, or nil once it is kept.
    package init(
        besides problems: [String], at now: BootTime, keep: @escaping @Sendable () -> String?
    ) {
        self.problems = problems
        self.keep = keep
        nextTry = now
    }

    /// Tries if it is due.
    ///
    /// - Returns: the board's health now; nil if nothing was due.
    mutating func step(at now: BootTime) -> HealthReport? {
        guard let keep, let nextTry, nextTry <= now else { return nil }
        let failure = keep()
        if failure == nil { self.keep = nil }
        self.nextTry = failure == nil ? nil : now + BoardCopy.retryPause
        let all =
            problems + (failure.map { ["a copy of the board file can't be saved (\($0))"] } ?? [])
        return HealthReport(part: .board, problem: all.isEmpty ? nil : all.joined(separator: "; "))
    }
}
