import ClockTime

// Commands for the alarm list, and operations on a single alarm.
//
// What an operation does in each state of the alarm (law, 13; product, A6 and A6a). An operation that
// returns an error changes nothing.
//
// | operation | off         | scheduled   | pre-alert   | snoozed     | alert       |
// | --------- | ----------- | ----------- | ----------- | ----------- | ----------- |
// | schedule  | switches on | wrongState  | wrongState  | wrongState  | wrongState  |
// | cancel    | wrongState  | off         | off         | off         | off         |
// | countdown | wrongState  | wrongState  | wrongState  | wrongState  | snoozes     |
// | pause     | notPausable | notPausable | notPausable | notPausable | notPausable |
// | resume    | notPausable | notPausable | notPausable | notPausable | notPausable |
// | stop      | wrongState  | wrongState  | wrongState  | stops       | stops       |
// | snooze    | wrongState  | wrongState  | wrongState  | wrongState  | snoozes     |
// | repeat    | wrongState  | wrongState  | wrongState  | wrongState  | wrongState  |
// | add       | wrongState  | wrongState  | wrongState  | wrongState  | wrongState  |
//
// A test does not change the alarm's state; stop ends the test in any state.
extension ClockMachine {
    mutating func answer(
        _ command: AlarmCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .list:
            let context = context()
            let reports = alarms.book.alarms.map { alarms.report($0, context) }
            return .now(.alarms(reports, pauses: standingPauses))
        case .show(let id):
            var report = try alarms.report(id, context())
            report.createdCivil = zone.civilTime(at: report.alarm.createdAt)
            return .now(.shownAlarm(report))
        case .add(let schedule, let changes):
            keepRules(of: changes.zone)
            return changed(try alarms.add(schedule, changes, context(), &step.alarms))
        case .edit(let id, let changes):
            let before = Before(skips: skipNext(of: id), isSnoozed: isSnoozed(id))
            keepRules(of: changes.zone)
            let former = alarms.book[id]
            let report = try alarms.edit(id, changes, context(), &step.alarms)
            if let former, AlarmSetting.changed(from: former, to: report.alarm).startOver {
                _ = endTest(of: id, &step)
            }
            return changed(report, from: before)
        case .remove(let id):
            let wasSnoozed = isSnoozed(id)
            let alarm = alarms.book[id]
            try alarms.remove(id, &step.alarms)
            _ = endTest(of: id, &step)
            prunePinnedZones()
            let consequences = consequences(of: nil, wasSnoozed: wasSnoozed)
            return .saved(.removed(id, consequences, was: alarm))
        case .setEnabled(let id, let isEnabled):
            let before = Before(skips: skipNext(of: id), isSnoozed: isSnoozed(id))
            return changed(try setEnabled(id, isEnabled, &step), from: before)
        case .skipNext(let id, let count):
            return changed(try alarms.skipNext(id, count, context(), &step.alarms))
        case .duplicate(let id): return changed(try alarms.duplicate(id, context(), &step.alarms))
        case .test(let id):
            let length = try tryAlarm(id, &step)
            return .now(.testing(id, length, label: alarms.book[id]?.label ?? ""))
        case .operate(let operation, let id, let date):
            let before = Before(
                skips: skipNext(of: id), isSnoozed: operation == .cancel && isSnoozed(id))
            if let date { try alarms.checkMember(OccurrenceID(alarm: id, date: date)) }
            return changed(try operate(operation, id, &step), from: before)
        case .pauses: return .now(.paused(standingPauses))
        case .pauseAll(let range):
            let change = try pause(range, &step)
            return .saved(.paused(standingPauses, change))
        case .endPause(let date):
            let change = try endPause(on: date, &step)
            return .saved(.paused(standingPauses, change))
        case .setCategoryEnabled(let name, let isEnabled):
            return .saved(.category(try setCategory(name, isEnabled, &step)))
        }
    }

    /// How many dates an alarm skips, read before a change that may end the skipping (law, 6.7).
    private func skipNext(of id: AlarmID) -> Int { alarms.book[id]?.skipNext ?? 0 }

    /// What a change may end implicitly.
    private struct Before {
        /// An alarm keeps its skips if the change sets the state that it already has.
        var skips = 0
        var isSnoozed = false
    }

    private mutating func changed(
        _ report: AlarmReport, from before: Before = Before()
    ) -> CommandOutcome {
        prunePinnedZones()
        return .saved(.alarm(withConsequences(report, from: before)))
    }

    private func withConsequences(_ report: AlarmReport, from before: Before) -> AlarmReport {
        var report = report
        report.skipsEnded = report.alarm.skipNext == 0 ? before.skips : 0
        report.consequences = consequences(of: report, wasSnoozed: before.isSnoozed)
        return report
    }

    private mutating func operate(
        _ operation: Operation, _ id: AlarmID, _ step: inout Step
    ) throws(CommandError) -> AlarmReport {
        let report = try alarms.report(id, context())
        if operation == .stop, endTest(of: id, &step) { return report }
        switch (operation, report.state) {
        case (.pause, _), (.resume, _):
            throw .notPausable
        case (.schedule, .off):
            return try setEnabled(id, true, &step)
        case (.cancel, .scheduled), (.cancel, .countdown), (.cancel, .alert):
            return try setEnabled(id, false, &step)
        case (.countdown, .alert), (.snooze, .alert):
            _ = try alarms.snooze(.alarm(id), context(), &step.alarms)
        case (.stop, .alert), (.stop, .countdown):
            // `.countdown` may also be the countdown before a ring. Stop must not swallow that ring, so this throws.
            try alarms.stop(.alarm(id), by: .command, &step.alarms)
        case (.schedule, _), (.cancel, .off), (.countdown, _), (.stop, _), (.snooze, _),
            (.repeat, _), (.add, _):
            throw operation.refusal(by: report)
        }
        return try alarms.report(id, context())
    }

    /// Also ends a running test of the alarm.
    private mutating func setEnabled(
        _ id: AlarmID, _ isEnabled: Bool, _ step: inout Step
    ) throws(CommandError) -> AlarmReport {
        let report = try alarms.setEnabled(id, isEnabled, context(), &step.alarms)
        if !report.isUnchanged { _ = endTest(of: id, &step) }
        return report
    }

    /// Stores the zone rules of a command before the alarm that needs them.
    private mutating func keepRules(of choice: AlarmChanges.ZoneChoice?) {
        guard case .pinned(let zone) = choice else { return }
        rules.pinned[zone.name] = zone
    }

    /// Removes rules that nothing needs any more; they would pile up.
    mutating func prunePinnedZones() {
        guard !rules.pinned.isEmpty else { return }
        let used = Set(
            alarms.book.alarms.compactMap(\.pinnedZone) + settings.worldClocks.map(\.zone))
        rules.pinned = rules.pinned.filter { used.contains($0.key) }
    }

    private mutating func setCategory(
        _ name: String, _ isEnabled: Bool, _ step: inout Step
    ) throws(CommandError) -> [AlarmReport] {
        let group = alarms.book.alarms.filter { $0.category == name }
        guard !group.isEmpty else {
            let known = Set(alarms.book.alarms.compactMap(\.category)).sorted()
            throw .invalid(field: "category", .noAlarm(in: name, among: known))
        }
        var reports: [AlarmReport] = []
        for alarm in group {
            let before = Before(skips: alarm.skipNext, isSnoozed: isSnoozed(alarm.id))
            // An alarm whose date is over cannot be switched on. It does not block the others.
            if let report = try? setEnabled(alarm.id, isEnabled, &step) {
                reports.append(withConsequences(report, from: before))
            }
        }
        return reports
    }

    private mutating func pause(
        _ range: DateRange, _ step: inout Step
    ) throws(CommandError) -> PauseChange {
        guard range.first <= range.last else {
            throw .invalid(field: "last", .time(.rangeReversed(range)))
        }
        if trust != .unknown, let today = civil?.date, range.last < today {
            throw .invalid(field: "last", .time(.rangeOver(range)))
        }
        if let known = rules.pauses.range(with: range.first), known.contains(range.last) {
            return .unchanged
        }
        var pauses = rules.pauses
        if trust == .trusted, let today = civil?.date {
            // Two days later a date is over in every zone that an alarm can be pinned to, and has been judged.
            pauses.remove { $0.last.adding(days: 2) < today }
        }
        pauses.add(range)
        guard pauses.ranges.count <= Pauses.capacity else {
            throw .invalid(field: "dates", .tooMany(of: .pauses, most: Pauses.capacity))
        }
        rules.pauses = pauses
        alarms.rulesChanged(context())
        step.notes.append(.alarmsPaused(range))
        return .added(range)
    }

    private mutating func endPause(
        on date: CivilDate?, _ step: inout Step
    ) throws(CommandError) -> PauseChange {
        if let date, !rules.pauses.contains(date) { throw .wrongState(.notPaused(date)) }
        let standing = standingPauses
        let ended = rules.pauses.remove { range in date.map(range.contains) ?? true }
            .filter(standing.contains)
        guard !ended.isEmpty else { return .unchanged }
        alarms.rulesChanged(context())
        step.notes += ended.map { .pauseEnded($0) }
        return .ended(ended)
    }
}
