import ClockTime

/// How long the display has gone without use, and how long a key shows one that is off (product, S5, M2).
///
/// It knows the times alone. The parent knows what else keeps the display awake.
struct DisplaySleep: Hashable, Sendable {
    /// How long a key shows a display that is off.
    static let peekLength = Duration.seconds(5)

    /// When a key was last pressed, or the clock started.
    private var lastUse: BootTime
    /// A person has switched the display off, until the next use.
    private(set) var isOff = false
    /// A key has woken the display until then.
    private var awakeUntil = BootTime(nanoseconds: .min)

    init(startingAt now: BootTime) { lastUse = now }

    /// Whether a key still shows it.
    func isPeeking(at now: BootTime) -> Bool { now < awakeUntil }

    /// Whether nothing has happened for so long; nil: never.
    func isIdle(for length: Duration?, at now: BootTime) -> Bool {
        length.map { lastUse + $0 <= now } ?? false
    }

    /// When one of the two changes by time alone.
    func nextWake(idleAfter length: Duration?, after now: BootTime) -> BootTime? {
        let idleEnd = length.map { lastUse + $0 }
        return earlier(
            isPeeking(at: now) ? awakeUntil : nil, isIdle(for: length, at: now) ? nil : idleEnd)
    }

    mutating func switchOff() {
        isOff = true
        awakeUntil = BootTime(nanoseconds: .min)
    }

    /// - Parameter peeks: the display is off at this hour, and the key shows it.
    mutating func noteUse(peeks: Bool, at now: BootTime) {
        lastUse = now
        isOff = false
        if peeks { awakeUntil = now + DisplaySleep.peekLength }
    }
}
