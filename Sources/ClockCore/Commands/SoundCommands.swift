/// What can be asked of the mix and its favourites (product, N4, N5, N11a).
package enum MixCommand: Hashable, Sendable {
    case list
    /// Adds a sound to what plays, and plays.
    case add(SoundID, VoiceChanges)
    /// How a sound is heard, in the mix or when it will be in it.
    case set(SoundID, VoiceChanges)
    case remove(SoundID)
    case clear
    /// Keeps the mix as a favourite.
    case save(String)
    /// Plays a favourite, by its name, or what a code holds.
    case load(String)
    case rename(String, to: String)
    case delete(String)
    /// A code of the mix, or of the favourite of that name.
    case share(String?)
}

/// What can be asked about the sounds that there are, and about where sound comes out.
package enum SoundCommand: Hashable, Sendable {
    case list(SoundQuery)
    case show(SoundID)
    /// Of a person's own sound.
    case rename(SoundID, String)
    case delete(SoundID)
    /// Makes a sound of an audio file, which comes open with the request, and calls it so.
    case importFile(name: String)
    case outputs
    case setOutputs(OutputChanges)
}

/// What the machine asks of the host that has files or devices. It answers each once, by `Event.answered`.
package enum HostQuestion: Hashable, Sendable {
    /// Of the file that came with the request. The name is checked. The reply is `.sound`.
    case importSound(name: String)
    /// Of an own sound that is in the catalogue. The reply is `.sound`.
    case renameSound(SoundID, String)
    /// The same. The reply is `.soundGone`.
    case deleteSound(SoundID)
    /// The reply is `.outputs`.
    case listOutputs
}
