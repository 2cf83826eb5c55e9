import ClockTime
import Glibc

/// Sets the display's brightness by the light in the room.
///
/// Theory of operation. Light is smoothed on a logarithmic scale, like human vision: quickly when it gets brighter,
/// slowly when it gets darker. The face follows only when the light has left a band around its last setting and stayed
/// outside for a while, so that it never flickers between two steps. Both the measured and the smoothed light must be
/// outside: the smoothed light alone would remember the headlights of a car that has long passed. A silent sensor
/// changes nothing: a dead sensor does not mean darkness.
///
/// A lamp is told from the rest by two marks: it changes the light by half or more, and then it stands. Such a light is
/// followed at once. Headlights sweep through a room and never stand, and a lamp that is switched again and again has
/// to wait like any other light.
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
    /// A lamp makes the light so many times brighter or darker, and its light has stood for so long. What a sensor says of
    /// light that stands lies within this factor.
    static let lampFactor = 2.0
    static let lampDwell = Duration.milliseconds(1100)
    static let standingFactor = 1.15
    /// The last bit of a sensor's number, in lux.
    static let standingLux = 0.5
    /// Lamps are followed so often within this time.
    static let mostLamps = 2
    static let lampsWithin = Duration.seconds(20)
    /// How long any other light must stay outside the band.
    static let dwell = Duration.seconds(8)

    /// The newest measurement, in lux.
    private(set) var measuredLux: Double?
    private var smoothed: Double?
    private var measuredAt: BootTime?
    private var applied: Double?
    private var outside: Excursion?
    private var standing: Standing?
    /// When lamps were followed, the newest last.
    private var lampsAt: [BootTime] = []

    /// Since when, and on which side, the light has been outside the band.
    private struct Excursion: Hashable, Sendable {
        var since: BootTime
        var isBrighter: Bool
    }

    /// A light that does not change, with the least and the most that the sensor said of it.
    private struct Standing: Hashable, Sendable {
        var since: BootTime
        var least: Double
        var most: Double

        var middle: Double { (least * most).squareRoot() }
    }

    /// The brightness that suits the light, 0...100; nil before the first measurement.
    var percent: Double? { applied.map(Dimmer.percent(lux:)) }

    /// - Returns: whether a lamp has gone on or out.
    @discardableResult
    mutating func measured(lux: Double, at now: BootTime) -> Bool {
        // A NaN or infinity would stay in the smoothed light forever.
        guard lux.isFinite else { return false }
        measuredLux = max(0, lux)
        // The sensor's own floor; also avoids the logarithm of 0.
        let light = log(max(lux, 0.01))
        stand(lux, at: now)
        guard let old = smoothed, let measuredAt else {
            smoothed = light
            applied = exp(light)
            self.measuredAt = now
            return false
        }
        let constant = light > old ? Dimmer.brighterTimeConstant : Dimmer.darkerTimeConstant
        let share = 1 - exp(-max(0, (now - measuredAt).inSeconds) / constant)
        let new = old + (light - old) * share
        smoothed = new
        self.measuredAt = now
        if let lamp = lamp(at: now) {
            lampsAt = lampsAt.suffix(Dimmer.mostLamps - 1) + [now]
            (smoothed, applied, outside) = (log(lamp), lamp, nil)
            return true
        }
        follow(exp(new), measured: exp(light), at: now)
        return false
    }

    private mutating func stand(_ measured: Double, at now: BootTime) {
        let lux = Dimmer.seen(measured)
        if var light = standing {
            (light.least, light.most) = (min(light.least, lux), max(light.most, lux))
            if light.most <= light.least * Dimmer.standingFactor
                || light.most - light.least < Dimmer.standingLux
            {
                standing = light
                return
            }
        }
        standing = Standing(since: now, least: lux, most: lux)
    }

    /// The light of a lamp that has gone on or out; nil: there was none, or too many.
    private func lamp(at now: BootTime) -> Double? {
        guard let applied, let standing, now - standing.since >= Dimmer.lampDwell else {
            return nil
        }
        let factor = standing.middle / Dimmer.seen(applied)
        guard factor >= Dimmer.lampFactor || factor <= 1 / Dimmer.lampFactor else { return nil }
        let recent = lampsAt.filter { now - $0 < Dimmer.lampsWithin }
        return recent.count < Dimmer.mostLamps ? standing.middle : nil
    }

    private mutating func follow(_ lux: Double, measured: Double, at now: BootTime) {
        guard let applied else { return }
        let isBrighter = min(lux, measured) > applied * Dimmer.brighterFactor
        guard isBrighter || max(lux, measured) < applied * Dimmer.darkerFactor else {
            outside = nil
            return
        }
        if let outside, outside.isBrighter == isBrighter {
            if now - outside.since >= Dimmer.dwell { self.applied = lux }
        } else {
            outside = Excursion(since: now, isBrighter: isBrighter)
        }
    }

    /// Beyond the ends of the curve all light is alike.
    private static func seen(_ lux: Double) -> Double {
        min(curve.last?.lux ?? lux, max(curve.first?.lux ?? lux, lux))
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
