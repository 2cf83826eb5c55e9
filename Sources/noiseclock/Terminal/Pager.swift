import Glibc

/// The pager for long texts.
struct Pager {
    /// A shell command.
    let command: String

    /// The variable that names the user's own pager.
    static let variable = "PAGER"
    private static let pathVariable = "PATH"
    /// All environment variables that affect the pager.
    static let variables = [variable, pathVariable]

    /// Default pagers, in order of preference. `less -FRX` shows the text as it is and exits at once if it
    /// fits on the screen.
    private static let standard = ["less -FRX", "more"]

    /// Nil if there is no pager, or the user wants none.
    init?(environment: [String: String], isThere: (String) -> Bool = Pager.isProgram) {
        let own = environment[Pager.variable]
        // A user who sets PAGER to "" or "cat" wants no pager.
        if let own, ["", "cat"].contains(own) { return nil }
        let path = environment[Pager.pathVariable] ?? "/usr/bin:/bin"
        let found = ((own.map { [$0] } ?? []) + Pager.standard).first { command in
            let program = String(command.prefix { $0 != " " })
            let places =
                program.contains("/")
                ? [program] : path.split(separator: ":").map { "\($0)/\(program)" }
            return places.contains(where: isThere)
        }
        guard let found else { return nil }
        command = found
    }

    private static func isProgram(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Passes the text to the pager and waits until the user quits it.
    ///
    /// - Returns: whether the text was shown; if not, the caller must print it.
    func show(_ text: String) -> Bool {
        guard let input = popen(command, "w") else { return false }
        // The user may quit the pager before it has read everything.
        let former = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, former) }
        fputs(text, input)
        let status = pclose(input)
        // The shell exits with these statuses if it cannot start the pager.
        return status >= 0 && ![126, 127].contains((status >> 8) & 0xff)
    }
}
