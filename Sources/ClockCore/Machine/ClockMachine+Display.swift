import ClockTime

// How bright the display is, when it is night for it, and when it sleeps (product, S5, S6, M2).
extension ClockMachine {
    /// Whether the night's style holds. A clock without a known time follows the light only.
    package var isNight: Bool {
        let night = style.night
        if night.followsLight, roomLight.isDark { return true }
        guard let hours = night.hours, let civil else { return false }
        return hours.contains(secondOfDay: civil.secondOfDay)
    }

    /// When that may change by the wall clock.
    var nextNightChange: WallTime? {
        guard equipment.hasDisplay, let hours = style.night.hours, trust != .unknown else {
            return nil
        }
        return hours.nextChange(after: now.wall.instant, in: zone).map { WallTime($0) }
    }

    /// The perceived brightness of the display, 0...100. A ring is as bright as possible, and a sunrise at least as
    /// bright as it has come.
    var shownBrightness: Double {
        isRinging && !ringing.ring.isHushed
            ? 100 : max(shownIdleBrightness, Double(ringing.sunriseLevel(ringingContext) ?? 0))
    }

    private var shownIdleBrightness: Double {
        roomLight.ramp.level(towards: brightness, at: now.boot)
    }

    /// The idle face's perceived brightness, 0...100, once a change of the light has been followed to its end.
    var brightness: Double {
        var brightness = chosenBrightness
        if holdsQuiet { brightness = min(brightness, ClockMachine.quietBrightness) }
        if isNight { brightness = min(brightness, Double(style.night.brightness.value)) }
        return brightness
    }

    private var chosenBrightness: Double {
        switch menu?.brightness ?? settings.style.brightness {
        case .automatic:
            roomLight.automatic(
                in: Double(style.floor.value)...Double(max(style.floor, style.ceiling).value))
        case .fixed(let percent): Double(percent.value)
        }
    }

    /// A change of the light comes gradually, whether it moves the face itself or ends the night. What a person does
    /// comes at once.
    mutating func followLight(_ lux: Double) {
        var light = roomLight
        guard light.measured(lux: lux, at: now.boot) else {
            roomLight = light
            return
        }
        let (shown, before) = (shownIdleBrightness, brightness)
        roomLight = light
        guard brightness != before else { return }
        roomLight.ramp.begin(at: shown, towards: brightness, at: now.boot)
    }

    // MARK: - Asleep

    /// Whether the display is dark until a key is pressed. Whatever must be seen keeps it awake.
    var isDisplayAsleep: Bool {
        // Asked several times a step, so what costs least is looked at first.
        guard style.night.isOff || style.sleepAfter != nil, !isRinging, missedInstant == nil,
            trust != .unknown, ringing.sunriseLevel(ringingContext) == nil,
            face.page == .time, face.test == nil, menu == nil,
            !displaySleep.isPeeking(at: now.boot)
        else { return false }
        return (isNight && style.night.isOff) || isIdleOver
    }

    private var isIdleOver: Bool {
        displaySleep.isIdle(for: style.sleepAfter, at: now.boot) && !holdsAwake
    }

    private var holdsAwake: Bool {
        style.keepsAwake && (settings.displayMode == .face || playing.isHeard)
    }

    /// When the display may fall asleep, or the brightness moves on.
    var nextDisplayChange: BootTime? {
        guard equipment.hasDisplay else { return nil }
        return earlier(
            roomLight.ramp.nextStep(after: now.boot),
            displaySleep.nextWake(idleAfter: style.sleepAfter, after: now.boot))
    }

    /// Somebody uses the clock. Returns whether that only woke the display: then it does nothing else.
    mutating func noteUse() -> Bool {
        let wakes = isDisplayAsleep
        displaySleep.noteUse(peeks: style.night.isOff && isNight, at: now.boot)
        return wakes
    }

    // MARK: - In a ring

    /// A ring takes over the face and disables the editing keys, and it ends a preview and a test picture. The
    /// pages of what plays and of its volume close when nothing is heard any more.
    mutating func showTimeWhileRinging(_ step: inout Step) {
        guard isRinging else {
            let isAboutSound = face.page == .nowPlaying || face.page == .volume
            if isAboutSound, !playing.isHeard { showTime(&step) }
            return
        }
        editingKeys.ringLasts(at: now.boot)
        closeMenu(&step)
        playing.preview.end()
        face.endTest()
        showTime(&step)
    }

    mutating func showTime(_ step: inout Step) {
        if face.showTime() { step.notes.append(.pageShown(.time)) }
    }
}
