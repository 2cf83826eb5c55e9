import Synchronization

/// The word of a mailbox: which slot is the third, and a bit for "newer than what was taken". Not
/// members of the class, because naming it asks for its metadata, which `@_noLocks` refuses.
private enum SlotWord {
    static var number: Int { 3 }
    static var fresh: Int { 4 }
}

/// The newest scene, from whoever decides to the sound thread: a scene that nobody took is replaced
/// by the next. Neither side ever waits.
///
/// Three slots and one word. The producer owns one slot, the consumer another; the word holds the
/// number of the third, and whether it is newer than what the consumer has. Publishing fills the
/// producer's slot and swaps it with the third; taking swaps the consumer's with the third.
///
/// One producer at a time (they may take turns, if something orders the turns), one consumer.
///
/// `@unchecked Sendable` because of `slots`: the three roles are a permutation of the three slots,
/// changed only by atomic exchange, so that no slot is ever reached from both sides; the exchange
/// (acquire and release) makes the bytes written before it visible after it.
package final class SceneMailbox: @unchecked Sendable {
    private let slots: UnsafeMutablePointer<FlatScene>
    private let shared = Atomic<Int>(1)
    private let producers = Atomic<Int>(0)
    private let consumers = Atomic<Int>(2)

    package init() {
        slots = UnsafeMutablePointer<FlatScene>.allocate(capacity: 3)
        slots.initialize(repeating: FlatScene(.silence), count: 3)
    }

    deinit { slots.deallocate() }

    /// Replaces whatever scene still waits.
    package func publish(_ scene: Scene) {
        let slot = producers.load(ordering: .relaxed)
        slots[slot] = FlatScene(scene)
        let third = shared.exchange(
            slot | SlotWord.fresh, ordering: .acquiringAndReleasing)
        producers.store(third & SlotWord.number, ordering: .relaxed)
    }

    /// The newest scene where there is one that was not taken yet, for a consumer that does something
    /// to it before the mixer gets it, such as counting it in another rate's frames.
    package func take() -> Scene? {
        var flat = FlatScene(.silence)
        return take(into: &flat) ? flat.scene : nil
    }

    /// Puts the newest scene into `scene` where there is one that was not taken yet; false, and no
    /// change, where there is none.
    @_noLocks
    func take(into scene: inout FlatScene) -> Bool {
        guard Hatch.load(shared) & SlotWord.fresh != 0 else { return false }
        let third = Hatch.exchange(shared, Hatch.load(consumers)) & SlotWord.number
        Hatch.release(consumers, third)
        scene = slots[third]
        return true
    }
}
