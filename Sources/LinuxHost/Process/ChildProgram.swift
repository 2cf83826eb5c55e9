import CLinux
import Glibc
import HAL

/// Starts programs of ours as child processes.
enum ChildProgram {
    /// Where a program of ours may be: beside this one, as built and installed, or where those are that nobody calls by
    /// hand (`bin` and `libexec` of one prefix).
    static func places(of name: String) -> [String] {
        guard let folder = ProgramFolder.path else { return [] }
        return [name, "../libexec/noiseclock/\(name)"].map { "\(folder)/\($0)" }
    }

    /// The child has no environment, no signal settings of ours, and no descriptors but the given ones.
    ///
    /// - Parameter descriptors: what each of its descriptors is here, from 0 on without gaps; nil: /dev/null.
    static func spawn(
        _ program: String, _ arguments: [String], descriptors: [Int32?]
    ) throws(HostError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, source) in descriptors.enumerated() {
            if let source {
                posix_spawn_file_actions_adddup2(&actions, source, Int32(number))
            } else {
                posix_spawn_file_actions_addopen(
                    &actions, Int32(number), "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
            }
        }
        // All of ours are close-on-exec; a library's may not be.
        posix_spawn_file_actions_addclosefrom_np(&actions, Int32(descriptors.count))
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var process = pid_t()
        let code = posix_spawn(&process, program, &actions, &attributes, &words, &environment)
        guard code == 0 else { throw HostError(operation: "starting \(program)", errno: code) }
        return process
    }
}
