/// A file in the folder of own sounds.
package struct OwnSoundFile: Hashable, Sendable {
    /// The file name without its extension.
    package var id: String
    /// Size of the whole file.
    package var bytes: Int
    package var content: WaveContent

    package init(id: String, bytes: Int, content: WaveContent) {
        self.id = id
        self.bytes = bytes
        self.content = content
    }
}

/// A failed operation on the folder of own sounds. `reason` is the system's text.
package enum OwnSoundStorageError: Error, Hashable, Sendable {
    case full
    case failed(operation: String, reason: String)
    /// An id with characters other than lower-case letters a to z, digits and hyphens.
    case badID(String)
}

/// The folder of own sounds: `<id>.wav`, 48 kHz, 16 bits, stereo, and one index. The meaning of the index is up
/// to the library.
package protocol OwnSoundStorage: AnyObject, Sendable {
    /// The index's bytes; nil if there is no index.
    func readIndex() throws(OwnSoundStorageError) -> [UInt8]?

    /// Replaces the index atomically: after a power cut either the old or the new one is there.
    func replaceIndex(_ bytes: [UInt8]) throws(OwnSoundStorageError)

    /// All sounds with a valid header and all their samples, sorted by id. Empty if the folder is missing.
    func scan() throws(OwnSoundStorageError) -> [OwnSoundFile]

    /// Whether a file with this name exists, even a damaged one.
    func holds(_ id: String) -> Bool

    /// Free disk space in bytes.
    func freeBytes() throws(OwnSoundStorageError) -> Int

    /// Returns the path at which to build a sound until `keepDraft` moves it into place. Creates the folder if
    /// needed and removes an earlier draft.
    func makeDraft(_ id: String) throws(OwnSoundStorageError) -> String

    /// Adds bytes to the end of a draft, which the caller makes first.
    func extendDraft(_ id: String, with bytes: [UInt8]) throws(OwnSoundStorageError)

    /// Bytes of a sound's file from a place on; fewer where it ends.
    func bytes(of id: String, at place: Int, count: Int) throws(OwnSoundStorageError) -> [UInt8]

    /// Durably turns the draft into a sound. Never overwrites an existing sound.
    func keepDraft(_ id: String) throws(OwnSoundStorageError) -> OwnSoundFile

    /// Removes the draft, if there is one.
    func dropDraft(_ id: String)

    /// Durably removes the sound. Succeeds if it does not exist.
    func remove(_ id: String) throws(OwnSoundStorageError)
}
