/// Why a sound's frames cannot be read.
package enum LoopSourceError: Error, Hashable, Sendable {
    /// The sound does not exist, or its file was removed.
    case missing(id: String)
    /// The file differs from what was imported: a different header, or fewer frames than it claims.
    case damaged(id: String)
    /// Reading the disk failed.
    case io(id: String, errno: Int32)
    /// A rate that the resampler does not support.
    case badRate(Int)
}

/// The frames of one sound, from the beginning. Reading may block on a disk, so never read on the rendering
/// thread. One thread at a time.
package protocol LoopSource: AnyObject, Sendable {
    /// The number of frames at the requested rate; for a loop, of one pass. Rounded to the nearest if that rate
    /// differs from the file's.
    var frames: Int { get }

    /// Writes the next interleaved stereo frames. A loop continues at its beginning without a seam.
    ///
    /// - Parameter frames: the capacity of `target`.
    /// - Returns: the number of frames written. It is less than `frames` only at the end of a sound that plays
    ///   once, and then 0.
    func read(into target: UnsafeMutablePointer<Int16>, frames: Int) throws(LoopSourceError) -> Int
}

/// Opens sounds.
package protocol LoopSourceOpener: AnyObject, Sendable {
    /// - Parameters:
    ///   - id: the id of an own sound.
    ///   - playback: whether it restarts at its end. Any sound can play either way, but only one imported as a
    ///     loop has no seam.
    ///   - rate: frames per second.
    func open(
        _ id: String, playback: OwnSoundPlayback, rate: Int
    ) throws(LoopSourceError) -> any LoopSource
}

/// How an own sound is played.
package enum OwnSoundPlayback: String, CaseIterable, Sendable, Codable {
    /// Endlessly: its end runs into its beginning.
    case loop
    /// Once, from beginning to end.
    case once
}
