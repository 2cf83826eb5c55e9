import ClockTime

/// Lets so many messages through as people and rules send, and no flood.
struct MessageGate {
    private var left = MessageGate.most
    private var filled = BootTime(nanoseconds: 0)
    private(set) var dropped = 0

    /// At once.
    static let most = 30
    /// For each further one.
    static let interval = Duration.milliseconds(100)

    mutating func lets(at now: BootTime) -> Bool {
        let new = (now - filled).wholeNanoseconds / MessageGate.interval.wholeNanoseconds
        if new > 0 {
            left = min(MessageGate.most, left + Int(min(new, 1000)))
            filled = now
        }
        guard left > 0 else {
            dropped += 1
            return false
        }
        left -= 1
        return true
    }

    /// How many were dropped since this was asked last.
    mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }
}
