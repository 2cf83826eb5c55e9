/// Keeps a field on the heap that is otherwise used like any other: reading lends it, and changing it copies it only if
/// something else holds it too.
///
/// The compiler copies a large struct whole when a step calls its methods, a dozen times a step. Large fields on the
/// heap keep these copies short. Two copies that share a field are equal at once.
@propertyWrapper
package struct OnHeap<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Always one element: an array is storage on the heap that copies share.
    private var storage: ContiguousArray<Value>

    package init(wrappedValue: Value) {
        storage = [wrappedValue]
    }

    package var wrappedValue: Value {
        _read { yield storage[0] }
        _modify { yield &storage[0] }
    }

    /// The storage itself, for an owner that shares it.
    package var projectedValue: OnHeap {
        get { self }
        set { self = newValue }
    }
}
