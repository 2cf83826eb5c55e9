import ClockTime

/// Who holds a place, for how long, and who gives it up.
///
/// No limit locks anybody out: a newcomer at a limit takes the place of whoever has waited longest without a whole request,
/// or, where everybody sent one, of whoever takes longest over the answer. Of one address, the newcomer takes a place of
/// its own. The caller closes the connections that this names; until they are gone they count no more.
struct ConnectionTable: Sendable {
    /// Connections at once, and of one address.
    static let most = 64
    static let mostOfAddress = 24
    /// With more than this many, each answer ends its connection.
    static let crowd = 32
    /// Event streams at once.
    static let mostStreams = 16
    /// For a head, from the connection's beginning or from the last answer on.
    static let headTime = Duration.seconds(10)
    /// A body must have come by then, and may take a second more for each `bodyRate` bytes that came.
    static let bodyTime = Duration.seconds(20)
    static let bodyRate = 16 * 1024
    /// For sending an answer, which the clock has up to half of this time to give.
    static let answerTime = Duration.seconds(60)
    /// The same where a file comes or goes: a sound is decoded for minutes, and a backup has hundreds of megabytes.
    static let fileTime = Duration.seconds(20 * 60)

    private struct Place: Sendable {
        let connection: UInt64
        let address: String
        var phase: Phase
        /// Since when it has had no whole request, or has been answered.
        var since: BootTime
        /// When it must be done; nil for a stream.
        var end: BootTime?
    }

    private enum Phase: Sendable {
        case head
        /// The number of bytes that came.
        case body(Int)
        case answer, stream
        /// It was named to the caller.
        case leaving

        var isWithoutRequest: Bool {
            switch self {
            case .head, .body: true
            case .answer, .stream, .leaving: false
            }
        }
    }

    /// In the order of their arrival.
    private var places: [Place] = []

    /// Those that count.
    private var present: [Place] {
        places.filter { if case .leaving = $0.phase { false } else { true } }
    }

    var count: Int { present.count }
    var isEmpty: Bool { places.isEmpty }
    var isCrowded: Bool { present.count > ConnectionTable.crowd }

    /// Takes a newcomer in.
    ///
    /// - Returns: the connection to close for it.
    mutating func open(_ connection: UInt64, from address: String, at now: BootTime) -> UInt64? {
        let present = present
        let own = present.filter { $0.address == address }
        var leaver: UInt64?
        if own.count >= ConnectionTable.mostOfAddress {
            leaver = ConnectionTable.longestWaiting(own)
        } else if present.count >= ConnectionTable.most {
            leaver = ConnectionTable.longestWaiting(present)
        }
        if let leaver { leave(leaver) }
        places.append(
            Place(
                connection: connection, address: address, phase: .head, since: now,
                end: now + ConnectionTable.headTime))
        return leaver
    }

    /// Streams keep their places unless there is nothing else.
    private static func longestWaiting(_ places: [Place]) -> UInt64? {
        func first(_ isEligible: (Phase) -> Bool) -> UInt64? {
            places.filter { isEligible($0.phase) }.min { $0.since < $1.since }?.connection
        }
        return first(\.isWithoutRequest)
            ?? first { if case .answer = $0 { true } else { false } } ?? first { _ in true }
    }

    mutating func close(_ connection: UInt64) {
        places.removeAll { $0.connection == connection }
    }

    /// A head is there, and a body must follow.
    mutating func beginBody(_ connection: UInt64, at now: BootTime) {
        change(connection) {
            $0.phase = .body(0)
            $0.end = now + ConnectionTable.bodyTime
        }
    }

    mutating func receive(_ bytes: Int, from connection: UInt64) {
        change(connection) { place in
            guard case .body(let before) = place.phase, let end = place.end else { return }
            let steps =
                (before + bytes) / ConnectionTable.bodyRate - before / ConnectionTable.bodyRate
            place.phase = .body(before + bytes)
            place.end = end + .seconds(steps)
        }
    }

    /// The request is whole.
    ///
    /// - Parameter isFile: whether a file has come with it, or goes with its answer.
    mutating func beginAnswer(_ connection: UInt64, isFile: Bool = false, at now: BootTime) {
        change(connection) {
            $0.phase = .answer
            $0.since = now
            $0.end = now + (isFile ? ConnectionTable.fileTime : ConnectionTable.answerTime)
        }
    }

    /// The answer is sent; the next head may come.
    mutating func endAnswer(_ connection: UInt64, at now: BootTime) {
        change(connection) {
            $0.phase = .head
            $0.since = now
            $0.end = now + ConnectionTable.headTime
        }
    }

    /// The answer is a stream, which has no end.
    ///
    /// - Returns: the stream to close for it, the oldest one of the address that has most.
    mutating func beginStream(_ connection: UInt64, at now: BootTime) -> UInt64? {
        let streams = present.filter { if case .stream = $0.phase { true } else { false } }
        var leaver: UInt64?
        if streams.count >= ConnectionTable.mostStreams {
            let shares = Dictionary(grouping: streams, by: \.address).mapValues(\.count)
            let largest = shares.values.max()
            leaver =
                streams.filter { shares[$0.address] == largest }
                .min { $0.since < $1.since }?.connection
            if let leaver { leave(leaver) }
        }
        change(connection) {
            $0.phase = .stream
            $0.since = now
            $0.end = nil
        }
        return leaver
    }

    /// The connections whose time is over.
    mutating func expire(at now: BootTime) -> [UInt64] {
        let over = present.filter { place in place.end.map { $0 <= now } ?? false }
            .map(\.connection)
        for connection in over { leave(connection) }
        return over
    }

    private mutating func leave(_ connection: UInt64) {
        change(connection) {
            $0.phase = .leaving
            $0.end = nil
        }
    }

    /// Whoever leaves keeps to it.
    private mutating func change(_ connection: UInt64, _ body: (inout Place) -> Void) {
        guard let index = places.firstIndex(where: { $0.connection == connection }) else { return }
        if case .leaving = places[index].phase { return }
        body(&places[index])
    }
}
