import ClockTime

/// Whether the editing keys (all but snooze and stop) count. They are ignored for a while after a ring: the user may
/// hit them while reaching for snooze (product, B3).
struct EditingKeys: Hashable, Sendable {
    static let pause = Duration.seconds(10)

    private var deadUntil: BootTime?

    var areDead: Bool { deadUntil != nil }

    /// Something rings now.
    mutating func ringLasts(at now: BootTime) { deadUntil = now + EditingKeys.pause }

    mutating func advance(to now: BootTime) {
        if let deadUntil, deadUntil <= now { self.deadUntil = nil }
    }
}
