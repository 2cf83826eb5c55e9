import BoundedJSON
import ClockCore

/// The parts of a record that this program would not write itself: unknown fields at any depth, and values that it
/// cannot read or clamps to its own bounds.
///
/// Theory of operation. Three forms of a record are compared: as it was found, as this program wrote back what it
/// read, and as this program writes it now. Where the last two are equal, nobody has changed anything, and the found
/// value is written back. Where they differ, somebody has, and the new value counts. So content that an older program
/// does not understand survives that program (product, A10), and no type has to carry it along. List elements are
/// matched by their "id" where they have one.
struct ForeignContent {
    /// The record as found and as this program wrote it then; only the parts that differ.
    private let found: JSONValue
    private let written: JSONValue
    /// List elements that were left out, keyed by the path of their list.
    private let elements: [String: [JSONValue]]
    /// Paths of what was left out, with any list index as a wildcard. Each comes back whole or not at all: half of
    /// it, mixed with what this program writes there, might mean something that nobody has set.
    private let whole: Set<[String]>

    /// The store's own fields, which exist only in the written form.
    private static let own: Set<String> = ["schema", "unwrittenRecords", "startedBeside"]

    /// Nil where there is no foreign content.
    ///
    /// - Parameter payload: the record as it was found.
    init?(of reading: PayloadReading, found payload: JSONValue) {
        let now = JSONValue(storing: reading.stored)
        guard now != payload, case .object(var found) = reading.found ?? payload,
            case .object(var ours) = now
        else { return nil }
        for field in ForeignContent.own {
            found[field] = nil
            ours[field] = nil
        }
        whole = Set(reading.leftOut.map(ForeignContent.path))
        let difference = ForeignContent.difference(.object(found), .object(ours), [], whole)
        guard difference != nil || !reading.elements.isEmpty else { return nil }
        self.found = difference?.found ?? .object([:])
        written = difference?.written ?? .object([:])
        elements = reading.elements
    }

    /// Adds all foreign content to a payload of this program.
    func beside(_ payload: JSONValue) -> JSONValue { merge(found, written, payload, []) }

    // MARK: - What differs

    private static func difference(
        _ found: JSONValue, _ written: JSONValue, _ path: [String], _ whole: Set<[String]>
    ) -> (found: JSONValue, written: JSONValue)? {
        if whole.contains(path) { return found == written ? nil : (found, written) }
        switch (found, written) {
        case (.object(let fields), .object(let ours)):
            var kept: [String: JSONValue] = [:]
            var before: [String: JSONValue] = [:]
            for (name, value) in fields {
                guard let our = ours[name] else {
                    kept[name] = value
                    continue
                }
                guard let difference = difference(value, our, path + [name], whole) else {
                    continue
                }
                kept[name] = difference.found
                before[name] = difference.written
            }
            guard !kept.isEmpty else { return nil }
            // The id identifies a list element later.
            kept[id] = fields[id]
            before[id] = ours[id]
            return (.object(kept), .object(before))
        case (.list(let values), .list(let ours)):
            guard let byID = elements(values), let oursByID = elements(ours) else {
                return values == ours ? nil : (found, written)
            }
            let differing = byID.compactMap { name, value in
                oursByID[name].flatMap { difference(value, $0, path + [anyElement], whole) }
            }
            guard !differing.isEmpty else { return nil }
            return (.list(differing.map(\.found)), .list(differing.map(\.written)))
        default: return found == written ? nil : (found, written)
        }
    }

    private static let id = "id"
    /// The path component from a list to any of its elements.
    private static let anyElement = "*"

    private static func path(of leftOut: [StoredPlace]) -> [String] {
        leftOut.map { place in
            switch place {
            case .field(let name): name
            case .index: anyElement
            }
        }
    }

    /// The list's elements by their ids; nil if one has no id, or two have the same.
    private static func elements(_ list: [JSONValue]) -> [JSONValue: JSONValue]? {
        guard !list.isEmpty else { return nil }
        var elements: [JSONValue: JSONValue] = [:]
        for value in list {
            guard case .object(let fields) = value, let name = fields[id],
                elements.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return elements
    }

    // MARK: - Bringing it back

    private func merge(
        _ found: JSONValue, _ written: JSONValue, _ now: JSONValue, _ path: [String]
    ) -> JSONValue {
        if whole.contains(path) { return now == written ? found : now }
        switch (found, written, now) {
        case (.object(let fields), .object(let before), .object(var result)):
            for (name, value) in fields {
                switch (before[name], result[name]) {
                case (nil, nil): result[name] = value
                case (let was?, let its?): result[name] = merge(value, was, its, path + [name])
                // Set or removed since.
                case (nil, _?), (_?, nil): break
                }
            }
            addElements(to: &result, path)
            return .object(result)
        case (.list(let values), .list(let before), .list(let present)):
            return .list(merge(values, before, present, path))
        default: return now == written ? found : now
        }
    }

    private func merge(
        _ values: [JSONValue], _ before: [JSONValue], _ now: [JSONValue], _ path: [String]
    ) -> [JSONValue] {
        if let byID = ForeignContent.elements(values),
            let beforeByID = ForeignContent.elements(before)
        {
            return now.map { element in
                guard case .object(let fields) = element, let name = fields[ForeignContent.id],
                    let value = byID[name], let was = beforeByID[name]
                else { return element }
                return merge(value, was, element, path + [ForeignContent.anyElement])
            }
        }
        guard values.count == before.count else { return now == before ? values : now }
        return now.map { element in
            before.firstIndex(of: element).map { values[$0] } ?? element
        }
    }

    /// Appends elements that this program could not read to the end of their lists.
    private func addElements(to fields: inout [String: JSONValue], _ path: [String]) {
        for (place, left) in elements {
            var steps = place.split(separator: ".").map(String.init)
            let name = steps.removeLast()
            guard steps == path else { continue }
            switch fields[name] {
            case .list(let values)?: fields[name] = .list(values + left)
            case nil: fields[name] = .list(left)
            default: break
            }
        }
    }
}
