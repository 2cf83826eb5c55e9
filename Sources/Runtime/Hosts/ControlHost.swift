import ClockCore
import ClockTime
import Control
import HAL

/// Talks to the connected clients: turns bytes into commands for the engine, and its replies into bytes.
///
/// Theory of operation. A connection is a stream of lines with one request each. A reply carries the id of its
/// request and goes to whoever asked. A client that lost a reply can simply ask again (law, 13): a repeated change
/// that was answered a short while ago gets the same answer, and one that is still pending gets a second asker.
/// Neither is carried out twice. `RecentAnswers` defines when two requests are the same change. Queries are always
/// answered with the current state. Each connection has one request in flight: its next line is read when the last
/// answer has gone out. So a peer that never reads costs one answer, and a busy peer waits behind those that ask
/// little. A peer that closes its sending side still gets its pending answers before the connection closes. A peer
/// passes an open file with the first byte of its request; only the next import of that connection gets it. A
/// connection that watches queries gets their replies again and again, and keeps its place (`Watches`). What comes
/// through the network's door needs a paired device's token for each change, and gets only what it may read
/// (`Doorkeeper`). All outside input is bounded: the line length, the remembered answers, the open files, and who watches.
struct ControlHost {
    private let listener: any ConnectionListener
    /// Looks up the zones that requests name.
    private let zones: SourceZones
    private let files: PassedFiles
    private var connections: [ConnectionID: Connection] = [:]
    private var waiting: [RequestID: Waiting] = [:]
    private var recent = RecentAnswers()
    private var watches = Watches()
    private let changes: ClockChanges
    private let doorkeeper: Doorkeeper
    private var nextNumber: UInt64 = 1

    private struct Connection {
        let door: Door
        /// Received bytes that are not yet processed: whole lines, and the partial line after them.
        var unread: [UInt8] = []
        /// A request is waiting for its answer.
        var isWaiting = false
        /// The last answer has yet to go out.
        var isSending = false
        /// A passed file that no request has taken.
        var file: PassedFile?
        /// The peer sends nothing more; the connection ends with the last answer.
        var hasEnded = false
    }

    private struct Waiting {
        var request: Request
        /// Bytes of its line.
        var size: Int
        var askers: [Asker]
    }

    /// Who asked, and under which id.
    private struct Asker {
        var connection: ConnectionID
        var id: String
        var audience: Audience
    }

    /// - Parameters:
    /// - files: holds the files that come with requests.
    /// - changes: says when watched queries may have other replies.
    /// - doorkeeper: knows who may do what from the network.
    init(
        listener: any ConnectionListener, zones: any ZoneSource, files: PassedFiles,
        changes: ClockChanges, doorkeeper: Doorkeeper
    ) {
        self.listener = listener
        self.files = files
        self.changes = changes
        self.doorkeeper = doorkeeper
        self.zones = SourceZones(zones)
        awaitChanges()
    }

    /// Is woken by the changes that matter to those who watch. One that is here already is taken with the next
    /// `advance`.
    private func awaitChanges() {
        _ = changes.state.setAwaited(watches.awaits(picture: false))
        _ = changes.picture.setAwaited(watches.awaits(picture: true))
    }

    /// Takes the events of the socket; returns the resulting events for the engine.
    mutating func receive(_ events: [ConnectionEvent]) -> [Event] {
        var commands: [Event] = []
        for event in events {
            switch event {
            case .opened(let connection, let door):
                connections[connection] = Connection(door: door)
            case .ended(let connection):
                connections[connection]?.hasEnded = true
                answerNext(connection, &commands)
            case .sent(let connection):
                connections[connection]?.isSending = false
                watches.caughtUp(connection)
                answerNext(connection, &commands)
            case .closed(let connection): forget(connection)
            case .received(let connection, let bytes):
                receive(bytes, from: connection, &commands)
            case .passed(let connection, let file): receive(file, from: connection)
            case .passedTooMuch(let connection): refuseFiles(of: connection)
            }
        }
        return commands
    }

    /// Asks what is watched and may have changed; returns the questions for the engine.
    mutating func advance(to now: BootTime) -> [Event] {
        if changes.state.take() != nil {
            endForeignWatches()
            watches.changed(picture: false)
        }
        if changes.picture.take() != nil { watches.changed(picture: true) }
        return watches.ask(at: now, &nextNumber)
    }

