/// A file in the folder of own fonts.
package struct OwnFontFile: Hashable, Sendable {
    /// The file name without its extension.
    package var id: String
    package var content: Result<[UInt8], OwnFontStorageError>

    package init(id: String, content: Result<[UInt8], OwnFontStorageError>) {
        self.id = id
        self.content = content
    }
}

/// A failed operation on own fonts.
package enum OwnFontStorageError: Error, Hashable, Sendable {
    case full
    /// A sentence that names the file or folder, or says "the file" of one that was passed.
    case failed(String)
}

/// The folder of own fonts: files `<id>.bdf`. Ids have lower-case letters a to z, digits and hyphens. What the files
/// hold is up to the library.
package protocol OwnFontStorage: AnyObject, Sendable {
    /// All files, sorted by id, each with at most `limit` bytes. Empty if the folder is missing.
    func scan(limit: Int) throws(OwnFontStorageError) -> [OwnFontFile]

    /// The content of a regular file of at most `limit` bytes that another process has opened for reading.
    func read(_ file: PassedFile, limit: Int) throws(OwnFontStorageError) -> [UInt8]

    /// Writes a file atomically: after a power cut its old content or the new one is there.
    func replace(_ id: String, with bytes: [UInt8]) throws(OwnFontStorageError)

    /// Durably removes a file. Succeeds if it does not exist.
    func remove(_ id: String) throws(OwnFontStorageError)
}
