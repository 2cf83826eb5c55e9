import ClockTime

/// The keys that are held down now, and since when these and no others are. If another key goes down, the time starts
/// again. If one comes up, the hold is over, so the rest of a whole hand is no hold (law, 6.9 and 6.12).
struct HeldKeys: Hashable, Sendable {
    let keys: Set<Button>
    let since: BootTime

    /// When they will have been held for so long; nil if these are not exactly the ones.
    func end(ofHolding keys: [Button], for length: Duration) -> BootTime? {
        self.keys == Set(keys) ? since + length : nil
    }
}
