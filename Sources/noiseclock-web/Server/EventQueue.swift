/// The bytes of an event stream that wait for their reader (text/event-stream of the HTML standard).
struct EventQueue: Sendable {
    /// Bytes that may wait for longer than from one beat to the next.
    static let mostLag = 64 * 1024
    /// Bytes that may wait at all: all replies at once, of which one may be as long as a line.
    static let most = 10 * 1024 * 1024
    /// How long after the stream broke a page connects again, in milliseconds.
    static let retry = 1000

    private var bytes: [UInt8] = []
    /// How many of `bytes` were taken.
    private var taken = 0
    private var events = 0
    /// How many bytes waited at the last beat and still do.
    private var overdue = 0

    init() {
        bytes += "retry: \(EventQueue.retry)\n\n".utf8
    }

    var count: Int { bytes.count - taken }

    /// Adds the reply to a query.
    ///
    /// - Parameter data: one line, without its end.
    /// - Returns: false if the reader has so much to take already that the stream must end.
    mutating func add(_ event: String, _ data: some Collection<UInt8>) -> Bool {
        events += 1
        bytes += "event: \(event)\nid: \(events)\ndata: ".utf8
        bytes += data
        bytes += "\n\n".utf8
        return count <= EventQueue.most
    }

    /// Adds the event that says that the connection is alive. It has no id, because nothing happened.
    ///
    /// - Returns: false if the reader lags so far behind that the stream must end.
    mutating func beat() -> Bool {
        guard overdue <= EventQueue.mostLag else { return false }
        bytes += "event: alive\ndata: {}\n\n".utf8
        overdue = count
        return true
    }

    /// Moves up to as many bytes as fit into the room, and says how many.
    mutating func take(into room: UnsafeMutableRawBufferPointer) -> Int {
        let size = min(room.count, count)
        guard size > 0 else { return 0 }
        room.copyBytes(from: bytes[taken..<taken + size])
        taken += size
        overdue = max(0, overdue - size)
        if taken == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= EventQueue.mostLag)
            taken = 0
        } else if taken > EventQueue.mostLag {
            bytes.removeFirst(taken)
            taken = 0
        }
        return size
    }
}
