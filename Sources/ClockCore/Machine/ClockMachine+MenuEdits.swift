import ClockTime

// What a complete edit of the menu means: the commands that the network would send (product, B4).
extension ClockMachine {
    mutating func complete(
        _ edit: MenuMachine.Edit, _ button: Button, _ step: inout Step
    ) {
        do throws(CommandError) {
            try perform(edit, &step)
        } catch {
            step.notes.append(.keyRefused(button, error.code))
            showing.menu?.refuse(edit.item)
            return
        }
        if showing.menu?.isFirstStart == true {
            completeFirst(edit, &step)
        } else if edit.item == .newAlarm, isWanted(edit) {
            // Numbers grow, so the newest alarm is the last.
            if let added = ringing.alarms.book.alarms.last { showing.menu?.show(.alarm(added.id)) }
        } else if case .alarm(let id) = edit.item, ringing.alarms.book[id] == nil {
            showing.menu?.show(.newAlarm)
        }
    }

    func isWanted(_ edit: MenuMachine.Edit) -> Bool {
        edit.choosesTime || edit.draft.isWanted
    }

    /// Leaves alone what the person did not change: somebody else may have changed it meanwhile.
    private mutating func perform(
        _ edit: MenuMachine.Edit, _ step: inout Step
    ) throws(CommandError) {
        let (draft, original) = (edit.draft, edit.original)
        switch edit.item {
        case .alarm: try changeAlarm(edit, &step)
        case .newAlarm:
            guard isWanted(edit), let schedule = Schedule(time: draft.time, kind: draft.kind)
            else { return }
            var changes = AlarmChanges()
            changes.sound = draft.tone
            changes[\.snooze.length] = settings.countdownRings.snoozeLength
            try run(.alarm(.add(schedule, changes)), &step)
        case .time: try setTime(edit, &step)
        case .hourFormat:
            guard draft.hourFormat != original.hourFormat else { return }
            try run(.style(.set([.set(\.hourFormat, draft.hourFormat)])), &step)
        case .brightness:
            guard draft.brightness != original.brightness else { return }
            try run(.style(.set([.set(\.brightness, draft.brightness)])), &step)
            showing.roomLight.shift = 0
        case .lamp:
            guard draft.lamp != original.lamp else { return }
            try run(.lamp(.on(draft.lamp)), &step)
        case .noise:
            if draft.volume != original.volume {
                try run(.noise(.setVolume(draft.volume)), &step)
            }
            guard draft.noise != original.noise else { return }
            try run(.noise(.play(draft.noise, volume: nil)), &step)
        case .sleepTimer:
            guard draft.sleepTimer != original.sleepTimer else { return }
            let length = Duration.minutes(draft.sleepTimer)
            let change = SleepChange.start(.after(length), plays: true)
            try run(.noise(.setSleep(draft.sleepTimer == 0 ? .off : change)), &step)
        case .timer: try setTimer(edit, &step)
        case .quiet:
            guard draft.isQuiet != original.isQuiet else { return }
            // Who asks for it in bed means this night, and not the weeks after it.
            let on = trust == .unknown ? DoNotDisturb.ByHand.on : .until(endOfThisNight.instant)
            try run(.quiet(.setDoNotDisturb(.byHand(draft.isQuiet ? on : .off))), &step)
            // The hours cannot be ended by hand.
            guard holdsQuiet == draft.isQuiet else { throw .wrongState(.quiet) }
        case .breathing:
            guard draft.isBreathing != original.isBreathing else { return }
            try run(.breathing(draft.isBreathing ? .start : .stop), &step)
        case .snooze:
            guard edit.touched.contains(.snooze) else { return }
            try setSnooze(to: .minutes(draft.snooze), &step)
        case .nap:
            var changes: [NapChange] = []
            if draft.release != original.release {
                changes.append(.set(\.release, .seconds(draft.release)))
            }
            if draft.nap != original.nap { changes.append(.set(\.nap, .minutes(draft.nap))) }
            if draft.maximum != original.maximum {
                changes.append(.set(\.max, .minutes(draft.maximum)))
            }
            guard !changes.isEmpty else { return }
            try run(.nap(.set(changes)), &step)
        case .pairing: showCodeForKeys(&step)
        case .health, .help, .end: break
        }
    }

    mutating func run(_ command: Command, _ step: inout Step) throws(CommandError) {
        _ = try answer(command, .menu, &step)
    }

