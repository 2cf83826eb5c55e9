import ClockTime

// The invariants after every step. In debug builds and in simulation a violation stops the program. On the bedside the
// machine notes it and repairs the part, because the clock must still ring.
extension ClockMachine {
    /// The first violated invariant, in words.
    package var brokenInvariant: String? {
        if (ringing.ring.session != nil) != isRinging {
            return "there is a ring exactly while something rings"
        }
        let occurring = ringing.alarms.members.map(\.occurrence.alarm)
        if Set(occurring).count != occurring.count {
            return "an alarm has at most one member"
        }
        if occurring.contains(where: { ringing.alarms.book[$0] == nil }) {
            return "every member has its alarm"
        }
        if trust != .unknown, let due = ringing.alarms.book.firstDue, due <= ringing.alarms.checked
        {
            return "the next due instant lies after what was judged"
        }
        if ringing.alarms.book.alarms.contains(where: {
            $0.spent.entries.count > SpentDates.capacity
        }) {
            return "an alarm keeps at most \(SpentDates.capacity) spent dates"
        }
        return nil
    }

    mutating func repairInvariants(_ step: inout Step) {
        // The check walks all alarms; the cost is worth the certainty in tests.
        assert(brokenInvariant == nil, brokenInvariant ?? "")
        for alarm in ringing.alarms.book.takeFaults() {
            step.notes.append(.faultRepaired("next date of alarm \(alarm)"))
        }
        if !ringing.alarms.members.isEmpty { repairMembers(&step) }
        if (ringing.ring.session != nil) != isRinging {
            step.notes.append(.faultRepaired("ring"))
            for member in ringing.alarms.ringing {
                guard let alarm = ringing.alarms.book[member.occurrence.alarm] else { continue }
                ringing.ring.join(alarm.voice, since: now.boot, at: now.boot, &step.notes)
            }
            if !isRinging { ringing.ring.end() }
        }
        if trust != .unknown, let due = ringing.alarms.book.firstDue, due <= ringing.alarms.checked
        {
            step.notes.append(.faultRepaired("due index"))
            ringing.alarms.book.rescheduleAll(after: ringing.alarms.checked, ringing.rules)
        }
    }

    /// Each ring member has its alarm, and each alarm at most one.
    private mutating func repairMembers(_ step: inout Step) {
        var seen: Set<AlarmID> = []
        let sound = ringing.alarms.members.reversed().filter { member in
            let alarm = member.occurrence.alarm
            return ringing.alarms.book[alarm] != nil && seen.insert(alarm).inserted
        }
        guard sound.count != ringing.alarms.members.count else { return }
        step.notes.append(.faultRepaired("ring members"))
        ringing.alarms.members = sound.reversed()
    }
}
