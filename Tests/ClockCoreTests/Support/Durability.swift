import ClockTime
import Testing

@testable import ClockCore

// Every change is durable: a kill without grace after any event loses nothing.
extension Night {
    /// After every event the store must hold the state that the machine would save now. A forgotten save
    /// is found at the first event that needs it.
    func checkDurability(after event: Event) {
        // A repeating key causes one save, when it comes up (B2).
        guard checksCoding, store == .durable, !machine.saving.isAdjusting, let durable else {
            return
        }
        // A pending verdict would be lost.
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
    /// The state without the parts that time alone changes and every start computes anew: when the record was
    /// made, how far dates were judged (dates that rang or were missed are in `spent`), the newest time known to be
    /// right, the zones' present offsets, and the end of the history, which its own file gives.
    var lasting: PersistentState {
        let never = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        var state = self
        state.savedAt = SavedStamp(never)
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

extension SavedStamp {
    /// In the same boot the boot time suffices; the wall time follows from it, and moves when the clock is set.
    fileprivate mutating func forgetWall() { wall = WallTime(nanoseconds: 0) }
}
