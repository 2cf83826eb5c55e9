import CLinux
package import ClockTime
import Glibc
package import HAL
import Synchronization

/// The control socket: a listening Unix socket, its connections, and one epoll over them all.
///
/// A peer is trusted to be one of the household (the file's mode sees to that), not to behave well: it
/// may be slow, silent, talkative or gone, and none of that may cost the clock more than stated below.
/// What a peer sent is read in pieces as it comes; where lines end is the control host's business. A
/// peer that closes its sending side alone has ended what it says and still hears the answers; epoll
/// tells it from one that is gone, which hangs up (EPOLLHUP, epoll_ctl(2)).
package final class UnixSocketListener: ConnectionListener {
    /// Connections at once (law, section 20), those among them that are closed here but whose peers
    /// have yet to take what is queued. One more is closed as soon as it is there.
    package static let mostConnections = 16
    /// Bytes that wait for one peer to read them, beside what the kernel buffers: the longest list of
    /// alarms that fits into the stored state.
    package static let mostUnsentBytes = 4 * 1024 * 1024
    /// Bytes read from one peer at a time, so that a talkative one does not keep the others waiting.
    private static let readSize = 16 * 1024

    private enum Token {
        static let listener: UInt64 = 0
        static let timer: UInt64 = 1
        static let wakeUp: UInt64 = 2
        /// Connections count from here.
        static let firstConnection: UInt64 = 3
    }

    private struct Connection {
        let id: ConnectionID
        let descriptor: Descriptor
        var unsent: [UInt8] = []
        /// The peer sends nothing more.
        var hasEnded = false
        /// Nobody here knows it any more; it goes with the last of `unsent`.
        var isClosing = false

        var token: UInt64 { id.number + Token.firstConnection }

        /// What epoll is to report. EPOLLHUP and EPOLLERR come unasked.
        var interest: UInt32 {
            // The end of what a peer says stays readable for ever; asked for, it would end every wait.
            (hasEnded || isClosing ? 0 : EPOLLIN.rawValue)
                | (unsent.isEmpty ? 0 : EPOLLOUT.rawValue)
        }
    }

    private struct State {
        /// In the order of their numbers; at most `mostConnections`, so a search is a short walk.
        var connections: [Connection] = []
        var opened: UInt64 = 0
        /// What happened outside `wait`: peers that were cut off in `send`.
        var pending: [ConnectionEvent] = []
        /// Given up for a moment to accept, and close, a connection when descriptors have run out;
        /// the kernel would report that connection for ever.
        var spare: Descriptor?
        var buffer = [UInt8](repeating: 0, count: readSize)
        var isStopped = false

        /// The place of a connection that is not closed.
        func index(of connection: ConnectionID) -> Int? {
            connections.firstIndex { $0.id == connection && !$0.isClosing }
        }
    }

    private let socket: SocketFile
    private let epoll: Epoll
    private let timer: Timer
    private let wakeUp: WakeUp
    /// One thread uses it; the lock, always free, is what lets the compiler know.
    private let state = Mutex(State())

    /// - Parameter path: of the socket's file; its folder is made, for us alone, if it is missing.
    package init(path: String) throws(ListenError) {
        do {
            epoll = try Epoll()
            timer = try Timer(clock: CLOCK_BOOTTIME)
            wakeUp = try WakeUp()
            try epoll.add(
                timer.descriptor, token: Token.timer, events: EPOLLIN.rawValue)
            try epoll.add(
                wakeUp.descriptor, token: Token.wakeUp, events: EPOLLIN.rawValue)
        } catch {
            throw .failed(operation: "prepare to listen on", path: path, errno: error.errno)
        }
        // The backlog: as many as are served may wait to be.
        socket = try SocketFile(
            listeningAt: path, backlog: Int32(UnixSocketListener.mostConnections))
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

    /// Closes all connections and removes the socket's file. A second call does nothing; `wait`
    /// afterwards only waits.
    package func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            // Who still waits to be accepted would otherwise end every wait at once.
            epoll.remove(socket.descriptor)
            state.connections = []
            state.pending = []
            socket.remove()
        }
    }

    package func wait(until deadline: BootTime?) -> [ConnectionEvent] {
        let hasPending = state.withLock { !$0.pending.isEmpty }
        _ = timer.set(to: deadline?.nanoseconds)
        let limit = UnixSocketListener.mostConnections + 3
        guard let ready = epoll.wait(limit: limit, looking: hasPending) else {
            // As in `LinuxWaiter.wait`: it cannot be, and must not spin.
            usleep(50_000)
            return []
        }
        return state.withLock { state in
            var events = state.pending
            state.pending = []
            for member in ready {
                switch member.token {
                case Token.listener: accept(&state, &events)
                case Token.timer: _ = timer.take()
                case Token.wakeUp: _ = wakeUp.take()
                default: serve(member, &state, &events)
                }
            }
            return events
        }
    }

    package func send(_ bytes: [UInt8], to connection: ConnectionID) {
        state.withLock { state in
            guard let index = state.index(of: connection) else { return }
            state.connections[index].unsent.append(contentsOf: bytes)
            let isAlive = flush(&state.connections[index])
            let unsent = state.connections[index].unsent.count
            if !isAlive || unsent > UnixSocketListener.mostUnsentBytes {
                state.connections.remove(at: index)
                state.pending.append(.closed(connection))
            }
        }
    }

    package func close(_ connection: ConnectionID) {
        state.withLock { state in
            guard let index = state.index(of: connection) else { return }
            state.connections[index].isClosing = true
            let isAlive = flush(&state.connections[index])
            if !isAlive || state.connections[index].unsent.isEmpty {
                state.connections.remove(at: index)
            }
        }
    }

    package func notify() {
        wakeUp.signal()
    }

    /// Takes in whoever waits, as many at once as may be connected.
    private func accept(_ state: inout State, _ events: inout [ConnectionEvent]) {
        guard !state.isStopped else { return }
        // Inherited by nobody, and blocking nobody.
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        for _ in 0..<UnixSocketListener.mostConnections {
            let number = retryingInterrupted {
                accept4(socket.descriptor.number, nil, nil, flags)
            }
            if number < 0, errno == EMFILE || errno == ENFILE {
                state.spare = nil
                // Closed as soon as it is accepted: nobody keeps the descriptor.
                _ = try? Descriptor(
                    accept4(socket.descriptor.number, nil, nil, flags), from: "accept")
                state.spare = UnixSocketListener.makeSpare()
                return
            }
            guard let descriptor = try? Descriptor(number, from: "accept") else { return }
            guard state.connections.count < UnixSocketListener.mostConnections else { continue }
            state.opened += 1
            let connection = Connection(id: ConnectionID(state.opened), descriptor: descriptor)
            let added: Void? = try? epoll.add(
                descriptor, token: connection.token, events: connection.interest)
            guard added != nil else { continue }
            state.connections.append(connection)
            events.append(.opened(connection.id))
        }
    }

    private func serve(
        _ member: Epoll.Ready, _ state: inout State, _ events: inout [ConnectionEvent]
    ) {
        guard let index = state.connections.firstIndex(where: { $0.token == member.token }) else {
            return
        }
        let id = state.connections[index].id
        let hasHungUp = member.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
        var isAlive = true
        if member.events & EPOLLOUT.rawValue != 0 {
            isAlive = flush(&state.connections[index])
        }
        if state.connections[index].hasEnded || state.connections[index].isClosing {
            isAlive = isAlive && !hasHungUp
        } else if member.events & ~EPOLLOUT.rawValue != 0 {
            let number = state.connections[index].descriptor.number
            let received = ReceivedBytes.take(from: number, into: &state.buffer)
            let count = received.count
            if let file = received.file { events.append(.passed(id, file)) }
            if received.hasSurplus { events.append(.passedTooMuch(id)) }
            if count > 0 {
                events.append(.received(id, Array(state.buffer[..<count])))
                // What came before a failed write is still worth hearing; the end follows it.
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
        if connection.isClosing, connection.unsent.isEmpty { state.connections.remove(at: index) }
    }

    /// Sends what the kernel takes without waiting, and asks to be told when it takes more.
    ///
    /// - Returns: false where the peer is gone.
    private func flush(_ connection: inout Connection) -> Bool {
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        var sent = 0
        var isAlive = true
        while sent < connection.unsent.count {
            let count = connection.unsent[sent...].withUnsafeBytes { rest in
                retryingInterrupted {
                    Glibc.send(connection.descriptor.number, rest.baseAddress, rest.count, flags)
                }
            }
            guard count > 0 else {
                isAlive = count < 0 && errno == EAGAIN
                break
            }
            sent += count
        }
        connection.unsent.removeFirst(sent)
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
