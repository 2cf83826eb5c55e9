import BoundedJSON
import ClockCore

/// A payload, read as far as this program can.
///
/// Theory of operation. After a rollback an older program meets records of a newer one. They hold unknown fields,
/// which are carried along anyway, and known fields with values that it cannot read. One such value would make the
/// whole record unreadable, so each is left out and the rest is read again as if it had never been there. An alarm is
/// read without the fields that it can ring without; the list of alarms sets aside those that cannot ring.
/// `ForeignContent` restores with each save what was left out.
struct PayloadReading {
    let stored: StoredState
    /// The paths of what was left out.
    let leftOut: [[StoredPlace]]
    /// List elements that were left out, keyed by the path of their list.
    let elements: [String: [JSONValue]]
    /// The record as found, without those elements; nil if nothing was left out.
    let found: JSONValue?

    /// The most fields and elements to leave out; a record with more is something else.
    private static let most = 64

    /// Nil if it cannot be read.
    init?(_ payload: JSONValue) {
        if let stored = try? StoredState(stored: payload), stored.state.unreadableAlarms == 0 {
            self.init(stored)
        } else {
            self.init(leavingOutOf: payload)
        }
    }

    private init(
        _ stored: StoredState, leftOut: [[StoredPlace]] = [],
        elements: [String: [JSONValue]] = [:],
        found: JSONValue? = nil
    ) {
        var stored = stored
        // The next save uses our schema, whatever else it carries along.
        stored.state.schema = PersistentState.currentSchema
        self.stored = stored
        let aside = stored.state.settings.unreadableFields.map { ["settings"] + $0 }
        self.leftOut = leftOut + aside.map { $0.map(StoredPlace.field) }
        self.elements = elements
        self.found = found
    }

    private init?(leavingOutOf tree: JSONValue) {
        // One copy is read, the other keeps what was found; a left-out element is removed from both.
        var found = tree
        var tree = tree
        var leftOut = PayloadReading.mendAlarms(&tree)
        var elements: [String: [JSONValue]] = [:]
        while leftOut.count <= PayloadReading.most {
            do {
                self.init(
                    try StoredState(stored: tree),
                    leftOut: leftOut, elements: elements, found: found)
                return
            } catch {
                // A clock should not ring by a record without its alarms.
                guard let failure = error as? FieldError,
                    let path = tree.existing(PayloadReading.path(of: failure)), !path.isEmpty,
                    path != [.field("alarms")], tree.remove(path[...]) != nil
                else { return nil }
                leftOut.removeAll { $0.starts(with: path) }
                leftOut.append(path)
                if case .index = path.last, let removed = found.remove(path[...]) {
                    elements[PayloadReading.words(path.dropLast()), default: []].append(removed)
                }
            }
        }
        return nil
    }

    /// Removes from each unreadable alarm the fields that it can ring without.
    private static func mendAlarms(_ tree: inout JSONValue) -> [[StoredPlace]] {
        guard case .object(var fields) = tree, case .list(var alarms)? = fields["alarms"] else {
            return []
        }
        var leftOut: [[StoredPlace]] = []
        for index in alarms.indices {
            var alarm = alarms[index]
            var removed: [[StoredPlace]] = []
            while removed.count <= most, let failure = failure(of: alarm) {
                guard let path = alarm.existing(path(of: failure)),
                    case .field(let field)? = path.first,
                    !AlarmReading.essentialFields.contains(field), alarm.remove(path[...]) != nil
                else { break }
                removed.append(path)
            }
            guard !removed.isEmpty, failure(of: alarm) == nil else { continue }
            alarms[index] = alarm
            leftOut += removed.map { [.field("alarms"), .index(index)] + $0 }
        }
        fields["alarms"] = .list(alarms)
        tree = .object(fields)
        return leftOut
    }

    private static func failure(of alarm: JSONValue) -> FieldError? {
        (try? AlarmReading(stored: alarm))?.failure
    }

    /// The path that the decoder failed at: "alarms[0].schedule.kind".
    private static func path(of failure: FieldError) -> [StoredPlace] {
        failure.field.split(separator: ".").flatMap { step -> [StoredPlace] in
            let parts = step.split(separator: "[")
            let indexes = parts.dropFirst().compactMap { Int($0.dropLast()).map(StoredPlace.index) }
            return [.field(String(parts[0]))] + indexes
        }
    }

    /// The path for people: "settings.style.hourFormat".
    static func words(_ path: some Sequence<StoredPlace>) -> String {
        path.map(\.description).joined(separator: ".")
    }
}

/// One step of a path from a record's value to a nested one.
enum StoredPlace: Hashable, CustomStringConvertible {
    case field(String)
    case index(Int)

    var description: String {
        switch self {
        case .field(let name): name
        case .index(let index): "\(index + 1)"
        }
    }
}

extension JSONValue {
    /// The longest prefix of the path that exists.
    fileprivate func existing(_ path: [StoredPlace]) -> [StoredPlace]? {
        var value = self
        for (depth, place) in path.enumerated() {
            switch (place, value) {
            case (.field(let name), .object(let fields)):
                guard let next = fields[name] else { return Array(path[..<depth]) }
                value = next
            case (.index(let index), .list(let values)):
                guard values.indices.contains(index) else { return Array(path[..<depth]) }
                value = values[index]
            default: return Array(path[..<depth])
            }
        }
        return path
    }

    /// Removes and returns the value at the path.
    fileprivate mutating func remove(_ path: ArraySlice<StoredPlace>) -> JSONValue? {
        guard let place = path.first else { return nil }
        let rest = path.dropFirst()
        switch (place, self) {
        case (.field(let name), .object(var fields)):
            guard var value = fields[name] else { return nil }
            let removed = rest.isEmpty ? value : value.remove(rest)
            fields[name] = rest.isEmpty ? nil : value
            self = .object(fields)
            return removed
        case (.index(let index), .list(var values)):
            guard values.indices.contains(index) else { return nil }
            let removed = rest.isEmpty ? values.remove(at: index) : values[index].remove(rest)
            self = .list(values)
            return removed
        default: return nil
        }
    }
}
