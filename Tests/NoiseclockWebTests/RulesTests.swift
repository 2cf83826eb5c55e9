import TestKit
import Testing

@testable import noiseclock_web

/// A request from a paired script, and what a test changes of it.
func head(
    _ method: String = "GET", _ headers: [(name: String, value: String)] = [],
    target: String = "/api/v1/status", version: String = "HTTP/1.1",
    host: String? = "noiseclock.local"
) -> RequestHead {
    RequestHead(
        method: method, target: target, version: version,
        headers: (host.map { [("Host", $0)] } ?? []) + headers)
}

let rules = RequestRules(names: OwnNames(hostName: "NoiseClock.lan", others: ["Clock.Example."]))

/// The status with which the rules refuse it; nil if they do not.
func refusal(_ head: RequestHead) -> Int? {
    do {
        _ = try rules.check(head)
        return nil
    } catch {
        return error.status
    }
}

@Suite("The rules for a request's head")
struct RulesTests {
    @Test(
        "The Host is an address, localhost or a name of the clock's",
        arguments: [
            "192.168.1.7", "192.168.1.7:8080", "[fe80::1]", "[::1]:8080", "localhost",
            "LOCALHOST:8080", "noiseclock", "noiseclock.local", "NoiseClock.local.:80",
            "noiseclock-2.local", "clock.example", "clock.example:443",
        ])
    func ownHosts(host: String) {
        #expect(refusal(head(host: host)) == nil)
    }

    @Test(
        "Another's name is told that it is wrong",
        arguments: [
            "example.com", "noiseclock.lan", "noiseclock.local.example.com", "192.168.1",
            "192.168.1.7.example", "0x7f000001", "noiseclock-x.local", "noiseclock-.local",
            "noiseclock-12345.local", "noiseclock-2.lan", "clock.example.com", "localhost.example",
        ])
    func foreignHosts(host: String) {
        #expect(refusal(head(host: host)) == 421)
    }

    @Test(
        "A Host in no valid form is malformed",
        arguments: [
            nil, "", ":80", "noiseclock.local:", "noiseclock.local:0", "noiseclock.local:65536",
            "noiseclock.local:80:80", "[::1", "[::1]80", "[noiseclock]", "a b", "user@noiseclock",
            "noiseclock.local/", "noiseclöck", "noiseclock.local:+80",
        ])
    func brokenHosts(host: String?) {
        #expect(refusal(head(host: host)) == 400)
    }

    @Test(
        "What must stand once may not be repeated",
        arguments: [
            "Host", "Content-Length", "Transfer-Encoding", "Origin", "Authorization", "Cookie",
            "Content-Type", "Idempotency-Key", "If-Match", "Sec-Fetch-Site",
        ])
    func repeated(name: String) {
        let header = [(name, "1"), (name.uppercased(), "1")]
        #expect(refusal(head("POST", header, host: name == "Host" ? nil : "localhost")) == 400)
    }

    @Test("A header's name is a token, and no header holds control characters")
    func controlCharacters() {
        for text in ["a\0b", "a\rb", "a\nb", "\u{7F}", "a\u{1B}[0m"] {
            #expect(refusal(head("GET", [("X-Any", text)])) == 400)
        }
        for name in ["X\0", "X ", "X\t", "", "X:", "X(a)", "é"] {
            #expect(refusal(head("GET", [(name, "a")])) == 400, "\(name)")
        }
        #expect(refusal(head("GET", [("X-Any", "a\tb café")])) == nil)
    }

    @Test("Other headers may be repeated")
    func repeatable() {
        #expect(refusal(head("GET", [("Accept", "a"), ("Accept", "b")])) == nil)
    }

    @Test("Two lengths, another coding or a length that is no number are malformed")
    func lengths() {
        for headers in [
            [("Content-Length", "3"), ("Transfer-Encoding", "chunked")],
            [("Transfer-Encoding", "gzip, chunked")], [("Transfer-Encoding", "identity")],
            [("Content-Length", "+3")], [("Content-Length", "3, 3")], [("Content-Length", "")],
            [("Content-Length", "-1")], [("Content-Length", "99999999999999999999")],
        ] {
            #expect(refusal(head("POST", headers)) == 400, "\(headers)")
        }
        let chunked = [("Transfer-Encoding", "chunked")]
        #expect(refusal(head("POST", chunked, version: "HTTP/1.0")) == 400)
        #expect(refusal(head("POST", chunked)) == nil)
        #expect(refusal(head("POST", [("Content-Length", "3")])) == nil)
    }

    @Test(
        "What changes nothing takes no body, and a target without that method is refused for that",
        arguments: ["GET", "HEAD"])
    func bodies(method: String) {
        let door = FrontDoor(rules: rules)
        func status(_ headers: [(name: String, value: String)], _ target: String) -> Int? {
            if case .answer(let answer) = door.decide(head(method, headers, target: target)) {
                answer.status
            } else {
                nil
            }
        }
        for headers in [[("Content-Length", "3")], [("Transfer-Encoding", "chunked")]] {
            #expect(status(headers, "/api/v1/status") == 400)
            #expect(status(headers, "/api/v1/events") == 400)
            #expect(status(headers, "/api/v1/stop") == 405)
        }
        #expect(status([("Content-Length", "0")], "/api/v1/status") == nil)
    }

