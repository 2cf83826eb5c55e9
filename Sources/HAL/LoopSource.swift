/// Why the frames of a sound do not come.
package enum LoopSourceError: Error, Hashable, Sendable {
    /// There is no such sound, or its file went away.
    case missing(id: String)
    /// Its file is not what was imported: another header, or fewer frames than it says.
    case damaged(id: String)
    /// The disk failed.
    case io(id: String, errno: Int32)
    /// A rate that nothing can be resampled to.
    case badRate(Int)
}

/// The frames of one sound, from its beginning on. Whoever reads it may block on a disk, so never the
/// thread that renders; one thread at a time.
package protocol LoopSource: AnyObject, Sendable {
    /// Frames that come, at the rate that was asked for: of a loop in one turn. Where the rate is another
    /// than the file's, rounded to the nearest.
    var frames: Int { get }

    /// Writes the next interleaved stereo frames. Endless ones go on at the beginning without a seam.
    ///
    /// - Parameter frames: how many there is room for.
    /// - Returns: how many were written; fewer than asked for only at the end of a sound that is played
    ///   once, and then 0.
    func read(into target: UnsafeMutablePointer<Int16>, frames: Int) throws(LoopSourceError) -> Int
}

/// Opens sounds.
package protocol LoopSourceOpener: AnyObject, Sendable {
    /// - Parameters:
    ///   - id: of an own sound.
    ///   - playback: whether it begins anew at its end. Any sound can be played either way; only one that
    ///     was imported as a loop has no seam.
    ///   - rate: frames a second.
    func open(
        _ id: String, playback: OwnSoundPlayback, rate: Int
    ) throws(LoopSourceError) -> any LoopSource
}

/// How an own sound is meant to be played.
package enum OwnSoundPlayback: String, CaseIterable, Sendable, Codable {
    /// Without end: its end was made to run into its beginning.
    case loop
    /// From its beginning to its end.
    case once
}
