import TestKit
import Testing

@testable import noiseclock_web

@Suite("The target of a request")
struct TargetTests {
    @Test("It is split before it is decoded")
    func parts() throws {
        #expect(try RequestTarget("/").path == [])
        #expect(try RequestTarget("/api/v1/status").path == ["api", "v1", "status"])
        #expect(try RequestTarget("/mix/a%2Fb").path == ["mix", "a/b"])
        #expect(try RequestTarget("/caf%C3%A9/%25").path == ["café", "%"])
        #expect(try RequestTarget("/a//b/").path == ["a", "", "b", ""])
        #expect(try RequestTarget("/a+b?c").path == ["a+b"])
        let query = try RequestTarget("/x?a=1&b=%26%3D+c&a=2&&d&e=f=g").query
        #expect(query.map(\.name) == ["a", "b", "a", "d", "e"])
        #expect(query.map(\.value) == ["1", "&= c", "2", "", "f=g"])
    }

    @Test(
        "Another form, wrong encoding and control characters are malformed",
        arguments: [
            "", "*", "status", "http://noiseclock.local/", "//\u{1}", "/a b", "/a#b", "/%", "/%0",
            "/%zz", "/%00", "/%0a", "/%7F", "/%C3", "/%FF", "/%C0%AF", "/?a=%00", "/?%0d", "/?a=%9",
            "/é", "/a\tb", "\\",
        ])
    func malformed(target: String) throws {
        let error = try thrown(APIError.self) { try RequestTarget(target) }
        #expect(error.status == 400)
    }

    @Test("It has up to 2 KiB")
    func length() throws {
        let longest = "/" + String(repeating: "a", count: 2047)
        #expect(try RequestTarget(longest).path.count == 1)
        #expect(try thrown(APIError.self) { try RequestTarget(longest + "a") }.status == 414)
    }
}

@Suite("The token of a request")
struct TokenTests {
    private let digits = "0123456789abcdef0123456789abcdef"
    private let others = "fedcba9876543210fedcba9876543210"

    private func token(
        _ method: String, _ headers: [(name: String, value: String)]
    ) throws -> String? {
        try rules.check(head(method, headers)).token?.text
    }

    @Test("A script shows it as Bearer, a browser as a cookie, and Bearer goes first")
    func places() throws {
        let bearer = ("Authorization", "Bearer \(digits)")
        #expect(try token("GET", []) == nil)
        #expect(try token("POST", [bearer]) == digits)
        #expect(try token("POST", [("Authorization", "bearer  \(digits.uppercased())")]) == digits)
        #expect(try token("GET", [("Cookie", "a=b; noiseclock=\(digits);c")]) == digits)
        #expect(try token("GET", [("Cookie", "noiseclock=\(others)"), bearer]) == digits)
    }

    @Test("A Bearer token in another form is refused; what is for a proxy is left alone")
    func forms() throws {
        for value in ["Bearer", "Bearer x", "Bearer \(digits)0", "Bearer \(digits) \(digits)"] {
            #expect(refusal(head("GET", [("Authorization", value)])) == 401, "\(value)")
        }
        #expect(try token("GET", [("Authorization", "Basic \(digits)")]) == nil)
        #expect(try token("GET", [("Authorization", "")]) == nil)
        for value in [
            "noiseclock=x", "noiseclock=\(digits)0", "xnoiseclock=\(digits)", "noiseclock",
            "noiseclock=\(digits); noiseclock=\(others)", "",
        ] {
            #expect(try token("GET", [("Cookie", value)]) == nil, "\(value)")
        }
    }

    @Test("A cookie counts for a change only where the page is ours, or no browser asks")
    func cookies() throws {
        let cookie = ("Cookie", "noiseclock=\(digits)")
        func site(_ value: String) -> (String, String) { ("Sec-Fetch-Site", value) }
        let origin = ("Origin", "http://noiseclock.local")
        #expect(try token("POST", [cookie]) == digits)
        #expect(try token("POST", [cookie, origin]) == digits)
        #expect(try token("POST", [cookie, origin, site("same-origin")]) == digits)
        #expect(try token("POST", [cookie, site("same-origin")]) == digits)
        #expect(try token("POST", [cookie, site("none")]) == digits)
        #expect(try token("POST", [cookie, site("same-site")]) == nil)
        #expect(try token("POST", [cookie, site("what")]) == nil)
        #expect(refusal(head("POST", [cookie, site("cross-site")])) == 403)
        #expect(try token("GET", [cookie, site("same-site")]) == digits)
        let bearer = ("Authorization", "Bearer \(others)")
        #expect(try token("POST", [cookie, site("same-site"), bearer]) == others)
    }

    @Test("The cookie is out of reach of scripts and of other sites")
    func header() throws {
        let token = try #require(AccessToken(digits))
        #expect(
            token.cookieHeader(isSecure: false)
                == "noiseclock=\(digits); HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000")
        #expect(token.cookieHeader(isSecure: true).hasSuffix("; Secure"))
    }
}
