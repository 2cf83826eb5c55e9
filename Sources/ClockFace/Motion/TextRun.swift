import ClockCore
import ClockTime

/// How a text that is longer than its panel moves through it (product, B4a): it stands at its beginning, moves on by whole
/// columns or characters at an even pace, and stands at its end.
struct TextRun: Hashable {
    /// The columns or characters that the panel does not show at once; more than 0.
    var hidden: Int
    /// How many of these pass in a second.
    var perSecond: Int
    /// Whether it begins again after its end.
    var repeats: Bool

    /// From its beginning until it has stood at its end.
    var length: Duration { TextRoom.rest * 2 + time(of: hidden) }

    /// How long so many columns or characters take, in whole nanoseconds, as clocks count them.
    private func time(of passed: Int) -> Duration {
        .nanoseconds((passed * 1_000_000_000 + perSecond - 1) / perSecond)
    }

    /// How much of it has left the panel, so long after it has begun.
    func passed(after elapsed: Duration) -> Int {
        let moved = phase(elapsed) - TextRoom.rest
        guard moved > .zero else { return 0 }
        return min(hidden, Int(moved / .nanoseconds(1)) * perSecond / 1_000_000_000)
    }

    /// When it next changes; nil: it stands at its end for good.
    func next(after elapsed: Duration) -> Duration? {
        let passed = passed(after: elapsed)
        let begun = elapsed - phase(elapsed)
        guard passed < hidden else { return repeats ? begun + length : nil }
        return begun + TextRoom.rest + time(of: passed + 1)
    }

    private func phase(_ elapsed: Duration) -> Duration {
        guard repeats, elapsed >= length else { return max(.zero, elapsed) }
        return elapsed - length * Int(elapsed / length)
    }
}
