import Foundation

/// A JSON value that tests can inspect and change.
indirect enum JSON: Hashable, Codable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    init(_ text: String) throws {
        self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let items = try? value.decode([JSON].self) {
            self = .list(items)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let flag): try value.encode(flag)
        // Whole numbers have no fraction, as people write them.
        case .number(let number):
            if let whole = Int(exactly: number) {
                try value.encode(whole)
            } else {
                try value.encode(number)
            }
        case .text(let text): try value.encode(text)
        case .list(let items): try value.encode(items)
        case .object(let members): try value.encode(members)
        }
    }

    var members: [String: JSON] {
        if case .object(let members) = self { return members }
        return [:]
    }

    var items: [JSON] {
        if case .list(let items) = self { return items }
        return []
    }

    var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    var number: Double? {
        if case .number(let number) = self { return number }
        return nil
    }

    subscript(key: String) -> JSON? { members[key] }

    /// Every value that differs from this one in one place: `change` gives the replacements for a value; nil
    /// removes it.
    func variations(
        at path: String = "", _ change: (_ path: String, JSON) -> [JSON?]
    ) -> [(path: String, JSON)] {
        var found: [(String, JSON)] = []
        switch self {
        case .object(var members):
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                let place = path.isEmpty ? key : "\(path).\(key)"
                for other in change(place, value) {
                    members[key] = other
                    found.append((place, .object(members)))
                }
                for (place, other) in value.variations(at: place, change) {
                    members[key] = other
                    found.append((place, .object(members)))
                }
                members[key] = value
            }
            members["stranger"] = .number(1)
            found.append(("\(path).stranger", .object(members)))
        case .list(var items):
            for (index, value) in items.enumerated() {
                let place = "\(path)[\(index)]"
                for case let other? in change(place, value) {
                    items[index] = other
                    found.append((place, .list(items)))
                }
                for (place, other) in value.variations(at: place, change) {
                    items[index] = other
                    found.append((place, .list(items)))
                }
                items[index] = value
            }
        case .null, .bool, .number, .text: break
        }
        return found
    }
}
