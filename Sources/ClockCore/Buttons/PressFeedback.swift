import ClockTime

/// The feedback that is under way.
struct PressFeedback: Hashable, Sendable {
    /// Long enough for a small motor to start.
    static let pulseLength = Duration.milliseconds(40)

    private(set) var chirp: ChirpIntent?
    private var pulseEnd: BootTime?

    mutating func begin(_ feedback: KeyFeedback, volume: Percent, at now: BootTime) {
        switch feedback {
        case .off: break
        case .chirp: chirp = ChirpIntent(serial: (chirp?.serial ?? 0) &+ 1, volume: volume)
        case .vibration: pulseEnd = now + PressFeedback.pulseLength
        }
    }

    func isPulsing(at now: BootTime) -> Bool { pulseEnd.map { now < $0 } ?? false }

    func nextWake(after now: BootTime) -> BootTime? { isPulsing(at: now) ? pulseEnd : nil }
}
