package import ClockTime
import Glibc
package import HAL

/// A light-dependent resistor that charges a capacitor on one GPIO line.
///
/// Theory of operation. The line empties the capacitor and lets go; the kernel stamps the moment at which the line
/// becomes high. The time is proportional to the resistance, which falls with the light by a power law. So two
/// measured points make a straight line between the logarithms of time and light. One charge may be disturbed: the
/// median of five counts. A line that stays low is darkness, also on a board whose resistor is loose: the line cannot
/// tell the two apart.
package struct Photoresistor: LightPort {
    private let line: any ChargeLine
    private let curve: PhotoresistorCurve
    private var phase = Phase.idle
    private var samples: [Duration] = []

    private enum Phase: Hashable, Sendable {
        case idle, emptying, charging, inDarkness
    }

    package init(_ resistor: BoardDescription.LightResistor, line: any ChargeLine) {
        self.line = line
        curve = PhotoresistorCurve(resistor)
    }

    package mutating func step(at now: BootTime) throws(SensorError) -> LightStep {
        switch try sampleStep(at: now) {
        case .wait(let pause): return .wait(pause)
        case .sample(let time): return .reading(lux(chargeTime: time))
        }
    }

    /// The light of a charge time, by the calibration.
    package func lux(chargeTime: Duration) -> Lux { curve.lux(chargeTime: chargeTime) }

    /// The result of one step towards a charge time.
    package enum SampleStep: Hashable, Sendable {
        case wait(Duration)
        case sample(Duration)
    }

    /// Like `step`, but without the calibration: the median charge time.
    package mutating func sampleStep(at now: BootTime) throws(SensorError) -> SampleStep {
        do throws(LineError) {
            return try next()
        } catch {
            phase = .idle
            samples = []
            throw .line(error)
        }
    }

    private mutating func next() throws(LineError) -> SampleStep {
        switch phase {
        case .idle:
            try line.discharge()
            phase = .emptying
            return .wait(Self.emptying)
        case .emptying:
            try line.charge()
            phase = .charging
            return .wait(Self.firstLook)
        case .charging:
            guard let time = try line.chargeTime() else {
                phase = .inDarkness
                return .wait(Self.longestCharge - Self.firstLook)
            }
            return try evaluate(time)
        case .inDarkness: return try evaluate(try line.chargeTime() ?? Self.longestCharge)
        }
    }

    private mutating func evaluate(_ time: Duration) throws(LineError) -> SampleStep {
        samples.append(min(max(time, Self.shortestCharge), Self.longestCharge))
        if samples.count < Self.samplesOfOneReading {
            phase = .idle
            return try next()
        }
        let median = samples.sorted()[samples.count / 2]
        phase = .idle
        samples = []
        return .sample(median)
    }

    package mutating func stop() {
        line.stop()
        phase = .idle
        samples = []
    }

    /// Empties 1 uF through 1 kΩ to less than a hundredth.
    static let emptying = Duration.milliseconds(5)
    /// Most rooms are bright enough for this one; darker ones need a second look.
    static let firstLook = Duration.milliseconds(25)
    /// Longer than 1 uF takes in the darkest bedroom.
    package static let longestCharge = Duration.milliseconds(200)
    /// The jitter of the kernel's time stamps is as long: more light than that makes no difference.
    static let shortestCharge = Duration.microseconds(60)
    static let samplesOfOneReading = 5
}

/// Charge time to light: straight lines between the logarithms.
struct PhotoresistorCurve: Sendable {
    /// Logarithms of microseconds and of lux, from the shortest time to the longest.
    private var points: [(time: Double, lux: Double)] = []

    /// The darkest light that a point may name: darkness itself has no logarithm.
    private static let darkest = 0.01
    private static let brightest = 100_000.0

    /// The standard resistor: 15 kΩ at 10 lx; its resistance falls with the light's 0.7th power. Its spread is 2 : 1.
    private static let standardResistance = 15_000.0
    private static let standardLux = 10.0
    private static let standardSlope = 0.7
    /// The time until the line becomes high, as a share of resistance times capacitance. From board to board it is 0.32
    /// to 0.66.
    private static let standardShare = 0.5

    init(_ resistor: BoardDescription.LightResistor) {
        for point in resistor.calibration {
            let time = log(max(1, Double(point.chargeTime.wholeNanoseconds) / 1000))
            // Two points of the same time contradict each other; the first counts.
            guard !points.contains(where: { $0.time == time }) else { continue }
            points.append((time, log(max(Self.darkest, point.illuminance.value))))
        }
        points.sort { $0.time < $1.time }
        if points.isEmpty {
            let farads = Double(resistor.capacitorNanofarads) * 1e-9
            let seconds = Self.standardShare * Self.standardResistance * farads
            points = [(log(seconds * 1e6), log(Self.standardLux))]
        }
        if points.count == 1, let only = points.first {
            points.append((only.time + 1, only.lux - 1 / Self.standardSlope))
        }
    }

    /// Outside the points, their nearest line goes on.
    func lux(chargeTime: Duration) -> Lux {
        let time = log(max(1, Double(chargeTime.wholeNanoseconds) / 1000))
        var place = 1
        while place < points.count - 1, time > points[place].time { place += 1 }
        let (from, to) = (points[place - 1], points[place])
        let slope = (to.lux - from.lux) / (to.time - from.time)
        let lux = exp(from.lux + slope * (time - from.time))
        return Lux(min(lux, Self.brightest))
    }
}
