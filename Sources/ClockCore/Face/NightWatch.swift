import ClockTime

/// Tells by the light in the room whether it is night (product, S5).
///
/// Night begins after a minute below 5 lx, and ends after ten seconds above 15 lx: a hand in front of the sensor is no
/// night, and headlights pass. A lamp ends it at once (`Dimmer`). Between the two it stays what it was, as it does while
/// the sensor is silent.
struct NightWatch: Hashable, Sendable {
    static let darkBelow = 5.0
    static let brightAbove = 15.0
    static let darkDwell = Duration.seconds(60)
    static let brightDwell = Duration.seconds(10)

    private(set) var isDark = false
    /// Since when the light has spoken for the other state.
    private var doubtSince: BootTime?

    mutating func measured(lux: Double, isLamp: Bool = false, at now: BootTime) {
        let speaksForChange = isDark ? lux > NightWatch.brightAbove : lux < NightWatch.darkBelow
        guard speaksForChange else {
            doubtSince = nil
            return
        }
        let since = doubtSince ?? now
        doubtSince = since
        let dwell = isDark ? NightWatch.brightDwell : NightWatch.darkDwell
        guard now - since >= dwell || (isDark && isLamp) else { return }
        isDark.toggle()
        doubtSince = nil
    }
}
