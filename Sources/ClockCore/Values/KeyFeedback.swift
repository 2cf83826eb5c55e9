/// What tells a user that the clock took a press (product, B5).
package enum KeyFeedback: String, Hashable, Sendable, Codable, CaseIterable {
    case off
    /// A short tone on the first sound output, as loud as the noise is set.
    case chirp
    /// A short pulse of the motor.
    case vibration
}
