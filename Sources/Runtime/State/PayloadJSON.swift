import BoundedJSON
import Control
import FoundationEssentials

/// The library's decoder for payloads, which sees only what was found to be JSON.
enum PayloadJSON {
    static func decode<Value: Decodable>(_ type: Value.Type, from payload: Data) throws -> Value {
        try JSONSyntax.check(Array(payload), limit: payload.count)
        return try JSONDecoder().decode(type, from: payload)
    }
}