    /// When `advance` has something to do without a change.
    var nextWake: BootTime? { watches.nextWake }

    /// Sends a reply to those who asked.
    ///
    /// - Returns: the askers' next commands; nil where nobody here had asked.
    mutating func deliver(_ answered: AnsweredRequest) -> [Event]? {
        if let lines = watches.lines(
            for: answered, mayGet: { connections[$0].map { !$0.isSending } ?? false })
        {
            for (connection, line) in lines { send(line, to: connection) }
            return []
        }
        guard let waiting = waiting.removeValue(forKey: answered.request) else { return nil }
        // The file of a request that was refused before anybody took it.
        files.take(of: answered.request)
        recent.remember(answered.answer, for: waiting.request, size: waiting.size)
        var commands: [Event] = []
        for asker in waiting.askers {
            connections[asker.connection]?.isWaiting = false
            listener.setReading(true, from: asker.connection)
            send(
                ReplyLine.encode(id: asker.id, answered.answer, for: asker.audience),
                to: asker.connection)
            answerNext(asker.connection, &commands)
        }
        return commands
    }

    private mutating func send(_ bytes: [UInt8], to connection: ConnectionID) {
        let hasGoneOut = listener.send(bytes, to: connection)
        connections[connection]?.isSending = !hasGoneOut
    }

    /// Keeps a file for the import request that comes with it.
    private mutating func receive(_ file: PassedFile, from connection: ConnectionID) {
        guard connections[connection]?.file == nil else { return refuseFiles(of: connection) }
        connections[connection]?.file = file
    }

    /// Closes a connection that passes files nobody can use.
    private mutating func refuseFiles(of connection: ConnectionID) {
        guard connections[connection] != nil else { return }
        let message = "pass one open file at most, and only with sound.import"
        refuse(
            RequestError(id: nil, refusal: Refusal(code: "tooManyFiles", message: message)),
            of: connection, to: unknownAudience(of: connection))
        listener.close(connection)
        forget(connection)
    }

    private mutating func forget(_ connection: ConnectionID) {
        connections[connection] = nil
        watches.forget(connection)
        awaitChanges()
        for key in waiting.keys { waiting[key]?.askers.removeAll { $0.connection == connection } }
    }

    private mutating func receive(
        _ bytes: [UInt8], from connection: ConnectionID, _ commands: inout [Event]
    ) {
        connections[connection]?.unread += bytes
        answerNext(connection, &commands)
    }

    /// Takes the connection's next lines until it has to wait for an answer. Once the peer has ended, the text after
    /// the last line end counts as a line, as in text files; half a request is not a whole object and is refused. The
    /// connection ends with the last answer.
    private mutating func answerNext(_ connection: ConnectionID, _ commands: inout [Event]) {
        while let state = connections[connection], !state.isWaiting, !state.isSending {
            if let end = state.unread.firstIndex(of: UInt8(ascii: "\n")) {
                connections[connection]?.unread.removeSubrange(...end)
                handle(Array(state.unread[..<end]), from: connection, &commands)
            } else if state.unread.count > LineLimits.request {
                return refuseLine(of: connection)
            } else if !state.hasEnded {
                return
            } else if state.unread.isEmpty {
                // One that watches still reads.
                if watches.areBegun(for: connection) { return }
                listener.close(connection)
                return forget(connection)
            } else {
                connections[connection]?.unread = []
                handle(state.unread, from: connection, &commands)
            }
        }
    }

    private mutating func refuseLine(of connection: ConnectionID) {
        let message = "the request is longer than \(LineLimits.request) bytes"
        refuse(
            RequestError(id: nil, refusal: Refusal(code: "tooLong", message: message)),
            of: connection, to: unknownAudience(of: connection))
        listener.close(connection)
        forget(connection)
    }

    /// Takes one line; ignores a blank one.
    private mutating func handle(
        _ line: [UInt8], from connection: ConnectionID, _ commands: inout [Event]
    ) {
        if line.contains(where: { $0 > 0x20 }) { request(line, from: connection, &commands) }
    }

