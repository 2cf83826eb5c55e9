import BoundedJSON
import ClockTime
import Control
import TestKit
import Testing

@testable import noiseclock_web

@Suite("The routes")
struct RouteTests {
    private let router = Router.shared

    @Test("The routes of all commands are those of the golden table")
    func table() throws {
        let lines = Route.all.sorted {
            ($0.template, $0.method.name) < ($1.template, $1.method.name)
        }
        .map { route in
            let method = route.method.name.padding(to: 7)
            return "\(method)\(route.template.padding(to: 42))\(route.description.name)"
        }
        try Golden.expect(lines.joined(separator: "\n") + "\n", "Web/routes.txt")
    }

    @Test("Every command has a route, and every route has one command")
    func complete() {
        let routed = Set(Route.all.map(\.description.name))
        #expect(routed == Set(CommandBook.fromNetwork.map(\.name)))
        let targets = Route.all.map { "\($0.method.name) \($0.template)" }
        #expect(Set(targets).count == targets.count)
    }

    @Test("Paths that differ only in the name of their id do not exist")
    func unambiguous() {
        var names: [[String]: Set<String>] = [:]
        for route in Route.all {
            let shape = route.path.map { segment in
                if case .word(let word) = segment { word } else { "{}" }
            }
            names[shape, default: []].insert(route.template)
        }
        #expect(names.values.allSatisfy { $0.count == 1 })
    }

    private func command(_ method: String, _ path: String) throws -> RoutedRequest {
        let routed = try router.route(method: method, path: Target.parts(path), query: [])
        guard case .command(let request) = routed else { throw Unexpected() }
        return request
    }

    @Test("An id in the path becomes the field of its parameter")
    func ids() throws {
        let edit = try command("PATCH", "/api/v1/alarm/3")
        #expect(
            try edit.line(body: ["changes": ["label": "x"]], ifMatch: nil)
                == ["command": "alarm.edit", "alarm": 3, "changes": ["label": "x"]])
        let sound = try command("GET", "/api/v1/sound/rain")
        #expect(
            try sound.line(body: nil, ifMatch: nil) == ["command": "sound.show", "sound": "rain"])
        // The server splits the target before it decodes it, so an id may hold a slash.
        let routed = try router.route(
            method: "DELETE", path: ["api", "v1", "mix", "favourite", "a/b"], query: [])
        guard case .command(let favourite) = routed else { throw Unexpected() }
        #expect(
            try favourite.line(body: nil, ifMatch: nil)
                == ["command": "mix.delete", "name": "a/b"])
    }

    @Test("A word in a path wins over an id, also with another method")
    func words() throws {
        #expect(try command("GET", "/api/v1/sound/outputs").description.name == "sound.outputs")
        let error = try thrown(APIError.self) { try command("PATCH", "/api/v1/alarm/disable") }
        #expect(error.status == 405 && error.allow == ["POST", "OPTIONS"])
    }

    @Test(
        "An id that is not of its form is no resource, whatever the method",
        arguments: ["0", "-1", "01", "1.5", "x", "", "1e3", " 1", "9007199254740992"])
    func badIDs(id: String) throws {
        for method in ["GET", "PATCH", "OPTIONS", "PUT"] {
            let error = try thrown(APIError.self) {
                try router.route(method: method, path: ["api", "v1", "alarm", id], query: [])
            }
            #expect(error.status == 404 && error.code == "notFound", "\(method)")
        }
    }

    @Test(
        "What is not there is not found",
        arguments: [
            "/api", "/api/v1", "/api/v2/status", "/api/v1/alarms", "/api/v1/alarm/3/",
            "/API/v1/status",
            "/api/v1/alarm/3/edit", "/api/v1/noise/play/pink", "/status", "/api/v1/pair/x/y",
            "/api/v1/sound/",
        ])
    func strangers(path: String) throws {
        let error = try thrown(APIError.self) { try command("GET", path) }
        #expect(error.status == 404)
    }

    @Test("Another method is refused with those that there are")
    func methods() throws {
        let error = try thrown(APIError.self) { try command("PUT", "/api/v1/alarm/3") }
        #expect(error.status == 405)
        #expect(error.allow == ["GET", "HEAD", "PATCH", "DELETE", "OPTIONS"])
        #expect(try thrown(APIError.self) { try command("get", "/api/v1/status") }.status == 405)
        for path in ["/", "/api/v1/events", "/api/v1/openapi.json"] {
            let error = try thrown(APIError.self) { try command("POST", path) }
            #expect(error.status == 405 && error.allow == ["GET", "HEAD", "OPTIONS"])
        }
    }

    @Test("OPTIONS gets the methods of each resource")
    func options() throws {
        for route in Route.all {
            let path = route.path(RouteExample(route, line: route.exampleLines[0]))
            let error = try thrown(APIError.self) {
                try router.route(method: "OPTIONS", path: path, query: [])
            }
            #expect(error.status == 204 && error.allow.contains(route.method.name))
            #expect(error.allow.contains("HEAD") == error.allow.contains("GET"))
        }
    }

    @Test("What has no command is found, too")
    func own() throws {
        func routed(_ path: [String]) throws -> Routed {
            try router.route(method: "GET", path: path, query: [("a", "b")])
        }
        guard case .events = try routed(["api", "v1", "events"]),
            case .openAPI = try routed(["api", "v1", "openapi.json"]),
            case .file = try routed([""]), case .file = try routed([])
        else { throw Unexpected() }
    }
}

extension Router {
    /// For all tests, because making one takes a while.
    static let shared = Router()
}

/// A result of another kind than the test asked for.
struct Unexpected: Error {}

/// Parts of a target, as the server decodes them.
enum Target {
    static func parts(_ path: String) -> [String] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }
}

extension String {
    fileprivate func padding(to count: Int) -> String {
        self + String(repeating: " ", count: max(1, count - self.count))
    }
}
