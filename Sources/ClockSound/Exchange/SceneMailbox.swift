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
    private let memory = RenderMemory()
    private let slots: UnsafeMutablePointer<FlatScene>
    private let shared = Atomic<Int>(1)
    private let producers = Atomic<Int>(0)
    private let consumers = Atomic<Int>(2)

    package init() {
        slots = UnsafeMutablePointer<FlatScene>.allocate(capacity: 3)
        for slot in 0..<3 { (slots + slot).initialize(to: FlatScene(in: memory)) }
    }

    deinit { slots.deallocate() }

    /// Replaces whatever scene still waits.
    package func publish(_ scene: Scene) {
        let slot = producers.load(ordering: .relaxed)
        slots[slot].take(scene)
        let third = shared.exchange(
            slot | SlotWord.fresh, ordering: .acquiringAndReleasing)
        producers.store(third & SlotWord.number, ordering: .relaxed)
    }

    /// Whether the newest scene was taken.
    package var isTaken: Bool { shared.load(ordering: .acquiring) & SlotWord.fresh == 0 }

    /// Puts the newest scene into `scene` where there is one that was not taken yet; false, and no
    /// change, where there is none.
    @_noLocks
    func take(into scene: inout FlatScene) -> Bool {
        guard Hatch.load(shared) & SlotWord.fresh != 0 else { return false }
        let third = Hatch.exchange(shared, Hatch.load(consumers)) & SlotWord.number
        Hatch.release(consumers, third)
        scene.copy(slots[third])
        return true
    }
}
