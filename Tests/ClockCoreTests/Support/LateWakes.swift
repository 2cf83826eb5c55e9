import ClockTime

@testable import ClockCore

// How late a night's wake-ups are.
extension Night {
    /// The longest delay of a wake-up: a kernel that is not overloaded keeps to it.
    static let longestDelay = Duration.milliseconds(50)

    /// Draws the delay of the next wake-up.
    mutating func drawDelay() -> Duration {
        guard var generator = wakeDelays else { return .zero }
        defer { wakeDelays = generator }
        let longest = Night.longestDelay.wholeNanoseconds
        return .nanoseconds(Int64.random(in: 0...longest, using: &generator))
    }
}
