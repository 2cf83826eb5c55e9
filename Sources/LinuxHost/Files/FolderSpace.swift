import Glibc

/// Checks whether the disk of the clock's folder is full.
package enum FolderSpace {
    /// With less than this free, an own sound of a minute does not fit. In bytes.
    static let least: UInt64 = 8 * 1_048_576

    /// The problem with the state folder's disk, in words; nil if there is room, or nothing can be known.
    package static func problem(ofState folder: String) -> String? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        return problem(free: UInt64(status.f_bavail) * UInt64(status.f_frsize), in: folder)
    }

    /// - Parameter free: in bytes.
    static func problem(free: UInt64, in folder: String) -> String? {
        guard free < least else { return nil }
        return free < 1_048_576
            ? "the disk of \(folder) is full"
            : "the disk of \(folder) is nearly full: \(free / 1_048_576) MB are free"
    }
}
