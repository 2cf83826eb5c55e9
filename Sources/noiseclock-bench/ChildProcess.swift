import Glibc

/// A program of the system that runs beside this one. Whoever starts it waits for it.
struct ChildProcess {
    let id: pid_t

    /// How it ended, and the processor time that it and its own children took.
    struct End {
        let status: Int32
        let nanoseconds: Double
        /// So many seconds it had, and was not done; nil: it ended by itself, or was asked to.
        var limit: Int?

        /// Nil: all is well.
        var problem: String? {
            if let limit { return "had not ended after \(limit) s" }
            // wait(2): the signal in the low seven bits, else the exit status in the next byte.
            let signal = status & 0x7F
            let code = (status >> 8) & 0xFF
            if signal != 0 { return "was ended by signal \(signal)" }
            return code == 0 ? nil : "ended with exit status \(code)"
        }
    }

    /// - Parameters:
    ///   - environment: set in addition to this program's own.
    ///   - output: a file that takes what it says; its input is empty.
    init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:],
        output: String = "/dev/null"
    ) throws(RunFailure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        // Whatever this program holds back, the child does not.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = CStrings([path] + arguments)
        let variables = CStrings(ChildProcess.environment(with: environment))
        var id: pid_t = 0
        let error = posix_spawn(
            &id, path, &actions, &attributes, words.pointers, variables.pointers)
        guard error == 0 else {
            throw RunFailure(
                reason: "\(path) cannot be started: \(String(cString: strerror(error)))")
        }
        self.id = id
    }

    /// Waits for its end, and makes one, should it take longer.
    ///
    /// - Parameter limit: seconds, by default more than any of them takes that is well. A browser may never end.
    func wait(atMost limit: Int = 120) -> End {
        // Short ones are looked at often: a race waits for hundreds of them.
        var (waited, pause): (Int32, Int32) = (0, 1)
        while !hasEnded, waited < Int32(limit) * 1000 {
            poll(nil, 0, pause)
            waited += pause
            pause = min(2 * pause, 50)
        }
        guard !hasEnded else { return collect() }
        signal(SIGKILL)
        var end = collect()
        end.limit = limit
        return end
    }

    /// What the kernel keeps of it until somebody asks, for which it waits.
    private func collect() -> End {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(id, &status, 0, &usage) < 0, errno == EINTR {}
        func nanoseconds(_ time: timeval) -> Double {
            Double(time.tv_sec) * 1e9 + Double(time.tv_usec) * 1e3
        }
        return End(
            status: status,
            nanoseconds: nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime))
    }

    /// Whether it has ended; `wait` still has to be called.
    var hasEnded: Bool {
        var information = siginfo_t()
        let found = waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
        // Left untouched while it runs.
        return found != 0 || information.si_signo != 0
    }

    func signal(_ signal: Int32) {
        kill(id, signal)
    }

    /// As long as an orderly end may take before it is ended by force, in waits of 50 ms.
    private static let endAttempts = 100

    /// Asks it to end, and makes it, should it not.
    func end() -> End {
        signal(SIGTERM)
        for _ in 0..<ChildProcess.endAttempts where !hasEnded { poll(nil, 0, 50) }
        if !hasEnded { signal(SIGKILL) }
        return collect()
    }

    // MARK: - Where programs are

    /// The first program of the name on the PATH.
    static func find(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// The folder that this program lies in.
    static var ownFolder: String {
        let path = realPath("/proc/self/exe") ?? CommandLine.arguments.first ?? ""
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    static func realPath(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    private static func environment(with additions: [String: String]) -> [String] {
        var own: [String] = []
        var next = environ
        while let variable = next.pointee {
            own.append(String(cString: variable))
            next += 1
        }
        let kept = own.filter { variable in
            !additions.keys.contains { variable.hasPrefix("\($0)=") }
        }
        return kept + additions.map { "\($0.key)=\($0.value)" }
    }
}

/// Strings as C takes a list of them, for as long as the value lives.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        pointers = strings.map { strdup($0) } + [nil]
    }

    deinit { for pointer in pointers { free(pointer) } }
}
