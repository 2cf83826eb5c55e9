package import HAL
import Synchronization

/// Newest wins: for what is whole in itself (a picture, what should be heard, a state to save), where
/// an older value that was not yet taken is worth nothing.
package final class Mailbox<Value: Sendable>: Sendable {
    private struct Slot {
        var newest: Value?
        var isAwaited = true
    }

    private let slot = Mutex(Slot())
    private let waiter: (any Notifiable)?

    /// - Parameter waiter: is notified of each post that is awaited, so that the taker's thread wakes.
    package init(waking waiter: (any Notifiable)? = nil) {
        self.waiter = waiter
    }

    package func post(_ value: Value) {
        let isAwaited = slot.withLock { slot in
            slot.newest = value
            return slot.isAwaited
        }
        if isAwaited { waiter?.notify() }
    }

    package func take() -> Value? {
        slot.withLock { slot in
            defer { slot.newest = nil }
            return slot.newest
        }
    }

    /// Says whether posts are to wake the taker, who otherwise looks when it has a use for one.
    ///
    /// - Returns: whether one is awaited and lies here already, of which nobody was notified perhaps.
    package func setAwaited(_ isAwaited: Bool) -> Bool {
        slot.withLock { slot in
            slot.isAwaited = isAwaited
            return isAwaited && slot.newest != nil
        }
    }
}

/// First in, first out, bounded: for what happened, where each matters.
package final class Inbox<Value: Sendable>: Sendable {
    private struct Queue {
        var values: [Value] = []
        var refused = 0
    }

    private let queue = Mutex(Queue())
    private let waiter: (any Notifiable)?
    private let capacity: Int

    /// - Parameter capacity: beyond it a value is refused, because a taker that lags this far has a
    ///   trouble of its own which a longer queue would only hide.
    package init(capacity: Int = 1024, waking waiter: (any Notifiable)? = nil) {
        self.capacity = capacity
        self.waiter = waiter
    }

    /// Returns false where the queue is full and the value is lost.
    @discardableResult
    package func post(_ value: Value) -> Bool {
        let isTaken = queue.withLock { queue in
            guard queue.values.count < capacity else {
                queue.refused += 1
                return false
            }
            queue.values.append(value)
            return true
        }
        waiter?.notify()
        return isTaken
    }

    /// All values so far, in order.
    package func drain() -> [Value] {
        queue.withLock { queue in
            guard !queue.values.isEmpty else { return [] }
            defer { queue.values = [] }
            return queue.values
        }
    }

    package var isEmpty: Bool { queue.withLock { $0.values.isEmpty } }

    /// Values lost because the queue was full.
    package var refused: Int { queue.withLock { $0.refused } }
}

/// A value that one thread keeps up to date and others look at.
package final class Published<Value: Sendable>: Sendable {
    private let current: Mutex<Value>

    package init(_ value: Value) {
        current = Mutex(value)
    }

    package var value: Value {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
