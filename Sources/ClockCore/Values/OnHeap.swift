/// Keeps a field on the heap that is large and seldom changed, and otherwise used like any other: reading lends it,
/// changing it copies it.
///
/// The compiler copies a large struct whole when a step calls its methods, a dozen times a step. Large fields on the
/// heap keep these copies short. Two copies that share a field are equal at once. The value is in an object that never
/// changes: the compiler lends what is in it, whereas it copies what is read from an array, or from an object that
/// could change.
@propertyWrapper
package struct OnHeap<Value: Hashable & Sendable>: Hashable, Sendable {
    private final class Storage: Sendable {
        let value: Value

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
        set { storage = Storage(newValue) }
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
