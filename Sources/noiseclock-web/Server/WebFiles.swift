import CWebFiles

/// The files that the program carries in itself.
enum WebFiles {
    /// The page's, each with the name that the browser asks for; `""` is the page itself.
    static let page: [String: StoredFile] = {
        var files: [String: StoredFile] = [:]
        for index in 0..<noiseclock_page_file_count() {
            let file = noiseclock_page_file(index)
            let name = String(cString: file.name)
            files[name == main ? "" : name] = StoredFile(bytes(of: file), type: type(of: name))
        }
        return files
    }()

    static var replyExamples: [UInt8] { bytes(of: noiseclock_reply_examples()) }

    /// The file that the page begins with.
    private static let main = "index.html"

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
