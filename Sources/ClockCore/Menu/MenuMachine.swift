import ClockTime

/// The menu on the display, for a clock without a network and for people without a telephone (product, B4).
///
/// Theory of operation. The menu is a list of items. An item opens an edit: a row of values, one after the other, of
/// which the last one completes it. The values are a copy (`MenuDraft`), and only a complete edit leaves the machine, so
/// nothing half-done is ever kept. A value that nobody has touched is no answer: it changes nothing, and an alarm of
/// which the time is untouched needs a yes on a page of its own (law, 5.2). The parent turns a complete edit into the commands that the network would send
/// (`ClockMachine+Menu`), and therefore every check, note and save is the same.
///
/// | place   | next, previous   | forward                             | back                | 30 s without a key |
/// | ------- | ---------------- | ----------------------------------- | ------------------- | ------------------ |
/// | closed  | -                | -                                   | -                   | -                  |
/// | list    | moves on         | edits the item; on `end`: closed    | closed              | closed             |
/// | edit    | changes it       | next value; after the last one list | value before; list  | closed             |
/// | refused | list             | list                                | list                | closed             |
///
/// The parent closes it for a ring. A board with plus and minus uses these for next and previous, menu or snooze for
/// forward and stop for back. A board without them has two keys: snooze is next, stop is forward, and stop that is held
/// is back (`MenuKeys`).
///
/// *First start.* A clock that has never known the time asks for it: the menu opens in the edit of the time. When that
/// is complete, the edit of the first alarm follows, without its sound, and then the menu closes. It closes without a
/// time, too, and then the next key asks again. Back in the first value skips an edit. If no key opened it and none comes for 180 s, it closes, and the next key asks again.
struct MenuMachine: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        case list(MenuItem)
        case edit(Edit)
        case refused(MenuItem)
    }

    struct Edit: Hashable, Sendable {
        var item: MenuItem
        var fields: [MenuField]
        var place = 0
        var draft: MenuDraft
        /// The values at the beginning.
        var original: MenuDraft
        /// The values that a key has moved, even if it moved them back.
        var touched: Set<MenuField> = []

        var field: MenuField { fields[place] }
        var choosesTime: Bool { touched.contains(.hour) || touched.contains(.minute) }

        /// The place of the next value; nil: the edit is complete.
        fileprivate var next: Int? {
            guard place + 1 < fields.count else { return nil }
            return fields[place + 1] == .wanted && choosesTime ? nil : place + 1
        }
    }

    enum Key: Hashable, Sendable {
        case next, previous, forward, back
    }

    /// What a key triggers beyond the menu.
    enum Outcome: Hashable, Sendable {
        case nothing
        case closed
        /// The person chooses this sound and wants to hear it.
        case previews(SoundID)
        case completed(Edit)
    }

    static let patience = Duration.seconds(30)
    /// How long it asks for the first time if no key opened it. Then the face comes back, and any key asks again. A menu
    /// that blinks for whole nights would keep the processor awake.
    static let unaskedPatience = Duration.seconds(180)
    /// How long a value is lit after a key, before it blinks.
    static let litAfterKey = Duration.milliseconds(500)

    private(set) var place: Place
    /// Whether the first start leads through time and alarm.
    private(set) var isFirstStart: Bool
    private(set) var closesAt: BootTime
    /// When a key was last pressed, or the menu opened.
    private var since: BootTime
    /// Whether that brought another page.
    private var isNewPage = true
    /// Until when everything is lit, whatever the blinking says, so that nobody has to wait for it.
    var isLitUntil: BootTime { since + MenuMachine.litAfterKey }

    /// Opens the list at its first item.
    init(_ choices: MenuChoices, at now: BootTime) {
        place = .list(choices.items.first ?? .end)
        isFirstStart = false
        closesAt = now + MenuMachine.patience
        since = now
    }

    /// Asks for the time of a new clock.
    ///
    /// - Parameter isPressed: a key opened it; otherwise the clock did by itself, and nobody may be there.
    init(
        firstTime draft: MenuDraft, _ choices: MenuChoices, isPressed: Bool, at now: BootTime
    ) {
        isFirstStart = true
        place = .list(.time)
        closesAt = now + (isPressed ? MenuMachine.patience : MenuMachine.unaskedPatience)
        since = now
        begin(.time, choices, draft)
    }

    func page(_ choices: MenuChoices) -> MenuPage {
        var page =
            switch place {
            case .list(let item): MenuPage(item)
            case .edit(let edit):
                MenuPage(edit.item, value: edit.draft.value(of: edit.field, choices))
            case .refused(let item): MenuPage(item, isRefused: true)
            }
        page.label = choices.label(of: page.item)
        (page.since, page.isNew) = (since, isNewPage)
        return page
    }

    /// The brightness that is being chosen, which the display shows at once.
    var brightness: BrightnessSetting? {
        guard case .edit(let edit) = place, edit.field == .brightness else { return nil }
        return edit.draft.brightness
    }

    /// Whether the first start is at its first question.
    var asksForFirstTime: Bool {
        guard isFirstStart, case .edit(let edit) = place else { return false }
        return edit.item == .time
    }

    // MARK: - Keys

    /// - Parameter draft: the clock's present values for an edit of that item.
    mutating func press(
        _ key: Key, _ choices: MenuChoices, at now: BootTime, draft: (MenuItem) -> MenuDraft
    ) -> Outcome {
        closesAt = now + MenuMachine.patience
        since = now
        if case .edit = place {
            isNewPage = key == .forward || key == .back
        } else {
            isNewPage = true
        }
        switch place {
        case .refused(let item):
            place = .list(item)
            return .nothing
        case .list(let item): return press(key, on: item, choices, draft)
        case .edit(var edit): return press(key, in: &edit, choices, at: now)
        }
    }

    private mutating func press(
        _ key: Key, on item: MenuItem, _ choices: MenuChoices, _ draft: (MenuItem) -> MenuDraft
    ) -> Outcome {
        switch key {
        case .next: place = .list(item.next(1, in: choices.items))
        case .previous: place = .list(item.next(-1, in: choices.items))
        case .forward:
            guard item != .end else { return .closed }
            begin(item, choices, draft(item))
        case .back: return .closed
        }
        return .nothing
    }

    private mutating func press(
        _ key: Key, in edit: inout Edit, _ choices: MenuChoices, at now: BootTime
    ) -> Outcome {
        switch key {
        case .next, .previous:
            edit.touched.insert(edit.field)
            edit.draft.step(edit.field, by: key == .next ? 1 : -1, choices, edit.original)
            place = .edit(edit)
            if edit.field == .tone { return .previews(edit.draft.tone) }
            return edit.field == .noise ? .previews(edit.draft.noise) : .nothing
        case .forward:
            if edit.field == .minute { edit.draft.minuteChosenAt = now }
            guard let next = edit.next else {
                place = .list(edit.item)
                return .completed(edit)
            }
            edit.place = next
        case .back:
            guard edit.place > 0 else {
                place = .list(edit.item)
                return isFirstStart ? .closed : .nothing
            }
            edit.place -= 1
        }
        place = .edit(edit)
        return .nothing
    }

    private mutating func begin(
        _ item: MenuItem, _ choices: MenuChoices, _ draft: MenuDraft
    ) {
        var fields = MenuMachine.fields(of: item, isFirst: isFirstStart)
        if choices.zones.count < 2 { fields.removeAll { $0 == .zone } }
        guard !fields.isEmpty else { return }
        place = .edit(Edit(item: item, fields: fields, draft: draft, original: draft))
    }

    private static func fields(of item: MenuItem, isFirst: Bool) -> [MenuField] {
        switch item {
        case .alarm: [.hour, .minute, .days, .tone, .state]
        case .newAlarm:
            [.hour, .minute, .days] + (isFirst ? [.wanted] : [.tone, .wanted])
        case .time: [.hour, .minute, .day, .month, .year, .zone]
        case .hourFormat: [.hourFormat]
        case .brightness: [.brightness]
        case .noise: [.noise, .volume]
        case .snooze: [.snooze]
        case .nap: [.napRelease, .napLength, .napMaximum]
        case .end: []
        }
    }

    // MARK: - Decisions by the parent

    /// The clock did not accept a completed edit.
    mutating func refuse(_ item: MenuItem) {
        place = .refused(item)
        isFirstStart = false
    }

    /// Goes back to the list, where the edited thing now stands.
    mutating func show(_ item: MenuItem) {
        place = .list(item)
    }

    /// The time is set: now the first alarm.
    mutating func askForFirstAlarm(_ choices: MenuChoices, _ draft: MenuDraft) {
        begin(.newAlarm, choices, draft)
    }
}

/// Which keys a board has for the menu.
struct MenuKeys: Hashable, Sendable {
    /// Whether plus or minus changes values; otherwise snooze does.
    let hasSteps: Bool

    init(_ buttons: Set<Button>) {
        hasSteps = buttons.contains(.plus) || buttons.contains(.minus)
    }

    /// What a key means on its way down, and with each repeat; nil: nothing then.
    func pressed(_ button: Button) -> MenuMachine.Key? {
        switch button {
        case .plus: .next
        case .minus: .previous
        case .menu: .forward
        case .snooze: hasSteps ? .forward : .next
        case .stop: hasSteps ? .back : nil
        case .noise: nil
        }
    }

    /// Whether the key repeats while it is held.
    func repeats(_ button: Button) -> Bool {
        button == .plus || button == .minus || (button == .snooze && !hasSteps)
    }
}
