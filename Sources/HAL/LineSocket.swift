package import ClockTime

/// A connection to the control socket, told apart by number; numbers are never used again.
package struct ConnectionID: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// What happened on the control socket.
package enum ConnectionEvent: Equatable, Sendable {
    case opened(ConnectionID)
    case received(ConnectionID, [UInt8])
    /// The peer passed an open file with the bytes that come next.
    case passed(ConnectionID, PassedFile)
    /// It passed more than one at once, or one for which there was no descriptor left; none of it is open here.
    case passedTooMuch(ConnectionID)
    /// All that was queued to the peer has gone out.
    case sent(ConnectionID)
    /// The peer sends nothing more but still reads what is sent to it. Whoever answers it closes the
    /// connection after the last answer.
    case ended(ConnectionID)
    /// The peer hung up, or was cut off: because it did not read what was sent to it, or because it was idle and
    /// others waited for its place.
    case closed(ConnectionID)
}

/// A listening stream socket and its connections, bounded in number and in unsent bytes. One thread,
/// the control host's, owns it; only `notify` may be called from elsewhere. Nothing is read from a peer that has
/// yet to read what was sent to it.
package protocol ConnectionListener: Notifiable {
    /// Waits until something happened, the boot time came, or somebody notified; with a time that has
    /// passed it only looks. Order within a connection is kept.
    func wait(until deadline: BootTime?) -> [ConnectionEvent]

    /// Queues bytes to a peer and sends what can be sent without blocking. A peer that lets its queue
    /// grow beyond the bound is closed. An unknown connection is ignored: it may just have closed.
    ///
    /// - Returns: whether all of it has gone out already; else `.sent` or `.closed` follows.
    @discardableResult
    func send(_ bytes: [UInt8], to connection: ConnectionID) -> Bool

    /// Reads no more from a connection, whose peer waits for an answer, until it may be read again. It is not idle
    /// meanwhile.
    func setReading(_ isReading: Bool, from connection: ConnectionID)

    /// Closes a connection: nothing more is heard from it, nor of it, and what is queued still goes out
    /// while the peer takes it. Until then it counts among the connections.
    func close(_ connection: ConnectionID)
}
