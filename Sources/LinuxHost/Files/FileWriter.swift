import Glibc
import Synchronization

/// A new file that is written from its beginning to its end, through a buffer: traces and recordings.
///
/// After an error nothing more is written, and every later call throws that error again: a trace with
/// a hole in it would be read as if it had none. What was not flushed when the writer goes is lost, so
/// whoever makes one calls `close`.
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

    /// Makes the file, or empties it. A terminal, a pipe or /dev/null will do as well.
    package init(path: String) throws(FileError) {
        // Asked before it is anybody's: what is thrown away would close it, and that has an errno of its own.
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

    /// Adds bytes at the end.
    package func write(_ bytes: some Sequence<UInt8> & Sendable) throws(FileError) {
        try change { state in
            state.buffer.append(contentsOf: bytes)
            if state.buffer.count >= FileWriter.bufferSize { self.drain(&state) }
        }
    }

    /// Adds a line and its end.
    package func writeLine(_ line: String) throws(FileError) {
        try change { state in
            state.buffer.append(contentsOf: line.utf8)
            state.buffer.append(UInt8(ascii: "\n"))
            if state.buffer.count >= FileWriter.bufferSize { self.drain(&state) }
        }
    }

    /// Writes over what stands at `offset` already, such as a header that counts what follows it.
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

    /// Reads what was written; fewer bytes where the file ends before.
    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        try change { state in
            self.drain(&state)
            guard state.failure == nil else { return }
            // The file is open for writing alone: one that may not be read can be written all the same.
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

    /// Hands everything to the kernel, so that a reader of the file sees it.
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
