import CLinux
import ClockClient
import ClockTime
import Glibc

/// Carries out what the bridge wants: the two connections to the clock, and the one to the broker, on one thread.
struct MqttLoop {
    private var bridge: Bridge
    private let socketPath: String
    private let password: String?
    private let authorities: String?
    private var watching: ClockSocket?
    private var asking: ClockSocket?
    private var broker: Broker?
    /// How many attempts to reach a broker failed since the last success.
    private var tries = 0
    private var room = [UInt8](repeating: 0, count: 16 * 1024)
    /// When the pages that only the start needed, or the last connection, are given back.
    private var nextRelease = bootTime() + MqttLoop.releaseInterval

    private static let releaseInterval = Duration.seconds(20)

    init(_ bridge: Bridge, socketPath: String, password: String?, authorities: String?) {
        self.bridge = bridge
        self.socketPath = socketPath
        self.password = password
        self.authorities = authorities
        Broker.prepareLibrary()
    }

    /// Runs until a signal ends the program; the broker publishes the last will then.
    mutating func run() -> Never {
        handle(.tick)
        while true { step() }
    }

    private mutating func step() {
        let now = bootTime()
        var polled = [entry(watching), entry(asking), entry(broker)]
        let left = (bridge.nextWake(at: now) - now).wholeNanoseconds
        // Rounded up, so that it does not wake before its time; the broker's library wants a look each second.
        let limit: Int64 = broker == nil ? 20_000 : 1_000
        let milliseconds = min(limit, max(0, (left + 999_999) / 1_000_000))
        _ = poll(&polled, nfds_t(polled.count), Int32(milliseconds))
        if polled[0].revents != 0 { serveWatch(polled[0].revents) }
        if polled[1].revents != 0 { serveAsk(polled[1].revents) }
        if let broker {
            for event in broker.step(polled[2].revents) {
                if case .disconnected = event { self.broker = nil }
                handle(event)
            }
        }
        handle(.tick)
        if nextRelease <= now {
            nextRelease = now + MqttLoop.releaseInterval
            noiseclock_release_file_pages()
        }
    }

    private func entry(_ socket: ClockSocket?) -> pollfd {
        guard let socket else { return pollfd(fd: -1, events: 0, revents: 0) }
        let events = socket.hasUnsent ? POLLIN | POLLOUT : POLLIN
        return pollfd(fd: socket.descriptor, events: Int16(events), revents: 0)
    }

    private func entry(_ broker: Broker?) -> pollfd {
        guard let broker else { return pollfd(fd: -1, events: 0, revents: 0) }
        let events = broker.wantsToWrite ? POLLIN | POLLOUT : POLLIN
        return pollfd(fd: broker.descriptor, events: Int16(events), revents: 0)
    }

    private mutating func serveWatch(_ ready: Int16) {
        guard let socket = watching else { return }
        let (isAlive, lines) = serve(socket, ready)
        for line in lines { handle(.watched(line)) }
        if !isAlive, watching === socket {
            watching = nil
            handle(.watchEnded)
        }
    }

    private mutating func serveAsk(_ ready: Int16) {
        guard let socket = asking else { return }
        let (isAlive, lines) = serve(socket, ready)
        if !isAlive { asking = nil }
        if let line = lines.first {
            handle(.answered(line))
        } else if !isAlive {
            handle(.askFailed)
        }
    }

    private mutating func serve(
        _ socket: ClockSocket, _ ready: Int16
    ) -> (isAlive: Bool, lines: [[UInt8]]) {
        if ready & Int16(POLLOUT) != 0, !socket.flush() { return (false, []) }
        guard ready & ~Int16(POLLOUT) != 0 else { return (true, []) }
        var lines: [[UInt8]] = []
        let isAlive = socket.receive(&room) { lines.append($0) }
        return (isAlive, lines)
    }

    // MARK: - Effects

    /// An effect that fails at once is an event itself, handled next.
    private mutating func handle(_ event: Bridge.Event) {
        var events = [event]
        while !events.isEmpty {
            let effects = bridge.handle(events.removeFirst(), at: bootTime())
            for effect in effects { if let failure = carryOut(effect) { events.append(failure) } }
        }
    }

    private mutating func carryOut(_ effect: Bridge.Effect) -> Bridge.Event? {
        switch effect {
        case .watch(let line):
            watching = send(line, over: nil)
            return watching == nil ? .watchEnded : nil
        case .endWatch: watching = nil
        case .ask(let line):
            asking = send(line, over: asking)
            return asking == nil ? .askFailed : nil
        case .connect(let address, let topics):
            do throws(BrokerError) {
                try connect(address, topics)
            } catch {
                return .disconnected(why: error.words)
            }
        case .disconnect: broker = nil
        case .subscribe(let topics):
            broker?.subscribe(topics)
            tries = 0
        case .publish(let publication): broker?.publish(publication)
        case .log(let words): MqttProgram.complain(words)
        }
        return nil
    }

    /// Every second try is by IPv4 alone: a name may have an address of IPv6 where nothing answers.
    private mutating func connect(
        _ address: BrokerAddress, _ topics: Topics
    ) throws(BrokerError) {
        broker = nil
        tries += 1
        if tries % 2 == 0 {
            broker = try? Broker(
                address, topics, password: password, authorities: authorities, isIPv4: true)
        }
        if broker == nil {
            broker = try Broker(
                address, topics, password: password, authorities: authorities, isIPv4: false)
        }
    }

    /// - Returns: nil if the clock is not there.
    private func send(_ line: [UInt8], over socket: ClockSocket?) -> ClockSocket? {
        do throws(ClockFailure) {
            let used: ClockSocket
            if let socket { used = socket } else { used = try ClockSocket(path: socketPath) }
            used.send(line)
            return used
        } catch {
            return nil
        }
    }
}
