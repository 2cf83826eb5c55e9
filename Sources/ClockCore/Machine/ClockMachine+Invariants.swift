import ClockTime

// The invariants after every step. In debug builds and in simulation a violation stops the program. On the bedside the
// machine notes it and repairs the part, because the clock must still ring.
extension ClockMachine {
    /// The first violated invariant, in words.
    package var brokenInvariant: String? {
        if (ring.session != nil) != isRinging {
            return "there is a ring exactly while something rings"
        }
        let occurring = alarms.members.map(\.occurrence.alarm)
        if Set(occurring).count != occurring.count {
            return "an alarm has at most one member"
        }
        if occurring.contains(where: { alarms.book[$0] == nil }) {
            return "every member has its alarm"
        }
        if trust != .unknown, let due = alarms.book.firstDue, due <= alarms.checked {
            return "the next due instant lies after what was judged"
        }
        if alarms.book.alarms.contains(where: { $0.spent.entries.count > SpentDates.capacity }) {
            return "an alarm keeps at most \(SpentDates.capacity) spent dates"
        }
        return nil
    }

    mutating func repairInvariants(_ step: inout Step) {
        // The check walks all alarms; the cost is worth the certainty in tests.
        assert(brokenInvariant == nil, brokenInvariant ?? "")
        for alarm in alarms.book.takeFaults() {
            step.notes.append(.faultRepaired("next date of alarm \(alarm)"))
        }
        var seen: Set<AlarmID> = []
        let sound = alarms.members.reversed().filter { member in
            let alarm = member.occurrence.alarm
            return alarms.book[alarm] != nil && seen.insert(alarm).inserted
        }
        if sound.count != alarms.members.count {
            step.notes.append(.faultRepaired("ring members"))
            alarms.members = sound.reversed()
        }
        if (ring.session != nil) != isRinging {
            step.notes.append(.faultRepaired("ring"))
            for member in alarms.ringing {
                guard let alarm = alarms.book[member.occurrence.alarm] else { continue }
                ring.join(alarm.voice, since: now.boot, at: now.boot, &step.notes)
            }
            if !isRinging { ring.end() }
        }
        if trust != .unknown, let due = alarms.book.firstDue, due <= alarms.checked {
            step.notes.append(.faultRepaired("due index"))
            alarms.book.rescheduleAll(after: alarms.checked, rules)
        }
    }
}
