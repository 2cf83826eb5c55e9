/// Reads and writes files that other processes opened. Only regular files are, wherever those processes have read or written to.
package protocol PassedFileAccess: Sendable {
    /// The whole content of a file of at most `limit` bytes.
    func bytes(of file: PassedFile, limit: Int) throws(PassedFileError) -> [UInt8]

    /// The bytes of a file.
    func size(of file: PassedFile) throws(PassedFileError) -> Int

    /// So many bytes from a place; fewer where the file ends.
    func bytes(of file: PassedFile, at place: Int, count: Int) throws(PassedFileError) -> [UInt8]

    /// Writes all bytes at a place.
    func write(_ bytes: [UInt8], to file: PassedFile, at place: Int) throws(PassedFileError)
}

/// Why such a file cannot be read or written: a clause that follows "the file".
package struct PassedFileError: Error, Hashable, Sendable {
    package var reason: String
    package var isTooLarge: Bool

    package init(_ reason: String, isTooLarge: Bool = false) {
        self.reason = reason
        self.isTooLarge = isTooLarge
    }
}

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
