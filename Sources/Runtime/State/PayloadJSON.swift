import BoundedJSON
import FoundationEssentials

/// Decodes payloads with the library's decoder, after a check that they are valid JSON.
enum PayloadJSON {
    static func decode<Value: Decodable>(_ type: Value.Type, from payload: Data) throws -> Value {
        try JSONSyntax.check(Array(payload), limit: payload.count)
        return try JSONDecoder().decode(type, from: payload)
    }
}
