/// Names of zones, as they become paths below the folder of the system's zone files. Names come from
/// outside, so whoever opens such a file asks here first.
package enum ZoneName {
    /// Where systems keep their compiled zones; the variable TZDIR may name another folder.
    package static let systemFolder = "/usr/share/zoneinfo"
    /// Where an update of the zones alone puts them, beside the system that it leaves as it is.
    package static let updatedFolder = "/var/lib/system-state/zones/tzdata/zoneinfo"

    /// Whether a name may be one of a zone: parts of letters, digits, "_", "+" and "-", with "/"
    /// between. There is no dot in it, so it cannot lead out of the folder. The longest in use has 32
    /// bytes; twice that is allowed.
    package static func isValid(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count) else { return false }
        return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .allSatisfy { part in !part.isEmpty && part.allSatisfy(isNameByte) }
    }

    /// Whether a byte may stand in a part of a name.
    package static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// "Europe/Berlin" of "/usr/share/zoneinfo/Europe/Berlin", which is how /etc/localtime names the
    /// system's zone; nil for a path that is none of a zone's file.
    package static func inside(path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let root = parts.lastIndex(of: "zoneinfo") else { return nil }
        let name = parts[(root + 1)...].joined(separator: "/")
        return isValid(name) ? name : nil
    }
}
