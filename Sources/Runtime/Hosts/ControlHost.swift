import ClockCore
import Control
import HAL

/// Speaks with those who are connected: bytes become commands for the engine, its replies become bytes.
///
/// Theory of operation. A connection is a stream of lines, one request each; a reply carries the id of
/// its request and goes to whoever asked. A change whose id was answered a short while ago gets that
/// answer again and is not carried out twice, so that a client that lost a reply can simply ask again
/// (law, 13); what only asks is answered as things are now. A peer that has ended what it says gets the
/// answers that it still waits for, and then the end. Everything from outside is bounded: the length of
/// a line, the requests of a connection that wait, the answers remembered.
struct ControlHost {
    private let listener: any ConnectionListener
    /// For the zones that requests name.
    private let zones: SourceZones
    private var connections: [ConnectionID: Connection] = [:]
    private var waiting: [RequestID: Waiting] = [:]
    private var answered = RecentAnswers()
    private var nextNumber: UInt64 = 1

    private struct Connection {
        /// What came after the last whole line.
        var partial: [UInt8] = []
        var waiting = 0
        /// Nothing more comes; the connection ends with the last answer.
        var hasEnded = false
    }

    private struct Waiting {
        var request: Request
        var askers: [ConnectionID]
    }

    /// Requests of one connection that wait at once; a client that sends more has lost its mind.
    private static let waitingCapacity = 32

    init(listener: any ConnectionListener, zones: any ZoneSource) {
        self.listener = listener
        self.zones = SourceZones(zones)
    }

    /// Takes what happened on the socket; returns what it means to the engine.
    mutating func take(_ events: [ConnectionEvent]) -> [Event] {
        var commands: [Event] = []
        for event in events {
            switch event {
            case .opened(let connection): connections[connection] = Connection()
            case .ended(let connection): end(connection, &commands)
            case .closed(let connection): forget(connection)
            case .received(let connection, let bytes):
                receive(bytes, from: connection, &commands)
            }
        }
        return commands
    }

    /// Sends a reply to those who asked. Returns false where nobody here did.
    mutating func deliver(_ answer: Answer) -> Bool {
        guard let waiting = waiting.removeValue(forKey: answer.request) else { return false }
        let line = ReplyLine.encode(id: waiting.request.id, answer.reply)
        answered.remember(line, for: waiting.request)
        for asker in waiting.askers {
            connections[asker]?.waiting -= 1
            listener.send(line, to: asker)
            closeIfDone(asker)
        }
        return true
    }

    private mutating func forget(_ connection: ConnectionID) {
        connections[connection] = nil
        for key in waiting.keys { waiting[key]?.askers.removeAll { $0 == connection } }
    }

    /// Takes what stands after the last line end for a line, as text files have it; half a request is
    /// no whole object and is refused.
    private mutating func end(_ connection: ConnectionID, _ commands: inout [Event]) {
        guard let partial = connections[connection]?.partial else { return }
        connections[connection]?.partial = []
        connections[connection]?.hasEnded = true
        take(partial, from: connection, &commands)
        closeIfDone(connection)
    }

    private mutating func closeIfDone(_ connection: ConnectionID) {
        guard let state = connections[connection], state.hasEnded, state.waiting == 0 else {
            return
        }
        listener.close(connection)
        forget(connection)
    }

    private mutating func receive(
        _ bytes: [UInt8], from connection: ConnectionID, _ commands: inout [Event]
    ) {
        guard var partial = connections[connection]?.partial else { return }
        partial += bytes
        while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(partial[..<end])
            partial.removeSubrange(...end)
            take(line, from: connection, &commands)
        }
        connections[connection]?.partial = partial
        if partial.count > LineLimits.request {
            let message = "a line of more than \(LineLimits.request) bytes is no request"
            refuse(
                RequestError(id: nil, refusal: Refusal(code: "tooLong", message: message)),
                of: connection)
            listener.close(connection)
            forget(connection)
        }
    }

    /// Takes one line; a blank one means nothing.
    private mutating func take(
        _ line: [UInt8], from connection: ConnectionID, _ commands: inout [Event]
    ) {
        if line.contains(where: { $0 > 0x20 }) { request(line, from: connection, &commands) }
    }

    private mutating func request(
        _ line: [UInt8], from connection: ConnectionID, _ commands: inout [Event]
    ) {
        let request: Request
        do throws(RequestError) {
            request = try RequestLine.decode(line, zones: zones)
        } catch {
            return refuse(error, of: connection)
        }
        if let known = answered.line(for: request) {
            return listener.send(known, to: connection)
        }
        guard (connections[connection]?.waiting ?? 0) < ControlHost.waitingCapacity else {
            let message = "\(ControlHost.waitingCapacity) requests of this connection wait already"
            let refusal = Refusal(code: "tooMany", message: message)
            return refuse(RequestError(id: request.id, refusal: refusal), of: connection)
        }
        if let place = waiting.first(where: { $0.value.request == request })?.key {
            waiting[place]?.askers.append(connection)
            connections[connection]?.waiting += 1
            return
        }
        let number = RequestID(nextNumber)
        nextNumber += 1
        waiting[number] = Waiting(request: request, askers: [connection])
        connections[connection]?.waiting += 1
        commands.append(.command(number, request.command))
    }

    private func refuse(_ error: RequestError, of connection: ConnectionID) {
        listener.send(ReplyLine.encode(error), to: connection)
    }
}

/// The answers of the last changes. A client may have used an id for another request before, against
/// the rule; it then gets what it asks for, not what it asked then.
private struct RecentAnswers {
    /// A client asks again within seconds; this many last for longer than that.
    private static let capacity = 64

    private var lines: [Request: [UInt8]] = [:]
    private var order: [Request] = []

    func line(for request: Request) -> [UInt8]? { lines[request] }

    mutating func remember(_ line: [UInt8], for request: Request) {
        guard request.command.isChange else { return }
        if lines.updateValue(line, forKey: request) == nil { order.append(request) }
        if order.count > RecentAnswers.capacity { lines[order.removeFirst()] = nil }
    }
}

extension Command {
    /// Whether carrying it out twice differs from carrying it out once.
    fileprivate var isChange: Bool {
        switch self {
        case .status, .listAlarms, .history, .listFreeDays, .showDoNotDisturb, .listTimers, .nap,
            .health, .explain:
            false
        case .addAlarm, .editAlarm, .removeAlarm, .setAlarmEnabled, .skipNext, .duplicateAlarm,
            .testAlarm, .operate, .pauseAlarms, .setCategoryEnabled, .setFreeDays,
            .setDoNotDisturb, .addTimer, .setNap, .rehearse, .setRehearsal, .snooze, .stop,
            .playNoise, .stopNoise, .setNoiseVolume, .previewNoise, .setHoldToStop, .setHourFormat:
            true
        }
    }
}
