/// A file that somebody else has open and handed over, by its descriptor. What it is called we are not told,
/// and need not know: whoever opened it had the right to.
///
/// It is closed with the last reference to it. Two are equal where they are one.
package final class PassedFile: Sendable, Hashable {
    /// In this process.
    package let number: Int32
    private let close: @Sendable (Int32) -> Void

    /// Takes a descriptor over.
    ///
    /// - Parameter close: closes it; called once.
    package init(_ number: Int32, close: @escaping @Sendable (Int32) -> Void) {
        self.number = number
        self.close = close
    }

    deinit { close(number) }

    package static func == (one: PassedFile, other: PassedFile) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
