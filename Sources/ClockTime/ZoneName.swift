/// Zone names, which become paths below the system's zone folder. Names come from outside, so check them here before
/// opening such a file.
package enum ZoneName {
    /// Where systems keep their compiled zones; the variable TZDIR may name another folder.
    package static let systemFolder = "/usr/share/zoneinfo"
    /// Where a zones-only update puts them; it leaves the system's folder unchanged.
    package static let updatedFolder = "/var/lib/system-state/zones/tzdata/zoneinfo"

    /// Whether a text can be a zone's name: parts of letters, digits, "_", "+" and "-", separated by "/". It contains
    /// no dot, so it cannot leave the folder. The longest in use has 32 bytes; twice that is allowed.
    package static func isValid(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count) else { return false }
        return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .allSatisfy { part in !part.isEmpty && part.allSatisfy(isNameByte) }
    }

    /// Whether a part of a name may contain this byte.
    package static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The zone name in a path: "Europe/Berlin" for "/usr/share/zoneinfo/Europe/Berlin", which is how /etc/localtime
    /// names the system's zone. Nil if the path is not a zone file's.
    package static func inside(path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let root = parts.lastIndex(of: "zoneinfo") else { return nil }
        let name = parts[(root + 1)...].joined(separator: "/")
        return isValid(name) ? name : nil
    }
}
