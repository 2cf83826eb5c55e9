package import ClockTime

// The menu: which key does what in it, when it opens and closes, and which commands a complete edit means (product, B4).
extension ClockMachine {
    /// Whether a key has just changed something in the menu.
    var isMenuJustUsed: Bool { showing.menu.map { now.boot < $0.isLitUntil } ?? false }

    private var menuKeys: MenuKeys { MenuKeys(equipment.keys) }

    /// - Parameters:
    ///   - zones: the ones that the menu offers.
    ///   - start: the earliest date that it offers to a clock that knows no time.
    package mutating func offerInMenu(_ zones: [Zone], datesFrom start: Instant) {
        (showing.menuZones, showing.menuStart) = (zones, start)
    }

    // MARK: - Opening and closing

    var nextMenuWake: BootTime? {
        guard let menu = showing.menu else {
            return isFirstStart ? showing.firstStart.opensAt : nil
        }
        return menu.closesAt
    }

    mutating func advanceMenu(_ step: inout Step) {
        if let menu = showing.menu {
            // The network was faster than the person.
            let isNeedless = menu.asksForFirstTime && trust == .trusted
            let isOver = menu.closesAt <= now.boot
            if isNeedless || isOver { closeMenu(&step) }
            return
        }
        guard let opensAt = showing.firstStart.opensAt, opensAt <= now.boot else { return }
        guard isFirstStart, !isRinging else {
            showing.firstStart.opensAt =
                isFirstStart ? now.boot + ShowingMachine.FirstStart.patience : nil
            return
        }
        askForFirstTime(isPressed: false, &step)
    }

    mutating func open(_ opened: MenuMachine, _ step: inout Step) {
        showing.menu = opened
        // Whatever is down was pressed for something else.
        keys.spendAll(at: now.boot)
        showTime(&step)
    }

    mutating func closeMenu(_ step: inout Step) {
        guard showing.menu != nil else { return }
        showing.menu = nil
        playing.preview.end()
        keys.spendAll(at: now.boot)
    }

    // MARK: - Keys

    /// Handles a press that belongs to the menu. Returns whether it does.
    mutating func takesForMenu(_ button: Button, _ step: inout Step) -> Bool {
        if showing.menu != nil {
            if menuKeys.repeats(button) {
                keys[button].repeatWhileDown()
            } else if menuKeys.pressed(button) != nil || button != .stop {
                keys[button].spend(at: now.boot)
            }
            pressInMenu(button, &step)
            return true
        }
        guard equipment.hasDisplay else { return false }
        if isFirstStart {
            askForFirstTime(isPressed: true, &step)
            return true
        }
        switch button {
        case .menu:
            open(MenuMachine(menuChoices, at: now.boot), &step)
            return true
        case .snooze: return joins(.stop, with: button)
        case .stop: return joins(.snooze, with: button)
        case .noise, .plus, .minus: return false
        }
    }

    /// Two keys that are pressed together do nothing of what each does alone.
    private mutating func joins(_ other: Button, with button: Button) -> Bool {
        guard keys[other].isFreshlyDown else { return false }
        keys[other].spend(at: now.boot)
        keys[button].ask(toHoldFor: GestureMachine.longPress)
        return true
    }

    private var bothAreDown: Bool {
        keys[.snooze].isDown(since: now.boot) && keys[.stop].isDown(since: now.boot)
    }

    mutating func bothWereHeld(_ step: inout Step) {
        guard showing.menu == nil, equipment.hasDisplay, !editingKeys.areDead, bothAreDown else {
            return
        }
        open(MenuMachine(menuChoices, at: now.boot), &step)
        keys.bothOpenedMenu(at: now.boot)
    }

    mutating func pressInMenu(_ button: Button, _ step: inout Step) {
        if let key = menuKeys.pressed(button) { act(on: key, button, &step) }
    }

    mutating func repeatInMenu(_ button: Button, _ step: inout Step) {
        guard let key = menuKeys.pressed(button), showing.menu?.isRead == false else { return }
        let inTens = keys[button].isDown(since: now.boot - MenuMachine.tensAfter)
        act(on: key, inTens: inTens, button, &step)
    }

    mutating func tapInMenu(_ button: Button, _ step: inout Step) {
        if button == .stop { act(on: .forward, button, &step) }
    }

    mutating func holdInMenu(_ button: Button, _ step: inout Step) {
        if button == .stop { act(on: .back, button, &step) }
    }

