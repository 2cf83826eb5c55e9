import Glibc

/// How a movement goes from its beginning, 0, to its end, 1.
enum MotionCurve: Hashable, Sendable {
    /// Begins and ends gently.
    case ease
    /// Swings over its end and back: a damped oscillation with a damping ratio of 0.45.
    case spring
    /// Falls, and rebounds twice.
    case bounce

    /// - Parameter progress: 0...1.
    func value(_ progress: Double) -> Double {
        switch self {
        case .ease: progress * progress * (3 - 2 * progress)
        case .spring: MotionCurve.swing(progress)
        case .bounce: MotionCurve.fall(progress)
        }
    }

    /// When it is at its end for the first time. What it does from then on, it does around its end.
    var arrival: Double {
        switch self {
        case .ease: 1
        case .spring: MotionCurve.springArrival
        case .bounce: MotionCurve.fallEnd
        }
    }

    /// How far the spring swings over its end.
    static let overshoot = 0.205

    private static let damping = 0.45
    private static let decay = 3.9
    private static let frequency = decay / damping * (1 - damping * damping).squareRoot()
    /// Where the swing's cosine and sine cancel each other for the first time.
    private static let springArrival = (.pi - atan(frequency / decay)) / frequency

    /// The step response of an oscillator (damping ratio 0.45) that has almost come to rest, within 2 %, at 1.
    private static func swing(_ progress: Double) -> Double {
        guard progress < 1 else { return 1 }
        let angle = frequency * progress
        let ratio = decay / frequency
        let rest = exp(-decay * progress)
        return 1 - rest * (cos(angle) + ratio * sin(angle))
    }

    private static let fallEnd = 0.5

    private static func fall(_ progress: Double) -> Double {
        if progress < fallEnd { return progress * progress / (fallEnd * fallEnd) }
        if progress < 0.8 { return rebound(progress, from: fallEnd, to: 0.8, height: 0.25) }
        return rebound(min(1, progress), from: 0.8, to: 1, height: 0.07)
    }

    /// Up from the end and down to it again.
    private static func rebound(
        _ progress: Double, from begin: Double, to end: Double, height: Double
    ) -> Double {
        let place = (progress - begin) / (end - begin) * 2 - 1
        return 1 - height * (1 - place * place)
    }
}
