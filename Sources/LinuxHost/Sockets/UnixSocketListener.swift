import CLinux
package import ClockTime
import Glibc
package import HAL
import Synchronization

/// The control socket: a listening Unix socket, its connections, and one epoll for all.
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
    private static let readSize = 16 * 1024
    /// Bytes written to one peer at a time, for the same reason.
    private static let writeSize = 64 * 1024

    private enum Token {
        static let listener: UInt64 = 0
        static let timer: UInt64 = 1
        static let wakeUp: UInt64 = 2
        /// The first token of a connection.
        static let firstConnection: UInt64 = 3
    }

    private struct Connection {
        let id: ConnectionID
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

        var token: UInt64 { id.number + Token.firstConnection }

        /// The events that epoll should report. EPOLLHUP and EPOLLERR always come.
        var interest: UInt32 {
            // The end of a peer's data stays readable for ever; requested, it would end every wait.
            (hasEnded || isClosing || isAwaitingAnswer || hasUnsent ? 0 : EPOLLIN.rawValue)
                | (hasUnsent ? EPOLLOUT.rawValue : 0)
        }
    }

    private struct State {
        /// The served connections: at most `SocketPlaces.count`, so a search is short. They include closed ones whose
        /// peers have yet to take the queued bytes.
        var connections: [Connection] = []
        /// Those that wait for a place, in order of arrival.
        var waiting: [Connection] = []
        var opened: UInt64 = 0
        /// Events outside `wait`: peers that were cut off in `send`.
        var pending: [ConnectionEvent] = []
        /// Given up briefly to accept and close a connection when descriptors have run out; otherwise the kernel
        /// would report that connection for ever.
        var spare: Descriptor?
        var buffer = [UInt8](repeating: 0, count: readSize)
        var isStopped = false

        /// The index of a connection that is not closed.
        func index(of connection: ConnectionID) -> Int? {
            connections.firstIndex { $0.id == connection && !$0.isClosing }
        }
    }

    private let socket: SocketFile
    private let epoll: Epoll
    private let timer: Timer
    private let wakeUp: WakeUp
    private let time: any TimeSource
    private let places: SocketPlaces
    private let userBehind: @Sendable (Int32) -> UInt32?
    /// Only one thread uses it; the lock, always free, is for the compiler.
    private let state = Mutex(State())

    /// - Parameters:
    /// - path: the socket's path; its folder is made, for us only, if it is missing.
    /// - userBehind: returns the user id at the other end of a connection.
    package init(
        path: String, time: any TimeSource = LinuxClock(),
        userBehind: @escaping @Sendable (Int32) -> UInt32? = UnixSocketListener.user
    ) throws(ListenError) {
        self.time = time
        self.userBehind = userBehind
        places = SocketPlaces(owner: geteuid())
        do {
            epoll = try Epoll()
            timer = try Timer(clock: CLOCK_BOOTTIME)
            wakeUp = try WakeUp()
            try epoll.add(timer.descriptor, token: Token.timer, events: EPOLLIN.rawValue)
            try epoll.add(wakeUp.descriptor, token: Token.wakeUp, events: EPOLLIN.rawValue)
        } catch {
            throw .failed(operation: "prepare to listen on", path: path, errno: error.errno)
        }
        // The backlog: as many as are served may wait in the kernel.
        socket = try SocketFile(listeningAt: path, backlog: Int32(SocketPlaces.count))
        do {
            try epoll.add(
                socket.descriptor, token: Token.listener, events: EPOLLIN.rawValue)
        } catch {
            socket.remove()
            throw .failed(operation: "listen on", path: path, errno: error.errno)
        }
        state.withLock { $0.spare = UnixSocketListener.makeSpare() }
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
            epoll.remove(socket.descriptor)
            state.connections = []
            state.waiting = []
            state.pending = []
            socket.remove()
        }
    }

    package func wait(until deadline: BootTime?) -> [ConnectionEvent] {
        let (hasPending, idleEnd) = state.withLock { state -> (Bool, BootTime?) in
            (!state.pending.isEmpty, nextIdle(state))
        }
        _ = timer.set(to: earlier(deadline, idleEnd)?.nanoseconds)
        let limit = SocketPlaces.count + SocketPlaces.waiting + 3
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
                case Token.listener: accept(&state)
                case Token.timer: _ = timer.consume()
                case Token.wakeUp: _ = wakeUp.consume()
                default: serve(member, &state, &events)
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

    /// Accepts new connections, to wait for a place.
    private func accept(_ state: inout State) {
        guard !state.isStopped else { return }
        // Not inherited, and nonblocking.
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        for _ in 0..<SocketPlaces.count {
            let number = retryingInterrupted {
                accept4(socket.descriptor.number, nil, nil, flags)
            }
            if number < 0, errno == EMFILE || errno == ENFILE {
                state.spare = nil
                // Discarded as soon as it is accepted, which closes it.
                _ = try? Descriptor(
                    accept4(socket.descriptor.number, nil, nil, flags), from: "accept")
                state.spare = UnixSocketListener.makeSpare()
                return
            }
            guard let descriptor = try? Descriptor(number, from: "accept") else { return }
            guard let user = userBehind(number),
                places.mayWait(user, beside: state.waiting.map(\.user))
            else { continue }
            state.opened += 1
            let connection = Connection(
                id: ConnectionID(state.opened), descriptor: descriptor, user: user,
                lastActive: time.now().boot)
            // Until it has a place, only hang-ups are reported.
            let added: Void? = try? epoll.add(descriptor, token: connection.token, events: 0)
            if added != nil { state.waiting.append(connection) }
        }
    }

    /// Gives places to the waiting connections in order, including those of idle ones.
    private func admit(_ state: inout State, _ events: inout [ConnectionEvent]) {
        var place = 0
        while place < state.waiting.count {
            let user = state.waiting[place].user
            if !places.mayEnter(user, beside: state.connections.map(\.user)) {
                guard let idle = idle(for: user, state) else {
                    place += 1
                    continue
                }
                let connection = state.connections.remove(at: idle)
                if !connection.isClosing { events.append(.closed(connection.id)) }
                continue
            }
            var connection = state.waiting.remove(at: place)
            connection.lastActive = time.now().boot
            state.connections.append(connection)
            updateInterest(connection)
            events.append(.opened(connection.id))
        }
    }

    /// The index of the longest-idle connection that is over the limit and whose end would let `user` in.
    private func idle(for user: uid_t, _ state: State) -> Int? {
        let now = time.now().boot
        return state.connections.indices.filter { index in
            let connection = state.connections[index]
            guard let end = idleEnd(of: connection), end <= now else { return false }
            var others = state.connections.map(\.user)
            others.remove(at: index)
            return places.mayEnter(user, beside: others)
        }.min { state.connections[$0].lastActive < state.connections[$1].lastActive }
    }

    /// When a connection will have been idle for too long if nothing moves; nil while it awaits an answer, or is kept
    /// and takes what it is sent.
    private func idleEnd(of connection: Connection) -> BootTime? {
        if connection.isAwaitingAnswer || connection.isKept && !connection.hasUnsent { return nil }
        return connection.lastActive + UnixSocketListener.longestIdle
    }

    /// When the next place may become free, if somebody waits.
    private func nextIdle(_ state: State) -> BootTime? {
        guard !state.waiting.isEmpty else { return nil }
        let now = time.now().boot
        // Connections whose end would let nobody in are checked at most once per interval.
        return state.connections.compactMap(idleEnd).filter { $0 > now }.min()
            ?? now + UnixSocketListener.longestIdle
    }

    private func serve(
        _ member: Epoll.Ready, _ state: inout State, _ events: inout [ConnectionEvent]
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
    private func flush(_ connection: inout Connection) -> Bool {
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

    private func updateInterest(_ connection: Connection) {
        epoll.change(
            connection.descriptor, token: connection.token, events: connection.interest)
    }

    private static func makeSpare() -> Descriptor? {
        try? Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC), from: "open")
    }
}
