package import BoundedJSON
package import ClockCore
package import ClockTime

/// A command with the name that its reply will bear.
package struct Request: Hashable, Sendable {
    /// 1 to 64 printable characters of the sender's choosing.
    package var id: String
    /// Names the change itself, whoever asks for it, and however often: 1 to 64 printable characters that no
    /// other change will ever bear, such as 128 random bits. Nil: the id does, for this command.
    package var key: String?
    package var command: Command

    package init(id: String, key: String? = nil, command: Command) {
        self.id = id
        self.key = key
        self.command = command
    }
}

/// What is to be asked of a clock, in the fields of its line.
package struct OutgoingRequest: Hashable, Sendable {
    package var fields: [String: JSONValue]
    /// Whether carrying it out twice may differ from carrying it out once.
    package var isChange: Bool

    package init(_ description: CommandDescription, _ arguments: Arguments, isChange: Bool) {
        fields = description.fields(of: arguments)
        self.isChange = isChange
    }

    private init(asking name: String) {
        fields = ["command": .string(name)]
        isChange = false
    }

    package static let status = OutgoingRequest(asking: "status")
    package static let listAlarms = OutgoingRequest(asking: "alarm.list")
    package static let listTimers = OutgoingRequest(asking: "timer.list")
    package static let listSounds = OutgoingRequest(asking: "sound.list")
    package static let listMix = OutgoingRequest(asking: "mix.list")
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

/// Why a line is no request. It is answered with `ReplyLine.encode`, and changes nothing.
package struct RequestError: Error, Hashable, Sendable {
    /// Nil where none could be read.
    package var id: String?
    package var refusal: Refusal

    package init(id: String?, refusal: Refusal) {
        self.id = id
        self.refusal = refusal
    }
}

/// A refusal as it stands on the socket: a stable code for machines, a message for people, and the
/// path of the field that it is about.
package struct Refusal: Hashable, Sendable, Codable {
    package var code: String
    package var message: String
    package var field: String?

    package init(code: String, message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
    }

    package init(_ error: CommandError) {
        self.init(code: error.code, message: error.message, field: error.field)
    }

    init(_ error: FieldError) {
        self.init(code: Refusal.invalid, message: error.message, field: error.field)
    }

    /// The line is no JSON object that could be looked at.
    package static let malformed = "malformed"
    /// As `CommandError.invalid`: a field is wrong.
    package static let invalid = "invalid"
}

/// A request as bytes.
package enum RequestLine {
    /// The longest line that `decode` takes; a reader may cut off a peer that sends more without a
    /// newline.
    package static let limit = LineLimits.request

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
    /// - Parameter zones: where the rules of a zone are read that an alarm is to be pinned to.
    /// - Throws: what is wrong with the first field that is, and what it must be.
    package static func decode(
        _ line: some Collection<UInt8>, zones: some ZoneReader
    ) throws(RequestError) -> Request {
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
            let key = try reader.optional("key", .id)
            let description = try reader.required("command", .command)
            let arguments = try description.arguments(reading: &reader, zones: zones)
            try reader.finish()
            return Request(id: id, key: key, command: try description.command(arguments))
        } catch {
            throw RequestError(id: id, refusal: Refusal(error))
        }
    }
}

extension FieldForm where Value == CommandDescription {
    fileprivate static var command: FieldForm {
        FieldForm("one of \(CommandBook.names.joined(separator: ", "))") { value in
            if case .string(let name) = value { CommandBook[name] } else { nil }
        }
    }
}
