import CLinux
import Glibc

/// Clients that each send the next request as soon as the last one is answered.
enum HTTPLoad {
    struct Figures {
        var requestsPerSecond: Double
        /// What the slowest one of a hundred requests took, in milliseconds.
        var slowest: Double
    }

    /// One thread serves all clients, and shares the machine with the server.
    ///
    /// - Parameter request: the one of this number.
    static func run(
        port: UInt16, clients count: Int, seconds: Double, request: (Int) -> [UInt8]
    ) throws(RunFailure) -> Figures {
        guard !DelayedSignals.hasCome else { throw RunFailure(reason: "interrupted") }
        let clients = try (0..<count).map { (_) throws(RunFailure) in try HTTPClient(port: port) }
        var number = 0
        // What a connection costs does not count.
        for client in clients {
            _ = try client.body(of: request(number))
            number += 1
        }
        var polled = clients.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        var sent = [Int64](repeating: 0, count: count)
        var times: [Int64] = []
        let begin = now()
        let end = begin + Int64(seconds * 1e9)
        var last = begin
        for place in clients.indices {
            sent[place] = now()
            try clients[place].send(request(number))
            number += 1
        }
        var busy = count
        while busy > 0 {
            guard poll(&polled, nfds_t(count), HTTPClient.patience) > 0 else {
                throw RunFailure(reason: "no reply came in \(HTTPClient.patience / 1000) s")
            }
            for place in clients.indices where polled[place].revents != 0 {
                guard try clients[place].receive() != nil else { continue }
                last = now()
                times.append(last - sent[place])
                if last < end {
                    sent[place] = last
                    try clients[place].send(request(number))
                    number += 1
                } else {
                    // poll leaves out what is negative.
                    polled[place].fd = -1
                    busy -= 1
                }
            }
        }
        return Figures(
            requestsPerSecond: Double(times.count) * 1e9 / Double(last - begin),
            slowest: (percentile(99, of: times.map(Double.init)) ?? 0) / 1e6)
    }

    /// The least value that so many percent do not exceed; nil for no values.
    static func percentile(_ percent: Int, of values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let rank = (values.count * percent + 99) / 100
        return values.sorted()[max(0, rank - 1)]
    }

    static func now() -> Int64 { noiseclock_nanoseconds(CLOCK_MONOTONIC) }
}
