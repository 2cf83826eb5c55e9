import Foundation

/// Decodes from a JSON object, and records the keys that were requested.
struct RecordingDecoder: Decoder {
    /// The requested keys, by the path of their object.
    final class Record {
        var keys: [String: Set<String>] = [:]
    }

    var members: [String: JSON]
    var record: Record
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Container(path: "", members: members, record: record))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unasked() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Unasked() }

    /// For the parts of the protocol that a board file's decoder does not use.
    struct Unasked: Error {}

    private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
        var path: String
        var members: [String: JSON]
        var record: Record
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

        func contains(_ key: Key) -> Bool {
            record.keys[path, default: []].insert(key.stringValue)
            return members[key.stringValue] != nil
        }

        func decodeNil(forKey key: Key) -> Bool {
            members[key.stringValue] == .null
        }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            guard contains(key), let value = members[key.stringValue] else { throw Unasked() }
            return try JSONDecoder().decode(type, from: JSONEncoder().encode(value))
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            guard contains(key), case .object(let members)? = members[key.stringValue] else {
                throw Unasked()
            }
            let place = path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
            return KeyedDecodingContainer(
                RecordingDecoder.Container<Nested>(path: place, members: members, record: record))
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw Unasked()
        }

        func superDecoder() throws -> any Decoder { throw Unasked() }

        func superDecoder(forKey key: Key) throws -> any Decoder { throw Unasked() }
    }
}
