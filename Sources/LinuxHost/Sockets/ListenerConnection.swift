import CLinux
import ClockTime
import Glibc
import HAL

/// A connection of a `UnixSocketListener`.
struct ListenerConnection {
    let id: ConnectionID
    let door: Door
    let descriptor: Descriptor
    let user: uid_t
    /// When bytes last moved, or an answer was due.
    var lastActive: BootTime
    var queued: [UInt8] = []
    /// How many queued bytes have been sent.
    var sent = 0
    /// The peer waits for an answer.
    var isAwaitingAnswer = false
    var isKept = false  // it watches (`keep`)
    /// The peer sends nothing more.
    var hasEnded = false
    /// Closed for the caller; it ends when its queued bytes are sent.
    var isClosing = false

    var hasUnsent: Bool { sent < queued.count }

    var token: UInt64 { id.number + ListenerToken.firstConnection }

    /// The events that epoll should report. EPOLLHUP and EPOLLERR always come.
    var interest: UInt32 {
        // The end of a peer's data stays readable for ever; requested, it would end every wait.
        (hasEnded || isClosing || isAwaitingAnswer || hasUnsent ? 0 : EPOLLIN.rawValue)
            | (hasUnsent ? EPOLLOUT.rawValue : 0)
    }
}

/// What a `UnixSocketListener` knows of its connections.
struct ListenerState {
    /// The served connections: at most `SocketPlaces.count` a door, so a search is short. They include closed ones whose
    /// peers have yet to take the queued bytes.
    var connections: [ListenerConnection] = []
    /// Those that wait for a place, in order of arrival.
    var waiting: [ListenerConnection] = []
    var opened: UInt64 = 0
    /// Events outside `wait`: peers that were cut off in `send`.
    var pending: [ConnectionEvent] = []
    /// Given up briefly to accept and close a connection when descriptors have run out; otherwise the kernel
    /// would report that connection for ever.
    var spare: Descriptor?
    var buffer = [UInt8](repeating: 0, count: UnixSocketListener.readSize)
    var isStopped = false

    /// The index of a connection that is not closed.
    func index(of connection: ConnectionID) -> Int? {
        connections.firstIndex { $0.id == connection && !$0.isClosing }
    }
}

/// How epoll names what it watches.
enum ListenerToken {
    static let timer: UInt64 = 0
    static let wakeUp: UInt64 = 1
    /// The first of the doors.
    static let firstDoor: UInt64 = 2
    /// The first of the connections.
    static let firstConnection: UInt64 = 8
}

/// A listening socket, and who gets its places.
struct OpenDoor: Sendable {
    let door: Door
    let socket: SocketFile
    let places: SocketPlaces
    let token: UInt64
}
