import BoundedJSON
import Control
import FoundationEssentials
import Testing

@testable import noiseclock_web

@Suite("The description of the interface")
struct OpenAPITests {
    private static let document = OpenAPI.document()
    private static let operations = DescribedOperation.all(in: document)

    @Test("It describes each route, and is small enough to serve")
    func routes() throws {
        let described = Set(Self.operations.map { "\($0.method) \($0.path)" })
        let routes = Set(Route.all.map { "\($0.method.name) \($0.template)" })
        #expect(
            described
                == routes.union(["GET /api/v1/events", "GET /api/v1/openapi.json"]))
        #expect(Self.document.line().count < 325_000)
        let ids = Self.operations.map { $0.fields["operationId"] }
        #expect(Set(ids).count == ids.count)
        // For validators that are no part of the suite.
        if let file = ProcessInfo.processInfo.environment["NOISECLOCK_OPENAPI"] {
            try Data(Self.document.line()).write(to: URL(filePath: file))
        }
    }

    @Test("Each parameter has a schema of values, and each request an example")
    func examples() throws {
        for operation in Self.operations where operation.name != "openapi" {
            for parameter in operation.parameters {
                #expect(parameter.schema.isOfValues, "\(operation.name)")
                #expect(parameter.example != nil, "\(operation.name) \(parameter.name)")
            }
            guard let body = operation.body else { continue }
            #expect(body.isOfValues, "\(operation.name)")
            #expect(operation.hasBodyExample, "\(operation.name)")
        }
    }

    @Test("Each parameter of each command is described")
    func parameters() throws {
        for description in CommandBook.fromNetwork {
            let operations = Self.operations.filter {
                $0.name == description.name || $0.name.hasPrefix(description.name + ".")
            }
            let names = Set(operations.flatMap { $0.fieldNames })
            for parameter in description.parameters {
                #expect(names.contains(parameter.path[0]), "\(description.name) \(parameter.key)")
            }
        }
    }

    @Test("The clock takes what the description allows at each limit, and refuses what is beyond")
    func limits() throws {
        var count = 0
        for operation in Self.operations where Route.all.contains(where: operation.isOf) {
            for attempt in operation.attempts {
                count += 1
                let isTaken = operation.takes(attempt)
                #expect(
                    isTaken == attempt.isAllowed,
                    "\(operation.name) \(attempt.what): \(JSONValue.object(attempt.fields).text)")
            }
        }
        #expect(count > 1_000)
    }

    @Test("Lengths are in seconds, and what goes from 0 to 100 is percent; both say so")
    func units() throws {
        var counts: [String: Int] = [:]
        for schema in Self.operations.flatMap({ $0.parameters.map(\.schema) + [$0.body ?? .null] })
        {
            for (name, property) in schema.allProperties {
                let numbers = (property["anyOf"]?.list ?? [property]).filter {
                    $0.types.contains("integer") || $0.types.contains("number")
                }
                for number in numbers {
                    let unit = number["x-unit"]?.string
                    if let unit { counts[unit, default: 0] += 1 }
                    #expect((unit == "s") == name.lowercased().hasSuffix("seconds"), "\(name)")
                    let isShare = number["minimum"] == 0 && number["maximum"] == 100
                    #expect((unit == "%") == isShare, "\(name)")
                }
            }
        }
        #expect(Set(counts.keys) == ["s", "%", "/min"], "\(counts)")
    }

    @Test("Whatever a new alarm may leave out has a value that it then has")
    func defaults() throws {
        let add = try #require(Self.operations.first { $0.name == "alarm.add" })
        let alarm = try #require(add.body?["properties"]?["alarm"])
        let snooze = try #require(alarm["properties"]?["snooze"])
        for schema in [alarm, snooze] {
            let required = (schema["required"]?.list ?? []).compactMap(\.string)
            for (name, property) in schema["properties"]?.object ?? [:]
            where !required.contains(name) && property["properties"] == nil {
                #expect(property["default"] != nil, "\(name)")
            }
        }
        #expect(snooze["properties"]?["seconds"]?["default"] == 540)
    }

    @Test("The replies of each command are described")
    func replies() throws {
        guard case .object(let document) = Self.document,
            case .object(let components)? = document["components"],
            case .object(let schemas)? = components["schemas"]
        else { throw Unexpected() }
        for operation in Self.operations where Route.all.contains(where: operation.isOf) {
            #expect(!operation.replies.isEmpty, "\(operation.name)")
            for reply in operation.replies { #expect(schemas[reply] != nil) }
        }
    }
}

extension JSONValue {
    /// The fields of an object's schema, and of those in it.
    fileprivate var allProperties: [(name: String, schema: JSONValue)] {
        (self["anyOf"]?.list ?? [self]).flatMap(\.alternatives).flatMap { form in
            (form["properties"]?.object ?? [:]).flatMap {
                [($0.key, $0.value)] + $0.value.allProperties
            }
        }
    }
}
