import ClockTime

/// How the light in the room sets the display's brightness, and what a user adds to that (product, S5, S6, M2).
///
/// Theory of operation. Every measurement goes to the `Dimmer`, which says how bright the face should be, and to the
/// `NightWatch`, which says whether it is dark enough for the night's style. Only the parent knows the brightness that
/// results from all settings. It begins the `ramp` that spreads a change of it.
struct RoomLight: Hashable, Sendable {
    private var dimmer = Dimmer()
    private var nightWatch = NightWatch()
    var ramp = BrightnessRamp()
    /// The user's offset from the automatic brightness, in per cent; resets at restart.
    var shift = 0.0

    var measuredLux: Double? { dimmer.measuredLux }
    var isDark: Bool { nightWatch.isDark }

    /// The brightness that suits the room. Plus and minus shift it even beyond the bounds of the style.
    func automatic(in bounds: ClosedRange<Double>) -> Double {
        let byRoom = dimmer.percent ?? Double(BrightnessSetting.automaticWithoutSensor.value)
        let allowed = min(bounds.upperBound, max(bounds.lowerBound, byRoom))
        return min(100, max(0, allowed + shift))
    }

    /// Returns whether this may change the brightness, and gradually: what the first measurement sets comes at once.
    mutating func measured(lux: Double, at now: BootTime) -> Bool {
        let (percent, wasDark) = (dimmer.percent, isDark)
        let isLamp = dimmer.measured(lux: lux, at: now)
        nightWatch.measured(lux: lux, isLamp: isLamp, at: now)
        return percent != nil && (percent != dimmer.percent || wasDark != isDark)
    }
}
