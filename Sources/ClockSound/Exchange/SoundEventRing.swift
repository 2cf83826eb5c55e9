import Synchronization

/// Not a member of the class, because naming it asks for its metadata, which `@_noLocks` refuses.
private enum Bound {
    static var events: Int { 64 }
}

/// What the sound thread tells, in order: one producer (the mixer), one consumer, no waiting.
///
/// Bounded at 64 events, because the mixer must not allocate: scenes make at most a few events each
/// and the host takes them after every block. An event that finds the ring full is dropped and
/// counted, and the host can say so.
///
/// `@unchecked Sendable` because of `slots`: only the producer writes a slot, and only between the
/// head that it released last and the tail that it acquired; only the consumer reads one, between
/// tail and the head that it acquired. The two ranges never meet.
package final class SoundEventRing: @unchecked Sendable {
    private let slots: UnsafeMutablePointer<SoundEvent>
    /// Events ever pushed and ever popped.
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)

    package init() {
        slots = UnsafeMutablePointer<SoundEvent>.allocate(capacity: Bound.events)
        slots.initialize(repeating: .noiseSilent(frame: 0), count: Bound.events)
    }

    deinit { slots.deallocate() }

    /// The oldest event that was not popped yet.
    package func pop() -> SoundEvent? {
        let next = tail.load(ordering: .relaxed)
        guard next != head.load(ordering: .acquiring) else { return nil }
        let event = slots[next % Bound.events]
        tail.store(next + 1, ordering: .releasing)
        return event
    }

    /// Events pushed since the start: whoever renders sees by it that there is something to tell.
    package var pushed: Int { head.load(ordering: .relaxed) }

    /// Events lost because nobody popped.
    package var overflow: Int { dropped.load(ordering: .relaxed) }

    @_noLocks
    package func push(_ event: SoundEvent) {
        let next = Hatch.load(head)
        guard next - Hatch.acquire(tail) < Bound.events else {
            Hatch.increment(dropped)
            return
        }
        slots[next % Bound.events] = event
        Hatch.release(head, next + 1)
    }
}
