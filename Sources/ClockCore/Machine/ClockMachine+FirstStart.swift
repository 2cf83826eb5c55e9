import ClockTime

// The first start: when a clock asks for its time, and what each answer means (`MenuMachine` has the questions).
extension ClockMachine {
    /// Whether this clock has never known the time, and nobody has set anything on it.
    var isFirstStart: Bool {
        !showing.firstStart.isOver && time.hasNeverKnown && ringing.alarms.book.alarms.isEmpty
            && equipment.hasDisplay && equipment.keys.contains(.stop)
    }

    mutating func askForFirstTime(isPressed: Bool, _ step: inout Step) {
        showing.firstStart.opensAt = nil
        open(
            MenuMachine(firstTime: draft(of: .time), isPressed: isPressed, at: now.boot), &step)
    }

    mutating func completeFirst(_ edit: MenuMachine.Edit, _ step: inout Step) {
        // The host that sets the clock answers before the next question.
        guard step.clockSetting == nil else { return }
        // Nobody has touched the time: the next key asks for it again.
        if showing.menu?.question == .time { return closeMenu(&step) }
        let isAdded = edit.item == .newAlarm && isWanted(edit)
        askNext(added: isAdded ? ringing.alarms.book.alarms.last?.id : nil, &step)
    }

    /// Goes on in the first start.
    mutating func askNext(added: AlarmID? = nil, _ step: inout Step) {
        guard var open = showing.menu else { return }
        let goesOn = open.askNext(added: added, menuChoices) { draft(of: $0) }
        showing.menu = open
        if !goesOn { closeMenu(&step) }
    }

    /// The host has set the clock, or could not.
    mutating func menuSetClock(_ outcome: ClockSetting, _ step: inout Step) {
        switch outcome {
        case .done:
            if showing.menu?.isFirstStart == true { askNext(&step) }
        case .refused(let error):
            step.notes.append(.keyRefused(.menu, error.code))
            showing.menu?.refuse(.time)
        }
    }

    /// Whether the program did not exist yet at that time, so that the guessed day cannot be right (law, 5.1).
    func isTooEarlyToGuess(_ wall: WallTime) -> Bool {
        !time.isDateKnown && wall.instant < showing.menuStart
    }

    /// In the first start, whoever has just set the clock to the time of another one means that time, in whatever zone.
    ///
    /// - Returns: nil if the clock is right as it is.
    func time(shownAlsoIn zone: Zone) throws(CommandError) -> WallTime? {
        guard showing.menu?.question == .zone, time.isSetByHand, zone != ringing.rules.local
        else { return nil }
        let shown = self.zone.civilTime(at: now.wall.instant)
        return try TimeKeeper.meaning(of: shown, in: zone).wall + fraction
    }
}
