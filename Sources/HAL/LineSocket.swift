package import ClockTime

/// Identifies a connection to the control socket. Numbers are never reused.
package struct ConnectionID: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// The socket that a connection came through.
package enum Door: Hashable, Sendable {
    /// The household's, on the clock itself.
    case control
    /// That of programs which face the network.
    case network
}

/// An event on the control socket.
package enum ConnectionEvent: Equatable, Sendable {
    case opened(ConnectionID, through: Door = .control)
    case received(ConnectionID, [UInt8])
    /// The peer passed an open file along with the next bytes.
    case passed(ConnectionID, PassedFile)
    /// The peer passed more than one file at once, or no descriptor was left for it. None of them is open here.
    case passedTooMuch(ConnectionID)
    /// Everything queued for the peer has been sent.
    case sent(ConnectionID)
    /// The peer has finished sending but still reads. The code that answers it closes the connection after the
    /// last answer.
    case ended(ConnectionID)
    /// The peer hung up or was disconnected: either it did not read its data, or it was idle while others waited
    /// for its place.
    case closed(ConnectionID)
}

/// A listening stream socket and its connections. Their number and their unsent bytes are bounded. The control
/// host's thread owns it; only `notify` is thread-safe. It reads nothing from a peer that still has data to read.
package protocol ConnectionListener: Notifiable {
    /// Waits until an event arrives, the boot time is reached, or somebody calls `notify`. If the time has
    /// already passed, it only polls. Preserves the order of events within a connection.
    func wait(until deadline: BootTime?) -> [ConnectionEvent]

    /// Queues bytes for a peer and sends what it can without blocking. Closes a peer whose queue exceeds the
    /// bound. Ignores an unknown connection, which may just have closed.
    ///
    /// - Returns: whether everything has been sent; if not, `.sent` or `.closed` follows.
    @discardableResult
    func send(_ bytes: [UInt8], to connection: ConnectionID) -> Bool

    /// Pauses or resumes reading from a connection, while its peer waits for an answer. A paused connection does
    /// not count as idle.
    func setReading(_ isReading: Bool, from connection: ConnectionID)

    /// Lets a connection keep its place however long nothing moves on it.
    func keep(_ connection: ConnectionID)

    /// Closes a connection and reports no more events for it. Queued data still goes out while the peer accepts
    /// it; until then the connection counts towards the limit.
    func close(_ connection: ConnectionID)
}
