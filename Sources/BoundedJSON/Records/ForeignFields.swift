/// What a stored record has that this program would not write: fields that it does not know, and values that it cannot
/// read or holds to its own bounds. They are written back until somebody sets the field.
package struct ForeignFields: Hashable, Sendable {
    private struct Kept: Hashable {
        var found: JSONValue
        /// What this program writes in its place as long as nobody has set the field.
        var ours: JSONValue?
        var isUnreadable: Bool
    }

    private var kept: [String: Kept] = [:]
    /// Elements of lists that could not be read.
    private var elements: [String: [JSONValue]] = [:]
    private var others: [String: JSONValue] = [:]

    /// How many values of unknown fields one record may keep, including nested ones. The rest is dropped.
    package static let capacity = 1_024

    package init() {}

    /// The fields that this program does not know.
    var unknown: [String: JSONValue] { others }

    /// The known fields with values that it cannot read.
    var unreadable: [String] {
        (kept.filter(\.value.isUnreadable).map(\.key) + elements.keys).sorted()
    }

    /// A list with the elements that could not be read, at its end.
    func withElements(_ ours: JSONValue?, of name: String) -> JSONValue? {
        guard let elements = elements[name] else { return ours }
        if case .list(let values)? = ours { return .list(values + elements) }
        return .list(elements)
    }

    mutating func keep(elements: [JSONValue], of name: String) {
        if !elements.isEmpty { self.elements[name] = elements }
    }

    /// The foreign value of a field that nobody has set since.
    func found(_ name: String, insteadOf ours: JSONValue?) -> JSONValue? {
        guard let kept = kept[name], kept.ours == ours else { return nil }
        return kept.found
    }

    mutating func keep(
        _ found: JSONValue, as name: String, insteadOf ours: JSONValue?, isUnreadable: Bool
    ) {
        kept[name] = Kept(found: found, ours: ours, isUnreadable: isUnreadable)
    }

    mutating func keepUnknown(_ object: [String: JSONValue], besides known: Set<String>) {
        var room = ForeignFields.capacity
        for name in object.keys.filter({ !known.contains($0) }).sorted() {
            guard let value = object[name], value.count <= room else { continue }
            room -= value.count
            others[name] = value
        }
    }

    mutating func forget(_ name: String) { (kept[name], elements[name]) = (nil, nil) }
}
