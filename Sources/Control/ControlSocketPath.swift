/// Paths of the control socket: where the clock and the simulator create it, and where clients look.
package enum ControlSocketPath {
    /// The clock's socket on a device.
    package static let device = "/run/noiseclock/control.sock"

    /// The variable that names the socket, for both the client and the simulator.
    package static let variable = "NOISECLOCK_SOCKET"

    private static let runtimeVariable = "XDG_RUNTIME_DIR"
    private static let temporaryVariable = "TMPDIR"

    /// All environment variables that affect the path.
    package static let variables = [variable, runtimeVariable, temporaryVariable]

    /// The most bytes that fit in the kernel's `sun_path` beside its terminating zero (unix(7)).
    package static let longest = 107

    /// Where a client looks, in order. If a socket is named, the client tries only that one.
    ///
    /// - Parameter named: the path given on the command line.
    package static func candidates(
        named: String? = nil, environment: [String: String], uid: UInt32
    ) -> [String] {
        if let named { return [named] }
        if let named = environment[variable], !named.isEmpty { return [named] }
        return [device, simulator(environment: environment, uid: uid)]
    }

    /// The simulator's default socket path. The folder belongs to the user: it is the session's runtime
    /// directory, or one named by user ID under the temporary directory. Whoever creates the latter must
    /// make it private (mode 0700), and must refuse it if another user owns it.
    package static func simulator(environment: [String: String], uid: UInt32) -> String {
        // The XDG base directory specification says to ignore a path that is not absolute.
        if let runtime = environment[runtimeVariable], runtime.hasPrefix("/") {
            return join(runtime, "noiseclock/control.sock")
        }
        let temporary =
            environment[temporaryVariable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        return join(temporary, "noiseclock-\(uid)/control.sock")
    }

    /// The socket for programs that face the network, in the same folder.
    package static func network(beside control: String) -> String {
        let name = "control.sock"
        return control.hasSuffix("/" + name)
            ? control.dropLast(name.count) + "network.sock" : control + networkSuffix
    }

    private static let networkSuffix = ".network"
    /// The most bytes in the path of a clock's socket, so that the one for the network has room beside it.
    package static let longestOfClock = longest - networkSuffix.utf8.count

    private static func join(_ folder: String, _ rest: String) -> String {
        folder.hasSuffix("/") ? folder + rest : folder + "/" + rest
    }
}
