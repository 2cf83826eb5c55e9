import ClockTime
import Glibc

/// Sets the display's brightness by the light in the room.
///
/// Theory of operation. Light is smoothed on a logarithmic scale, like human vision: quickly when it gets brighter,
/// slowly when it gets darker. The face follows only when the light has left a band around its last setting and stayed
/// outside for a while, so that it never flickers between two steps. Both the measured and the smoothed light must be
/// outside: the smoothed light alone would remember the headlights of a car that has long passed. A silent sensor
/// changes nothing: a dead sensor does not mean darkness.
struct Dimmer: Hashable, Sendable {
    /// Lux and the matching perceived brightness (L*, per cent). Between the points it is linear in the logarithm of
    /// lux.
    static let curve: [(lux: Double, percent: Double)] = [
        (0.3, 5), (1, 12), (10, 35), (50, 55), (200, 75), (1000, 100),
    ]

    /// The smoothing time constants, in seconds.
    static let brighterTimeConstant = 1.0
    static let darkerTimeConstant = 5.0
    /// The band: 10 per cent brighter, 20 per cent darker.
    static let brighterFactor = 1.1
    static let darkerFactor = 0.8
    /// How long the light must stay outside the band.
    static let brighterDwell = Duration.seconds(4)
    static let darkerDwell = Duration.seconds(8)

    /// The newest measurement, in lux.
    private(set) var measuredLux: Double?
    private var smoothed: Double?
    private var measuredAt: BootTime?
    private var applied: Double?
    private var outside: Excursion?

    /// Since when, and on which side, the light has been outside the band.
    private struct Excursion: Hashable, Sendable {
        var since: BootTime
        var isBrighter: Bool
    }

    /// The brightness that suits the light, 0...100; nil before the first measurement.
    var percent: Double? { applied.map(Dimmer.percent(lux:)) }

    mutating func measured(lux: Double, at now: BootTime) {
        // A NaN or infinity would stay in the smoothed light forever.
        guard lux.isFinite else { return }
        measuredLux = max(0, lux)
        // The sensor's own floor; also avoids the logarithm of 0.
        let light = log(max(lux, 0.01))
        guard let old = smoothed, let measuredAt else {
            smoothed = light
            applied = exp(light)
            self.measuredAt = now
            return
        }
        let constant = light > old ? Dimmer.brighterTimeConstant : Dimmer.darkerTimeConstant
        let share = 1 - exp(-max(0, (now - measuredAt).inSeconds) / constant)
        let new = old + (light - old) * share
        smoothed = new
        self.measuredAt = now
        follow(exp(new), measured: exp(light), at: now)
    }

    private mutating func follow(_ lux: Double, measured: Double, at now: BootTime) {
        guard let applied else { return }
        let isBrighter = min(lux, measured) > applied * Dimmer.brighterFactor
        guard isBrighter || max(lux, measured) < applied * Dimmer.darkerFactor else {
            outside = nil
            return
        }
        if let outside, outside.isBrighter == isBrighter {
            let dwell = isBrighter ? Dimmer.brighterDwell : Dimmer.darkerDwell
            if now - outside.since >= dwell { self.applied = lux }
        } else {
            outside = Excursion(since: now, isBrighter: isBrighter)
        }
    }

    static func percent(lux: Double) -> Double {
        guard let first = curve.first, let last = curve.last else { return 0 }
        if lux <= first.lux { return first.percent }
        for (low, high) in zip(curve, curve.dropFirst()) where lux < high.lux {
            let share = log(lux / low.lux) / log(high.lux / low.lux)
            return low.percent + share * (high.percent - low.percent)
        }
        return last.percent
    }
}
