import BoundedJSON
package import ClockCore
import ClockTime
import English

/// A reply as bytes.
///
/// Each line has `id`, `ok`, and `reply`, its kind (`ReplyKind`). The content comes beside them, mostly under the
/// same name (`ReplyCoding`). The reply to a change also has `saved`; if that is false, `warning` says why. A dry run has
/// `dryRun` instead. `notices` say what the change will not do, each with its `code` and `text`. A refusal has `error`
/// instead: `code`, `message`, and the `field` that was wrong.
///
/// Instants are RFC 3339 in UTC. A "local" field beside one is what the clock face shows then,
/// because the reader may have no zone rules. An unknowable value is null.
package enum ReplyLine {
    /// The longest line that `decode` accepts.
    package static let limit = LineLimits.reply

    /// Encodes the answer as a line with its newline.
    package static func encode(
        id: String, _ answer: Answer, for audience: Audience = .local
    ) -> [UInt8] {
        line(id, fields(of: answer), for: audience)
    }

    static func fields(of answer: Answer) -> [String: JSONValue] {
        var (kind, fields) = answer.reply.reported
        fields["ok"] = .bool(kind != nil)
        if let kind { fields["reply"] = .string(kind.rawValue) }
        answer.durability?.mark(&fields)
        if !answer.notices.isEmpty {
            fields["notices"] = JSONValue(encoding: answer.notices.map(ReportedNotice.init))
        }
        return fields
    }

    /// Encodes the answer to a line that is not a valid request.
    package static func encode(
        _ error: RequestError, for audience: Audience = .local
    ) -> [UInt8] {
        encode(id: error.id, error.refusal, for: audience)
    }

    package static func encode(
        id: String?, _ refusal: Refusal, for audience: Audience = .local
    ) -> [UInt8] {
        line(id, ["ok": .bool(false), "error": JSONValue(encoding: refusal)], for: audience)
    }

    static func line(
        _ id: String?, _ fields: [String: JSONValue], for audience: Audience
    ) -> [UInt8] {
        var fields = audience.readable(fields)
        fields["id"] = id.map(JSONValue.string) ?? .null
        return JSONValue.object(fields).line()
    }

    // MARK: - The client's side

    /// A line that the clock sent.
    package struct Received: Hashable, Sendable {
        /// Nil if the clock could not read the request's id.
        package var id: String?
        package var outcome: Outcome
    }

    package enum Outcome: Hashable, Sendable {
        /// The reply is never `.refused`.
        case answer(Answer)
        case refused(Refusal)
    }

    /// Reads one line. An alarm's bookkeeping (dates used up, suppressors) is not sent, so it is
    /// empty in the result.
    ///
    /// - Throws: what is wrong with the line.
    package static func decode(_ line: some Collection<UInt8>) throws(ReplyError) -> Received {
        let value: JSONValue
        do {
            value = try JSONValue.parse(line, limit: limit)
        } catch {
            throw ReplyError(message: "the line " + error.explanation)
        }
        guard case .object(let fields) = value else {
            throw ReplyError(message: "\(value.summary) is no reply")
        }
        var reader = FieldReader(fields, isLenient: true)
        do throws(FieldError) {
            let id = try reader.optional("id", .id)
            if let refusal = try reader.decoded("error", as: Refusal?.self) {
                return Received(id: id, outcome: .refused(refusal))
            }
            let kind = try reader.optional("reply", .text).flatMap(ReplyKind.init(rawValue:))
            guard let kind else {
                throw FieldError("reply", "is nothing that this client knows")
            }
            let answer = Answer(
                try Reply(kind, reading: &reader), try Durability(reading: &reader),
                notices: (try reader.decoded("notices", as: [ReportedNotice]?.self) ?? [])
                    .map(\.reported))
            return Received(id: id, outcome: .answer(answer))
        } catch {
            throw ReplyError(message: error.message)
        }
    }
}

/// What a change will not do. A reader drops the codes that only a newer clock knows.
private struct ReportedNotice: Codable, LeftOutIfNewer {
    var code: ChangeNotice.Code
    var text: String

    init(_ notice: ChangeNotice) {
        code = notice.code
        text = notice.text
    }

    var reported: ChangeNotice { .inWords(code, text) }
}

extension ChangeNotice.Code: Codable {}

/// A line from the clock that is not a valid reply.
package struct ReplyError: Error, Hashable, Sendable {
    package var message: String
}

extension Durability {
    /// The start of a warning (law, 9.4).
    private static let armedNotSaved = "armed, not saved: "

    func mark(_ fields: inout [String: JSONValue]) {
        switch self {
        case .saved: fields["saved"] = .bool(true)
        case .dryRun: fields["dryRun"] = .bool(true)
        case .notSaved(let reason):
            fields["saved"] = .bool(false)
            fields["warning"] = .string(Durability.armedNotSaved + reason)
        }
    }

    init?(reading reader: inout FieldReader) throws(FieldError) {
        if try reader.optional("dryRun", .bool) == true {
            self = .dryRun
            return
        }
        guard let isSaved = try reader.optional("saved", .bool) else { return nil }
        guard !isSaved else {
            self = .saved
            return
        }
        let warning = try reader.optional("warning", .text) ?? ""
        let prefix = Durability.armedNotSaved
        self = .notSaved(
            warning.hasPrefix(prefix) ? String(warning.dropFirst(prefix.count)) : warning)
    }
}
