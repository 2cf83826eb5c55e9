import Glibc

/// How suddenly a sound that comes in pieces becomes louder: what could startle a sleeper.
///
/// Loudness is that of 100 ms, K-weighted, every 20 ms.
package struct StartleMeter {
    /// The largest rise of loudness within 0.3 s, in decibels.
    package private(set) var rise = 0.0
    /// The same, of what goes beyond the level of the last minute, or of what was heard so far, at least ten seconds.
    package private(set) var startle = 0.0

    private static let stepsPerSecond = 50
    private static let smoothed = 5
    private static let sudden = 15
    /// What is just happening belongs to no usual level.
    private static let newest = smoothed + sudden
    private static let minuteSteps = 60 * stepsPerSecond

    private let stepFrames: Int
    private var left = KWeighting()
    private var right = KWeighting()
    private var sum = 0.0
    private var frames = 0
    /// The power of each step of the last minute and of the newest, in a ring; how many there were; and the sum of
    /// that minute.
    private var steps = [Double](repeating: 0, count: minuteSteps + newest)
    private var count = 0
    private var minute = 0.0

    package init(rate: Int) { stepFrames = rate / StartleMeter.stepsPerSecond }

    package mutating func add(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames count: Int
    ) {
        for index in 0..<count {
            let (l, r) = (
                self.left.next(Double(left[index])), self.right.next(Double(right[index]))
            )
            sum += l * l + r * r
            frames += 1
            if frames == stepFrames { endStep() }
        }
    }

    private mutating func endStep() {
        let place = count % steps.count
        minute -= steps[place]
        steps[place] = sum
        (sum, frames, count) = (0, 0, count + 1)
        guard count > StartleMeter.newest else { return }
        minute += steps[(count - 1 - StartleMeter.newest) % steps.count]
        let now = level(stepsAgo: 0)
        let before = level(stepsAgo: StartleMeter.sudden)
        rise = max(rise, now - before)
        let heard = min(count - StartleMeter.newest, StartleMeter.minuteSteps)
        guard heard >= 10 * StartleMeter.stepsPerSecond else { return }
        let usual = decibels(power: minute / Double(heard))
        startle = max(startle, now - max(before, usual))
    }

    private func level(stepsAgo: Int) -> Double {
        let power = (0..<StartleMeter.smoothed).reduce(0.0) {
            $0 + steps[(count - 1 - stepsAgo - $1) % steps.count]
        }
        return decibels(power: power / Double(StartleMeter.smoothed))
    }
}

/// The curve K of ITU-R BS.1770 (tables 1 and 2), for samples at 48 kHz. At 44.1 kHz it lies 8 % lower.
package struct KWeighting {
    private var high = Biquad(
        b: (1.535_124_859_586_97, -2.691_696_189_406_38, 1.198_392_810_852_85),
        a: (-1.690_659_293_182_41, 0.732_480_774_215_85))
    private var low = Biquad(b: (1, -2, 1), a: (-1.990_047_454_833_98, 0.990_072_250_366_21))

    package init() {}

    package mutating func next(_ sample: Double) -> Double { low.next(high.next(sample)) }
}

private struct Biquad {
    let b: (Double, Double, Double)
    let a: (Double, Double)
    private var one = 0.0
    private var two = 0.0

    init(b: (Double, Double, Double), a: (Double, Double)) {
        self.b = b
        self.a = a
    }

    mutating func next(_ x: Double) -> Double {
        let y = b.0 * x + one
        one = b.1 * x - a.0 * y + two
        two = b.2 * x - a.1 * y
        return y
    }
}
