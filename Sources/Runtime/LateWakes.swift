import ClockSound
import ClockTime

/// When hosts wake that asked for it: late, each time by another delay.
///
/// No real wake-up is exact, and virtual time hides what depends on how late it is. Two draws of delays must
/// come to the same.
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

    /// When the host wakes that asked for that time; another time that it asks for has a delay of its own.
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
    /// As late as a kernel is that is busy and not overrun.
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
