/// Keeps a field on the heap that is otherwise used like any other: reading lends it, and changing it copies it only if
/// something else holds it too.
///
/// The compiler copies a large struct whole when a step calls its methods, a dozen times a step. Large fields on the
/// heap keep these copies short. Two copies that share a field are equal at once.
@propertyWrapper
package struct OnHeap<Value: Hashable & Sendable>: Hashable, Sendable {
    /// `@unchecked Sendable`, because `value` can change: only `wrappedValue` changes it, and only while a single
    /// `OnHeap` holds this object. What several hold, perhaps on several threads, never changes. (An array would need
    /// no such promise, but reading its element copies the element.)
    private final class Storage: @unchecked Sendable {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage

    package init(wrappedValue: Value) {
        storage = Storage(wrappedValue)
    }

    package var wrappedValue: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// The storage itself, for an owner that shares it.
    package var projectedValue: OnHeap {
        get { self }
        set { self = newValue }
    }

    package static func == (one: OnHeap, other: OnHeap) -> Bool {
        one.storage === other.storage || one.storage.value == other.storage.value
    }

    package func hash(into hasher: inout Hasher) { storage.value.hash(into: &hasher) }
}
