import CWebFiles

/// The files that the program carries in itself.
enum WebFiles {
    /// The page's, each with the name that the browser asks for; `""` is the page itself.
    static let page: [String: StoredFile] = {
        var files: [String: StoredFile] = [:]
        for index in 0..<noiseclock_page_file_count() {
            let file = noiseclock_page_file(index)
            let name = String(cString: file.name)
            let isSource = name.hasSuffix(".js") || name.hasSuffix(".css")
            files[name == main ? "" : name] = StoredFile(
                isSource ? light(bytes(of: file)) : bytes(of: file), type: type(of: name))
        }
        return files
    }()

    static var replyExamples: [UInt8] { bytes(of: noiseclock_reply_examples()) }

    /// The file that the page begins with.
    private static let main = "index.html"

    /// A program or a stylesheet without what only its readers need, a seventh of it: indentation, and lines that are
    /// nothing but a comment. No text in the page goes over a line's end.
    static func light(_ source: [UInt8]) -> [UInt8] {
        let (begin, end) = (Array("/*".utf8), Array("*/".utf8))
        var isComment = false
        var light: [UInt8] = []
        light.reserveCapacity(source.count)
        for line in source.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if !isComment, text.starts(with: "//".utf8) { continue }
            let isOpening = text.starts(with: begin) && !text.contains(end)
            let isWhole = text.starts(with: begin) && text.suffix(end.count).elementsEqual(end)
            if isComment || isOpening || isWhole {
                isComment = (isComment || isOpening) && !text.contains(end)
                continue
            }
            light += text
            light.append(UInt8(ascii: "\n"))
        }
        return light
    }

    private static func bytes(of file: noiseclock_web_file) -> [UInt8] {
        Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}
