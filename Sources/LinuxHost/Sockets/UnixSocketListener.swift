import CLinux
package import ClockTime
import Glibc
package import HAL
import Synchronization

/// The control socket, and the one for programs that face the network: listening Unix sockets, their connections, and one
/// epoll for all.
///
/// A peer is trusted to belong to the household (the file's mode ensures that), but not to behave well. It may be
/// slow, silent, talkative or gone, and must not cost the clock more than stated below. Data is passed on in pieces
/// as it comes; the control host splits it into lines. A peer that closes only its sending side still gets its
/// answers. Epoll tells it from one that is gone, which hangs up (EPOLLHUP, epoll_ctl(2)).
package final class UnixSocketListener: ConnectionListener {
    /// A connection that is idle for this long gives up its place if somebody waits for one.
    package static let longestIdle = Duration.seconds(10)
    /// Unsent bytes that wait for one peer, beside the kernel's buffer: the longest list of alarms that fits into the
    /// stored state.
    package static let mostUnsentBytes = 4 * 1024 * 1024
    /// Bytes read from one peer at a time, so that a talkative one does not hold up the others.
    static let readSize = 16 * 1024
    /// Bytes written to one peer at a time, for the same reason.
    private static let writeSize = 64 * 1024

    let doors: [OpenDoor]
    let epoll: Epoll
    private let timer: Timer
    private let wakeUp: WakeUp
    let time: any TimeSource
    let userBehind: @Sendable (Int32) -> UInt32?
    /// Only one thread uses it; the lock, always free, is for the compiler.
    private let state = Mutex(ListenerState())

    /// - Parameters:
    /// - path: the control socket's path; its folder is made, for us only, if it is missing.
    /// - networkPath: the path of the socket for programs that face the network; nil: there is none.
    /// - userBehind: returns the user id at the other end of a connection.
    package init(
        path: String, networkPath: String? = nil, time: any TimeSource = LinuxClock(),
        userBehind: @escaping @Sendable (Int32) -> UInt32? = UnixSocketListener.user
    ) throws(ListenError) {
        self.time = time
        self.userBehind = userBehind
        do {
            epoll = try Epoll()
            timer = try Timer(clock: CLOCK_BOOTTIME)
            wakeUp = try WakeUp()
            try epoll.add(timer.descriptor, token: ListenerToken.timer, events: EPOLLIN.rawValue)
            try epoll.add(wakeUp.descriptor, token: ListenerToken.wakeUp, events: EPOLLIN.rawValue)
        } catch {
            throw .failed(operation: "prepare to listen on", path: path, errno: error.errno)
        }
        var doors = [try UnixSocketListener.open(.control, at: path, in: epoll)]
        if let networkPath {
            do throws(ListenError) {
                doors.append(try UnixSocketListener.open(.network, at: networkPath, in: epoll))
            } catch {
                doors[0].socket.remove()
                throw error
            }
        }
        self.doors = doors
        state.withLock { $0.spare = UnixSocketListener.makeSpare() }
    }

    /// Its members may use the network's socket. They need not be those of the household's.
    private static let networkGroup = "noiseclock-web"

    private static func open(
        _ door: Door, at path: String, in epoll: Epoll
    ) throws(ListenError) -> OpenDoor {
        let places = SocketPlaces(of: door, owner: geteuid())
        // The backlog: as many as are served may wait in the kernel.
        let socket = try SocketFile(listeningAt: path, backlog: Int32(places.count))
        let token = ListenerToken.firstDoor + (door == .control ? 0 : 1)
        do {
            try epoll.add(socket.descriptor, token: token, events: EPOLLIN.rawValue)
        } catch {
            socket.remove()
            throw .failed(operation: "listen on", path: path, errno: error.errno)
        }
        if door == .network { socket.give(to: networkGroup) }
        return OpenDoor(door: door, socket: socket, places: places, token: token)
    }

    deinit {
        stop()
    }

    /// Whether a program listens there. False where that cannot be found out.
    package static func isServed(_ path: String) -> Bool {
        SocketFile.isServed(path)
    }

    /// The user at the other end of a Unix socket when it connected (unix(7), SO_PEERCRED).
    @Sendable
    package static func user(behind socket: Int32) -> UInt32? {
        // struct ucred, which the C library hides from Swift.
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
            return nil
        }
        return credentials.user
    }

    /// Closes all connections and removes the socket's file. A second call does nothing; a later `wait` only waits.
    package func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            // Connections that nobody accepts would otherwise end every wait at once.
            for door in doors { epoll.remove(door.socket.descriptor) }
            state.connections = []
            state.waiting = []
            state.pending = []
            for door in doors { door.socket.remove() }
        }
    }

    package func wait(until deadline: BootTime?) -> [ConnectionEvent] {
        let (hasPending, idleEnd) = state.withLock { state -> (Bool, BootTime?) in
            (!state.pending.isEmpty, nextIdle(state))
        }
        _ = timer.set(to: earlier(deadline, idleEnd)?.nanoseconds)
        let limit = doors.reduce(2) { $0 + $1.places.count + $1.places.waiting + 1 }
        guard let ready = epoll.wait(limit: limit, looking: hasPending) else {
            // As in `LinuxWaiter.wait`: this cannot happen, and must not spin.
            usleep(50_000)
            return []
        }
        return state.withLock { state in
            var events = state.pending
            state.pending = []
            for member in ready {
                switch member.token {
                case ListenerToken.timer: _ = timer.consume()
                case ListenerToken.wakeUp: _ = wakeUp.consume()
                case let token:
                    if let door = doors.first(where: { $0.token == token }) {
                        accept(at: door, &state)
                    } else {
                        serve(member, &state, &events)
                    }
                }
            }
            admit(&state, &events)
            return events
        }
    }

    @discardableResult
    package func send(_ bytes: [UInt8], to connection: ConnectionID) -> Bool {
        state.withLock { state in
            guard let index = state.index(of: connection) else { return true }
            state.connections[index].queued.append(contentsOf: bytes)
            let isAlive = flush(&state.connections[index])
            let unsent = state.connections[index].queued.count - state.connections[index].sent
            if !isAlive || unsent > UnixSocketListener.mostUnsentBytes {
                state.connections.remove(at: index)
                state.pending.append(.closed(connection))
                return false
            }
            return unsent == 0
        }
    }

    package func setReading(_ isReading: Bool, from connection: ConnectionID) {
        state.withLock { state in
            guard let index = state.index(of: connection) else { return }
            state.connections[index].isAwaitingAnswer = !isReading
            state.connections[index].lastActive = time.now().boot
            updateInterest(state.connections[index])
        }
    }

    package func keep(_ connection: ConnectionID) {
        state.withLock { state in
            guard let index = state.index(of: connection) else { return }
            state.connections[index].isKept = true
        }
    }

    package func close(_ connection: ConnectionID) {
        state.withLock { state in
            guard let index = state.index(of: connection) else { return }
            state.connections[index].isClosing = true
            let isAlive = flush(&state.connections[index])
            if !isAlive || !state.connections[index].hasUnsent {
                state.connections.remove(at: index)
            }
        }
    }

    package func notify() {
        wakeUp.signal()
    }

    private func serve(
        _ member: Epoll.Ready, _ state: inout ListenerState, _ events: inout [ConnectionEvent]
    ) {
        guard let index = state.connections.firstIndex(where: { $0.token == member.token }) else {
            // A waiting connection can only hang up.
            state.waiting.removeAll { $0.token == member.token }
            return
        }
        let id = state.connections[index].id
        let hasHungUp = member.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
        var isAlive = true
        if member.events & EPOLLOUT.rawValue != 0 {
            isAlive = flush(&state.connections[index])
            if isAlive, !state.connections[index].hasUnsent, !state.connections[index].isClosing {
                events.append(.sent(id))
            }
        }
        if state.connections[index].interest & EPOLLIN.rawValue == 0
            || member.events & ~EPOLLOUT.rawValue == 0
        {
            isAlive = isAlive && !hasHungUp
        } else {
            state.connections[index].lastActive = time.now().boot
            let number = state.connections[index].descriptor.number
            let received = ReceivedBytes.receive(from: number, into: &state.buffer)
            let count = received.count
            if let file = received.file { events.append(.passed(id, file)) }
            if received.hasSurplus { events.append(.passedTooMuch(id)) }
            if count > 0 {
                events.append(.received(id, Array(state.buffer[..<count])))
                // Data from before a failed write still counts; the end follows it.
                return
            }
            let hasEnded = count == 0 && !hasHungUp
            isAlive = isAlive && (hasEnded || (count < 0 && errno == EAGAIN))
            if isAlive, hasEnded {
                state.connections[index].hasEnded = true
                updateInterest(state.connections[index])
                events.append(.ended(id))
            }
        }
        let connection = state.connections[index]
        guard isAlive else {
            state.connections.remove(at: index)
            if !connection.isClosing { events.append(.closed(id)) }
            return
        }
        if connection.isClosing, !connection.hasUnsent { state.connections.remove(at: index) }
    }

    /// Sends in pieces what the kernel takes without waiting, and requests an event when it takes more.
    ///
    /// - Returns: false if the peer is gone.
    private func flush(_ connection: inout ListenerConnection) -> Bool {
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        var isAlive = true
        if connection.hasUnsent {
            let end = min(connection.queued.count, connection.sent + UnixSocketListener.writeSize)
            let count = connection.queued[connection.sent..<end].withUnsafeBytes { piece in
                retryingInterrupted {
                    Glibc.send(connection.descriptor.number, piece.baseAddress, piece.count, flags)
                }
            }
            if count > 0 {
                connection.sent += count
                connection.lastActive = time.now().boot
            } else {
                isAlive = count < 0 && errno == EAGAIN
            }
        }
        if !connection.hasUnsent {
            connection.queued = []
            connection.sent = 0
        }
        updateInterest(connection)
        return isAlive
    }

    func updateInterest(_ connection: ListenerConnection) {
        epoll.change(
            connection.descriptor, token: connection.token, events: connection.interest)
    }
}
