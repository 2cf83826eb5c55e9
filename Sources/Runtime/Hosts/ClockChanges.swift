package import HAL
import Synchronization

/// Tells the control host that replies to its watched queries may differ.
///
/// The engine reports each step that may have changed what a query answers, and the panel's host each frame. It costs
/// them an atomic store; nobody is woken unless somebody watches.
package final class ClockChanges: Sendable {
    package struct Kinds: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// What the machine answers.
        package static let state = Kinds(rawValue: 1)
        /// What the panel shows.
        package static let picture = Kinds(rawValue: 2)
    }

    private let kinds = Atomic<UInt8>(0)
    private let awaited = Atomic<UInt8>(0)
    private let waiter: (any Notifiable)?

    /// - Parameter waiter: notified of changes that somebody awaits.
    package init(waking waiter: (any Notifiable)? = nil) {
        self.waiter = waiter
    }

    /// Safe on any thread.
    package func post(_ new: Kinds) {
        let before = kinds.bitwiseOr(new.rawValue, ordering: .acquiringAndReleasing).oldValue
        // Whoever posted the others has notified.
        guard !new.isSubset(of: Kinds(rawValue: before)) else { return }
        if awaited.load(ordering: .acquiring) & new.rawValue != 0 { waiter?.notify() }
    }

    /// Sets what wakes the control host.
    func await(_ kinds: Kinds) {
        awaited.store(kinds.rawValue, ordering: .releasing)
    }

    /// The kinds since the last call.
    func take() -> Kinds {
        Kinds(rawValue: kinds.exchange(0, ordering: .acquiringAndReleasing))
    }
}
