import ClockTime

/// The one owner of the lamp's light (product, B8).
///
/// Theory of operation. Several want the lamp. The first of these that wants it has it:
///
/// | cause    | its light                                   | when                                              |
/// | -------- | ------------------------------------------- | ------------------------------------------------- |
/// | ring     | full; flashing, where nothing else is heard | an alarm with a sunrise rings                     |
/// | menu     | as it is being chosen                       | somebody chooses in the menu                      |
/// | nap      | the pulse                                   | the bar is held, on a board without a motor       |
/// | breath   | rises and falls                             | somebody breathes with it, until a sunrise begins |
/// | sunrise  | rises                                       | before a ring, where it is brighter than the next |
/// | person   | as set; with the sleep timer, dimmer and dimmer | until it is switched off                      |
/// | night    | the night light                             | in the hours of the style's night                 |
///
/// Somebody who switches it off means the night light, too, until the night ends or the next one begins, and a sunrise that
/// has begun. The end of the sleep timer switches it off in the same way. So does the beginning of a breath, because the
/// person may be asleep when that is over. A timer that ends early, pauses or gets more time leaves the lamp as dim as it
/// is, and it dims on from there.
///
/// Nothing of this is kept but the settings: after a crash, a stop or a power cut nobody has switched the lamp on.
package struct LampMachine: Hashable, Sendable {
    package enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
        case ring, menu, nap, breath, sunrise, person, night, off
    }

    private enum Wish: Hashable {
        case none
        case on(Percent, since: BootTime)
        /// - Parameter isNight: whether it was night then.
        /// - Parameter isSunrise: whether a light was rising.
        case off(isNight: Bool, isSunrise: Bool)
    }

    /// What the rest of the clock wants of the lamp, and says of the time.
    struct Context {
        var now: BootTime
        /// The light of what rings; nil: it wants none.
        var ring: Percent?
        /// What somebody is about to choose in the menu.
        var chosen: Percent?
        /// Whether the pulse is lit; nil: there is none.
        var pulse: Bool?
        /// The light of the breathing guide, 0...1; nil: nobody breathes with it.
        var breath: Double?
        /// How far the light of a coming alarm has risen, 0...100; nil: none is rising.
        var sunrise: Int?
        var isNight: Bool
        /// The sleep timer, while it runs.
        var sleep: Sleep?

        struct Sleep: Hashable {
            var begin: BootTime
            var end: BootTime
        }
    }

    /// A person's.
    private var wish = Wish.none
    /// The sleep timer with which the lamp dims, as it was last; nil: it does not.
    private var dusk: Context.Sleep?

    /// The pulse's perceived brightness: dim, for a person who is falling asleep.
    private static let pulseLight = Percent(clamping: 10)
    /// The brightest breath, likewise.
    private static let breathLight = 20.0

    // MARK: - Switching

    mutating func switchOn(_ level: Percent, at now: BootTime) {
        (wish, dusk) = (.on(level, since: now), nil)
    }

    mutating func switchOff(_ context: Context) {
        (wish, dusk) = (.off(isNight: context.isNight, isSunrise: context.sunrise != nil), nil)
    }

    // MARK: - Time

    /// To be called before a step's event, and after it, because that may change the sleep timer.
    mutating func advance(_ settings: LampSettings, _ context: Context) {
        if let former = dusk, former != currentDusk(settings, context),
            case .on(let level, _) = wish
        {
            if former.end <= context.now {
                switchOff(context)
            } else {
                // Somebody lies in the dark: no other timer makes the lamp brighter than it is.
                let light = LampMachine.light(level, in: former, at: context.now)
                wish = .on(light, since: context.now)
            }
        }
        if case .off(let wasNight, let isSunrise) = wish {
            if isSunrise, context.sunrise == nil {
                wish = .off(isNight: wasNight, isSunrise: false)
            }
            if wasNight != context.isNight, !hidesSunrise { wish = .none }
        }
        dusk = currentDusk(settings, context)
    }

    /// When the light of the dusk next falls by a step.
    func nextWake(_ settings: LampSettings, _ context: Context) -> BootTime? {
        guard case .on(let level, _) = wish, let dusk = currentDusk(settings, context),
            level.value > 0
        else { return nil }
        let step = dusk.end - dusk.begin
        let left = own(settings, context).light.value
        return dusk.end - step / level.value * max(0, left - 1)
    }

    /// From when to when the lamp dims.
    private func currentDusk(_ settings: LampSettings, _ context: Context) -> Context.Sleep? {
        guard settings.hasDusk, case .on(_, let since) = wish, var sleep = context.sleep else {
            return nil
        }
        sleep.begin = max(sleep.begin, since)
        return sleep
    }

    // MARK: - The light

    func light(_ settings: LampSettings, _ context: Context) -> (light: Percent, cause: Cause) {
        if let ring = context.ring { return (ring, .ring) }
        if let chosen = context.chosen { return (chosen, .menu) }
        if let pulse = context.pulse {
            return (pulse ? LampMachine.pulseLight : Percent(clamping: 0), .nap)
        }
        if let breath = context.breath {
            return (Percent(clamping: Int((breath * LampMachine.breathLight).rounded())), .breath)
        }
        let own = own(settings, context)
        if let sunrise = context.sunrise, sunrise >= own.light.value, !hidesSunrise {
            return (Percent(clamping: sunrise), .sunrise)
        }
        return own
    }

    /// Whether somebody has switched off the light that rises.
    private var hidesSunrise: Bool {
        if case .off(_, isSunrise: true) = wish { true } else { false }
    }

    /// What nobody but a person and the night want.
    private func own(
        _ settings: LampSettings, _ context: Context
    ) -> (light: Percent, cause: Cause) {
        let night = settings.nightLight
        switch wish {
        case .on(let level, _):
            guard let dusk = currentDusk(settings, context) else { return (level, .person) }
            return (LampMachine.light(level, in: dusk, at: context.now), .person)
        case .none where context.isNight && night.value > 0: return (night, .night)
        case .none, .off: return (Percent(clamping: 0), .off)
        }
    }

    /// How bright a lamp of this level still is, rounded up, so that it goes out at the very end.
    private static func light(_ level: Percent, in dusk: Context.Sleep, at now: BootTime) -> Percent
    {
        guard dusk.end > dusk.begin else { return level }
        let left = max(0, (dusk.end - max(now, dusk.begin)).wholeNanoseconds)
        let whole = (dusk.end - dusk.begin).wholeNanoseconds
        return Percent(clamping: Int((Int64(level.value) * left + whole - 1) / whole))
    }
}
