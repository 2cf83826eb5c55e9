import ClockTime

/// What a paired device shows: 128 bits as 32 lower-case hexadecimal digits. Only the clock knows whether it is right.
struct AccessToken: Hashable, Sendable {
    let text: String

    /// The name of the cookie that a browser keeps it in.
    static let cookie = "noiseclock"
    /// How long a browser keeps the cookie, in seconds: as long as browsers keep any (400 days).
    static let cookieAge = 34_560_000

    /// Nil if it has another form. Upper-case digits count as lower-case ones.
    init?(_ text: some StringProtocol) {
        let digits = text.lowercased()
        guard digits.utf8.count == 32,
            digits.utf8.allSatisfy({
                isDigit($0) || (0x61...0x66).contains($0)
            })
        else { return nil }
        self.text = digits
    }

    /// The token of `Authorization: Bearer`, or else of the cookie.
    ///
    /// A browser sends the cookie along whoever made it send the request, so for a change it counts only if the page is
    /// ours. `SameSite` alone does not say so: a page from another port of the same host is of the same site. A browser
    /// tells where a change comes from by `Origin`, which `RequestRules` has compared with the Host, or by
    /// `Sec-Fetch-Site`; what sends neither is no browser, and chose the cookie itself.
    ///
    /// - Throws: 401 if a Bearer token has another form. Other kinds of `Authorization` are for a proxy before us.
    static func of(_ head: RequestHead) throws(APIError) -> AccessToken? {
        if let header = head["authorization"] {
            let words = header.split(separator: " ", omittingEmptySubsequences: true)
            if words.first?.lowercased() == "bearer" {
                guard words.count == 2, let token = AccessToken(words[1]) else {
                    throw APIError(
                        status: 401, code: "unpaired",
                        message: "a token has 32 hexadecimal digits; pair to get one")
                }
                return token
            }
        }
        guard let header = head["cookie"] else { return nil }
        let site = head["sec-fetch-site"]?.lowercased()
        guard !head.mayChange || site == nil || site == "same-origin" || site == "none" else {
            return nil
        }
        let tokens = header.split(separator: ";").compactMap { part -> AccessToken? in
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, sides[0].drop(while: { $0 == " " }) == cookie else {
                return nil
            }
            return AccessToken(sides[1])
        }
        // Another page of the same host could have set a second one.
        return tokens.count == 1 ? tokens[0] : nil
    }

    /// The header that makes a browser keep the token, out of reach of scripts and of other sites.
    func cookieHeader(isSecure: Bool) -> String {
        "\(AccessToken.cookie)=\(text); HttpOnly; SameSite=Strict; Path=/; Max-Age=\(AccessToken.cookieAge)"
            + (isSecure ? "; Secure" : "")
    }
}