    private mutating func act(
        on key: MenuMachine.Key, inTens: Bool = false, _ button: Button, _ step: inout Step
    ) {
        guard var open = showing.menu else { return }
        let outcome = open.press(key, menuChoices, inTens: inTens, at: now.boot) { draft(of: $0) }
        showing.menu = open
        playing.preview.end()
        switch outcome {
        case .nothing: break
        case .closed:
            if open.isFirstStart { showing.firstStart.isOver = true }
            closeMenu(&step)
        case .skipped: askNext(&step)
        case .previews(let sound):
            guard mayStartNoise else { return }
            // A sound that has just gone cannot be heard; the choice of it is refused at the end.
            try? playing.beginPreview(of: sound, at: now)
        case .completed(let edit): complete(edit, button, &step)
        }
    }

    // MARK: - Edits

    private mutating func complete(
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
        case .noise:
            if draft.volume != original.volume {
                try run(.noise(.setVolume(draft.volume)), &step)
            }
            guard draft.noise != original.noise else { return }
            try run(.noise(.play(draft.noise, volume: nil)), &step)
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
        case .help, .end: break
        }
    }

    private mutating func run(_ command: Command, _ step: inout Step) throws(CommandError) {
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
        if !changes.isEmpty { try run(.alarm(.edit(id, changes)), &step) }
        // A new time has switched on a once alarm that had rung.
        guard draft.state != original.state else { return }
        try run(.alarm(.setEnabled(id, draft.state == .on)), &step)
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

    // MARK: - What it offers

    var menuChoices: MenuChoices {
        let instant = now.wall.instant
        var zones = showing.menuZones
        if !zones.contains(where: { $0.name == zone.name }) { zones.append(zone) }
        let first = min(zone.civilTime(at: showing.menuStart).date.year, timeInMenu.date.year)
        let offsets = zones.map { (name: $0.name, offset: $0.offset(at: instant).seconds) }
        return MenuChoices(
            alarms: ringing.alarms.book.alarms.map(\.name),
            tones: playing.catalogue.tones.map { MenuSound(id: $0.id, name: $0.name) },
            noises: playing.catalogue.noises.map { MenuSound(id: $0.id, name: $0.name) },
            zones: offsets.sorted { ($0.offset, $0.name) < ($1.offset, $1.name) }.map(\.name),
            isDateKnown: time.isDateKnown,
            years: min(first, MenuChoices.lastYear)...MenuChoices.lastYear,
            help: KeyHelp.pages(for: equipment.keys))
    }

    /// The local time; while the clock knows none, the earliest that it can be.
    private var timeInMenu: CivilTime {
        let shown = now.wall.instant
        let known =
            trust == .unknown ? max(time.leastPossible(showing: shown), showing.menuStart) : shown
        return zone.civilTime(at: known)
    }

    /// The present values, from which an edit of that item begins.
    func draft(of item: MenuItem) -> MenuDraft {
        var draft = MenuDraft()
        draft.hourFormat = settings.style.hourFormat
        draft.brightness = settings.style.brightness
        draft.noise = playing.noise.mix.first ?? playing.catalogue.defaultSound
        draft.volume = playing.noise.volume
        draft.snooze = Int(settings.countdownRings.snoozeLength.components.seconds / 60)
        draft.release = Int(settings.nap.release.components.seconds)
        draft.nap = Int(settings.nap.nap.components.seconds / 60)
        draft.maximum = Int(settings.nap.max.components.seconds / 60)
        draft.zone = zone.name
        if !time.isDateKnown { draft.kind = .weekly(.daily) }
        if item == .time { takeTime(into: &draft) }
        if case .alarm(let id) = item, let alarm = ringing.alarms.book[id] {
            draft.alarm = alarm.id
            draft.hour = alarm.schedule.time.hour
            draft.minute = alarm.schedule.time.minute
            draft.kind = alarm.schedule.kind
            draft.tone = alarm.sound
            draft.state = alarm.isEnabled ? .on : .off
        }
        return draft
    }

    /// A clock that does not know the time begins at noon of the day of its newest record.
    private func takeTime(into draft: inout MenuDraft) {
        let shown = timeInMenu
        draft.hour = trust == .unknown ? 12 : shown.hour
        draft.minute = trust == .unknown ? 0 : shown.minute
        draft.day = shown.date.day
        draft.month = shown.date.month
        draft.year = min(shown.date.year, MenuChoices.lastYear)
    }
}

extension RequestID {
    /// What the menu asks for. The numbers of clients begin at 1.
    static let menu = RequestID(0)
}
