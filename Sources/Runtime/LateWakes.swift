import ClockSound
import ClockTime

/// Delays each host's wake-up by a different amount.
///
/// No real wake-up is exact, and virtual time hides what depends on the delay. Runs with different delays must give
/// the same result.
struct LateWakes {
    private struct Wake {
        var asked: BootTime
        var late: BootTime
    }

    private var delays: WakeDelays?
    /// By the host's name.
    private var wakes: [String: Wake] = [:]

    init(_ delays: WakeDelays?) {
        self.delays = delays
    }

    /// When a host wakes that asked for this time; each time it asks for gets its own delay.
    mutating func time(for host: String, _ asked: BootTime?) -> BootTime? {
        guard let asked, delays != nil else { return asked }
        if let wake = wakes[host], wake.asked == asked { return wake.late }
        let late = asked + (delays?.next() ?? .zero)
        wakes[host] = Wake(asked: asked, late: late)
        return late
    }
}

/// Delays of wake-ups, 0 to 50 ms, from a seed.
package struct WakeDelays: Sendable {
    /// The delay on a kernel that is busy but not overloaded.
    package static let longest = Duration.milliseconds(50)

    private var words: SeedSequence

    package init(seed: UInt64) {
        words = SeedSequence(seed: seed)
    }

    mutating func next() -> Duration {
        let most = UInt64(WakeDelays.longest.wholeNanoseconds)
        return .nanoseconds(Int64(words.next() % (most + 1)))
    }
}
