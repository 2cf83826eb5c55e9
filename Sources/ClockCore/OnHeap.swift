/// A value on the heap, shared by all copies of its owner.
///
/// The compiler copies a large struct whole when a step calls its methods. Boxing large, rarely read fields keeps these
/// copies short.
final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    static func == (one: Boxed, other: Boxed) -> Bool {
        one === other || one.value == other.value
    }

    func hash(into hasher: inout Hasher) {
        value.hash(into: &hasher)
    }
}

/// Keeps a field boxed that is otherwise used like any other. Reading lends the value; writing makes a new box.
@propertyWrapper
package struct OnHeap<Value: Hashable & Sendable>: Hashable, Sendable {
    private var box: Boxed<Value>

    package init(wrappedValue: Value) {
        box = Boxed(wrappedValue)
    }

    package var wrappedValue: Value {
        _read { yield box.value }
        set { box = Boxed(newValue) }
    }
}
