/// The head of a request as it came: nothing in it is trusted, decoded or merged yet.
struct RequestHead: Sendable {
    var method: String
    /// The target between the method and the version, as bytes on the wire.
    var target: String
    /// "HTTP/1.1".
    var version: String
    /// In order. The names are in lower case; the values have no space around them.
    var headers: [(name: String, value: String)]

    init(
        method: String, target: String, version: String = "HTTP/1.1",
        headers: [(name: String, value: String)]
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers.map { header in
            var value = header.value[...]
            while value.first == " " || value.first == "\t" { value.removeFirst() }
            while value.last == " " || value.last == "\t" { value.removeLast() }
            return (header.name.lowercased(), String(value))
        }
    }

    /// All values of the header with this name, in lower case.
    func values(_ name: String) -> [String] {
        headers.filter { $0.name == name }.map(\.value)
    }

    /// The value of a header that may stand once (`RequestRules` refuses those that are repeated).
    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Bytes of the head on the wire, but for spaces that nobody needs.
    var size: Int {
        headers.reduce(method.utf8.count + target.utf8.count + version.utf8.count + 6) {
            $0 + $1.name.utf8.count + $1.value.utf8.count + 4
        }
    }

    /// Whether the method can change something; an unknown one counts as if it could.
    var mayChange: Bool { !["GET", "HEAD", "OPTIONS"].contains(method) }
}
