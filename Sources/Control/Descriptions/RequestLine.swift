package import BoundedJSON
package import ClockCore
package import ClockTime
import English

/// A command with the id that its reply will repeat.
package struct Request: Hashable, Sendable {
    /// 1 to 64 printable characters, chosen by the sender.
    package var id: String
    /// Identifies the change itself, whoever requests it and however often: 1 to 64 printable characters that no
    /// other change will ever use, such as 128 random bits. If nil, the id serves as the key of this command.
    package var key: String?
    /// What proves that a paired device sends it; only the network's socket asks for it.
    package var token: String?
    package var command: Command
    /// Ask only what the command would do: a copy of the clock carries it out, and keeps nothing.
    package var isDryRun = false
    /// Something may be different after it.
    package var isChange: Bool
    /// Who may send it from the network.
    package var access: CommandDescription.Access

    package init(
        id: String, key: String? = nil, token: String? = nil, command: Command,
        isDryRun: Bool = false, isChange: Bool = true, access: CommandDescription.Access? = nil
    ) {
        self.id = id
        self.key = key
        self.token = token
        self.command = command
        self.isDryRun = isDryRun
        self.isChange = isChange && !isDryRun
        self.access = access ?? (isChange ? .devices : .readers)
    }
}

/// A request to a clock, as the fields of its line.
package struct OutgoingRequest: Hashable, Sendable {
    package var fields: [String: JSONValue]
    /// Whether executing it twice may differ from executing it once.
    package var isChange: Bool

    package init(_ description: CommandDescription, _ arguments: Arguments) {
        fields = description.fields(of: arguments)
        isChange = description.kind != .query
    }

    /// The command's name.
    package var name: String {
        if case .string(let name)? = fields["command"] { name } else { "" }
    }

    /// The same, to ask only what it would do.
    package var asDryRun: OutgoingRequest {
        var request = self
        request.fields[RequestLine.dryRun] = .bool(true)
        request.isChange = false
        return request
    }

    private init(asking name: String) {
        fields = ["command": .string(name)]
        isChange = false
    }

    package static let status = OutgoingRequest(asking: "status")
    package static let time = OutgoingRequest(asking: "time.status")
    package static let style = OutgoingRequest(asking: "style.status")
    package static let listAlarms = OutgoingRequest(asking: "alarm.list")
    package static let wholeHistory: OutgoingRequest = {
        var request = OutgoingRequest(asking: "history")
        request.fields["count"] = .integer(Int64(HistoryQuery.counts.upperBound))
        return request
    }()
    package static let listTimers = OutgoingRequest(asking: "timer.list")
    package static let listSounds = OutgoingRequest(asking: "sound.list")
    package static let listMix = OutgoingRequest(asking: "mix.list")
    package static let listPresets = OutgoingRequest(asking: "preset.list")
    package static let listFonts = OutgoingRequest(asking: "font.list")
    package static let listDevices = OutgoingRequest(asking: "device.list")
    package static let listOutputs = OutgoingRequest(asking: "sound.outputs")
    package static let nap = OutgoingRequest(asking: "nap.status")
    package static let checkUpdate = OutgoingRequest(asking: "update.check")

    package static func setFreeDays(_ days: [FreeDay]) -> OutgoingRequest {
        QuietCommands.request(naming: days)
    }

    package static func setZone(_ zone: Zone) -> OutgoingRequest {
        TimeCommands.request(choosing: zone)
    }
}

/// Why a line is not a valid request. `ReplyLine.encode` makes the answer; nothing changes.
package struct RequestError: Error, Hashable, Sendable {
    /// Nil if no id could be read.
    package var id: String?
    package var refusal: Refusal

    package init(id: String?, refusal: Refusal) {
        self.id = id
        self.refusal = refusal
    }
}

