import ClockTime
import HAL

/// How often the light in the room is measured, and which readings the clock gets.
///
/// A lamp that goes on or out is to be followed within 3 s (`Dimmer`), so readings are less than a second apart, and for a
/// while after a change they follow one another without a pause. To wake the clock costs more than to measure:
/// while the light stands, it gets a reading every two seconds.
struct LightPace: Sendable {
    private var reported: (lux: Lux, at: BootTime)?
    private var changedAt: BootTime?

    /// Between two measurements of a light that stands.
    static let rest = Duration.milliseconds(550)
    /// How long a change is looked at without a pause.
    static let closeLook = Duration.seconds(2)
    /// The clock gets no reading for so long at most.
    static let longestSilence = Duration.seconds(2)
    /// A sensor's own noise is no change: neither this share, nor so few lux.
    static let leastShare = 0.1
    static let leastLux = 0.2

    /// - Returns: whether the clock gets this reading, and the pause before the next measurement.
    mutating func took(_ lux: Lux, at now: BootTime) -> (isReported: Bool, pause: Duration) {
        if let reported, LightPace.differs(lux, from: reported.lux) { changedAt = now }
        let looksClosely = changedAt.map { now - $0 < LightPace.closeLook } ?? false
        let isSilent = reported.map { now - $0.at >= LightPace.longestSilence } ?? true
        let isReported = looksClosely || isSilent
        if isReported { reported = (lux, now) }
        return (isReported, looksClosely ? .zero : LightPace.rest)
    }

    private static func differs(_ lux: Lux, from other: Lux) -> Bool {
        let change = abs(lux.value - other.value)
        return change > leastLux && change > leastShare * max(lux.value, other.value)
    }
}
