/// A reply that is passed on as the clock wrote it, but for its id. To read it and write it again would be a third of this
/// program's work for a request.
///
/// A key is found by its bytes: a quotation mark within a text has a backslash before it.
enum PlainReply {
    /// - Parameter id: that of the request.
    /// - Returns: nil for a reply of which more must be known, such as a refusal, or an alarm with its revision.
    static func body(of line: [UInt8], id: String) -> [UInt8]? {
        guard let own = place(of: #""id":"\#(id)","#, in: line),
            place(of: #""ok":true"#, in: line) != nil,
            place(of: #""error":"#, in: line) == nil,
            place(of: #""alarm":{"#, in: line) == nil
        else { return nil }
        var body = line
        body.removeSubrange(own)
        body.append(UInt8(ascii: "\n"))
        return body
    }

    private static func place(of text: String, in line: [UInt8]) -> Range<Int>? {
        let wanted = Array(text.utf8)
        guard line.count >= wanted.count else { return nil }
        return line.withUnsafeBufferPointer { bytes in
            for start in 0...bytes.count - wanted.count where bytes[start] == wanted[0] {
                let end = start + wanted.count
                if bytes[start..<end].elementsEqual(wanted) { return start..<end }
            }
            return nil
        }
    }
}
