import BoundedJSON
import CMicrohttpd
import Control
import Glibc
import Synchronization

/// An event stream: the clock's thread fills it, and the server's thread takes from it.
///
/// If there is nothing to take, the connection is suspended, and whoever adds something resumes it. Both happen under the
/// lock, so that each suspension has its one end.
final class EventStream: Sendable {
    private struct State {
        var queue = EventQueue()
        var isEnded = false
        var isSuspended = false
    }

    private let state = Mutex(State())
    /// The library's handle of the connection.
    private let handle: UInt
    /// Called when the library needs the stream no more.
    let didClose: @Sendable () -> Void

    init(handle: UInt, didClose: @escaping @Sendable () -> Void) {
        self.handle = handle
        self.didClose = didClose
    }

    /// Adds a watched reply.
    ///
    /// - Returns: false if the stream has ended, or must end because its reader lags.
    func add(_ reply: WatchedLine) -> Bool {
        change { $0.add(reply.query, reply.data) }
    }

    /// Adds the sign of life.
    func beat() -> Bool {
        change { $0.beat() }
    }

    /// What waits goes first.
    func end() {
        state.withLock { state in
            state.isEnded = true
            resume(&state)
        }
    }

    private func change(_ body: (inout EventQueue) -> Bool) -> Bool {
        state.withLock { state in
            guard !state.isEnded else { return false }
            let isTaken = body(&state.queue)
            resume(&state)
            return isTaken
        }
    }

    private func resume(_ state: inout State) {
        guard state.isSuspended else { return }
        state.isSuspended = false
        MHD_resume_connection(OpaquePointer(bitPattern: handle))
    }

    /// As MHD_ContentReaderCallback.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            let count = state.queue.take(into: room)
            if count > 0 { return count }
            guard !state.isEnded else { return HTTPCallbacks.end }
            state.isSuspended = true
            MHD_suspend_connection(OpaquePointer(bitPattern: handle))
            return 0
        }
    }
}

/// A line of a watching connection: which query it answers, and what the event says.
struct WatchedLine: Sendable {
    var query: String
    /// The reply as the query's own GET has it, on one line without its end.
    var data: ArraySlice<UInt8>

    /// Nil for a line that answers no query, such as the refusal of the whole watch.
    init?(_ line: JSONValue) {
        guard case .object(var fields) = line, case .string(let query)? = fields["query"],
            !query.contains(where: \.isNewline)
        else { return nil }
        self.query = query
        fields["id"] = nil
        fields["query"] = nil
        data = JSONValue.object(fields).line().dropLast()
    }
}
