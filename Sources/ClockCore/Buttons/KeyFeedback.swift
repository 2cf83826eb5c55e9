import ClockTime

/// What tells a user that the clock took a press (product, B5).
package enum KeyFeedback: String, Hashable, Sendable, Codable, CaseIterable {
    case off
    /// A short tone on the first sound output, as loud as the noise is set.
    case chirp
    /// A short pulse of the motor.
    case vibration
}

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

extension ClockMachine {
    /// Tells that a press was taken. A press that only wakes the display, or that the clock ignores, gets no feedback.
    /// Nor does the answer to a ring, which is feedback enough, or any press in quiet hours.
    mutating func confirmPress() {
        guard !holdsQuiet, !isRinging else { return }
        pressFeedback.begin(settings.keyFeedback, volume: noise.volume, at: now.boot)
    }

    /// - Throws: if the board cannot give this feedback.
    mutating func setKeyFeedback(_ feedback: KeyFeedback) throws(CommandError) {
        switch feedback {
        case .off: break
        case .chirp:
            guard equipment.soundOutputs > 0 else {
                throw .invalid(field: "feedback", .chirpWithoutSoundOutput)
            }
        case .vibration:
            guard equipment.hasMotor else {
                throw .invalid(field: "feedback", .vibrationWithoutMotor)
            }
        }
        settings.keyFeedback = feedback
    }
}
