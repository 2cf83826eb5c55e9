import Glibc

/// Where the program that runs lies, for the files that are built or installed beside it.
package enum ProgramFolder {
    /// Without links; nil where /proc is not there.
    package static var path: String? {
        guard let own = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(own) }
        return parentFolder(of: String(cString: own))
    }
}
