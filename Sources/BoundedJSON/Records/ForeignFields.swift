/// What a stored record has that this program would not write: fields that it does not know, and values that it cannot
/// read or holds to its own bounds. They are written back until somebody sets the field.
package struct ForeignFields: Hashable, Sendable {
    private struct Kept: Hashable {
        var found: JSONValue
        /// What this program writes in its place as long as nobody has set the field.
        var ours: JSONValue?
        var isUnreadable: Bool
    }

    /// The foreign part of a list whose elements are read one by one.
    struct Elements: Hashable {
        /// Those that could not be read.
        var unreadable: [JSONValue] = []
        /// The others that this program would write in another way, by what it would write.
        var differing: [JSONValue: JSONValue] = [:]

        var isEmpty: Bool { unreadable.isEmpty && differing.isEmpty }

        mutating func keep(_ found: JSONValue, insteadOf ours: JSONValue) {
            if found != ours { differing[ours] = found }
        }
    }

    private struct Content: Hashable {
        var kept: [String: Kept] = [:]
        var elements: [String: Elements] = [:]
        var others: [String: JSONValue] = [:]

        var isEmpty: Bool { kept.isEmpty && elements.isEmpty && others.isEmpty }
    }

    /// At most one element, nearly always none: records are copied and compared in each step of the clock.
    private var storage: [Content] = []

    private var content: Content {
        get { storage.first ?? Content() }
        set { storage = newValue.isEmpty ? [] : [newValue] }
    }

    /// How many values of unknown fields one record may keep, including nested ones. The rest is dropped.
    package static let capacity = 1_024

    package init() {}

    package var isEmpty: Bool { storage.isEmpty }

    /// The fields that this program does not know.
    var unknown: [String: JSONValue] { content.others }

    /// The known fields with values that it cannot read, whole or in part.
    var unreadable: [String] {
        let lists = content.elements.filter { !$0.value.unreadable.isEmpty }
        return (content.kept.filter(\.value.isUnreadable).map(\.key) + lists.keys).sorted()
    }

    func isUnreadable(_ name: String) -> Bool { content.kept[name]?.isUnreadable ?? false }

    /// The maximum size of all of it in bytes of JSON.
    package var storedBytes: Int {
        let lists = content.elements.mapValues { elements in
            JSONValue.list(elements.unreadable + elements.differing.values)
        }
        return [content.others, content.kept.mapValues(\.found), lists].joined().reduce(0) {
            sum, field in
            sum + JSONValue.bytes(of: field.key) + field.value.storedBytes
        }
    }

    /// A list with its elements as they were found. Those that could not be read are at its end.
    func withElements(_ ours: JSONValue?, of name: String) -> JSONValue? {
        guard let elements = content.elements[name] else { return ours }
        guard case .list(let values)? = ours else { return .list(elements.unreadable) }
        return .list(values.map { elements.differing[$0] ?? $0 } + elements.unreadable)
    }

    mutating func keep(elements: Elements, of name: String) {
        if !elements.isEmpty { content.elements[name] = elements }
    }

    /// The foreign value of a field that nobody has set since, or the present one with what the foreign one has beyond
    /// it; nil: there is nothing foreign.
    func found(_ name: String, insteadOf ours: JSONValue?) -> JSONValue? {
        guard let kept = content.kept[name] else { return nil }
        if kept.ours == ours { return kept.found }
        // Half of what cannot be read might mean something that nobody has set.
        guard !kept.isUnreadable, let former = kept.ours, case .object? = ours else { return nil }
        return ours?.keeping(kept.found, beyond: former)
    }

    mutating func keep(
        _ found: JSONValue, as name: String, insteadOf ours: JSONValue?, isUnreadable: Bool
    ) {
        content.kept[name] = Kept(found: found, ours: ours, isUnreadable: isUnreadable)
    }

    /// Keeps a foreign value although this program has changed its own in its place.
    package mutating func keep(_ name: String, insteadOf ours: JSONValue) {
        content.kept[name]?.ours = ours
    }

    mutating func keepUnknown(_ object: [String: JSONValue], besides known: Set<String>) {
        var room = ForeignFields.capacity
        var others: [String: JSONValue] = [:]
        for name in object.keys.filter({ !known.contains($0) }).sorted() {
            guard let value = object[name], value.count <= room else { continue }
            room -= value.count
            others[name] = value
        }
        content.others.merge(others) { $1 }
    }

    mutating func forget(_ name: String) {
        guard !isEmpty else { return }
        (content.kept[name], content.elements[name]) = (nil, nil)
    }
}

extension JSONValue {
    /// This value with the fields that `found` has beyond `former`, which is what this program wrote in its place.
    fileprivate func keeping(_ found: JSONValue, beyond former: JSONValue) -> JSONValue {
        if self == former { return found }
        guard case .object(let found) = found, case .object(let former) = former,
            case .object(var fields) = self
        else { return self }
        for (name, value) in found {
            switch (former[name], fields[name]) {
            case (nil, nil): fields[name] = value
            case (let was?, let its?): fields[name] = its.keeping(value, beyond: was)
            // Set or removed since.
            case (nil, _?), (_?, nil): break
            }
        }
        return .object(fields)
    }
}
