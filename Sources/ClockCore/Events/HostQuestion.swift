/// The machine's requests to the host that owns the files or devices. The host answers each once, mostly by
/// `Event.answered`.
package enum HostQuestion: Hashable, Sendable {
    case files(FileQuestion)
    /// The reply is `.outputs`.
    case listOutputs
    /// What the display lights now. The reply is `.picture`.
    case picture
}

/// A question about the user's own files.
package enum FileQuestion: Hashable, Sendable {
    case sound(SoundQuestion)
    case font(FontQuestion)
    case backup(BackupQuestion)
}

/// A question about a backup in a file.
package enum BackupQuestion: Hashable, Sendable {
    /// Writes the backup, own sounds and own fonts into the file that came with the request. The reply is `.backup`.
    indirect case write(Backup)
    /// Reads the backup that came with the request. The answer is `Event.backupRead`.
    case read(isDryRun: Bool)
}
