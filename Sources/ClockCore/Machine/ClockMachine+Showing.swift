import ClockTime

// What the parent does about the display: it tells the showing machine what it needs to know, and makes room for a ring.
extension ClockMachine {
    var showingContext: ShowingMachine.Context {
        ShowingMachine.Context(
            now: now, trust: trust, sharedRules: ringing.$rules, sharedSettings: $settings,
            isSafe: isSafe, isRinging: isRinging,
            isHushed: ringing.ring.isHushed, isQuiet: holdsQuiet,
            sunrise: ringing.sunriseLevel(ringingContext), swell: swell,
            hasMissed: missedInstant != nil,
            isNoiseHeard: playing.isHeard)
    }

    /// Whether the night's style holds. A clock without a known time follows the light only.
    package var isNight: Bool { showing.isNight(showingContext) }

    /// Whether the display is dark until a key is pressed.
    var isDisplayAsleep: Bool { showing.isAsleep(showingContext) }

    // The style is one of the settings, which all machines only read. These use a copy of the machine, because they
    // change the settings beside it.

    mutating func answer(_ command: StyleCommand) throws(CommandError) -> CommandOutcome {
        let showing = showing
        return try showing.answer(command, &settings)
    }

    mutating func answer(_ command: PresetCommand) throws(CommandError) -> CommandOutcome {
        let showing = showing
        return try showing.answer(command, &settings)
    }

    mutating func answer(_ command: DisplayCommand) throws(CommandError) -> CommandOutcome {
        guard equipment.hasDisplay else { throw .wrongState(.noDisplay) }
        guard case .setMode(let mode) = command else {
            return try showing.answer(command, showingContext)
        }
        settings.displayMode = mode
        return .saved(.display(showing.report(showingContext)))
    }

    /// Only the host of the display knows what it shows.
    func askForPicture(
        _ request: RequestID, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        guard equipment.hasDisplay else { throw .wrongState(.noDisplay) }
        step.questions.append((request, .picture))
        return .hosts
    }

    /// A ring takes over the face and disables the editing keys, and it ends a preview and a test picture. The
    /// pages of what plays and of its volume close when nothing is heard any more.
    mutating func showTimeWhileRinging(_ step: inout Step) {
        guard isRinging else {
            let isAboutSound = showing.face.page == .nowPlaying || showing.face.page == .volume
            if isAboutSound, !playing.isHeard { showTime(&step) }
            return
        }
        editingKeys.ringLasts(at: now.boot)
        closeMenu(&step)
        playing.preview.end()
        showing.face.endTest()
        // The display belongs to the ring, and a code that nobody can read is none.
        pairing.withdraw()
        showTime(&step)
    }

    mutating func showTime(_ step: inout Step) {
        if showing.face.showTime() { step.notes.append(.pageShown(.time)) }
    }
}
