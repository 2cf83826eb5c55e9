/// How often a stream may be recovered before it counts as broken. A device that was switched off answers every
/// recovery with the next underrun, and a thread that spins in that loop at real-time priority takes the machine down
/// (squeezelite #97).
struct RecoveryBudget: Sendable {
    /// Three a second: a loaded machine may miss a buffer twice in a row, but a stream that needs more does not sound
    /// right anyway.
    static let most = 3
    static let window: Int64 = 1_000_000_000

    private var recent: [Int64] = []

    /// Counts a recovery at a monotonic time in nanoseconds; false if it is one too many.
    mutating func admit(at nanoseconds: Int64) -> Bool {
        recent.removeAll { nanoseconds - $0 >= RecoveryBudget.window }
        guard recent.count < RecoveryBudget.most else { return false }
        recent.append(nanoseconds)
        return true
    }
}
