import BoundedJSON
import Control
import TestKit
import Testing

@testable import noiseclock_web

/// Each command of the book on a simulated clock, once through HTTP and once through the household's socket.
///
/// A change goes out twice under one key, and the clock makes it once and gives both the same answer (law, 13): so the
/// answers can be the same only if both said the same. A query is asked twice, and what moves with time left out.
@Suite("The whole book through HTTP")
struct WholeBookTests {
    private let bench: Workbench
    private let clock: RunningProgram
    private let port: UInt16
    private let household: TestPeer
    private let token: String

    init() throws {
        bench = try Workbench()
        let socket = bench.file("control.sock")
        clock = try bench.start(
            "noiseclock-sim",
            [
                "--headless", "--first-run", "--board", Workbench.board, "--zone", "Europe/Berlin",
                "--at",
                "2026-03-27T20:00:00Z", "--socket", socket, "--web", "0",
            ])
        let address = clock.readLine()
        let digits = try #require(address.split(separator: ":").last).filter(\.isNumber)
        port = try #require(UInt16(digits), "\(address)")
        household = try TestPeer(path: socket)
        household.send(#"{"id":"code","command":"pair"}"# + "\n")
        let code = try WholeBookTests.text("code", in: household.read(through: "\n"))
        let paired = try TestPeer(port: port).ask(
            "POST /api/v1/pair/confirm", "Content-Type: application/json\r\n",
            body: #"{"code":"\#(code)","name":"Tests"}"#)
        token = try WholeBookTests.text("token", in: paired.body)
    }

    private static func text(_ name: String, in json: String) throws -> String {
        let start = try #require(json.firstRange(of: "\"\(name)\":\""), "\(json)")
        return String(json[start.upperBound...].prefix { $0 != "\"" })
    }

    @Test("every command is answered as on the socket")
    func everyCommand() throws {
        defer { clock.send(15) }
        var asked: Set<String> = []
        var count = 0
        for route in Route.all where !route.description.takesFile {
            let name = route.description.name
            // Their secrets are another's each time, and those on the clock itself get more.
            if route.description.access == .everyone { continue }
            for line in route.exampleLines where try !Line.command(line).takesFile {
                count += 1
                asked.insert(name)
                let key = "key-\(count)"
                let answer = try ask(route, RouteExample(route, line: line), key: key)
                var direct = line
                direct["id"] = .string(key)
                if route.description.kind != .query { direct["key"] = .string(key) }
                household.send(String(decoding: JSONValue.object(direct).line(), as: UTF8.self))
                let reply = try value(household.read(through: "\n"))
                let expected = HTTPReply(
                    replyLine: reply, for: try #require(routed(route, line)))
                #expect(answer.status == expected.status, "\(line)")
                #expect(still(try value(answer.body)) == still(expected.body), "\(line)")
            }
        }
        let all = CommandBook.fromNetwork.filter { !$0.takesFile && $0.access != .everyone }
        #expect(asked == Set(all.map(\.name)))
    }

    /// What the route's answer depends on besides the reply.
    private func routed(_ route: Route, _ line: [String: JSONValue]) -> RoutedRequest? {
        let example = RouteExample(route, line: line)
        let routed = try? Router().route(
            method: route.method.name, path: route.path(example),
            query: example.query.map { ($0.name, $0.value) })
        if case .command(let request)? = routed { return request }
        return nil
    }

    private func ask(
        _ route: Route, _ example: RouteExample, key: String
    ) throws -> TestAnswer {
        let path = route.path(example).map(encoded).joined(separator: "/")
        let query = example.query.map { "\(encoded($0.name))=\(encoded($0.value))" }
            .joined(separator: "&")
        var headers = "Authorization: Bearer \(token)\r\n"
        var body = ""
        if let fields = example.body {
            headers += "Content-Type: application/json\r\nIdempotency-Key: \(key)\r\n"
            body = String(decoding: JSONValue.object(fields).line(), as: UTF8.self)
        }
        return try TestPeer(port: port).ask(
            "\(route.method.name) /\(path)" + (query.isEmpty ? "" : "?\(query)"),
            headers, body: body)
    }

    private func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            guard byte < 0x80,
                character.isLetter || character.isNumber || "-_.~".contains(character)
            else {
                let digits = String(byte, radix: 16, uppercase: true)
                return "%" + (digits.count == 1 ? "0" : "") + digits
            }
            return String(character)
        }.joined()
    }

    private func value(_ text: String) throws -> JSONValue {
        try JSONValue.parse(Array(text.utf8), limit: LineLimits.reply)
    }

    /// What moves with time, or is said to the network alone.
    private static let moving: Set<String> = [
        "authorisation", "wall", "local", "left", "leftSeconds", "maxLeftSeconds", "leftText",
        "untilNextSeconds", "confirmedSecondsAgo", "until", "startDate", "fireDate", "finding",
        "cells", "digits",
    ]

    private func still(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let fields):
            .object(
                fields.filter { !WholeBookTests.moving.contains($0.key) }.mapValues(still))
        case .list(let values): .list(values.map(still))
        case .null, .bool, .integer, .number, .string: value
        }
    }
}
