/// Commands about all that a person chose, together (product, X6).
package enum BackupCommand: Hashable, Sendable {
    /// - Parameter ownFiles: with own sounds and fonts. Then the whole backup goes into the empty file that comes open with the
    ///   request.
    case make(ownFiles: Bool = false)
    /// Takes up the backup in the file that comes open with the request.
    case restore
    /// What somebody who looks for a fault needs to know.
    case diagnose
}
