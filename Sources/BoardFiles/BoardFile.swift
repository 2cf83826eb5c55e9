package import BoundedJSON
package import HAL

/// Reads board files.
///
/// Theory of operation. `BoardFile` takes JSON and returns the typed description, or the first problem: where it is, what
/// is wrong and what is allowed, because a clock on the wrong pins looks broken but is not. The readings take one object
/// each, field by field, with the forms of BoardForms.swift. What they do not ask for is unknown and only a warning, so
/// that a future file still starts today's clock. BoardChecks.swift checks what no single value can reveal. Which chips
/// there are, the catalog of Drivers says.
package enum BoardFile {
    /// More than any board needs; a file beyond it is not a board file.
    package static let largestSize = 64 * 1024

    /// Returns the description, or throws the first problem in it.
    package static func parse(
        _ bytes: some Collection<UInt8>
    ) throws(BoardDescription.Problem) -> BoardDescription {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue.parse(bytes, limit: largestSize, isOneLine: false)
        } catch {
            throw BoardDescription.Problem(
                path: "",
                explanation: "\(error.explanation); it must be one JSON object in UTF-8")
        }
        return try read(json)
    }

    package static func read(
        _ json: JSONValue
    ) throws(BoardDescription.Problem) -> BoardDescription {
        var notes = BoardNotes()
        return try read(json, &notes)
    }

    static func read(
        _ json: JSONValue, _ notes: inout BoardNotes
    ) throws(BoardDescription.Problem) -> BoardDescription {
        guard case .object(let fields) = json else {
            throw BoardDescription.Problem(path: "", explanation: "must be one JSON object")
        }
        var reader = FieldReader(fields, nullIsMissing: true)
        do throws(FieldError) {
            return try BoardDescription(&reader, &notes)
        } catch {
            throw BoardDescription.Problem(path: error.field, explanation: error.reason)
        }
    }
}

/// What the readings noticed on the way.
struct BoardNotes {
    /// One sentence for each unknown field.
    var warnings: [String] = []
    /// The fields that were asked for, by the path of their object.
    var known: [String: Set<String>] = [:]

    /// After the last field of an object was asked for. At most ten warnings, so that an unrelated file does not flood
    /// the log.
    mutating func finish(_ section: FieldReader) {
        known[section.path, default: []].formUnion(section.known)
        warnings += section.unread.prefix(10).map {
            "\(section.shownPath($0)) is not known and is ignored"
        }
    }
}
