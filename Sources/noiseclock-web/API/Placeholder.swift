import BoundedJSON

enum OpenAPI {
    static func document(serverVersion: String) -> JSONValue {
        .object(["openapi": .string("3.1.0")])
    }
}