    private mutating func request(
        _ line: [UInt8], from connection: ConnectionID, _ commands: inout [Event]
    ) {
        var request: Request
        do throws(RequestError) {
            switch try RequestLine.decode(line, zones: zones) {
            case .watch(let watch): return begin(watch, for: connection, &commands)
            case .request(let asked): request = asked
            }
        } catch {
            // The file may have been meant for this request.
            connections[connection]?.file = nil
            return refuse(error, of: connection, to: unknownAudience(of: connection))
        }
        let file = takeFile(for: request, from: connection)
        let audience = audience(of: request.token, on: connection)
        guard admits(request.access, audience, request.id, on: connection, &commands) else {
            return
        }
        if audience == .local, case .pairing(.begin) = request.command {
            // Whoever has this socket is on the clock itself.
            request.command = .pairing(.begin(isPresent: true))
        }
        switch recent[request] {
        case .answer(let known)?:
            let line = ReplyLine.encode(id: request.id, known, for: audience)
            return send(line, to: connection)
        case .otherCommand?: return refuse(.reusedKey(request), of: connection, to: audience)
        case nil: break
        }
        let asker = Asker(connection: connection, id: request.id, audience: audience)
        if let place = waiting.first(where: { $0.value.request.isSameChange(as: request) })?.key {
            guard waiting[place]?.request.command == request.command else {
                return refuse(.reusedKey(request), of: connection, to: audience)
            }
            waiting[place]?.askers.append(asker)
            return expectAnswer(of: connection)
        }
        let number = RequestID(nextNumber)
        if let file, !files.keep(file, for: number) {
            let message = "\(PassedFiles.capacity) imports are waiting already. Try again later"
            let refusal = Refusal(code: "tooMany", message: message)
            return refuse(
                RequestError(id: request.id, refusal: refusal), of: connection, to: audience)
        }
        nextNumber += 1
        waiting[number] = Waiting(request: request, size: line.count, askers: [asker])
        expectAnswer(of: connection)
        commands.append(
            request.isDryRun
                ? .dryRun(number, request.command) : .command(number, request.command))
    }

    private mutating func begin(
        _ watch: WatchRequest, for connection: ConnectionID, _ commands: inout [Event]
    ) {
        let audience = audience(of: watch.token, on: connection)
        guard admits(watch.access, audience, watch.id, on: connection, &commands) else { return }
        guard watches.begin(watch, for: connection, to: audience) else {
            let message = "enough connections watch already. End one, or ask instead"
            let refusal = Refusal(code: "tooMany", message: message)
            return refuse(
                RequestError(id: watch.id, refusal: refusal), of: connection, to: audience)
        }
        listener.keep(connection)
        awaitChanges()
    }

    private mutating func expectAnswer(of connection: ConnectionID) {
        connections[connection]?.isWaiting = true
        listener.setReading(false, from: connection)
    }

    /// The file that came with a request, if the request takes a file. A request that is not carried out drops it.
    private mutating func takeFile(
        for request: Request, from connection: ConnectionID
    ) -> PassedFile? {
        guard request.command.takesFile else { return nil }
        defer { connections[connection]?.file = nil }
        return connections[connection]?.file
    }

    private mutating func refuse(
        _ error: RequestError, of connection: ConnectionID, to audience: Audience
    ) {
        send(ReplyLine.encode(error, for: audience), to: connection)
    }

    // MARK: - Doors

    /// Who gets the answer to a request with this token.
    private func audience(of token: String?, on connection: ConnectionID) -> Audience {
        switch connections[connection]?.door {
        case .network: .network(doorkeeper.authorisation(of: token))
        case .control, nil: .local
        }
    }

    /// Who gets the answer to a line that shows no token.
    private func unknownAudience(of connection: ConnectionID) -> Audience {
        audience(of: nil, on: connection)
    }

    /// Whether this audience may send what has this access; if not, it is told so.
    private mutating func admits(
        _ access: CommandDescription.Access, _ audience: Audience, _ id: String,
        on connection: ConnectionID, _ commands: inout [Event]
    ) -> Bool {
        guard case .network(let authorisation) = audience else { return true }
        guard doorkeeper.allows(access, to: authorisation) else {
            refuse(
                RequestError(id: id, refusal: .unpaired(authorisation)), of: connection,
                to: audience)
            return false
        }
        if let device = authorisation.device { commands.append(.deviceUsed(device)) }
        return true
    }

    /// Closes the watching connections of devices that are paired no longer, and of strangers who may not read any more.
    private mutating func endForeignWatches() {
        for connection in watches.connections(where: { audience in
            guard case .network(let authorisation) = audience else { return false }
            return !doorkeeper.allows(.readers, to: authorisation)
        }) {
            listener.close(connection)
            forget(connection)
        }
    }
}
