import CLinux
import ClockClient
import CMicrohttpd
import ClockTime
import Control
import Glibc
import Synchronization

/// HTTP before the clock.
///
/// Theory of operation. Two threads do nearly everything. libmicrohttpd's thread owns the connections from the network:
/// it calls back for each head, each piece of a body and each whole request (`HTTPServer+Requests`). `ClockLink`'s
/// thread owns the connections to the clock's socket. A whole request suspends its connection, and hands its line to
/// the link with a closure; the reply sets the answer and resumes it. `Description` answers in the same way, from a
/// thread that ends. An event stream is the same with many replies (`EventStream`). The link's thread also counts the
/// time: it ends whoever is too slow, and sends the streams' signs of life.
///
///     network ── FrontDoor (RequestRules, Router) ──▶ Question ── ClockLink ──▶ network.sock
///     network ◀── HTTPAnswer ◀── HTTPReply ◀───────── reply line ◀─────────────── the clock
///
/// Everything that decides is a value without a socket: `RequestRules` what a head may say, `Router` what it asks for,
/// `ConnectionTable` who holds a place, `EventQueue` what a stream has yet to send. The clock checks every token itself. This
/// program keeps nothing, and knows nothing that a paired device has not just said.
///
/// The locks, in the order in which one thread may take them: the server's, a connection's, a stream's, the library's own.
final class HTTPServer: Sendable {
    struct State {
        var table = ConnectionTable()
        var connections: [UInt64: HTTPConnection] = [:]
        var lastNumber: UInt64 = 0
        /// Counts the lines to the clock.
        var lastLine: UInt64 = 0
        /// The connection whose file comes or goes; others wait.
        var fileHolder: UInt64?
        /// The library's handle; 0 before the start and after the end.
        var daemon: UInt = 0
        var nextBeat: BootTime?
    }

    /// How often a stream says that it is alive.
    static let beat = Duration.seconds(2)
    /// How often the table is asked who is too slow.
    static let watch = Duration.seconds(1)
    /// Connections that the library takes: those of the table, and those that just gave up their places.
    private static let mostConnections = UInt32(2 * ConnectionTable.most)
    /// Seconds of silence until the library ends a connection that is not suspended.
    private static let mostSilence: UInt32 = 10
    /// Bytes for a connection's head and the head of its answer. What does not fit is a 431.
    private static let connectionMemory = 24 * 1024
    /// How long the peer may leave bytes unconfirmed, in milliseconds (tcp(7)): a phone that left the house says nothing.
    private static let mostUnconfirmed: Int32 = 20_000

    let door: FrontDoor
    let clock: ClockLink
    /// Where files are kept on their way.
    let folder: String
    /// Begins the id of each line. The clock takes an id for the key of a change without one, so none may come twice.
    let idPrefix: String
    let description = Description()
    let state = Mutex(State())

    init(door: FrontDoor, clock: ClockLink, folder: String, idPrefix: String) {
        self.door = door
        self.clock = clock
        self.folder = folder
        self.idPrefix = idPrefix
    }

    /// Begins to answer. The link must be started with `tick`.
    ///
    /// - Parameter listener: is closed at the end.
    func start(_ listener: ListeningSocket) throws(StartError) {
        let own = OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
        let flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        let options: [any CVarArg] = [
            MHD_OPTION.LISTEN_SOCKET.rawValue, listener.descriptor,
            MHD_OPTION.CONNECTION_LIMIT.rawValue, HTTPServer.mostConnections,
            MHD_OPTION.CONNECTION_TIMEOUT.rawValue, HTTPServer.mostSilence,
            MHD_OPTION.CONNECTION_MEMORY_LIMIT.rawValue, HTTPServer.connectionMemory,
            MHD_OPTION.NOTIFY_CONNECTION.rawValue, HTTPCallbacks.connection, own,
            MHD_OPTION.URI_LOG_CALLBACK.rawValue, HTTPCallbacks.target, own,
            MHD_OPTION.NOTIFY_COMPLETED.rawValue, HTTPCallbacks.completion, own,
            MHD_OPTION.END.rawValue,
        ]
        let daemon = withVaList(options) {
            MHD_start_daemon_va(
                flags, 0, nil, nil, HTTPCallbacks.request, UnsafeMutableRawPointer(own), $0)
        }
        guard let daemon else { throw StartError("cannot start libmicrohttpd", errno) }
        state.withLock { $0.daemon = UInt(bitPattern: daemon) }
    }

    /// Ends all connections; whoever owes answers first, so that none stays suspended.
    func stop() {
        clock.stop()
        description.stop()
        let daemon = state.withLock { state in
            for connection in state.connections.values { connection.stream?.end() }
            defer { state.daemon = 0 }
            return state.daemon
        }
        if daemon != 0 { MHD_stop_daemon(OpaquePointer(bitPattern: daemon)) }
    }

    // MARK: - Connections

    /// Takes a newcomer in, and ends whoever gives up a place for it.
    func open(_ handle: OpaquePointer) -> HTTPConnection {
        let socket = noiseclock_http_socket(handle)
        var unconfirmed = HTTPServer.mostUnconfirmed
        setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &unconfirmed,
            socklen_t(MemoryLayout<Int32>.size))
        // The longest address of IPv6 has 45 characters.
        var text = [CChar](repeating: 0, count: 48)
        noiseclock_http_peer(handle, &text, text.count)
        let address = String(upToZero: text)
        let (connection, isFirst) = state.withLock { state in
            state.lastNumber += 1
            let connection = HTTPConnection(
                number: state.lastNumber, socket: socket, handle: UInt(bitPattern: handle))
            let leaver = state.table.open(connection.number, from: address, at: bootTime())
            if let leaver { state.connections[leaver]?.end() }
            state.connections[connection.number] = connection
            return (connection, state.connections.count == 1)
        }
        // The link's thread slept for as long as there was nobody.
        if isFirst { clock.wake() }
        return connection
    }

    func close(_ connection: HTTPConnection) {
        state.withLock { state in
            state.table.close(connection.number)
            state.connections[connection.number] = nil
            if state.fileHolder == connection.number { state.fileHolder = nil }
        }
    }

    /// On the link's thread.
    ///
    /// - Returns: when to come again; nil while there is no connection.
    func tick(_ now: BootTime) -> BootTime? {
        state.withLock { state in
            guard !state.connections.isEmpty else {
                state.nextBeat = nil
                return nil
            }
            for number in state.table.expire(at: now) { state.connections[number]?.end() }
            let beat = state.nextBeat ?? now + HTTPServer.beat
            state.nextBeat = beat
            if beat <= now {
                state.nextBeat = now + HTTPServer.beat
                for connection in state.connections.values {
                    if let stream = connection.stream, !stream.beat() { connection.end() }
                }
            }
            return min(now + HTTPServer.watch, state.nextBeat ?? beat)
        }
    }
}
