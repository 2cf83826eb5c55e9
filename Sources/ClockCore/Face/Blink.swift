import ClockTime

/// How what blinks on the face does it: the colon, and marks that want to be seen.
enum Blink: Hashable, Sendable {
    /// Not at all.
    case steady
    /// Lit in the first half of each second: it wants to be seen.
    case quick
    /// Out in the last second of each five: all night long, perhaps. Each change wakes the engine and the
    /// display's thread, so this costs four wakes in five seconds, where a blink of 1 Hz would cost twenty. A
    /// period divides the minute, so the digits change with the colon.
    case slow

    private static let slowPeriod: Int64 = 5

    func isLit(at time: WallTime) -> Bool {
        switch self {
        case .steady: true
        case .quick: time - WallTime(time.instant) < .milliseconds(500)
        case .slow: Blink.slowPosition(time) < Blink.slowPeriod - 1
        }
    }

    /// When that changes next; nil: never.
    func nextChange(after time: WallTime) -> WallTime? {
        let second = time.instant
        switch self {
        case .steady: return nil
        case .quick:
            return WallTime(second) + (isLit(at: time) ? .milliseconds(500) : .seconds(1))
        case .slow:
            let last = Blink.slowPeriod - 1
            return WallTime(
                second.advanced(bySeconds: isLit(at: time) ? last - Blink.slowPosition(time) : 1))
        }
    }

    /// The second within the slow blink's period, also before 1970.
    private static func slowPosition(_ time: WallTime) -> Int64 {
        let rest = time.instant.seconds % slowPeriod
        return rest < 0 ? rest + slowPeriod : rest
    }
}
