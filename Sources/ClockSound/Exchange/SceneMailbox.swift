import Synchronization

/// The mailbox's word: the index of the third slot, and a bit for "newer than what was taken". Not members of the
/// class, because naming it requires its metadata, which `@_noLocks` refuses.
private enum SlotWord {
    static var number: Int { 3 }
    static var fresh: Int { 4 }
}

/// Passes the newest scene to the sound thread. A new scene replaces one that was not yet taken. Neither side
/// ever waits.
///
/// It has three slots and one word. The producer owns one slot and the consumer another. The word holds the index
/// of the third, and whether it is newer than the consumer's. Publishing fills the producer's slot and swaps it
/// with the third; taking swaps the consumer's with the third.
///
/// One producer at a time (several may take turns if something orders the turns), one consumer.
///
/// `@unchecked Sendable` because of `slots`: the three roles are a permutation of the three slots and change only
/// by atomic exchange, so both sides never reach the same slot. The exchange (acquire and release) makes the
/// bytes written before it visible after it.
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

    /// Replaces any scene that was not yet taken.
    package func publish(_ scene: Scene) {
        let slot = producers.load(ordering: .relaxed)
        slots[slot].adopt(scene)
        let third = shared.exchange(
            slot | SlotWord.fresh, ordering: .acquiringAndReleasing)
        producers.store(third & SlotWord.number, ordering: .relaxed)
    }

    /// Whether the newest scene was taken.
    package var isTaken: Bool { shared.load(ordering: .acquiring) & SlotWord.fresh == 0 }

    /// Copies the newest scene into `scene` if it was not taken yet. Otherwise returns false and changes nothing.
    @_noLocks
    func take(into scene: inout FlatScene) -> Bool {
        guard Hatch.load(shared) & SlotWord.fresh != 0 else { return false }
        let third = Hatch.exchange(shared, Hatch.load(consumers)) & SlotWord.number
        Hatch.release(consumers, third)
        scene.copy(slots[third])
        return true
    }
}
