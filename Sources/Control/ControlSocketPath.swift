/// Where the clock's socket lies: for the clock and the simulator to make it, for clients to find it.
package enum ControlSocketPath {
    /// The clock's own place on a device.
    package static let device = "/run/noiseclock/control.sock"

    /// Names the socket, for client and simulator alike.
    package static let variable = "NOISECLOCK_SOCKET"

    private static let runtimeVariable = "XDG_RUNTIME_DIR"
    private static let temporaryVariable = "TMPDIR"

    /// All environment variables that count.
    package static let variables = [variable, runtimeVariable, temporaryVariable]

    /// Bytes that fit the kernel's `sun_path`, which also holds a final zero (unix(7)).
    package static let longest = 107

    /// Where a client looks, in order. Who names a socket means that one and no other.
    ///
    /// - Parameter named: the path that the command line gives.
    package static func candidates(
        named: String? = nil, environment: [String: String], uid: UInt32
    ) -> [String] {
        if let named { return [named] }
        if let named = environment[variable], !named.isEmpty { return [named] }
        return [device, simulator(environment: environment, uid: uid)]
    }

    /// Where a simulator that is told nothing puts its socket. The folder is its person's own: the
    /// session's runtime directory, or one under the temporary directory with the user's number,
    /// which whoever makes it must make private (mode 0700) and refuse if it is somebody else's.
    package static func simulator(environment: [String: String], uid: UInt32) -> String {
        // The XDG base directory specification: a path that is not absolute is to be ignored.
        if let runtime = environment[runtimeVariable], runtime.hasPrefix("/") {
            return join(runtime, "noiseclock/control.sock")
        }
        let temporary =
            environment[temporaryVariable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        return join(temporary, "noiseclock-\(uid)/control.sock")
    }

    private static func join(_ folder: String, _ rest: String) -> String {
        folder.hasSuffix("/") ? folder + rest : folder + "/" + rest
    }
}
