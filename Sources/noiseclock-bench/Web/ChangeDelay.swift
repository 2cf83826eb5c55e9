import Glibc

/// How soon whoever watches the clock knows of a change: on the clock's socket for the network, and through
/// noiseclock-web's event stream.
struct ChangeDelay {
    /// Milliseconds from before the change is sent.
    var onSocket: [Double] = []
    var onEvents: [Double] = []

    /// Milliseconds between changes. The clock makes a watched reply ten times a second at most, and once more after each
    /// change; who changes something meanwhile waits for up to 100 ms.
    private static let pause: Int32 = 250

    /// - Parameters:
    ///   - control: the path of the control socket, beside which the network's lies.
    ///   - count: how many changes are made.
    init(
        control: String, network: String, requests: HTTPRequests, changes count: Int
    ) throws(RunFailure) {
        try measure(
            count, from: try ControlSocket(control), watching: try ControlSocket(network), requests)
    }

    /// Not in `init`, because Debian 13's Swift 6.0.3 fails to optimise a loop between sockets that it owns.
    private mutating func measure(
        _ count: Int, from changer: borrowing ControlSocket, watching: borrowing ControlSocket,
        _ requests: HTTPRequests
    ) throws(RunFailure) {
        let events = try HTTPClient(port: requests.port)
        try watching.send(
            #"{"id":"w","command":"watch","queries":["noise.status"],"token":"\#(requests.token)"}"#
        )
        try events.send(requests.query("events?query=noise.status"))
        var arrivals = [
            Arrival(changer.number), Arrival(watching.number), Arrival(events.descriptor),
        ]
        // What both have before the first change.
        try Arrival.wait(for: #""volume":"#, at: &arrivals[1...])
        for step in 0..<count {
            poll(nil, 0, ChangeDelay.pause)
            let volume = 20 + step % 2
            let begin = HTTPLoad.now()
            try changer.send(#"{"id":"v\#(step)","command":"noise.volume","volume":\#(volume)}"#)
            try Arrival.wait(for: #""volume":\#(volume)"#, at: &arrivals[...])
            onSocket.append(Double(arrivals[1].time - begin) / 1e6)
            onEvents.append(Double(arrivals[2].time - begin) / 1e6)
        }
    }
}

/// What comes on a connection, until a line that says something.
private struct Arrival {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// When the line was whole.
    private(set) var time: Int64 = 0

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Waits until a line with this text has come to each of them.
    static func wait(for text: String, at arrivals: inout ArraySlice<Arrival>) throws(RunFailure) {
        var polled = arrivals.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        while polled.contains(where: { $0.fd >= 0 }) {
            guard !DelayedSignals.hasCome,
                poll(&polled, nfds_t(polled.count), HTTPClient.patience) > 0
            else { throw RunFailure(reason: "a change did not come to who watches") }
            for (place, index) in zip(polled.indices, arrivals.indices)
            where polled[place].revents != 0 {
                if try arrivals[index].receive(text) { polled[place].fd = -1 }
            }
        }
    }

    private mutating func receive(_ text: String) throws(RunFailure) -> Bool {
        var room = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &room, room.count, 0)
        let now = HTTPLoad.now()
        guard count > 0 else { throw RunFailure(reason: "the clock ended a connection") }
        bytes += room[..<count]
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return false }
        let lines = String(decoding: bytes[...end], as: UTF8.self)
        bytes.removeFirst(end + 1)
        guard lines.contains(text) else { return false }
        time = now
        return true
    }
}
