import ClockTime
import HAL

/// How often the light in the room is measured, and which readings the clock gets.
///
/// With a sensor on the bus, a lamp that goes on or out is to be followed within 3 s (`Dimmer`), so its readings are less
/// than a second apart. For a while after a change they follow one another almost at once. Other sources measure for
/// longer or wake the processor more often, so they rest for longer. To wake the clock costs more than to measure: while
/// the light stands, it gets a reading every two or three seconds.
struct LightPace: Sendable {
    /// Between two measurements of a light that stands.
    private let rest: Duration
    private var reported: (lux: Lux, at: BootTime)?
    private var changedAt: BootTime?

    static let onBus = Duration.milliseconds(550)
    static let elsewhere = Duration.seconds(2)
    /// How long a change is looked at closely, and the pause meanwhile. Some sources answer at once.
    static let closeLook = Duration.seconds(2)
    static let closePause = Duration.milliseconds(50)
    /// The next reading after so long goes to the clock, whatever it is.
    static let silence = Duration.seconds(2)
    /// A sensor's own noise is no change: neither this share, nor the last bit of its number in the dark.
    static let leastShare = 0.1
    static let leastLux = 0.5

    init(rest: Duration) {
        self.rest = rest
    }

    /// - Returns: whether the clock gets this reading, and the pause before the next measurement.
    mutating func took(_ lux: Lux, at now: BootTime) -> (isReported: Bool, pause: Duration) {
        if let reported, LightPace.differs(lux, from: reported.lux) { changedAt = now }
        let looksClosely = changedAt.map { now - $0 < LightPace.closeLook } ?? false
        let isSilent = reported.map { now - $0.at >= LightPace.silence } ?? true
        let isReported = looksClosely || isSilent
        if isReported { reported = (lux, now) }
        return (isReported, looksClosely ? LightPace.closePause : rest)
    }

    private static func differs(_ lux: Lux, from other: Lux) -> Bool {
        let change = abs(lux.value - other.value)
        return change > leastLux && change > leastShare * max(lux.value, other.value)
    }
}
