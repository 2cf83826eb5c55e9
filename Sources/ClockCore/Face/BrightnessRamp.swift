import ClockTime

/// Spreads a change of the light over most of a second, so that the face does not jump beside whoever sleeps there.
///
/// Theory of operation. The ramp knows where it began, but not where it leads. Whoever asks for its level says that,
/// so a setting that changes meanwhile still takes effect in time. It needs no event to end.
struct BrightnessRamp: Hashable, Sendable {
    /// A tenth of the way each: slow enough for the eye, and few wakes.
    static let steps = 10
    static let stepLength = Duration.milliseconds(60)
    static let length = stepLength * steps
    /// A smaller change, in per cent, is not worth the wakes: nobody sees it.
    static let leastChange = 2.0

    private var origin = 0.0
    private var begin: BootTime?

    /// Begins at the brightness that is shown now.
    mutating func begin(at shown: Double, towards target: Double, at now: BootTime) {
        origin = shown
        begin = abs(target - shown) < BrightnessRamp.leastChange ? nil : now
    }

    /// The brightness to show.
    func level(towards target: Double, at now: BootTime) -> Double {
        guard let begin else { return target }
        let done = BrightnessRamp.stepsDone(since: begin, at: now)
        guard done < BrightnessRamp.steps else { return target }
        return origin + (target - origin) * Double(done) / Double(BrightnessRamp.steps)
    }

    /// When the level changes next; nil: the ramp is over.
    func nextStep(after now: BootTime) -> BootTime? {
        guard let begin else { return nil }
        let done = BrightnessRamp.stepsDone(since: begin, at: now)
        return done < BrightnessRamp.steps ? begin + BrightnessRamp.stepLength * (done + 1) : nil
    }

    private static func stepsDone(since begin: BootTime, at now: BootTime) -> Int {
        let passed = min(length, max(.zero, now - begin))
        return Int(passed.wholeNanoseconds / stepLength.wholeNanoseconds)
    }
}
