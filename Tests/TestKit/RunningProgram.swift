package import Glibc
import Synchronization

/// A program that runs beside the test.
///
/// Foundation's `Process` watches its children with its own thread and sockets, which not every kernel that runs
/// the tests supports; this uses `posix_spawn` and `waitpid`.
package final class RunningProgram: Sendable {
    package let identifier: pid_t
    /// The read end of its standard output; closed with the value.
    private let output: Int32
    /// The exit status, once it is known.
    private let ended = Mutex<Int32?>(nil)

    /// - Parameters:
    ///   - environment: the complete environment.
    ///   - errors: the file for its standard error, created anew.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String], folder: String,
        errors: String
    ) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw WorkbenchError(errno: errno) }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(
            &actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
        // `env` changes the directory and then becomes the program.
        var words = (["env", "-C", folder, path] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var identifier = pid_t()
        let code = posix_spawn(&identifier, "/usr/bin/env", &actions, nil, &words, &variables)
        guard code == 0 else {
            close(ends[0])
            throw WorkbenchError(errno: code)
        }
        self.identifier = identifier
        output = ends[0]
    }

    deinit { close(output) }

    package func send(_ signal: Int32) { kill(identifier, signal) }

    /// The next line of the output, without its end; what came, if the program closed it before.
    package func readLine() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(output, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != UInt8(ascii: "\n") else {
                return String(decoding: bytes, as: UTF8.self)
            }
            bytes.append(byte)
        }
    }

    /// The output until the program closed it.
    package func readOutput() -> String {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(output, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += block[..<count]
        }
    }

    /// Waits for its end.
    ///
    /// - Returns: the exit status; if a signal killed it, the signal's number, negative.
    @discardableResult
    package func waitForEnd() -> Int32 { end(waiting: true) ?? 0 }

    package var isRunning: Bool { end(waiting: false) == nil }

    private func end(waiting: Bool) -> Int32? {
        ended.withLock { ended in
            if let ended { return ended }
            var status: Int32 = 0
            var result: pid_t
            repeat {
                result = waitpid(identifier, &status, waiting ? 0 : WNOHANG)
            } while result < 0 && errno == EINTR
            guard result == identifier else { return nil }
            let signal = status & 0x7F
            ended = signal == 0 ? status >> 8 & 0xFF : -signal
            return ended
        }
    }
}
