import Glibc

/// Finds the running program's folder, for files that are built or installed beside it.
package enum ProgramFolder {
    /// The path without links; nil without /proc.
    package static var path: String? {
        guard let own = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(own) }
        return parentFolder(of: String(cString: own))
    }
}
