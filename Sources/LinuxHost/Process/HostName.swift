import Glibc

/// This machine's name.
package enum HostName {
    /// As other machines of the house find it by multicast DNS (RFC 6762); nil if it has none of its own.
    package static var onLocalNetwork: String? {
        // gethostname(2): a name has at most 64 characters.
        var room = [CChar](repeating: 0, count: 65)
        guard gethostname(&room, room.count - 1) == 0 else { return nil }
        let bytes = room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return local(String(decoding: bytes, as: UTF8.self))
    }

    /// The name's part before the first dot, with the domain of multicast DNS.
    static func local(_ name: String) -> String? {
        let first = name.prefix { $0 != "." }
        return first.isEmpty || first == "localhost" ? nil : "\(first).local"
    }
}
