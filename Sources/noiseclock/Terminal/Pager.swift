import Glibc

/// The program in which a person leafs through a long text.
struct Pager {
    /// As a shell takes it.
    let command: String

    /// Names a person's own.
    static let variable = "PAGER"
    private static let pathVariable = "PATH"
    /// All environment variables that count.
    static let variables = [variable, pathVariable]

    /// What there is: the person's own, or else one that shows the text as it is and ends by itself where the screen
    /// holds it.
    private static let usual = ["less -FRX", "more"]

    /// Nil where there is none, or none is wanted.
    init?(environment: [String: String], isThere: (String) -> Bool = Pager.isProgram) {
        let own = environment[Pager.variable]
        // Whoever says "nothing" or "cat" wants no pager.
        if let own, ["", "cat"].contains(own) { return nil }
        let path = environment[Pager.pathVariable] ?? "/usr/bin:/bin"
        let found = ((own.map { [$0] } ?? []) + Pager.usual).first { command in
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

    /// Hands the text over, and waits until the person has read it.
    ///
    /// - Returns: whether it was shown; else it is still to be printed.
    func show(_ text: String) -> Bool {
        guard let input = popen(command, "w") else { return false }
        // Somebody who has read enough closes the pager before it has all.
        let former = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, former) }
        fputs(text, input)
        let status = pclose(input)
        // The shell ends so where it cannot start the pager.
        return status >= 0 && ![126, 127].contains((status >> 8) & 0xff)
    }
}
