import BoundedJSON
import ClockClient
import CMicrohttpd
import ClockTime
import Control
import Glibc
import Synchronization

/// A request's way through the server, on libmicrohttpd's thread.
extension HTTPServer {
    /// Bytes of a refused body that are read for the answer to arrive: closing a socket with unread bytes takes the answer
    /// back.
    private static let mostDropped = 1024 * 1024

    /// The library calls this for the head, for each piece of the body, and for its end, with no bytes.
    func handle(
        _ connection: HTTPConnection, method: String, version: String,
        _ bytes: UnsafeRawBufferPointer
    ) -> MHD_Result {
        switch connection.takeStage() {
        case .head(let target):
            return begin(connection, method: method, target: target, version: version)
        case .judged(let head, let question, let refusal):
            if let refusal { return refuse(head, with: refusal, on: connection) }
            return beginUpload(question, head, on: connection)
        case .body(var intake):
            guard bytes.isEmpty else { return receive(bytes, of: &intake, on: connection) }
            return finish(intake, on: connection)
        case .dropping(let answer, let count):
            guard bytes.isEmpty else {
                guard count + bytes.count <= HTTPServer.mostDropped else { return .NO }
                connection.set(.dropping(answer, count + bytes.count))
                return .YES
            }
            return send(answer, on: connection)
        case .answer(let answer):
            return send(answer, on: connection)
        case .opened(let stream):
            return send(stream, on: connection)
        case .idle, .asked, .stream:
            return .NO
        }
    }

    private func begin(
        _ connection: HTTPConnection, method: String, target: String, version: String
    ) -> MHD_Result {
        let head = RequestHead(
            method: method, target: target, version: version,
            headers: HTTPCallbacks.headers(of: connection.handle))
        switch door.decide(head) {
        case .answer(let answer):
            return refuse(head, with: answer, on: connection)
        case .follow(let queries, let token):
            connection.set(.body(Intake(purpose: .follow(queries, token))))
        case .describe(let wish):
            connection.set(.body(Intake(purpose: .describe(wish))))
        case .ask(let question):
            guard !question.routed.isUpload else { return judge(question, head, on: connection) }
            connection.set(.body(Intake(purpose: .ask(question))))
        }
        state.withLock { $0.table.beginBody(connection.number, at: bootTime()) }
        return .YES
    }

    // MARK: - Files

    /// Asks the clock whether the token is a device's, before the first byte is kept: a stranger must not hold the one
    /// place for files, nor fill the disk.
    private func judge(
        _ question: Question, _ head: RequestHead, on connection: HTTPConnection
    ) -> MHD_Result {
        var fields: [String: JSONValue] = ["command": "status"]
        fields["token"] = question.request.token.map { .string($0.text) }
        let line: [UInt8]
        do throws(APIError) {
            line = try self.line(fields).bytes
        } catch {
            return refuse(head, with: .error(error), on: connection)
        }
        state.withLock { $0.table.beginBody(connection.number, at: bootTime()) }
        connection.suspend()
        clock.ask(
            ClockJob(line: line) { result in
                let refusal: APIError? =
                    switch result {
                    case .success(let reply):
                        FrontDoor.isFromDevice(reply) ? nil : FrontDoor.strangersFile
                    case .failure(let failure): failure.error
                    }
                connection.resume(.judged(head, question, refusal.map { .error($0) }))
            })
        return .YES
    }

    private func beginUpload(
        _ question: Question, _ head: RequestHead, on connection: HTTPConnection
    ) -> MHD_Result {
        var intake = Intake(purpose: .ask(question))
        do throws(APIError) {
            intake.file = try takePlaceForFile(connection)
        } catch {
            return refuse(head, with: .error(error), on: connection)
        }
        connection.set(.body(intake))
        state.withLock { $0.table.beginBody(connection.number, at: bootTime()) }
        return .YES
    }

