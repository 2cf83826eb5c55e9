import ClockTime

/// The menu on the display, for a clock without a network and for people without a telephone (product, B4).
///
/// Theory of operation. The menu is a list of items. An item opens an edit: a row of values, one after the other, of
/// which the last one completes it. The values are a copy (`MenuDraft`), and only a complete edit leaves the machine, so
/// nothing half-done is ever kept. A value that nobody has touched is no answer: it changes nothing, and an alarm of
/// which the time is untouched needs a yes on a page of its own (law, 5.2). The parent turns a complete edit into the commands that the network would send
/// (`ClockMachine+MenuEdits`), and therefore every check, note and save is the same.
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
/// Minutes take two strokes, tens and ones, because sixty values are too many for one. A key that is held repeats
/// (`GestureMachine`), after a second in tens where a value has room for them.
///
/// *First start.* A clock that has never known the time asks for it, and then goes on with questions of its own
/// (`FirstQuestion`). Each is an edit that is complete by itself, so whoever walks away keeps what was answered before.
/// The hour and the minute come first and alone: with them the clock is of use. The date it has meanwhile is a guess, the
/// program's or its newest record's, and so is the weekday. An alarm must not ring on a wrong weekday silently, so the
/// first alarm has no days yet: it rings every day. The date is asked for after it, and only a date that somebody has
/// touched brings the question for the alarm's days. Until then the menu offers every day and once alone, here and in
/// its list (law, 5.8). The zone comes after it; most people have the right one. The welcome is last: what each key does,
/// 12 or 24 hours, and the brightness (product, X5). Its pages about keys are there to read: next and forward go
/// on, previous goes a page back, and back leaves them all. The menu's `help` tells them again.
///
/// | question | its values              | complete                         | skipped                    |
/// | -------- | ----------------------- | -------------------------------- | -------------------------- |
/// | time     | hour, minute            | the clock is set; alarm          | closed for good            |
/// | alarm    | hour, minute, (wanted)  | it rings every day; date         | date                       |
/// | date     | day, month, year        | the clock is set; days, or zone  | zone                       |
/// | days     | days                    | the alarm rings on them; zone    | zone: it rings every day   |
/// | zone     | zone                    | the shown time stays; keys       | keys                       |
/// | keys     | a page for each key     | hours                            | hours                      |
/// | hours    | 12 or 24 hours          | brightness                       | brightness                 |
/// | light    | brightness              | closed                           | closed                     |
///
/// Back in the first value skips a question. A time that nobody has touched closes the menu, and the next key asks
/// again. A date that the network brings meanwhile is not asked for. If no key opened the menu and none comes for
/// 180 s, it closes, and the next key asks again.
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
        var choosesTime: Bool { touched.contains(.hour) || choosesMinute }
        var choosesMinute: Bool { touched.contains(.minuteTens) || touched.contains(.minuteOnes) }
        var choosesDate: Bool { !touched.isDisjoint(with: [.day, .month, .year]) }

        /// Whether it has pages to read in place of values to change.
        fileprivate var isRead: Bool { if case .read = field { true } else { false } }

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
        /// A question of the first start is left unanswered.
        case skipped
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
    /// How long a key is held before its steps are tens.
    static let tensAfter = Duration.seconds(1)

    private(set) var place: Place
    /// The question of the first start that is asked; nil: this is no first start.
    private(set) var question: FirstQuestion?
    /// The alarm that the first start has set.
    private var firstAlarm: AlarmID?
    private(set) var closesAt: BootTime
    /// When a key was last pressed, or the menu opened.
    private var since: BootTime
    /// Whether that brought another question.
    private var isNewPage = true
    /// Until when everything is lit, whatever the blinking says, so that nobody has to wait for it.
    var isLitUntil: BootTime { since + MenuMachine.litAfterKey }

    /// Opens the list at its first item.
    init(_ choices: MenuChoices, at now: BootTime) {
        place = .list(choices.items.first ?? .end)
        closesAt = now + MenuMachine.patience
        since = now
    }

    /// Asks for the time of a new clock.
    ///
    /// - Parameter isPressed: a key opened it; otherwise the clock did by itself, and nobody may be there.
    init(
        firstTime draft: MenuDraft, isPressed: Bool, at now: BootTime
    ) {
        question = .time
        place = .list(.time)
        closesAt = now + (isPressed ? MenuMachine.patience : MenuMachine.unaskedPatience)
        since = now
        begin(.time, MenuMachine.timeOfDay, draft, from: draft)
    }

    var isFirstStart: Bool { question != nil }

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

    /// What the display asks for; the figures of a time, or of a date, are one question. Nil in the list.
    private var asked: MenuQuestion? {
        guard case .edit(let edit) = place else { return nil }
        return MenuQuestion(item: edit.item, field: edit.field.leader)
    }

    private struct MenuQuestion: Hashable {
        var item: MenuItem
        var field: MenuField
    }

    /// Whether it shows a page to read. A key that is held there does not run through them all.
    var isRead: Bool {
        guard case .edit(let edit) = place else { return false }
        return edit.isRead
    }

    /// The brightness that is being chosen, which the display shows at once.
    var brightness: BrightnessSetting? {
        guard case .edit(let edit) = place, edit.field == .brightness else { return nil }
        return edit.draft.brightness
    }

    /// The lamp's brightness that is being chosen, which it shows at once.
    var lamp: Percent? {
        guard case .edit(let edit) = place, edit.field == .lamp else { return nil }
        return edit.draft.lamp
    }

    /// Whether the first start is at its first question.
    var asksForFirstTime: Bool {
        guard question == .time, case .edit = place else { return false }
        return true
    }

    // MARK: - Keys

    /// - Parameters:
    ///   - inTens: the key has been held for so long that its steps are tens.
    ///   - draft: the clock's present values for an edit of that item.
    mutating func press(
        _ key: Key, _ choices: MenuChoices, inTens: Bool = false, at now: BootTime,
        draft: (MenuItem) -> MenuDraft
    ) -> Outcome {
        closesAt = now + MenuMachine.patience
        since = now
        let before = asked
        defer { isNewPage = asked != before }
        switch place {
        case .refused(let item):
            place = .list(item)
            return .nothing
        case .list(let item): return press(key, on: item, choices, draft)
        case .edit(var edit): return press(key, in: &edit, choices, inTens: inTens, at: now)
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
            let draft = draft(item)
            let fields = MenuMachine.fields(of: item, choices)
            guard !fields.isEmpty else {
                return .completed(Edit(item: item, fields: [], draft: draft, original: draft))
            }
            begin(item, fields, draft, from: draft)
        case .back: return .closed
        }
        return .nothing
    }

    private mutating func press(
        _ key: Key, in edit: inout Edit, _ choices: MenuChoices, inTens: Bool, at now: BootTime
    ) -> Outcome {
        if edit.isRead { return read(key, &edit) }
        switch key {
        case .next, .previous:
            edit.touched.insert(edit.field)
            edit.draft.step(
                edit.field, by: key == .next ? 1 : -1, inTens: inTens, choices, edit.original)
            place = .edit(edit)
            if edit.field == .tone { return .previews(edit.draft.tone) }
            return edit.field == .noise ? .previews(edit.draft.noise) : .nothing
        case .forward:
            if edit.field == .minuteOnes { edit.draft.minuteChosenAt = now }
            return goOn(&edit)
        case .back:
            guard edit.place > 0 else { return leave(edit) }
            edit.place -= 1
            place = .edit(edit)
            return .nothing
        }
    }

    private mutating func read(_ key: Key, _ edit: inout Edit) -> Outcome {
        switch key {
        case .next, .forward: return goOn(&edit)
        case .back: return leave(edit)
        case .previous:
            edit.place = max(0, edit.place - 1)
            place = .edit(edit)
            return .nothing
        }
    }

    private mutating func goOn(_ edit: inout Edit) -> Outcome {
        guard let next = edit.next else {
            place = .list(edit.item)
            return .completed(edit)
        }
        edit.place = next
        place = .edit(edit)
        return .nothing
    }

    private mutating func leave(_ edit: Edit) -> Outcome {
        place = .list(edit.item)
        guard let question else { return .nothing }
        return question == .time ? .closed : .skipped
    }

    private mutating func begin(
        _ item: MenuItem, _ fields: [MenuField], _ draft: MenuDraft, from original: MenuDraft
    ) {
        guard !fields.isEmpty else { return }
        place = .edit(Edit(item: item, fields: fields, draft: draft, original: original))
        isNewPage = true
    }

    static let timeOfDay: [MenuField] = [.hour, .minuteTens, .minuteOnes]

    private static func fields(of item: MenuItem, _ choices: MenuChoices) -> [MenuField] {
        switch item {
        case .alarm: timeOfDay + [.days, .tone, .loudness, .state]
        case .newAlarm: timeOfDay + [.days, .tone, .wanted]
        case .time: timeOfDay + [.day, .month, .year] + (choices.zones.count < 2 ? [] : [.zone])
        case .hourFormat: [.hourFormat]
        case .brightness: [.brightness]
        case .lamp: [.lamp]
        case .noise: [.noise, .volume]
        case .sleepTimer: [.sleepTimer]
        case .timer: [.timer]
        case .quiet: [.quiet]
        case .breathing: [.breathing]
        case .snooze: [.snooze]
        case .nap: [.napRelease, .napLength, .napMaximum]
        case .health: choices.findings.map { .read(.finding($0)) }
        // If nothing is known, the code comes at once.
        case .pairing: choices.addresses.map { .read(.address($0)) }
        case .help: choices.help.map { .read(.help($0)) }
        case .end: []
        }
    }

    // MARK: - Decisions by the parent

    /// The clock did not accept a completed edit.
    mutating func refuse(_ item: MenuItem) {
        place = .refused(item)
        question = nil
    }

    /// Goes back to the list, where the edited thing now stands.
    mutating func show(_ item: MenuItem) {
        place = .list(item)
    }

    /// Asks the next question of the first start.
    ///
    /// - Parameter added: the alarm that the last one has set.
    /// - Returns: false if there is none.
    mutating func askNext(
        added: AlarmID?, _ choices: MenuChoices, draft: (MenuItem) -> MenuDraft
    ) -> Bool {
        firstAlarm = added ?? firstAlarm
        let alarm = choices.alarms.contains { $0.id == firstAlarm } ? firstAlarm : nil
        guard let next = question?.next(choices, hasAlarm: alarm != nil) else { return false }
        question = next
        let item: MenuItem =
            switch next {
            case .time, .date, .zone: .time
            case .alarm: .newAlarm
            case .keys: .help
            case .hours: .hourFormat
            case .light: .brightness
            case .days: alarm.map { .alarm($0) } ?? .newAlarm
            }
        let original = draft(item)
        var offered = original
        // What most people want, now that there are weekdays.
        if next == .days { offered.kind = .weekly(.weekdays) }
        begin(item, next.fields(choices), offered, from: original)
        return true
    }
}
