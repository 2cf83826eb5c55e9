package import ClockTime

// The menu: which key does what in it, when it opens and closes, and what it offers (product, B4).
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
        showing.menuSetTimer = false
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
        case .noise, .plus, .minus, .lamp, .goodNight: return false
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
            showing.leftMenu = now.boot
            closeMenu(&step)
            if showing.menuSetTimer { showMenuTimer(&step) }
        case .skipped: askNext(&step)
        case .previews(let sound):
            guard mayStartNoise else { return }
            // A sound that has just gone cannot be heard; the choice of it is refused at the end.
            try? playing.beginPreview(of: sound, at: now)
        case .completed(let edit): complete(edit, button, &step)
        }
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
            help: KeyHelp.pages(for: equipment.keys),
            findings: findings,
            addresses: [equipment.hasPixels ? equipment.hostName : nil, webAddresses?.short]
                .compactMap { $0 },
            canPair: equipment.canPair, hasLamp: equipment.hasLight)
    }

    /// What is wrong, or that nothing is.
    private var findings: [String] {
        let warnings = warnings.map(warningText)
        return warnings.isEmpty ? [equipment.hasPixels ? "All is well" : "Good"] : warnings
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
        draft.lamp = lampReport.light
        draft.noise = playing.noise.mix.first ?? playing.catalogue.defaultSound
        draft.volume = playing.noise.volume
        draft.sleepTimer = playing.sleep.report(countdownContext).map { $0.left.minutesBegun } ?? 0
        draft.timer = menuTimer.map { $0.left.minutesBegun } ?? 0
        draft.isQuiet = holdsQuiet
        draft.isBreathing = breathing.end != nil
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
            draft.loudness = alarm.volume
            draft.state = alarm.isEnabled ? (alarm.skipNext > 0 ? .skipped : .on) : .off
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

extension Duration {
    /// In minutes, of which the last one counts as whole.
    /// Minutes left, of which the one that runs counts.
    var minutesBegun: Int { Int((max(0, components.seconds) + 59) / 60) }
}

extension RequestID {
    /// What the menu asks for. The numbers of clients begin at 1.
    static let menu = RequestID(0)
}
