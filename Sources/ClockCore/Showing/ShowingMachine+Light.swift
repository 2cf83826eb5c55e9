import ClockTime

// How bright the display is, when it is night for it, and when it sleeps (product, S5, S6, M2).
extension ShowingMachine {
    /// The face's maximum brightness during do not disturb; suits a dark room.
    static let quietBrightness = 12.0

    /// Whether the night's style holds. A clock without a known time follows the light only.
    func isNight(_ context: Context) -> Bool {
        (context.style.night.followsLight && roomLight.isDark) || holdsNightHours(context)
    }

    /// Whether these are the hours of the night, or somebody has said good night, whatever the light in the room says.
    func holdsNightHours(_ context: Context) -> Bool {
        goodNightEnd(context) != nil || isInNightHours(context)
    }

    /// Until when it is night because somebody said good night; nil: nobody did, or that night is over.
    func goodNightEnd(_ context: Context) -> WallTime? {
        nightUntil.map { WallTime($0) }.flatMap { $0 > context.now.wall ? $0 : nil }
    }

    private func isInNightHours(_ context: Context) -> Bool {
        guard let hours = context.style.night.hours, let civil = context.civil else { return false }
        return hours.contains(secondOfDay: civil.secondOfDay)
    }

    /// When that may change.
    func nextNightChange(_ context: Context) -> WallTime? {
        earlier(goodNightEnd(context), nextChangeOfHours(after: context.now.wall, context))
    }

    /// When the hours of this night end, or of the next one; nil: the night has none.
    func endOfNightHours(_ context: Context) -> WallTime? {
        let next = nextChangeOfHours(after: context.now.wall, context)
        guard let next, !isInNightHours(context) else { return next }
        return nextChangeOfHours(after: next, context)
    }

    private func nextChangeOfHours(after time: WallTime, _ context: Context) -> WallTime? {
        guard let hours = context.style.night.hours, context.trust != .unknown else { return nil }
        return hours.nextChange(after: time.instant, in: context.zone).map { WallTime($0) }
    }

    /// The perceived brightness of the display, 0...100. A ring is as bright as possible, and a sunrise at least as
    /// bright as it has come.
    func shownBrightness(_ context: Context) -> Double {
        context.isRinging && !context.isHushed
            ? 100
            : max(
                context.swell.map { swellingBrightness($0, context) }
                    ?? shownIdleBrightness(context), Double(context.sunrise ?? 0))
    }

    /// A pulse or a breath never darkens the time altogether. In the dark its top is brighter than the face would be:
    /// otherwise nothing of it could be seen.
    private func swellingBrightness(_ swell: Double, _ context: Context) -> Double {
        let top = equipment.dimsFinely ? ShowingMachine.swellTop : ShowingMachine.coarseSwellTop
        return max(shownIdleBrightness(context), top) * (0.2 + 0.8 * swell)
    }

    /// The least top of a pulse or a breath, perceived: dim, for a person who is falling asleep. Where the display has
    /// sixteen steps alone, the fifth of them.
    private static let swellTop = 20.0
    private static let coarseSwellTop = 50.0

    private func shownIdleBrightness(_ context: Context) -> Double {
        roomLight.ramp.level(towards: brightness(context), at: context.now.boot)
    }

    /// The idle face's perceived brightness, 0...100, once a change of the light has been followed to its end.
    func brightness(_ context: Context) -> Double {
        var brightness = chosenBrightness(context)
        if context.isQuiet { brightness = min(brightness, ShowingMachine.quietBrightness) }
        if isNight(context) {
            brightness = min(brightness, Double(context.style.night.brightness.value))
        }
        return brightness
    }

    private func chosenBrightness(_ context: Context) -> Double {
        switch menu?.brightness ?? context.settings.style.brightness {
        case .automatic:
            roomLight.automatic(in: context.style.automaticRange)
        case .fixed(let percent): Double(percent.value)
        }
    }

    /// A change of the light comes gradually, whether it moves the face itself or ends the night. What a person does
    /// comes at once.
    mutating func followLight(_ lux: Double, _ context: Context) {
        var light = roomLight
        guard light.measured(lux: lux, at: context.now.boot) else {
            roomLight = light
            return
        }
        let (shown, before) = (shownIdleBrightness(context), brightness(context))
        roomLight = light
        let target = brightness(context)
        guard target != before else { return }
        roomLight.ramp.begin(at: shown, towards: target, at: context.now.boot)
    }

    // MARK: - Asleep

    /// Whether the display is dark until a key is pressed. Whatever must be seen keeps it awake.
    func isAsleep(_ context: Context) -> Bool {
        // Asked several times a step, so what costs least is looked at first.
        guard
            displaySleep.isOff || context.style.night.isOff || context.style.sleepAfter != nil,
            !context.isRinging, !context.hasMissed,
            context.trust != .unknown, context.sunrise == nil, context.swell == nil,
            face.page == .time, face.test == nil, menu == nil,
            !displaySleep.isPeeking(at: context.now.boot)
        else { return false }
        return displaySleep.isOff || (isNight(context) && context.style.night.isOff)
            || isIdleOver(context)
    }

    private func isIdleOver(_ context: Context) -> Bool {
        displaySleep.isIdle(for: context.style.sleepAfter, at: context.now.boot)
            && !holdsAwake(context)
    }

    private func holdsAwake(_ context: Context) -> Bool {
        context.style.keepsAwake && (context.settings.displayMode == .face || context.isNoiseHeard)
    }

    /// When the display may fall asleep, or the brightness moves on.
    func nextChange(_ context: Context) -> BootTime? {
        guard equipment.hasDisplay else { return nil }
        return earlier(
            roomLight.ramp.nextStep(after: context.now.boot),
            displaySleep.nextWake(idleAfter: context.style.sleepAfter, after: context.now.boot))
    }

    /// Somebody uses the clock. Returns whether that only woke the display: then it does nothing else.
    mutating func noteUse(_ context: Context) -> Bool {
        let wakes = isAsleep(context)
        displaySleep.noteUse(
            peeks: context.style.night.isOff && isNight(context), at: context.now.boot)
        return wakes
    }
}
