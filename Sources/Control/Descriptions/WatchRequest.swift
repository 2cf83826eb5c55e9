import BoundedJSON
package import ClockCore
import ClockTime

/// A request for the replies of some queries: at once, and again whenever they differ.
///
///     {"id":"1","command":"watch","queries":["status","alarm.list"]}
///     {"id":"1","query":"status","ok":true,"reply":"status","status":{…}}
///     {"id":"1","query":"alarm.list","ok":true,"reply":"alarms","alarms":[…]}
///
/// The lines go on until the connection closes or watches something else. Each has the id of the request, the name of
/// its query, and the form of that query's reply. What only moves with time makes no difference (`WatchedReply`).
package struct WatchRequest: Hashable, Sendable {
    package var id: String
    /// See `Request.token`.
    package var token: String?
    /// Each once.
    package var queries: [WatchedQuery]

    /// Who may send it from the network: who may send each of its queries.
    package var access: CommandDescription.Access {
        queries.contains { $0.access == .devices } ? .devices : .readers
    }

    /// The name of the request. It is no command, because a machine cannot answer it.
    package static let name = "watch"
    /// How many queries one connection may watch: more than there are.
    package static let counts = 1...64

    /// The names of the queries that can be watched.
    package static let watchable = CommandBook.all.filter { description in
        let refusal = { FieldError("", $0) }
        return (try? command(description, zones: NoZones(), refusal: refusal)) != nil
    }.map(\.name)

    /// The line with its newline.
    package static func line(_ queries: [String], id: String) -> [UInt8] {
        JSONValue.object([
            "id": .string(id), "command": .string(name),
            "queries": .list(queries.map(JSONValue.string)),
        ]).line()
    }

    /// Reads the rest of a request with this name.
    init(
        id: String, reading reader: inout FieldReader, zones: any ZoneReader
    ) throws(FieldError) {
        self.id = id
        token = try reader.optional(RequestLine.tokenField, .id)
        queries = []
        let names = try reader.requiredElements("queries", .command, count: WatchRequest.counts)
        for (place, description) in names.enumerated() {
            let command = try WatchRequest.command(description, zones: zones) { reason in
                FieldError("queries[\(place)]", "\(description.name) \(reason)")
            }
            let query = WatchedQuery(
                name: description.name, command: command, access: description.access)
            if !queries.contains(query) { queries.append(query) }
        }
    }

    private static func command(
        _ description: CommandDescription, zones: any ZoneReader,
        refusal: (String) -> FieldError
    ) throws(FieldError) -> Command {
        var nothing = FieldReader([:])
        guard let arguments = try? description.arguments(reading: &nothing, zones: zones),
            let command = try? description.command(arguments)
        else { throw refusal("needs more than its name; only queries by name are watched") }
        guard description.kind == .query else {
            throw refusal("is no query; it changes something")
        }
        // The answer would count as a change, and so ask again.
        guard command != .sounds(.outputs) else {
            throw refusal("asks the devices each time; send it when you need it")
        }
        guard !description.writesFile else {
            throw refusal("is for a file; send it when you need it")
        }
        return command
    }
}

/// A query without parameters, and its name in requests.
package struct WatchedQuery: Hashable, Sendable {
    package var name: String
    package var command: Command
    package var access = CommandDescription.Access.readers
}

/// A line from a client.
package enum IncomingLine: Hashable, Sendable {
    case request(Request)
    case watch(WatchRequest)
}
