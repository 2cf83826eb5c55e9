import ClockTime

/// How blinking elements of the face blink: the colon, and marks that need attention.
enum Blink: Hashable, Sendable {
    /// Not at all.
    case steady
    /// Lit in the first half of each second, to attract attention.
    case quick
    /// Dark in the last second of every five; suitable all night. Each change wakes the engine and the display's
    /// thread, so this costs four wake-ups in five seconds, where a 1 Hz blink would cost twenty. The period divides
    /// the minute, so the digits change together with the colon.
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

    /// The second within the slow blink's period; also correct before 1970.
    private static func slowPosition(_ time: WallTime) -> Int64 {
        let rest = time.instant.seconds % slowPeriod
        return rest < 0 ? rest + slowPeriod : rest
    }
}
