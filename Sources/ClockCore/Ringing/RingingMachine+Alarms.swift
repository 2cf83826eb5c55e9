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
// A test does not change the alarm's state; stop ends the test in any state. An alarm with a task refuses stop with
// wrongState, as long as a key can do the task (law, 6.12).
extension RingingMachine {
    mutating func answer(
        _ command: AlarmCommand, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .list:
            let ofAlarms = alarmContext(context)
            let reports = alarms.book.alarms.map { alarms.report($0, ofAlarms) }
            return .now(.alarms(reports, pauses: standingPauses(context)))
        case .show(let id):
            var report = try alarms.report(id, alarmContext(context))
            report.createdCivil = rules.local.civilTime(at: report.alarm.createdAt)
            return .now(.shownAlarm(report))
        case .add(let schedule, let changes):
            keepRules(of: changes.zone)
            return changed(
                try alarms.add(schedule, changes, alarmContext(context), &outcome.alarms), context)
        case .edit(let id, let changes):
            let before = Before(skips: skipNext(of: id), isSnoozed: isSnoozed(id))
            keepRules(of: changes.zone)
            let former = alarms.book[id]
            let report = try alarms.edit(id, changes, alarmContext(context), &outcome.alarms)
            if let former, AlarmSetting.changed(from: former, to: report.alarm).startOver {
                _ = endTest(of: id, &outcome)
            }
            return changed(report, from: before, context)
        case .remove(let id):
            let wasSnoozed = isSnoozed(id)
            let alarm = alarms.book[id]
            try alarms.remove(id, &outcome.alarms)
            _ = endTest(of: id, &outcome)
            prunePinnedZones(context.settings.worldClocks)
            let consequences = consequences(of: nil, wasSnoozed: wasSnoozed, context)
            return .saved(.removed(id, consequences, was: alarm))
        case .setEnabled(let id, let isEnabled):
            let before = Before(skips: skipNext(of: id), isSnoozed: isSnoozed(id))
            return changed(try setEnabled(id, isEnabled, context, &outcome), from: before, context)
        case .skipNext(let id, let count):
            return changed(
                try alarms.skipNext(id, count, alarmContext(context), &outcome.alarms), context)
        case .duplicate(let id):
            return changed(
                try alarms.duplicate(id, alarmContext(context), &outcome.alarms), context)
        case .test(let id):
            let length = try tryAlarm(id, context, &outcome)
            return .now(.testing(id, length, label: alarms.book[id]?.label ?? ""))
        case .operate(let operation, let id, let date):
            let before = Before(
                skips: skipNext(of: id), isSnoozed: operation == .cancel && isSnoozed(id))
            if let date { try alarms.checkMember(OccurrenceID(alarm: id, date: date)) }
            return changed(try operate(operation, id, context, &outcome), from: before, context)
        case .pauses: return .now(.paused(standingPauses(context)))
        case .pauseAll(let range):
            let change = try pause(range, context, &outcome)
            return .saved(.paused(standingPauses(context), change))
        case .endPause(let date):
            let change = try endPause(on: date, context, &outcome)
            return .saved(.paused(standingPauses(context), change))
        case .setCategoryEnabled(let name, let isEnabled):
            return .saved(.category(try setCategory(name, isEnabled, context, &outcome)))
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
        _ report: AlarmReport, from before: Before = Before(), _ context: Context
    ) -> CommandOutcome {
        prunePinnedZones(context.settings.worldClocks)
        return .saved(.alarm(withConsequences(report, from: before, context)))
    }

    private func withConsequences(
        _ report: AlarmReport, from before: Before, _ context: Context
    ) -> AlarmReport {
        var report = report
        report.skipsEnded = report.alarm.skipNext == 0 ? before.skips : 0
        report.consequences = consequences(of: report, wasSnoozed: before.isSnoozed, context)
        return report
    }

    private mutating func operate(
        _ operation: Operation, _ id: AlarmID, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> AlarmReport {
        let report = try alarms.report(id, alarmContext(context))
        if operation == .stop, endTest(of: id, &outcome) { return report }
        switch (operation, report.state) {
        case (.pause, _), (.resume, _):
            throw .notPausable
        case (.schedule, .off):
            return try setEnabled(id, true, context, &outcome)
        case (.cancel, .scheduled), (.cancel, .countdown), (.cancel, .alert):
            return try setEnabled(id, false, context, &outcome)
        case (.countdown, .alert), (.snooze, .alert):
            _ = try alarms.snooze(.alarm(id), alarmContext(context), &outcome.alarms)
        case (.stop, .alert), (.stop, .countdown):
            // `.countdown` may also be the countdown before a ring. Stop must not swallow that ring, so this throws.
            try alarms.stop(
                .alarm(id), by: .command, sparing: context.stopWays, &outcome.alarms)
        case (.schedule, _), (.cancel, .off), (.countdown, _), (.stop, _), (.snooze, _),
            (.repeat, _), (.add, _):
            throw operation.refusal(by: report)
        }
        return try alarms.report(id, alarmContext(context))
    }

    /// Also ends a running test of the alarm.
    private mutating func setEnabled(
        _ id: AlarmID, _ isEnabled: Bool, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> AlarmReport {
        let report = try alarms.setEnabled(id, isEnabled, alarmContext(context), &outcome.alarms)
        if !report.isUnchanged { _ = endTest(of: id, &outcome) }
        return report
    }

    private mutating func setCategory(
        _ name: String, _ isEnabled: Bool, _ context: Context, _ outcome: inout Outcome
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
            if let report = try? setEnabled(alarm.id, isEnabled, context, &outcome) {
                reports.append(withConsequences(report, from: before, context))
            }
        }
        return reports
    }

    /// - Parameter removed: names an alarm that is no more.
    func name(of id: AlarmID, among removed: RemovedThings) -> AlarmName {
        AlarmName(id, label: alarms.book[id]?.label ?? removed[id]?.label ?? "")
    }

    // MARK: - What a change leads to

    /// - Parameters:
    ///   - report: the alarm after the change; nil if it was removed.
    ///   - wasSnoozed: before the change.
    func consequences(
        of report: AlarmReport?, wasSnoozed: Bool, _ context: Context
    ) -> ChangeConsequences {
        ChangeConsequences(
            alarmsLeft: alarms.book.alarms.count,
            alarmsOn: alarms.book.enabled.count,
            endedSnooze: wasSnoozed && report?.snoozedUntil == nil,
            sameMinute: sameMinute(as: report, context))
    }

    func isSnoozed(_ id: AlarmID) -> Bool {
        alarms.snoozed.contains { $0.occurrence.alarm == id }
    }

    /// Examines only alarms set for the same time, because there may be very many.
    private func sameMinute(as report: AlarmReport?, _ context: Context) -> [AlarmID] {
        guard let report, let next = report.next?.instant else { return [] }
        var found: [AlarmID] = []
        // No `filter`, whose closure would copy this machine.
        for id in alarms.book.enabled[report.alarm.schedule.time].sorted()
        where id != report.alarm.id && found.count < ChangeConsequences.mostNamed {
            guard let timing = alarms.book[id]?.timing else { continue }
            if timing.pinnedZone == report.alarm.pinnedZone,
                timing.nextRing(after: context.instant, rules)?.instant == next
            {
                found.append(id)
            }
        }
        return found
    }
}