    @Test("An Origin is the Host itself, by whatever scheme")
    func origins() {
        func origin(_ origin: String, _ host: String) -> Int? {
            refusal(head("POST", [("Origin", origin)], host: host))
        }
        #expect(origin("http://noiseclock.local", "noiseclock.local") == nil)
        #expect(origin("HTTP://NoiseClock.local:80", "noiseclock.local") == nil)
        #expect(origin("http://192.168.1.7:8080", "192.168.1.7:8080") == nil)
        #expect(origin("http://[fe80::1]:8080", "[fe80::1]:8080") == nil)
        #expect(origin("https://clock.example", "clock.example") == nil)
        for foreign in [
            "null", "http://example.com", "http://noiseclock.local:8081", "http://localhost",
            "noiseclock.local", "http://noiseclock.local/", "file://", "http://", "",
            "ftp://noiseclock.local", "http://noiseclock.local.example.com",
        ] {
            #expect(origin(foreign, "noiseclock.local") == 403, "\(foreign)")
        }
        #expect(refusal(head("GET", [("Origin", "http://example.com")])) == 403)
    }

    @Test("A page of another site may lead here, and change nothing")
    func crossSite() {
        let cross = [("Sec-Fetch-Site", "cross-site")]
        #expect(refusal(head("GET", cross)) == nil)
        for method in ["POST", "PATCH", "DELETE", "PUT", "TRACE"] {
            #expect(refusal(head(method, cross)) == 403)
            #expect(refusal(head(method, [("Sec-Fetch-Site", "same-origin")])) == nil)
        }
    }

    @Test("A head has up to 8 KiB")
    func longHead() {
        let room = RequestRules.mostHead - head("GET", [("X", "")]).size
        #expect(refusal(head("GET", [("X", String(repeating: "x", count: room))])) == nil)
        #expect(refusal(head("GET", [("X", String(repeating: "x", count: room + 1))])) == 431)
    }

    @Test("An Idempotency-Key has 1 to 64 characters of printable ASCII without blanks")
    func keys() throws {
        func key(_ text: String) throws -> String? {
            try rules.check(head("POST", [("Idempotency-Key", text)])).key
        }
        let longest = String(repeating: "~", count: 64)
        #expect(try key("!") == "!")
        #expect(try key(longest) == longest)
        for text in ["", "a b", "é", longest + "~"] {
            #expect(refusal(head("POST", [("Idempotency-Key", text)])) == 400, "\(text)")
        }
    }

    @Test("If-Match names a revision, any, or is malformed")
    func revisions() throws {
        func revision(_ tag: String) throws -> Int? {
            try rules.check(head("PATCH", [("If-Match", tag)])).revision
        }
        #expect(try revision("\"5\"") == 5)
        #expect(try revision("*") == nil)
        for tag in ["5", "\"\"", "W/\"5\"", "\"5\", \"6\"", "\"-5\"", "\"x\"", "\""] {
            #expect(refusal(head("PATCH", [("If-Match", tag)])) == 400, "\(tag)")
        }
        // A list of none, which no state of the alarm is in.
        #expect(refusal(head("PATCH", [("If-Match", "")])) == 409)
    }

    // MARK: - Bodies

    private func bodyRefusal(
        _ headers: [(name: String, value: String)], isUpload: Bool
    ) -> Int? {
        do throws(APIError) {
            try rules.check(head("POST", headers)).checkBody(isUpload: isUpload)
            return nil
        } catch {
            return error.status
        }
    }

    @Test("A body is JSON, which no form of another site can send")
    func jsonBodies() {
        let length = ("Content-Length", "2")
        #expect(bodyRefusal([], isUpload: false) == nil)
        for type in ["application/json", "Application/JSON; charset=utf-8", "application/json ;x"] {
            #expect(bodyRefusal([length, ("Content-Type", type)], isUpload: false) == nil)
        }
        #expect(bodyRefusal([length], isUpload: false) == 415)
        for type in [
            "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
            "text/plain; application/json", "application/jsonx", "audio/wav", "",
        ] {
            #expect(bodyRefusal([length, ("Content-Type", type)], isUpload: false) == 415)
        }
        let json = ("Content-Type", "application/json")
        #expect(bodyRefusal([("Content-Length", "65536"), json], isUpload: false) == nil)
        #expect(bodyRefusal([("Content-Length", "65537"), json], isUpload: false) == 413)
        #expect(bodyRefusal([("Transfer-Encoding", "chunked")], isUpload: false) == 415)
    }

    @Test("An upload is a file of a kind that no form can send")
    func uploads() {
        let length = ("Content-Length", "2")
        for type in ["audio/ogg", "font/otf", "application/octet-stream"] {
            #expect(bodyRefusal([length, ("Content-Type", type)], isUpload: true) == nil)
            #expect(bodyRefusal([("Content-Type", type)], isUpload: true) == 400)
        }
        for type in ["multipart/form-data; boundary=x", "text/plain", "application/json", "audio"] {
            #expect(bodyRefusal([length, ("Content-Type", type)], isUpload: true) == 415)
        }
        let audio = ("Content-Type", "audio/wav")
        #expect(bodyRefusal([("Content-Length", "67108864"), audio], isUpload: true) == nil)
        #expect(bodyRefusal([("Content-Length", "67108865"), audio], isUpload: true) == 413)
    }
}
