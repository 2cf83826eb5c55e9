import ClockTime

@testable import ClockCore

// How late a night's wake-ups are.
extension Night {
    /// No wake-up is later: what a kernel that is not overrun keeps to.
    static let longestDelay = Duration.milliseconds(50)

    /// For the next wake-up, which has its own.
    mutating func drawDelay() -> Duration {
        guard var generator = wakeDelays else { return .zero }
        defer { wakeDelays = generator }
        let longest = Night.longestDelay.wholeNanoseconds
        return .nanoseconds(Int64.random(in: 0...longest, using: &generator))
    }
}
