package import HAL
import Synchronization

/// Keeps only the newest value. For values that are complete in themselves (a picture, a scene, a state to save),
/// where an older value that nobody took is worthless.
package final class Mailbox<Value: Sendable>: Sendable {
    private struct Slot {
        var newest: Value?
        var isAwaited = true
    }

    private let slot = Mutex(Slot())
    private let waiter: (any Notifiable)?

    /// - Parameter waiter: notified of each awaited post, so that the taker's thread wakes.
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

    /// Sets whether posts wake the taker. A taker that they do not wake looks when it needs a value.
    ///
    /// - Returns: whether a value is awaited and already here, perhaps without a notification.
    package func setAwaited(_ isAwaited: Bool) -> Bool {
        slot.withLock { slot in
            slot.isAwaited = isAwaited
            return isAwaited && slot.newest != nil
        }
    }
}

/// First in, first out, bounded. For things that happened, where each one matters.
package final class Inbox<Value: Sendable>: Sendable {
    private struct Queue {
        var values: [Value] = []
        var refused = 0
    }

    private let queue = Mutex(Queue())
    private let waiter: (any Notifiable)?
    private let capacity: Int

    /// - Parameter capacity: further values are refused. A taker that lags this far has a problem that a longer queue
    ///   would only hide.
    package init(capacity: Int = 1024, waking waiter: (any Notifiable)? = nil) {
        self.capacity = capacity
        self.waiter = waiter
    }

    /// Returns false if the queue is full and the value is lost.
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

/// A value that one thread keeps up to date and other threads read.
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
