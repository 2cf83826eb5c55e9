import ClockTime

// What the parent does about the lamp: it tells its owner who wants it, and answers commands (product, B8).
extension ClockMachine {
    var lampContext: LampMachine.Context {
        LampMachine.Context(
            now: now.boot, ring: ringing.ringLight(ringingContext), chosen: showing.menu?.lamp,
            pulse: ringing.lampPulse(at: now.boot), breath: breathing.light(at: now.boot),
            sunrise: ringing.sunriseLevel(ringingContext),
            // The night light cannot follow the light in the room, as the display does, because the lamp is that light.
            isNight: showing.holdsNightHours(showingContext),
            sleep: playing.sleep.countdown.map {
                LampMachine.Context.Sleep(begin: $0.end - $0.length, end: $0.end)
            })
    }

    /// What the board's outputs do now.
    var outputLevels: OutputLevels {
        let isPulsing = pressFeedback.isPulsing(at: now.boot)
        var levels = ringing.outputLevels(ringingContext, isPulsing: isPulsing)
        if equipment.hasLight { levels.light = lampReport.light }
        return levels
    }

    /// When the lamp's light changes by itself.
    var nextLampWake: Deadline {
        guard equipment.hasLight else { return Deadline() }
        return Deadline(
            wall: showing.nextNightChange(showingContext),
            boot: lamp.nextWake(settings.lamp, lampContext))
    }

    mutating func advanceLamp() {
        breathing.advance(to: now.boot)
        // Whoever is woken breathes by themselves.
        if breathing.end != nil, isRinging || ringing.sunriseLevel(ringingContext) != nil {
            breathing.stop()
        }
        if equipment.hasLight { lamp.advance(settings.lamp, lampContext) }
    }

    /// The light to breathe with takes the lamp's place, and leaves it dark.
    mutating func breathe() {
        breathing.start(at: now.boot)
        if equipment.hasLight { lamp.switchOff(lampContext) }
    }

    // MARK: - Pulse and breath on the display

    /// How much of its light a display without a lamp beside it shows, 0...1; nil: nothing pulses or breathes on it.
    var swell: Double? {
        guard !equipment.hasLight else { return nil }
        return ringing.lampPulse(at: now.boot).map { $0 ? 1 : 0 } ?? breathing.light(at: now.boot)
    }

    mutating func answer(_ command: BreathingCommand) throws(CommandError) -> CommandOutcome {
        guard equipment.hasLight || equipment.hasDisplay else { throw .wrongState(.noDisplay) }
        switch command {
        case .show: break
        case .start:
            guard !isRinging else { throw .wrongState(.somethingRings) }
            breathe()
        case .stop: breathing.stop()
        }
        return .now(
            .breathing(
                BreathingReport(
                    left: breathing.end.map { $0 - now.boot },
                    place: equipment.hasLight ? .lamp : .display)))
    }

    // MARK: - Commands

    mutating func answer(_ command: LampCommand) throws(CommandError) -> CommandOutcome {
        guard equipment.hasLight else { throw .wrongState(.noLamp) }
        switch command {
        case .show: return .now(.lamp(lampReport))
        case .on(let level):
            if let level, level.value > 0 { settings.lamp.level = level }
            if level?.value == 0 {
                lamp.switchOff(lampContext)
            } else {
                lamp.switchOn(settings.lamp.level, at: now.boot)
            }
        case .off: lamp.switchOff(lampContext)
        case .set(let changes):
            if let light = changes.value(of: \.nightLight), light.value > 0,
                settings.style.night.hours == nil
            {
                throw .wrongState(.noNightHours)
            }
            if changes.value(of: \.level)?.value == 0 {
                throw .invalid(field: "level", .inWords("0 is off. Give 1 to 100"))
            }
            changes.apply(to: &settings.lamp)
            // A lamp that is on shows its new brightness.
            if let level = changes.value(of: \.level), lampReport.cause == .person {
                lamp.switchOn(level, at: now.boot)
            }
        }
        return .saved(.lamp(lampReport))
    }

    /// How bright it is now, and why.
    var lampReport: LampReport {
        let (light, cause) = lamp.light(settings.lamp, lampContext)
        return LampReport(light: light, cause: cause, settings: settings.lamp)
    }
}
