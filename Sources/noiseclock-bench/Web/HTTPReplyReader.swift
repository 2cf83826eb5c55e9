/// Puts a reply together from the pieces in which it comes (RFC 9112). Its head states the length of its body, as all
/// heads of the servers that are measured do.
struct HTTPReplyReader {
    private var bytes: [UInt8] = []
    /// Where the body lies, once the head is there.
    private var body: Range<Int>?

    /// - Parameter room: for the bytes of one read, so many of which came.
    /// - Returns: the body of a reply with status 200, when all of it is there; the next one follows it.
    mutating func take(_ count: Int, of room: [UInt8]) throws(RunFailure) -> ArraySlice<UInt8>? {
        bytes += room[..<count]
        if body == nil { body = try HTTPReplyReader.body(in: bytes) }
        guard let body, bytes.count >= body.upperBound else { return nil }
        let whole = bytes[body]
        // "HTTP/1.1 200 OK"
        guard bytes.dropFirst(9).starts(with: "200".utf8) else {
            let line = bytes.prefix { $0 != UInt8(ascii: "\r") }
            throw RunFailure(
                reason: String(decoding: line + [UInt8(ascii: " ")] + whole, as: UTF8.self))
        }
        self.body = nil
        bytes.removeFirst(body.upperBound)
        return whole
    }

    /// More than any head has.
    private static let longestHead = 16 * 1024
    private static let lengthName = Array("content-length:".utf8)

    /// Nil while the head is not whole.
    private static func body(in bytes: [UInt8]) throws(RunFailure) -> Range<Int>? {
        let end = Array("\r\n\r\n".utf8)
        guard let start = place(of: end, in: bytes) else {
            guard bytes.count <= longestHead else {
                throw RunFailure(reason: "the head of a reply does not end")
            }
            return nil
        }
        for line in bytes[..<start].split(separator: UInt8(ascii: "\n")) {
            // Bit 5 makes capitals small.
            let isLength = zip(line, lengthName).allSatisfy { $0 | 0x20 == $1 }
            guard isLength, line.count > lengthName.count else { continue }
            let digits = line.dropFirst(lengthName.count).filter { $0 > UInt8(ascii: " ") }
            if let length = Int(String(decoding: digits, as: UTF8.self)), length >= 0 {
                return start + end.count..<start + end.count + length
            }
        }
        throw RunFailure(reason: "the head of a reply states no length")
    }

    private static func place(of wanted: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= wanted.count else { return nil }
        return (0...bytes.count - wanted.count).first { start in
            bytes[start] == wanted[0] && bytes[start..<start + wanted.count].elementsEqual(wanted)
        }
    }
}
