import Glibc
import Synchronization

/// Writes a new file from beginning to end through a buffer: traces and recordings.
///
/// After an error nothing more is written, and every later call throws that error again: a trace with a gap would be
/// read as if it were complete. Unflushed bytes are lost with the writer, so its owner must call `close`.
package final class FileWriter: Sendable {
    private struct State {
        var buffer: [UInt8] = []
        var failure: FileError?
        var isClosed = false
    }

    private let path: String
    private let number: Int32
    private let state = Mutex(State())

    /// Few enough calls for a day of traces, and little enough to lose.
    private static let bufferSize = 65_536

    /// Creates or truncates the file. A terminal, a pipe or /dev/null works too.
    package init(path: String) throws(FileError) {
        // Checked before anything owns it: a discarded owner would close it and overwrite errno.
        let opened = retryingInterrupted {
            open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        }
        guard opened >= 0 else { throw .failed(operation: "write", path: path, errno: errno) }
        self.path = path
        number = opened
        state.withLock { $0.buffer.reserveCapacity(FileWriter.bufferSize) }
    }

    deinit {
        let isClosed = state.withLock { $0.isClosed }
        if !isClosed { _ = Glibc.close(number) }
    }

    /// Appends bytes.
    package func write(_ bytes: some Sequence<UInt8> & Sendable) throws(FileError) {
        try change { state in
            state.buffer.append(contentsOf: bytes)
            if state.buffer.count >= FileWriter.bufferSize { self.drain(&state) }
        }
    }

    /// Appends a line and its end.
    package func writeLine(_ line: String) throws(FileError) {
        try change { state in
            state.buffer.append(contentsOf: line.utf8)
            state.buffer.append(UInt8(ascii: "\n"))
            if state.buffer.count >= FileWriter.bufferSize { self.drain(&state) }
        }
    }

    /// Leaves a gap of zeros, which takes no room on the disk. At the file's end something must follow it.
    package func skip(_ count: Int) throws(FileError) {
        try change { state in
            self.drain(&state)
            guard state.failure == nil else { return }
            if lseek(self.number, off_t(count), SEEK_CUR) < 0 { self.fail(&state) }
        }
    }

    /// Overwrites bytes at `offset`, such as a header that counts what follows it.
    package func overwrite(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try change { state in
            self.drain(&state)
            guard state.failure == nil else { return }
            var done = 0
            while done < bytes.count {
                let count = bytes[done...].withUnsafeBytes { rest in
                    retryingInterrupted {
                        pwrite(self.number, rest.baseAddress, rest.count, offset + done)
                    }
                }
                guard count > 0 else { return self.fail(&state) }
                done += count
            }
        }
    }

    /// Reads what was written; fewer bytes if the file ends earlier.
    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        try change { state in
            self.drain(&state)
            guard state.failure == nil else { return }
            // The file is open only for writing: a file without read permission can still be written.
            let source = retryingInterrupted { open(self.path, O_RDONLY | O_CLOEXEC) }
            guard source >= 0 else { return self.fail(&state) }
            defer { _ = Glibc.close(source) }
            while done < count {
                let got = bytes[done...].withUnsafeMutableBytes { rest in
                    retryingInterrupted {
                        pread(source, rest.baseAddress, rest.count, offset + done)
                    }
                }
                guard got >= 0 else { return self.fail(&state) }
                if got == 0 { break }
                done += got
            }
        }
        return Array(bytes.prefix(done))
    }

    /// Hands everything to the kernel, so that readers of the file see it.
    package func flush() throws(FileError) {
        try change { self.drain(&$0) }
    }

    /// Flushes and closes. A second call does nothing.
    package func close() throws(FileError) {
        guard !state.withLock({ $0.isClosed }) else { return }
        defer {
            state.withLock { state in
                if !state.isClosed { _ = Glibc.close(number) }
                state.isClosed = true
            }
        }
        try flush()
    }

    private func change(_ body: (inout State) -> Void) throws(FileError) {
        let failure = state.withLock { state -> FileError? in
            if state.isClosed { return .failed(operation: "write", path: path, errno: EBADF) }
            if state.failure == nil { body(&state) }
            return state.failure
        }
        if let failure { throw failure }
    }

    private func drain(_ state: inout State) {
        var done = 0
        while done < state.buffer.count {
            let count = state.buffer[done...].withUnsafeBytes { rest in
                retryingInterrupted { Glibc.write(number, rest.baseAddress, rest.count) }
            }
            guard count > 0 else { return fail(&state) }
            done += count
        }
        state.buffer.removeAll(keepingCapacity: true)
    }

    private func fail(_ state: inout State) {
        state.failure = .failed(operation: "write", path: path, errno: errno)
        state.buffer = []
    }
}
