/// A value in a place of its own, which whoever has it shares.
///
/// The compiler copies a struct of this size whole where a step calls its methods. What is large, and seldom looked
/// at, would make each of these copies longer.
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