    private func takePlaceForFile(_ connection: HTTPConnection) throws(APIError) -> UnnamedFile {
        let isFree = state.withLock { state in
            if let other = state.fileHolder.flatMap({ state.connections[$0] }) {
                // The library may see the end of a torn upload only after its silence.
                guard other.hasLeft else { return false }
                other.end()
            }
            state.fileHolder = connection.number
            return true
        }
        guard isFree else {
            throw APIError(
                status: 503, code: "busy",
                message: "another file is on its way; send yours after it")
        }
        guard let file = UnnamedFile(in: folder) else { throw HTTPServer.noRoom }
        return file
    }

    private static let noRoom = APIError(
        status: 507, code: "storeFull", message: "there is no room for the file")

    // MARK: - Bodies

    /// Answers a request whose body is not wanted, after its end: the library ends the connection after an earlier answer.
    private func refuse(
        _ head: RequestHead, with answer: HTTPAnswer, on connection: HTTPConnection
    ) -> MHD_Result {
        let length = head["content-length"].flatMap { Int($0) } ?? 0
        let hasBody = length > 0 || head["transfer-encoding"] != nil
        // What waits for a 100 does not send its body yet.
        let isTooMuch = length > HTTPServer.mostDropped || (hasBody && head["expect"] != nil)
        guard !isTooMuch, !answer.isLast else {
            var answer = answer
            answer.isLast = true
            return send(answer, on: connection)
        }
        connection.set(.dropping(answer, 0))
        state.withLock { $0.table.beginBody(connection.number, at: bootTime()) }
        return .YES
    }

    private func receive(
        _ bytes: UnsafeRawBufferPointer, of intake: inout Intake, on connection: HTTPConnection
    ) -> MHD_Result {
        intake.count += bytes.count
        state.withLock { $0.table.receive(bytes.count, from: connection.number) }
        let most = intake.file == nil ? RequestRules.mostBody : RequestRules.mostUpload
        guard intake.count <= most else {
            connection.set(.dropping(.error(.tooLong("the body has more than \(most) bytes")), 0))
            return .YES
        }
        if let file = intake.file {
            guard file.append(bytes) else {
                connection.set(.dropping(.error(HTTPServer.noRoom), 0))
                return .YES
            }
        } else {
            intake.bytes += bytes
        }
        connection.set(.body(intake))
        return .YES
    }

    /// The request is whole.
    private func finish(_ intake: Intake, on connection: HTTPConnection) -> MHD_Result {
        var intake = intake
        switch intake.purpose {
        case .follow(let queries, let token):
            follow(queries, token, on: connection)
        case .describe(let wish):
            state.withLock { $0.table.beginAnswer(connection.number, at: bootTime()) }
            connection.suspend()
            description.ask { file in
                let noClock = HTTPAnswer.error(ClockFailure.noClock.error)
                connection.resume(.answer(file?.answer(to: wish) ?? noClock))
            }
        case .ask(let question):
            guard question.request.body != .chunked || question.routed.isUpload || intake.count > 0
            else {
                return send(.error(.malformed("the body is empty")), on: connection)
            }
            let line: (id: String, bytes: [UInt8])
            do throws(APIError) {
                if question.routed.isUpload, intake.count == 0 {
                    throw .malformed("the file is empty")
                }
                line = try self.line(try question.fields(body: intake.bytes))
                if question.routed.isDownload { intake.file = try takePlaceForFile(connection) }
            } catch {
                return send(.error(error), on: connection)
            }
            let file = intake.file
            file?.rewind()
            state.withLock {
                $0.table.beginAnswer(connection.number, isFile: file != nil, at: bootTime())
            }
            connection.suspend()
            clock.ask(
                ClockJob(line: line.bytes, file: file) { result in
                    switch result {
                    case .success(let reply):
                        var answer = question.answer(to: reply, id: line.id)
                        if question.routed.isDownload {
                            answer.give(file, named: "noiseclock.backup")
                        }
                        connection.resume(.answer(answer))
                    case .failure(let failure):
                        connection.resume(.answer(.error(failure.error)))
                    }
                })
        }
        return .YES
    }

