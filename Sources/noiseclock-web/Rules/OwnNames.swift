import ClockTime
import Glibc

/// The names that may stand in a request's Host.
///
/// An address or `localhost` is always one of them: nobody can point a name of theirs at the clock and make it stand there.
struct OwnNames: Sendable {
    /// In lower case, without a dot at the end.
    private let names: Set<String>
    /// The host's name, which avahi extends by a number where two clocks on a network have the same.
    private let hostName: String

    /// - Parameters:
    ///   - hostName: the machine's name; its part before the first dot counts.
    ///   - others: whole names that somebody gave, such as that of a proxy.
    init(hostName: String, others: [String] = []) {
        let short = String(hostName.lowercased().prefix { $0 != "." })
        self.hostName = short
        names = Set(
            ["localhost", short, short + ".local"] + others.map { Authority.plain($0.lowercased()) }
        )
    }

    /// With this machine's name.
    static func ofThisMachine(others: [String]) -> OwnNames {
        var room = [CChar](repeating: 0, count: 256)
        // The last byte stays zero.
        guard gethostname(&room, room.count - 1) == 0 else {
            return OwnNames(hostName: "localhost", others: others)
        }
        return OwnNames(hostName: String(upToZero: room), others: others)
    }

    /// - Throws: 400 if the Host is missing or in no valid form, 421 if it is another's.
    func check(_ header: String?) throws(APIError) -> Authority {
        guard let header else { throw .malformed("the Host is missing") }
        guard let host = Authority(header) else {
            throw .malformed("the Host must be a name or an address, with or without a port")
        }
        guard host.isAddress || names.contains(host.name) || isNumbered(host.name) else {
            throw APIError(
                status: 421, code: "wrongHost",
                message: "this clock is not called \(host.name); open it by its name or its address"
            )
        }
        return host
    }

    /// Whether this is `noiseclock-2.local`.
    private func isNumbered(_ name: String) -> Bool {
        guard name.hasPrefix(hostName + "-"), name.hasSuffix(".local") else { return false }
        let digits = name.dropFirst(hostName.utf8.count + 1).dropLast(".local".utf8.count)
        return (1...4).contains(digits.utf8.count)
            && digits.utf8.allSatisfy(isDigit)
    }
}

/// A host with its port, as in `Host` and after the scheme of `Origin`.
struct Authority: Hashable, Sendable {
    /// In lower case, without a dot at the end; an address of IPv6 has its brackets.
    let name: String
    /// Nil for the scheme's own.
    let port: UInt16?

    /// Reads `name`, `name:port`, `192.168.1.7`, `[fe80::1]:8080`; nil for any other form.
    init?(_ text: String) {
        guard text.utf8.count <= 300, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        var rest = text.lowercased()[...]
        var host: Substring
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = rest[...end]
            rest = rest[rest.index(after: end)...]
            guard Authority.isAddress(String(host.dropFirst().dropLast()), AF_INET6) else {
                return nil
            }
        } else {
            host = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(host.count)
            let isName = host.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || isDigit($0)
                    || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains($0)
            }
            host = Authority.plain(String(host))[...]
            guard isName, !host.isEmpty else { return nil }
        }
        name = String(host)
        guard !rest.isEmpty else {
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard digits.utf8.allSatisfy(isDigit), let number = UInt16(digits),
            number > 0
        else { return nil }
        port = number
    }

    /// Reads `http://name:port`; nil for any other form, such as `null`. The scheme's own port counts as none.
    init?(origin: String) {
        for (scheme, usual) in [("http://", UInt16(80)), ("https://", UInt16(443))]
        where origin.lowercased().hasPrefix(scheme) {
            guard let place = Authority(String(origin.dropFirst(scheme.utf8.count))) else {
                return nil
            }
            name = place.name
            port = place.port == usual ? nil : place.port
            return
        }
        return nil
    }

    var isAddress: Bool { name.hasPrefix("[") || Authority.isAddress(name, AF_INET) }

    private static func isAddress(_ text: String, _ family: Int32) -> Bool {
        var room = in6_addr()
        return inet_pton(family, text, &room) == 1
    }

    /// A name without the dot that may end it.
    static func plain(_ name: String) -> String {
        name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}

extension String {
    /// The text that a function of C wrote into the room.
    init(upToZero room: [CChar]) {
        let bytes = room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
