import ClockTime
import Testing

@testable import ClockCore

// What was done is durable, whatever it was: a kill without grace after any event loses nothing of it.
extension Night {
    /// What the machine would keep now, and what the store holds, must be the same after every event; a save
    /// that somebody forgot to ask for is found by the first event that needs it.
    func checkDurability(after event: Event) {
        // A key that repeats is saved once, as it comes up (B2).
        guard checksCoding, store == .durable, !machine.hasUnsavedAdjustment, let durable else {
            return
        }
        // A verdict would be lost that is still to be given.
        if durable.checked > machine.persistentState.checked {
            Issue.record("the store has judged further than the machine after \(event) at \(clock)")
        }
        let kept = machine.persistentState.lasting
        let stored = durable.lasting
        guard kept != stored else { return }
        Issue.record(
            """
            not saved after \(event) at \(clock): \(kept.fieldsThatDiffer(from: stored)) of \(kept), \
            stored \(stored)
            """)
    }
}

extension PersistentState {
    /// Without what time alone changes and every start works out anew: when the record was made, how far dates
    /// were judged (those that rang or were missed are spent), the newest time known to be right, the zones'
    /// present offsets, and how far the history has got, which its own file says.
    var lasting: PersistentState {
        let never = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        var state = self
        state.savedAt = Stamp(never)
        state.checked = never.wall.instant
        state.lastTrusted = nil
        state.zoneOffsets = [:]
        state.nextHistorySequence = 1
        state.unwrittenRecords = []
        for place in state.members.indices { state.members[place].time.forgetWall() }
        for place in state.countdowns.timers.indices {
            state.countdowns.timers[place].since?.forgetWall()
            state.countdowns.timers[place].running?.end.forgetWall()
        }
        state.countdowns.nap.since?.forgetWall()
        state.countdowns.nap.running?.end.forgetWall()
        state.countdowns.nap.max?.end.forgetWall()
        state.countdowns.sleep?.running?.end.forgetWall()
        return state
    }

    func fieldsThatDiffer(from other: PersistentState) -> [String] {
        zip(Mirror(reflecting: self).children, Mirror(reflecting: other).children)
            .filter { "\($0.value)" != "\($1.value)" }.compactMap(\.0.label)
    }
}

extension PersistentState.Stamp {
    /// The boot time says it all in the same boot; the wall time follows from it, and moves as the clock is set.
    fileprivate mutating func forgetWall() { wall = WallTime(nanoseconds: 0) }
}
