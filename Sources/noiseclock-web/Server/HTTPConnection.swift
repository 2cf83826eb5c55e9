import CMicrohttpd
import Glibc
import Synchronization

/// A connection from the network, from its beginning to its end. Requests follow each other on it.
final class HTTPConnection: Sendable {
    /// Where the request stands.
    enum Stage: Sendable {
        /// Nothing is there, or the answer goes out.
        case idle
        /// The target was seen; the rest of the head comes.
        case head(String)
        /// The clock said whether the file may come: nil, or why not.
        case judged(RequestHead, Question, HTTPAnswer?)
        /// The body comes.
        case body(Intake)
        /// Whatever comes is dropped; then follows the answer. The number of bytes that came.
        case dropping(HTTPAnswer, Int)
        /// The clock is asked, and the connection suspended until `resume`.
        case asked
        case answer(HTTPAnswer)
        /// The stream is there and not yet begun.
        case opened(EventStream)
        case stream(EventStream)
    }

    /// In the order of arrival, from 1.
    let number: UInt64
    let socket: Int32
    /// The library's handle. It stays good until the connection is closed, and a suspended one is not closed.
    let handle: UInt
    private let stage = Mutex(Stage.idle)

    init(number: UInt64, socket: Int32, handle: UInt) {
        self.number = number
        self.socket = socket
        self.handle = handle
    }

    /// Takes the stage out; `idle` remains until there is a next one.
    func takeStage() -> Stage {
        stage.withLock { stage in
            defer { stage = .idle }
            return stage
        }
    }

    func set(_ next: Stage) {
        stage.withLock { $0 = next }
    }

    /// Lets the connection rest until `resume`. Only on the server's thread, while it handles the request.
    func suspend() {
        stage.withLock { stage in
            stage = .asked
            MHD_suspend_connection(OpaquePointer(bitPattern: handle))
        }
    }

    /// Goes on with this stage, if the connection is suspended for the clock.
    func resume(_ next: Stage) {
        stage.withLock { stage in
            guard case .asked = stage else { return }
            stage = next
            MHD_resume_connection(OpaquePointer(bitPattern: handle))
        }
    }

    /// The stream, if there is one that has begun.
    var stream: EventStream? {
        stage.withLock { if case .stream(let stream) = $0 { stream } else { nil } }
    }

    /// Whether the peer has ended the connection and all that it sent is read.
    var hasLeft: Bool {
        let count = noiseclock_http_peek(socket)
        return count == 0 || (count < 0 && errno != EAGAIN)
    }

    /// Makes the peer see the end, and the library close the connection. Only while the connection is in the server's list:
    /// afterwards the socket may be another's.
    func end() {
        stream?.end()
        shutdown(socket, Int32(SHUT_RDWR))
    }
}

/// A request whose body is not whole yet.
struct Intake: Sendable {
    enum Purpose: Sendable {
        case ask(Question)
        case follow([String], AccessToken?)
        case describe(FileWish)
    }

    var purpose: Purpose
    var bytes: [UInt8] = []
    var file: UnnamedFile?
    var count = 0
}
