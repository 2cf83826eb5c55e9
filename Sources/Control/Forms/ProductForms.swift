package import BoundedJSON
import ClockCore
import ClockTime

extension FieldForm where Value == String {
    /// The id or key of a request.
    package static var id: FieldForm<String> {
        text("a text of 1 to 64 printable characters") { text in
            LineLimits.id.contains(text.unicodeScalars.count)
                && !text.unicodeScalars.contains(where: Spelling.isControl)
        }
    }
}

extension FieldForm where Value == Int {
    /// The number of a timer's run or of a nap.
    static var run: FieldForm { .integer(in: 0...Int(Int32.max)) }
}

extension JSONValue {
    static func alarm(_ id: AlarmID) -> JSONValue { .integer(Int64(id.number)) }
    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    static func percent(_ percent: Percent) -> JSONValue { .integer(Int64(percent.value)) }
}
