/// Why a zone file's bytes were refused.
package enum ZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// More than `Zone.largestFile` bytes.
    case tooLarge(bytes: Int)
    /// The bytes do not begin like a TZif file.
    case notTZif
    /// The file is shorter than its header says.
    case truncated
    /// A "right" file, whose instants count leap seconds; this clock's instants are UTC.
    case countsLeapSeconds
    /// The content is invalid; the text says what.
    case malformed(String)

    package var description: String {
        switch self {
        case .tooLarge(let bytes):
            "the zone file has \(bytes) bytes; at most \(Zone.largestFile) are read"
        case .notTZif: "not a zone file (TZif, RFC 9636)"
        case .truncated: "the zone file ends too early"
        case .countsLeapSeconds:
            "the zone file counts leap seconds; use the zone's name without \"right/\""
        case .malformed(let what): "the zone file is damaged: \(what)"
        }
    }
}
