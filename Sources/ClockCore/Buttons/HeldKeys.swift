import ClockTime

/// The keys that are down together, alone, since one moment. Another key begins it anew, and the first release ends it,
/// so that what is left of a whole hand counts as no hold (law, 6.9 and 6.12).
struct HeldKeys: Hashable, Sendable {
    let keys: Set<Button>
    let since: BootTime

    /// When they will have been held for so long; nil if these are not exactly the ones.
    func end(ofHolding keys: [Button], for length: Duration) -> BootTime? {
        self.keys == Set(keys) ? since + length : nil
    }
}
