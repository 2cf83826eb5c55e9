import BoundedJSON
import ClockCore
import ClockTime
import Control
import TestKit
import Testing

@testable import noiseclock_web

@Suite("Requests behind routes")
struct RoutedRequestTests {
    private func line(
        _ method: String, _ path: String, query: [(String, String)] = [], body: JSONValue? = nil,
        ifMatch: Int? = nil
    ) throws -> [String: JSONValue] {
        let routed = try Router.shared.route(
            method: method, path: Target.parts("/api/v1/" + path), query: query)
        guard case .command(let request) = routed else { throw Unexpected() }
        return try request.line(body: body, ifMatch: ifMatch)
    }

    private func refusal(
        _ method: String, _ path: String, query: [(String, String)] = [], body: JSONValue? = nil,
        ifMatch: Int? = nil
    ) throws -> APIError {
        try thrown(APIError.self) {
            try line(method, path, query: query, body: body, ifMatch: ifMatch)
        }
    }

    @Test("Every example of the book arrives as the command of its words")
    func examples() throws {
        var nameless: Set<String> = []
        for description in CommandBook.all {
            for example in description.examples {
                let words = try ClientWords.split(example)
                let named = NamedWord.all(in: words, of: .commands)
                let request = try ClientWords.request(
                    words.replacing(named, with: named.map(\.standIn)), zones: ExampleZones())
                let fields = request.outgoing.fields
                guard description.exampleLines.contains(fields) else {
                    nameless.insert(description.name)
                    continue
                }
                let routes = Route.all(of: description)
                let route = try #require(
                    routes.last { route in route.subject.map { fields[$0.key] != nil } ?? true })
                let target = RouteExample(route, line: fields)
                let routed = try Router.shared.route(
                    method: route.method.name, path: route.path(target), query: target.query)
                guard case .command(let command) = routed else { throw Unexpected() }
                let line = try command.line(
                    body: target.body.map(JSONValue.object), ifMatch: nil)
                #expect(line == fields, "\(example)")
                #expect(try Line.command(line) == request.command, "\(example)")
            }
        }
        // A person need not name what rings; a program must (law, 13).
        #expect(
            nameless == [
                "stop", "snooze", "alarm.stop", "alarm.snooze", "timer.stop", "timer.snooze",
                "nap.stop", "nap.snooze",
            ])
    }

    @Test("Every route takes the examples that are shown for it")
    func shown() throws {
        for route in Route.all {
            let lines = route.exampleLines
            #expect(!lines.isEmpty, "\(route.template)")
            for fields in lines {
                let target = RouteExample(route, line: fields)
                let routed = try Router.shared.route(
                    method: route.method.name, path: route.path(target), query: target.query)
                guard case .command(let command) = routed else { throw Unexpected() }
                let line = try command.line(
                    body: target.body.map(JSONValue.object), ifMatch: nil)
                #expect(line == fields)
                #expect(throws: Never.self) { try Line.command(line) }
            }
        }
    }

    @Test("A query becomes numbers, flags and lists where its parameters are such")
    func queries() throws {
        #expect(
            try line("GET", "history", query: [("count", "20"), ("alarm", "3")])
                == ["command": "history", "count": 20, "alarm": 3])
        #expect(
            try line("GET", "explain", query: [("last", "true")])
                == ["command": "explain", "last": true])
        #expect(
            try line(
                "GET", "sound", query: [("words", "3"), ("words", "rain"), ("category", "true")])
                == ["command": "sound.list", "words": ["3", "rain"], "category": "true"])
        #expect(
            try line("GET", "mix/share", query: [("name", "12")])
                == ["command": "mix.share", "name": "12"])
        #expect(
            try line("POST", "sound/import", query: [("name", "Rain")])
                == ["command": "sound.import", "name": "Rain"])
    }

    @Test("A query's wrong value is refused, with its field and what it must be")
    func wrongQueries() throws {
        for (name, text) in [("count", "many"), ("count", "1.5"), ("alarm", "x"), ("since", "now")]
        {
            let error = try thrown(APIError.self) {
                try line("GET", "history", query: [(name, text)])
            }
            #expect(error.status == 422 && error.field == name && error.code == "invalid")
        }
    }

    @Test("Parameters in the wrong place, twice or unknown are refused by name")
    func strangers() throws {
        let twice = try refusal("GET", "history", query: [("count", "1"), ("count", "2")])
        #expect(twice.status == 422 && twice.field == "count")
        let unknown = try refusal("GET", "status", query: [("verbose", "1")])
        #expect(unknown.status == 422 && unknown.field == "verbose")
        let misplaced = try refusal("POST", "noise/play", query: [("sound", "pink")])
        #expect(misplaced.status == 422 && misplaced.field == "sound")
        let near = try refusal("PATCH", "style", body: ["colour": "#ff8800"])
        #expect(near.status == 422 && near.message.contains("\"color\" is near"))
        let body = try refusal("GET", "history", body: ["count": 2])
        #expect(body.status == 422 && body.field == "count")
        let list = try refusal("POST", "noise/play", body: ["pink"])
        #expect(list.status == 422 && list.field == nil)
    }

    @Test("A body cannot say what the server or the path says")
    func reserved() throws {
        for name in ["id", "key", "token", "command", "alarm"] {
            let error = try refusal(
                "PATCH", "alarm/3", body: [name: 3, "changes": ["label": "x"]])
            #expect(error.status == 422 && error.field == name)
        }
    }

    @Test("A command without fields takes no body or an empty one")
    func emptyBodies() throws {
        #expect(try line("POST", "noise/stop") == ["command": "noise.stop"])
        #expect(try line("POST", "noise/stop", body: [:]) == ["command": "noise.stop"])
        #expect(try line("GET", "status", body: [:]) == ["command": "status"])
        let error = try refusal("POST", "noise/stop", body: ["now": true])
        #expect(error.status == 422 && error.field == "now")
    }

    @Test("A change can be a dry run; what takes files or devices cannot, and a query need not")
    func dryRuns() throws {
        #expect(
            try line("DELETE", "alarm/3", body: ["dryRun": true])
                == ["command": "alarm.remove", "alarm": 3, "dryRun": true])
        #expect(try refusal("PATCH", "time", body: ["dryRun": true]).field == "dryRun")
        #expect(try refusal("GET", "status", query: [("dryRun", "true")]).field == "dryRun")
    }

    @Test("If-Match names the revision of the alarm that is edited, and of nothing else")
    func revisions() throws {
        let body: JSONValue = ["changes": ["label": "x"]]
        #expect(try line("PATCH", "alarm/3", body: body, ifMatch: 5)["revision"] == 5)
        let same: JSONValue = ["changes": ["label": "x"], "revision": 5]
        #expect(try line("PATCH", "alarm/3", body: same, ifMatch: 5)["revision"] == 5)
        let old = try refusal("PATCH", "alarm/3", body: same, ifMatch: 6)
        #expect(old.status == 409 && old.field == "revision")
        #expect(try refusal("DELETE", "alarm/3", ifMatch: 5).field == "If-Match")
    }

    @Test("Only the imports and a restore take a file")
    func uploads() throws {
        let uploads = CommandBook.all.filter(\.takesFile)
        #expect(uploads.map(\.name) == ["sound.import", "font.import", "restore"])
        for description in CommandBook.all {
            for fields in description.exampleLines {
                let isIntoFile = fields["ownFiles"] == .bool(true)
                #expect(
                    try Line.command(fields).takesFile == (description.takesFile || isIntoFile))
            }
        }
    }
}

/// A request's line, as the clock reads it.
enum Line {
    static func command(_ fields: [String: JSONValue]) throws -> Command {
        let bytes = JSONValue.object(fields.merging(["id": "1"]) { $1 }).line()
        guard case .request(let request) = try RequestLine.decode(bytes, zones: ExampleZones())
        else { throw Unexpected() }
        return request.command
    }
}