    /// A line for the clock, with an id of its own.
    private func line(
        _ fields: [String: JSONValue]
    ) throws(APIError) -> (id: String, bytes: [UInt8]) {
        var fields = fields
        let number = state.withLock { state in
            state.lastLine += 1
            return state.lastLine
        }
        let id = "\(idPrefix)-\(number)"
        fields["id"] = .string(id)
        let line = JSONValue.object(fields).line()
        guard line.count <= LineLimits.request else {
            throw .tooLong("the request is longer than \(LineLimits.request) bytes")
        }
        return (id, line)
    }

    // MARK: - Streams

    private func follow(
        _ queries: [String], _ token: AccessToken?, on connection: HTTPConnection
    ) {
        state.withLock { state in
            let leaver = state.table.beginStream(connection.number, at: bootTime())
            if let leaver { state.connections[leaver]?.end() }
        }
        var fields: [String: JSONValue] = [
            "id": .string(idPrefix), "command": .string(WatchRequest.name),
            "queries": .list(queries.map(JSONValue.string)),
        ]
        fields["token"] = token.map { .string($0.text) }
        let number = connection.number
        let stream = EventStream(handle: connection.handle) { [clock] in clock.endWatch(number) }
        connection.suspend()
        clock.watch(
            ClockWatch(number: number, line: JSONValue.object(fields).line()) { [clock] result in
                let answer: HTTPAnswer
                switch result {
                case .failure(let failure):
                    stream.end()
                    answer = .error(failure.error)
                case .success(let line):
                    let value = (try? JSONValue.parse(line, limit: LineLimits.reply)) ?? .null
                    if let reply = WatchedLine(value) {
                        if !stream.add(reply) { stream.end() }
                        connection.resume(.opened(stream))
                        return
                    }
                    stream.end()
                    clock.endWatch(number)
                    answer = HTTPServer.refusal(value)
                }
                connection.resume(.answer(answer))
            })
    }

    /// The answer to a watch that the clock refuses.
    private static func refusal(_ line: JSONValue) -> HTTPAnswer {
        guard case .object(let fields) = line, let error = fields["error"],
            let refusal = try? Refusal(decoding: error)
        else { return .error(.unreadableReply) }
        return .error(APIError(refusal))
    }

    private func send(_ stream: EventStream, on connection: HTTPConnection) -> MHD_Result {
        guard let response = HTTPCallbacks.response(reading: stream) else {
            stream.didClose()
            return .NO
        }
        defer { MHD_destroy_response(response) }
        connection.set(.stream(stream))
        HTTPServer.add(
            HTTPAnswer(status: 200, headers: [FrontDoor.streamType]).allHeaders, to: response)
        noiseclock_http_limit_silence(OpaquePointer(bitPattern: connection.handle), 0)
        return MHD_queue_response(OpaquePointer(bitPattern: connection.handle), 200, response)
    }

    // MARK: - Answers

    private func send(_ answer: HTTPAnswer, on connection: HTTPConnection) -> MHD_Result {
        let isLast = state.withLock { state in
            state.table.beginAnswer(
                connection.number, isFile: answer.file != nil, at: bootTime())
            return answer.isLast || state.table.isCrowded
        }
        guard let response = HTTPCallbacks.response(with: answer) else { return .NO }
        defer { MHD_destroy_response(response) }
        HTTPServer.add(answer.allHeaders, to: response)
        if isLast { HTTPServer.add([("Connection", "close")], to: response) }
        return MHD_queue_response(
            OpaquePointer(bitPattern: connection.handle), UInt32(answer.status), response)
    }

    private static func add(
        _ headers: [(name: String, value: String)], to response: OpaquePointer
    ) {
        for header in headers { MHD_add_response_header(response, header.name, header.value) }
    }

    /// The library is done with the request.
    func complete(_ connection: HTTPConnection) {
        if case .opened(let stream) = connection.takeStage() { stream.didClose() }
        state.withLock { state in
            if state.fileHolder == connection.number { state.fileHolder = nil }
            state.table.endAnswer(connection.number, at: bootTime())
        }
    }
}
