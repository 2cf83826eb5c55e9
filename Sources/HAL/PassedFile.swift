/// A file that another process opened and passed by its descriptor. We do not know its name and do not need it:
/// whoever opened it had the right to.
///
/// The last reference closes it. Equality is identity.
package final class PassedFile: Sendable, Hashable {
    /// The descriptor in this process.
    package let number: Int32
    private let close: @Sendable (Int32) -> Void

    /// Takes ownership of a descriptor.
    ///
    /// - Parameter close: closes the descriptor; called once.
    package init(_ number: Int32, close: @escaping @Sendable (Int32) -> Void) {
        self.number = number
        self.close = close
    }

    deinit { close(number) }

    package static func == (one: PassedFile, other: PassedFile) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
