import Synchronization

/// Not a member of the class, because naming it requires its metadata, which `@_noLocks` refuses.
private enum Bound {
    static var events: Int { 64 }
}

/// The sound thread's events, in order. One producer (the mixer), one consumer, no waiting.
///
/// Bounded at 64 events, because the mixer must not allocate: each scene makes at most a few events, and the host
/// takes them after every block. If the ring is full, an event is dropped and counted, and the host can report
/// it.
///
/// `@unchecked Sendable` because of `slots`: only the producer writes a slot, only between the head that it last
/// released and the tail that it acquired. Only the consumer reads one, between tail and the head that it
/// acquired. The two ranges never overlap.
package final class SoundEventRing: @unchecked Sendable {
    private let slots: UnsafeMutablePointer<SoundEvent>
    /// Total events pushed and popped.
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)

    package init() {
        slots = UnsafeMutablePointer<SoundEvent>.allocate(capacity: Bound.events)
        slots.initialize(repeating: .noiseSilent(frame: 0), count: Bound.events)
    }

    deinit { slots.deallocate() }

    /// Removes and returns the oldest event.
    package func pop() -> SoundEvent? {
        let next = tail.load(ordering: .relaxed)
        guard next != head.load(ordering: .acquiring) else { return nil }
        let event = slots[next % Bound.events]
        tail.store(next + 1, ordering: .releasing)
        return event
    }

    /// Total events pushed: tells the rendering side that there is something to report.
    package var pushed: Int { head.load(ordering: .relaxed) }

    /// Events dropped because nobody popped them in time.
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
