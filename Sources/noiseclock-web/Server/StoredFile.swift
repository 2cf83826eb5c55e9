/// A file that browsers may keep, ready to be sent in both forms.
struct StoredFile: Sendable {
    /// Of the body, with its parameters.
    let type: String
    let plain: [UInt8]
    let compressed: [UInt8]
    /// One for both forms, which mean the same (RFC 9110, 8.8.1).
    let tag: String

    init(_ bytes: [UInt8], type: String) {
        self.type = type
        plain = bytes
        compressed = Gzip.compress(bytes)
        tag = "W/\"\(String(Gzip.checksum(bytes), radix: 16))-\(bytes.count)\""
    }

    func answer(to wish: FileWish) -> HTTPAnswer {
        // Browsers ask each time whether the file is still the same, so an update shows at once.
        var headers = [
            ("ETag", tag), ("Vary", "Accept-Encoding"), (HTTPAnswer.caching, "no-cache"),
        ]
        if wish.has(tag) { return HTTPAnswer(status: 304, headers: headers) }
        headers.append(("Content-Type", type))
        if wish.takesGzip { headers.append(("Content-Encoding", "gzip")) }
        return HTTPAnswer(
            status: 200, headers: headers, body: wish.takesGzip ? compressed : plain)
    }
}

/// In which form a browser wants a file, and what it has of it already.
struct FileWish: Sendable {
    var takesGzip = false
    private var tags: Set<Substring> = []

    init(_ head: RequestHead) {
        for item in FileWish.items(head.values("accept-encoding")) {
            let parts = item.split(separator: ";").map(FileWish.trimmed)
            guard parts.first?.lowercased() == "gzip" || parts.first == "*" else { continue }
            let isRefused = parts.dropFirst().contains { part in
                part.lowercased().hasPrefix("q=")
                    && part.dropFirst(2).allSatisfy { "0.".contains($0) }
            }
            // What is said of gzip itself comes before what is said of all others.
            guard !isRefused else {
                takesGzip = false
                break
            }
            takesGzip = true
        }
        // A weak comparison, as for every GET (RFC 9110, 13.1.2).
        tags = Set(FileWish.items(head.values("if-none-match")).map(FileWish.strong))
    }

    func has(_ tag: String) -> Bool {
        tags.contains("*") || tags.contains(FileWish.strong(tag[...]))
    }

    private static func items(_ values: [String]) -> [Substring] {
        values.flatMap { $0.split(separator: ",").map(trimmed) }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    private static func strong(_ tag: Substring) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    }
}