    /// Leaves alone what the person did not change, because some edits end a snooze and what is skipped (law, 6.7).
    private mutating func changeAlarm(
        _ edit: MenuMachine.Edit, _ step: inout Step
    ) throws(CommandError) {
        let (draft, original) = (edit.draft, edit.original)
        guard let id = draft.alarm else { return }
        guard draft.state != .removed else { return try run(.alarm(.remove(id)), &step) }
        var changes = AlarmChanges()
        if draft.time != original.time { changes.time = draft.time }
        if draft.kind != original.kind { changes.kind = draft.kind }
        if draft.tone != original.tone { changes.sound = draft.tone }
        if draft.loudness != original.loudness { changes.volume = draft.loudness }
        if !changes.isEmpty { try run(.alarm(.edit(id, changes)), &step) }
        // A new time or other days have switched it on and forgotten what was to be skipped (law, 6.7).
        let startsOver = changes.time != nil || changes.kind != nil
        guard startsOver || draft.state != original.state, let alarm = ringing.alarms.book[id]
        else { return }
        let isOn = draft.state != .off
        if alarm.isEnabled != isOn { try run(.alarm(.setEnabled(id, isOn)), &step) }
        if draft.state == .skipped, alarm.skipNext == 0 {
            try run(.alarm(.skipNext(id, 1)), &step)
        } else if draft.state == .on, alarm.skipNext > 0 {
            try run(.alarm(.skipNext(id, 0)), &step)
        }
    }

    /// The timer without a name that was set last: the menu's own.
    var menuTimer: (id: TimerID, left: Duration)? {
        for timer in ringing.timers.timers.reversed() where timer.name == nil {
            guard case .countdown(let countdown, to: .ring) = timer.state else { continue }
            return (timer.id, countdown.left(at: now.boot))
        }
        return nil
    }

    /// Another length takes the place of the timer that runs.
    private mutating func setTimer(
        _ edit: MenuMachine.Edit, _ step: inout Step
    ) throws(CommandError) {
        let minutes = edit.draft.timer
        guard edit.touched.contains(.timer), minutes != edit.original.timer else { return }
        if let timer = menuTimer { try run(.timer(.operate(.cancel, timer.id, run: nil)), &step) }
        showing.menuSetTimer = minutes > 0
        guard minutes > 0 else { return }
        try run(.timer(.add(.minutes(minutes), name: nil, starts: true)), &step)
    }

    /// Nothing else would say that it runs, where the face has no line for it.
    mutating func showMenuTimer(_ step: inout Step) {
        let timer = runningCountdowns.firstIndex { $0.subject == .timer("") }
        if let timer { show(.countdown(timer), &step) }
    }

    /// Timers, naps and all alarms snooze for so long, and so will alarms that the menu adds.
    private mutating func setSnooze(
        to length: Duration, _ step: inout Step
    ) throws(CommandError) {
        try run(.settings(.setRingRules([.set(\.countdowns.snoozeLength, length)])), &step)
        var changes = AlarmChanges()
        changes[\.snooze.length] = length
        for alarm in ringing.alarms.book.alarms where alarm.snooze.length != length {
            try run(.alarm(.edit(alarm.id, changes)), &step)
        }
    }

    /// Whoever chooses a time means the local time in the chosen zone. Who chooses a zone alone means that the clock
    /// itself is right.
    private mutating func setTime(
        _ edit: MenuMachine.Edit, _ step: inout Step
    ) throws(CommandError) {
        let zone = showing.menuZones.first { $0.name == edit.draft.zone } ?? ringing.rules.local
        let (chosen, kept) = (try time(chosenIn: edit, in: zone), try time(shownAlsoIn: zone))
        if let wall = chosen ?? kept {
            try run(.time(.set(.instant(wall))), &step)
            time.asksInMenu(choosingDate: edit.choosesDate)
        }
        if zone != ringing.rules.local { try run(.time(.setZone(zone)), &step) }
    }

    var fraction: Duration { now.wall - WallTime(now.wall.instant) }

    /// The time goes on while the date and the zone are chosen. Minute and second go on as they were where nobody
    /// touched the minute.
    ///
    /// - Returns: nil if the person chose no time: the clock stays as it is, and unknown where it knows none (law, 5.2).
    private func time(
        chosenIn edit: MenuMachine.Edit, in zone: Zone
    ) throws(CommandError) -> WallTime? {
        let (draft, original) = (edit.draft, edit.original)
        let confirmsDate = edit.choosesDate && !time.isDateKnown
        if trust == .trusted, !confirmsDate, !draft.choosesTime(otherThan: original) { return nil }
        let chosen = CivilTime(date: draft.date, time: draft.time)
        if edit.choosesMinute || trust == .unknown {
            guard edit.choosesTime else { return nil }
            let passed = draft.minuteChosenAt.map { now.boot - $0 } ?? .zero
            let wall = try TimeKeeper.meaning(of: chosen, in: zone).wall + passed
            guard !edit.choosesDate, isTooEarlyToGuess(wall) else { return wall }
            let next = CivilDate(daysSinceEpoch: draft.date.daysSinceEpoch + 1)
            let later = CivilTime(date: next, time: draft.time)
            return try TimeKeeper.meaning(of: later, in: zone).wall + passed
        }
        guard edit.touched.contains(.hour) || edit.choosesDate else { return nil }
        let shown = CivilTime(date: original.date, time: original.time).secondsAsUTC
        let running = self.zone.civilTime(at: now.wall.instant).secondsAsUTC
        let civil = CivilTime(secondsAsUTC: running + chosen.secondsAsUTC - shown)
        return try TimeKeeper.meaning(of: civil, in: zone).wall + fraction
    }
}
