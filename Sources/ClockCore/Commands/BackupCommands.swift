/// Commands about all that a person chose, together (product, X6).
package enum BackupCommand: Hashable, Sendable {
    case make
    /// Takes up the backup in the file that comes open with the request.
    case restore
    /// What somebody who looks for a fault needs to know.
    case diagnose
}
