import CZlib
import Foundation
import Synchronization
import Testing

@testable import noiseclock_web

@Suite("The page's files")
struct PageTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/noiseclock-web/Page")
    private static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

    /// What a browser asks for.
    private static func path(of name: String) -> String {
        name == "index.html" ? "/" : "/\(name)"
    }

    private static func content(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    /// The same as it is served.
    private static func served(_ name: String) throws -> [UInt8] {
        let bytes = try content(of: name)
        return name.hasSuffix(".js") || name.hasSuffix(".css") ? WebFiles.light(bytes) : bytes
    }

    @Test("Programs and stylesheets are sent without comments, and without indentation")
    func light() {
        let source = """
            // One
            /* Two */

            a { b: "/* c */" }
                /* Three
                   goes on */
                d = e // f
            /** Four */ g();
            /** Five
             * goes on
             */
            h
            """
        let light = String(decoding: WebFiles.light(Array(source.utf8)), as: UTF8.self)
        #expect(light == "a { b: \"/* c */\" }\nd = e // f\n/** Four */ g();\nh\n")
    }

    @Test("A scanned code leads to the page, in capitals, too; other addresses there are none")
    func scannedCode() throws {
        let test = try TestServer()
        let peer = try test.connect()
        for path in ["/p/482913", "/P/482913"] {
            let answer = peer.ask("GET \(path)")
            #expect(answer.status == 303)
            #expect(answer.header("Location") == "/#/pair/482913")
        }
        for path in ["/p/", "/p/48291x", "/p/1234567890123", "/p", "/p/1/2"] {
            #expect(peer.ask("GET \(path)").status == 404, "\(path)")
        }
        #expect(peer.ask("DELETE /p/482913").status == 405)
    }

    @Test("A link is drawn as a picture to scan, and what is no link is refused")
    func square() throws {
        let test = try TestServer()
        let peer = try test.connect()
        let answer = peer.ask("GET /qr.svg?link=http%3A%2F%2F192.168.178.55%2Fp%2F482913")
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "image/svg+xml")
        let text = answer.body
        #expect(text.contains("viewBox=\"0 0 29 29\""))
        // The corner of the first square by which a reader finds it.
        #expect(text.contains("<path d=\"M2 2h1v1h-1zM3 2h1v1h-1z"))
        for query in ["", "?link=", "?other=a", "?link=a&link=b", "?link=b%C3%BCcher"] {
            #expect(peer.ask("GET /qr.svg\(query)").status == 422, "\(query)")
        }
    }

    @Test("Every file of the folder is served, with a type, and nothing else is there")
    func files() throws {
        let test = try TestServer()
        let peer = try test.connect()
        #expect(WebFiles.page.count == PageTests.names.count)
        for name in PageTests.names {
            let answer = peer.ask("GET \(PageTests.path(of: name))")
            #expect(answer.status == 200, "\(name)")
            let isSame = Array(answer.body.utf8) == (try PageTests.served(name))
            #expect(isSame, "\(name)")
            let type = try #require(answer.header("Content-Type"))
            #expect(["text/", "image/"].contains { type.hasPrefix($0) }, "\(name)")
            #expect(answer.header("Cache-Control") == "no-cache")
            #expect(answer.header("Vary") == "Accept-Encoding")
            #expect(answer.header("Content-Encoding") == nil)
            for (name, value) in HTTPAnswer.always { #expect(answer.header(name) == value) }
            let head = peer.ask("HEAD \(PageTests.path(of: name))")
            #expect(head.status == 200)
            #expect(head.header("Content-Length") == answer.header("Content-Length"))
        }
        for other in [
            "/index.html", "/none.js", "/api.js/", "/Page/api.js", "//", "/../Program.swift",
        ] {
            #expect(peer.ask("GET \(other)").status == 404, "\(other)")
        }
        let change = peer.ask("POST /")
        #expect(change.status == 405)
        #expect(change.header("Allow") == "GET, HEAD, OPTIONS")
        #expect(test.clock.lines.isEmpty)
    }

    @Test("Whoever takes gzip gets it, and it holds the same")
    func compressed() async throws {
        let test = try TestServer()
        await test.describe()
        let peer = try test.connect()
        for path in PageTests.names.map(PageTests.path) + ["/api/v1/openapi.json"] {
            let plain = peer.ask("GET \(path)")
            let bytes = peer.askForBytes("GET \(path)", "Accept-Encoding: br, gzip;q=0.8\r\n")
            #expect(bytes.answer.header("Content-Encoding") == "gzip")
            #expect(bytes.answer.header("Content-Type") == plain.header("Content-Type"))
            #expect(bytes.answer.header("ETag") == plain.header("ETag"))
            let body = PageTests.uncompressed(bytes.body, count: plain.body.utf8.count)
            let isSame = body == Array(plain.body.utf8)
            #expect(isSame, "\(path)")
        }
    }

    @Test(
        "Only what takes gzip gets it",
        arguments: [
            ("gzip", true), ("deflate, gzip", true), ("GZIP;q=1", true), ("*", true),
            ("gzip; q=0.5", true),
            ("", false), ("identity", false), ("br", false), ("gzip;q=0", false),
            ("gzip; q=0.000, br", false),
            ("*;q=0", false), ("xgzip", false),
        ])
    func encodings(header: String, takesGzip: Bool) {
        let head = RequestHead(
            method: "GET", target: "/", headers: [("Accept-Encoding", header)])
        #expect(FileWish(head).takesGzip == takesGzip)
    }

    @Test("Whoever has the file already is told so, and gets none")
    func unchanged() async throws {
        let test = try TestServer()
        await test.describe()
        let peer = try test.connect()
        for path in ["/", "/api/v1/openapi.json"] {
            let tag = try #require(peer.ask("GET \(path)").header("ETag"))
            for known in [tag, "\"other\", \(tag)", String(tag.dropFirst(2)), "*"] {
                let answer = peer.ask("GET \(path)", "If-None-Match: \(known)\r\n")
                #expect(answer.status == 304, "\(known)")
                #expect(answer.header("ETag") == tag)
                #expect(answer.header("Vary") == "Accept-Encoding")
                #expect(answer.header("Cache-Control") == "no-cache")
            }
            #expect(peer.ask("GET \(path)", "If-None-Match: W/\"1-1\"\r\n").status == 200)
        }
        let tags = Set(WebFiles.page.values.map(\.tag))
        #expect(tags.count == WebFiles.page.count)
    }

    @Test("The page is light: 12 files for its first view, 62 KiB compressed, and 4,000 lines")
    func weight() throws {
        let files = WebFiles.page.values
        let firstView = 12, weight = 62 * 1024, lines = 4000
        #expect(files.map(\.compressed.count).reduce(0, +) <= weight)
        let own = try PageTests.names.map { try PageTests.content(of: $0) }
        #expect(own.joined().count { $0 == UInt8(ascii: "\n") } < lines)
        #expect(try PageTests.firstView().count <= firstView)
    }

    @Test(
        "No limit and no unit of an input is written in the page: the clock's description has them")
    func limits() throws {
        let written =
            #/\b(?:min|max|minimum|maximum|minlength|maxlength)"?: *"?-?(?:[2-9]|[0-9]{2})/#
        for name in PageTests.names where name.hasSuffix(".js") {
            for line in String(decoding: try PageTests.content(of: name), as: UTF8.self).split(
                separator: "\n")
            {
                #expect(line.firstMatch(of: written) == nil, "\(name): \(line)")
                // How a unit reads is said once.
                #expect(name == "words.js" || !line.contains("} %`"), "\(name): \(line)")
            }
        }
    }

    /// What a browser loads for the first view: what the page names, and what its modules import at once.
    private static func firstView() throws -> Set<String> {
        var found: Set<String> = ["index.html"]
        var unread = ["index.html"]
        while let name = unread.popLast() {
            let text = String(decoding: try content(of: name), as: UTF8.self)
            let links =
                name.hasSuffix(".html")
                ? #/(?:href|src)="([^"#:]+)"/#
                : #/^(?:import|export) .*?"\.\/([^"]+)";/#.anchorsMatchLineEndings()
            for match in text.matches(of: links) where found.insert(String(match.1)).inserted {
                #expect(names.contains(String(match.1)), "\(name) names \(match.1)")
                unread.append(String(match.1))
            }
        }
        return found
    }

    @Test("The description is made on a thread of its own, once, and whoever asked gets the same")
    func description() async throws {
        let description = Description()
        let server = pthread_self()
        let answers = Mutex<[(isElsewhere: Bool, file: StoredFile?)]>([])
        for _ in 1...2 {
            description.ask { file in
                let isElsewhere = pthread_equal(pthread_self(), server) == 0
                answers.withLock { $0.append((isElsewhere, file)) }
            }
        }
        description.stop()
        description.ask { file in answers.withLock { $0.append((false, file)) } }
        let all = answers.withLock { $0 }
        #expect(all.count == 3)
        #expect(all.first?.isElsewhere == true)
        #expect(Set(all.map(\.file?.tag)).count == 1)
        let test = try TestServer()
        await test.describe()
        let answer = try test.ask("GET /api/v1/openapi.json")
        #expect(answer.status == 200)
        let isSame = Array(answer.body.utf8) == all.first?.file?.plain
        #expect(isSame)
        #expect(test.clock.lines.isEmpty)
        let late = Description()
        late.stop()
        late.ask { file in answers.withLock { $0.append((false, file)) } }
        #expect(answers.withLock { $0.count == 4 && $0.last?.file == nil })
    }

    // MARK: - Reading it back

    private static func uncompressed(_ bytes: [UInt8], count: Int) -> [UInt8] {
        var stream = z_stream()
        let gzip = 16
        guard
            inflateInit2_(
                &stream, MAX_WBITS + Int32(gzip), ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK
        else { return [] }
        defer { inflateEnd(&stream) }
        var (bytes, plain) = (bytes, [UInt8](repeating: 0, count: count + 1))
        return bytes.withUnsafeMutableBufferPointer { bytes in
            plain.withUnsafeMutableBufferPointer { plain in
                stream.next_in = bytes.baseAddress
                stream.avail_in = uInt(bytes.count)
                stream.next_out = plain.baseAddress
                stream.avail_out = uInt(plain.count)
                #expect(inflate(&stream, Z_FINISH) == Z_STREAM_END)
                return Array(plain.prefix(Int(stream.total_out)))
            }
        }
    }
}
