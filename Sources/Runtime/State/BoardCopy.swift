import ClockCore
package import ClockTime

/// Keeps a copy of the board file beside the state, once the clock runs with that file: tried at the start, and
/// while the disk does not take it every 30 s again.
package struct BoardCopy: Sendable {
    /// What else there is to say about the board.
    private let problems: [String]
    /// Nil once it is kept.
    private var keep: (@Sendable () -> String?)?
    private(set) var nextTry: BootTime?

    private static let retryPause = Duration.seconds(30)

    /// - Parameters:
    ///   - problems: sentences about the board, told together with that of the copy.
    ///   - keep: writes the copy; what went wrong in words for people, nil once it is kept.
    package init(
        besides problems: [String], at now: BootTime, keep: @escaping @Sendable () -> String?
    ) {
        self.problems = problems
        self.keep = keep
        nextTry = now
    }

    /// Tries if it is time to.
    ///
    /// - Returns: what health should say of the board now; nil: it was not time.
    mutating func step(at now: BootTime) -> HealthReport? {
        guard let keep, let nextTry, nextTry <= now else { return nil }
        let failure = keep()
        if failure == nil { self.keep = nil }
        self.nextTry = failure == nil ? nil : now + BoardCopy.retryPause
        let all = problems + (failure.map { ["no copy of it could be kept (\($0))"] } ?? [])
        return HealthReport(part: .board, problem: all.isEmpty ? nil : all.joined(separator: "; "))
    }
}
