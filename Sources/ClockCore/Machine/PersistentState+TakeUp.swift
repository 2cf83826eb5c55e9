import ClockTime

// An older program could not read the state that a newer one had left, and went on without it; then the newer
// one came back.
extension PersistentState {
    /// The state that was left, with what people wished of the older program meanwhile, and what came to pass.
    ///
    /// What is in doubt rings: an alarm that is in either state is in the result, in the form that was changed
    /// last, and two that are two wishes under one number are two alarms.
    package func takingUp(_ left: PersistentState) -> PersistentState {
        var taken = left
        taken.boot = boot
        taken.savedAt = savedAt
        taken.trust = trust
        taken.lastTrusted = [left.lastTrusted, lastTrusted].compactMap { $0 }.max()
        taken.zoneOffsets.merge(zoneOffsets) { $1 }
        taken.zoneNames = zoneNames
        taken.nextHistorySequence = max(nextHistorySequence, left.nextHistorySequence)
        taken.unwrittenRecords = unwrittenRecords
        taken.nextAlarmNumber = max(nextAlarmNumber, left.nextAlarmNumber)
        let kept = takeAlarms(into: &taken)
        taken.members = members.filter { kept.contains($0.occurrence.alarm) }
        taken.notices = left.notices + notices.filter { kept.contains($0.occurrence.alarm) }
        taken.countdowns = countdowns
        taken.countdowns.takeScheduled(of: left.countdowns)
        return taken
    }

    /// Returns those that have the number that they had.
    private func takeAlarms(into taken: inout PersistentState) -> Set<AlarmID> {
        var kept: Set<AlarmID> = []
        for alarm in alarms {
            guard let place = taken.alarms.firstIndex(where: { $0.id == alarm.id }) else {
                taken.alarms.append(alarm)
                taken.nextAlarmNumber = max(taken.nextAlarmNumber, alarm.id.number + 1)
                kept.insert(alarm.id)
                continue
            }
            let other = taken.alarms[place]
            if other.createdAt == alarm.createdAt {
                if alarm.revision > other.revision { taken.alarms[place] = alarm }
                kept.insert(alarm.id)
            } else {
                taken.alarms.append(
                    alarm.copy(as: AlarmID(taken.nextAlarmNumber), createdAt: alarm.createdAt))
                taken.nextAlarmNumber += 1
            }
        }
        return kept
    }
}

extension PersistentState.Countdowns {
    /// Timers with a name that wait to be started are wishes, too; what ran then is long over.
    fileprivate mutating func takeScheduled(of left: PersistentState.Countdowns) {
        nextTimerNumber = max(nextTimerNumber, left.nextTimerNumber)
        var taken = Set(timers.map(\.id))
        for timer in left.timers where timer.state == .scheduled {
            guard timers.count < TimerLimits.count else { return }
            var timer = timer
            if taken.contains(timer.id) {
                timer.id = TimerID(nextTimerNumber)
                nextTimerNumber += 1
            }
            taken.insert(timer.id)
            timers.append(timer)
        }
    }
}
