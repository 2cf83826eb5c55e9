import CLinux
import ClockTime
import Glibc
import HAL

// Who gets a place: each door has its own.
extension UnixSocketListener {
    /// Accepts new connections, to wait for a place.
    func accept(at door: OpenDoor, _ state: inout ListenerState) {
        guard !state.isStopped else { return }
        // Not inherited, and nonblocking.
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        for _ in 0..<door.places.count {
            let number = retryingInterrupted {
                accept4(door.socket.descriptor.number, nil, nil, flags)
            }
            if number < 0, errno == EMFILE || errno == ENFILE {
                state.spare = nil
                // Discarded as soon as it is accepted, which closes it.
                _ = try? Descriptor(
                    accept4(door.socket.descriptor.number, nil, nil, flags), from: "accept")
                state.spare = UnixSocketListener.makeSpare()
                return
            }
            guard let descriptor = try? Descriptor(number, from: "accept") else { return }
            guard let user = userBehind(number),
                door.places.mayWait(
                    user, beside: state.waiting.filter { $0.door == door.door }.map(\.user))
            else { continue }
            state.opened += 1
            let connection = ListenerConnection(
                id: ConnectionID(state.opened), door: door.door, descriptor: descriptor, user: user,
                lastActive: time.now().boot)
            // Until it has a place, only hang-ups are reported.
            let added: Void? = try? epoll.add(descriptor, token: connection.token, events: 0)
            if added != nil { state.waiting.append(connection) }
        }
    }

    /// Gives places to the waiting connections in order, including those of idle ones.
    func admit(_ state: inout ListenerState, _ events: inout [ConnectionEvent]) {
        var place = 0
        while place < state.waiting.count {
            let next = state.waiting[place]
            let served = state.connections.filter { $0.door == next.door }.map(\.user)
            if !places(of: next.door).mayEnter(next.user, beside: served) {
                guard let idle = idle(for: next, state) else {
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
            events.append(.opened(connection.id, through: connection.door))
        }
    }

    /// The index of the longest-idle connection that is over the limit and whose end would let `next` in.
    private func idle(for next: ListenerConnection, _ state: ListenerState) -> Int? {
        let now = time.now().boot
        return state.connections.indices.filter { index in
            let connection = state.connections[index]
            guard connection.door == next.door, let end = idleEnd(of: connection), end <= now
            else { return false }
            let others = state.connections.indices.filter {
                $0 != index && state.connections[$0].door == next.door
            }
            return places(of: next.door).mayEnter(
                next.user, beside: others.map { state.connections[$0].user })
        }.min { state.connections[$0].lastActive < state.connections[$1].lastActive }
    }

    /// When a connection will have been idle for too long if nothing moves; nil while it awaits an answer, or is kept
    /// and takes what it is sent.
    private func idleEnd(of connection: ListenerConnection) -> BootTime? {
        if connection.isAwaitingAnswer || connection.isKept && !connection.hasUnsent { return nil }
        return connection.lastActive + UnixSocketListener.longestIdle
    }

    /// When the next place may become free, if somebody waits.
    func nextIdle(_ state: ListenerState) -> BootTime? {
        guard !state.waiting.isEmpty else { return nil }
        let now = time.now().boot
        // Connections whose end would let nobody in are checked at most once per interval.
        return state.connections.compactMap(idleEnd).filter { $0 > now }.min()
            ?? now + UnixSocketListener.longestIdle
    }

    private func places(of door: Door) -> SocketPlaces {
        // Connections come only through doors that are open.
        (doors.first { $0.door == door } ?? doors[0]).places
    }

    static func makeSpare() -> Descriptor? {
        try? Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC), from: "open")
    }
}
