// Merges two states after a downgrade and an upgrade: an older program could not read a newer program's state and went
// on without it; then the newer program came back.
extension PersistentState {
    /// The newer program's state, merged with the changes and events under the older program.
    ///
    /// In doubt, an alarm rings. The result holds every alarm of either state, in its last changed form. Two different
    /// alarms with the same number both stay.
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
        taken.keepForeign(of: left)
        return taken
    }

    /// Returns the alarms that kept their numbers.
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

extension CountdownsRecord {
    /// Keeps named timers that wait to be started, because they are the user's settings. Timers that ran then are long
    /// over.
    fileprivate mutating func takeScheduled(of left: CountdownsRecord) {
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