/// A refusal on the socket: a stable code for programs, a message for people, and the path of the field in question.
package struct Refusal: Hashable, Sendable, Codable {
    package var code: String
    package var message: String
    package var field: String?
    /// How long to wait before asking again, if it is known.
    package var retryAfterSeconds: Int?

    package init(code: String, message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
    }

    package init(_ error: CommandError) {
        self.init(code: error.code, message: error.message, field: error.field)
        if case .pairingWaits(let left) = error {
            retryAfterSeconds = Int(left.components.seconds) + 1
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(code, forKey: .code)
        try fields.encode(message, forKey: .message)
        try fields.encode(field, forKey: .field)
        // Few refusals have it.
        if let retryAfterSeconds {
            try fields.encode(retryAfterSeconds, forKey: .retryAfterSeconds)
        }
    }

    package init(_ error: FieldError) {
        let code =
            switch error.kind {
            case .invalid: Refusal.invalid
            case .missingName: Refusal.notFound
            case .conflict: Refusal.conflict
            }
        self.init(code: code, message: error.message, field: error.field)
    }

    /// The line is not a readable JSON object.
    package static let malformed = "malformed"
    /// A field is wrong, as in `CommandError.invalid`.
    package static let invalid = "invalid"
    /// A field is right by itself and does not go together with another.
    package static let conflict = "conflict"
    /// A field names a thing that is not there.
    package static let notFound = "notFound"
}

/// A request as bytes.
package enum RequestLine {
    /// The longest line that `decode` accepts. A reader may disconnect a peer that sends more without a newline.
    package static let limit = LineLimits.request
    /// The field that makes a change a dry run (`Request.isDryRun`).
    package static let dryRun = "dryRun"
    /// The field of a device's token (`Request.token`).
    package static let tokenField = "token"

    /// The line with its newline.
    ///
    /// - Parameter key: see `Request.key`.
    package static func encode(
        _ request: OutgoingRequest, id: String, key: String? = nil
    ) -> [UInt8] {
        var fields = request.fields
        fields["id"] = .string(id)
        fields["key"] = key.map(JSONValue.string)
        return JSONValue.object(fields).line()
    }

    /// Reads one line, with or without its newline.
    ///
    /// - Parameter zones: provides the rules of a zone to which an alarm is pinned.
    /// - Throws: the first field that is wrong, and what it must be.
    package static func decode(
        _ line: some Collection<UInt8>, zones: some ZoneReader
    ) throws(RequestError) -> IncomingLine {
        let value: JSONValue
        do {
            value = try JSONValue.parse(line, limit: limit)
        } catch {
            throw RequestError(
                id: nil,
                refusal: Refusal(code: Refusal.malformed, message: "the line " + error.explanation))
        }
        guard case .object(let fields) = value else {
            let message = "\(value.summary) is no request; a JSON object is"
            throw RequestError(
                id: nil, refusal: Refusal(code: Refusal.malformed, message: message))
        }
        var reader = FieldReader(fields)
        let id: String
        do {
            id = try reader.required("id", .id)
        } catch {
            throw RequestError(id: nil, refusal: Refusal(error))
        }
        do {
            if fields["command"] == .string(WatchRequest.name) {
                _ = reader.raw("command")
                let watch = try WatchRequest(id: id, reading: &reader, zones: zones)
                try reader.finish()
                return .watch(watch)
            }
            return .request(try request(id: id, reading: &reader, zones: zones))
        } catch {
            throw RequestError(id: id, refusal: Refusal(error))
        }
    }

    private static func request(
        id: String, reading reader: inout FieldReader, zones: some ZoneReader
    ) throws(FieldError) -> Request {
        let key = try reader.optional("key", .id)
        let token = try reader.optional(tokenField, .id)
        let description = try reader.required("command", .command)
        let mayBeDry = description.kind == .change || reader.has(dryRun)
        let isDryRun = mayBeDry ? try reader.optional(dryRun, .bool) ?? false : false
        let arguments = try description.arguments(reading: &reader, zones: zones)
        try reader.finish()
        let command = try description.command(arguments)
        if isDryRun, let reason = description.obstacleToDryRun {
            throw FieldError(dryRun, "\(description.name) \(reason)")
        }
        return Request(
            id: id, key: key, token: token, command: command, isDryRun: isDryRun,
            isChange: description.kind != .query, access: description.access)
    }
}

extension FieldForm where Value == CommandDescription {
    static var command: FieldForm {
        FieldForm(
            .choice(CommandBook.names.map(JSONValue.string)),
            read: { value in
                if case .string(let name) = value { CommandBook[name] } else { nil }
            }, write: { .string($0.name) })
    }
}
