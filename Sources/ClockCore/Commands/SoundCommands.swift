/// Commands for the mix and its favourites (product, N4, N5, N11a).
package enum MixCommand: Hashable, Sendable {
    case list
    /// Adds a sound to the mix, and plays.
    case add(SoundID, VoiceChanges)
    /// Changes how a sound is played, now in the mix or whenever it is added.
    case set(SoundID, VoiceChanges)
    case remove(SoundID)
    case clear
    /// Saves the mix as a favourite.
    case save(String)
    /// Plays a favourite by name, or the mix in a code.
    case load(String)
    case rename(String, to: String)
    case delete(String)
    /// Returns a code for the mix, or for the named favourite.
    case share(String?)
}

/// Commands for the available sounds and the sound outputs.
package enum SoundCommand: Hashable, Sendable {
    case list(SoundQuery)
    case show(SoundID)
    /// Renames the user's own sound.
    case rename(SoundID, String)
    case delete(SoundID)
    /// Imports an audio file, which arrives open with the request, as a sound of this name.
    case importFile(name: String)
    case outputs
    case setOutputs([OutputChange])
}

/// A question about the user's own sounds.
package enum SoundQuestion: Hashable, Sendable {
    /// Imports the file that came with the request. The name has been checked. The reply is `.sound`.
    case importFile(name: String)
    /// Renames an own sound of the catalogue. The reply is `.sound`.
    case rename(SoundID, String)
    /// Deletes an own sound of the catalogue. The reply is `.soundRemoved`.
    case delete(SoundID)
}

/// A question about the user's own fonts.
package enum FontQuestion: Hashable, Sendable {
    /// Imports the BDF file that came with the request. A given name has been checked. The reply is `.font`.
    case importFile(name: String?)
    /// Deletes all fonts of a known family. The reply is `.fontRemoved`.
    case delete(String, isChosen: Bool)
}
