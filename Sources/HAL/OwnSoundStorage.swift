/// A file of the folder of own sounds.
package struct OwnSoundFile: Hashable, Sendable {
    /// Its name without the ending.
    package var id: String
    /// Of the whole file.
    package var bytes: Int
    package var content: WaveContent

    package init(id: String, bytes: Int, content: WaveContent) {
        self.id = id
        self.bytes = bytes
        self.content = content
    }
}

/// A failed operation on the folder of own sounds; `reason` is the system's words.
package enum OwnSoundStorageError: Error, Hashable, Sendable {
    case full
    case failed(operation: String, reason: String)
    /// An id that is no plain name: small letters a to z, digits, hyphens.
    case badID(String)
}

/// The folder in which own sounds lie: `<id>.wav`, 48 kHz, 16 bits, stereo, and one index. What the index
/// says is the library's business, not the storage's.
package protocol OwnSoundStorage: AnyObject, Sendable {
    /// The index's bytes; nil where there is none.
    func readIndex() throws(OwnSoundStorageError) -> [UInt8]?

    /// Puts another index in its place: after a power cut there is the old one or the new one.
    func replaceIndex(_ bytes: [UInt8]) throws(OwnSoundStorageError)

    /// All sounds whose header is right and whose samples are all there, by id. A missing folder holds none.
    func scan() throws(OwnSoundStorageError) -> [OwnSoundFile]

    /// Whether there is a file by this name, a damaged one too.
    func holds(_ id: String) -> Bool

    /// Bytes that may still be written to the disk.
    func freeBytes() throws(OwnSoundStorageError) -> Int

    /// Where a sound is made before `keepDraft` puts it in its place. Makes the folder where it is missing,
    /// and removes an earlier draft.
    func makeDraft(_ id: String) throws(OwnSoundStorageError) -> String

    /// Makes the draft a sound, durably. Never over a sound that is there.
    func keepDraft(_ id: String) throws(OwnSoundStorageError) -> OwnSoundFile

    /// Removes the draft, if there is one.
    func dropDraft(_ id: String)

    /// Removes the sound, durably. One that is not there is removed already.
    func remove(_ id: String) throws(OwnSoundStorageError)
}
