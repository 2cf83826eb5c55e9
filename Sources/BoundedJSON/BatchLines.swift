package import ClockTime

/// Splits the bytes of a batch, which arrive in chunks of any size, into lines. It never stores a line
/// longer than its limit.
package struct BatchLines {
    package let limit: Int
    /// The bytes so far of the unfinished line.
    private var line: [UInt8] = []
    private var isTooLong = false

    package init(limit: Int) {
        self.limit = limit
    }

    /// Passes each line that these bytes complete to `answer`, without its newline; nil if the line is too long.
    package mutating func receive(_ bytes: ArraySlice<UInt8>, _ answer: ([UInt8]?) -> Void) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            hold(rest[..<end])
            handOver(answer)
            rest = rest[(end + 1)...]
        }
        hold(rest)
    }

    /// Passes a last line without a newline to `answer`, if there is one.
    package mutating func finish(_ answer: ([UInt8]?) -> Void) {
        if !line.isEmpty || isTooLong { handOver(answer) }
    }

    private mutating func hold(_ bytes: ArraySlice<UInt8>) {
        if line.count + bytes.count > limit {
            isTooLong = true
            line.removeAll(keepingCapacity: true)
        }
        if !isTooLong { line += bytes }
    }

    private mutating func handOver(_ answer: ([UInt8]?) -> Void) {
        answer(isTooLong ? nil : line)
        line.removeAll(keepingCapacity: true)
        isTooLong = false
    }
}

/// Reads one object of a batch: the value of its `id`, and its fields. Null counts as missing.
package enum BatchObject {
    /// - Parameters:
    ///   - line: nil if it was too long.
    ///   - what: the name of the object, for messages.
    package static func read(
        _ line: [UInt8]?, limit: Int, what: String
    ) throws(TextFormError) -> FieldReader {
        guard let line else {
            throw TextFormError("the line " + JSONError.tooLong(limit: limit).explanation)
        }
        let value: JSONValue
        do {
            value = try JSONValue.parse(line, limit: limit)
        } catch {
            throw TextFormError("the line " + error.explanation)
        }
        guard case .object(let fields) = value else {
            throw TextFormError("\(value.summary) is no \(what); a JSON object is")
        }
        return FieldReader(fields, nullIsMissing: true)
    }
}

extension FieldForm where Value == JSONValue {
    /// The id of a line in a batch, which is returned unchanged.
    package static var batchID: FieldForm {
        FieldForm(
            .described(.either(.text, .number), "a text or a whole number of 64 bits"),
            read: { value in
                switch value {
                case .string, .integer: value
                case .null, .bool, .number, .list, .object: nil
                }
            }, write: { $0 })
    }
}
