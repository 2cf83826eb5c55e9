import ClockTime
import Control
import Glibc

/// The system's time zones, each read once. LinuxHost's `ZoneFiles` does the same for the clock; the
/// client does without it, because that target brings the sound library along.
struct SystemZones: ZoneReader {
    /// The variable that names another folder.
    static let variable = "TZDIR"

    private let folder: String
    private var known: [String: Zone] = [:]

    init(environment: [String: String]) {
        let other = environment[SystemZones.variable].flatMap { $0.isEmpty ? nil : $0 }
        folder = other ?? ZoneName.systemFolder
    }

    mutating func zone(named name: String) throws(TextFormError) -> Zone {
        if let zone = known[name] { return zone }
        guard ZoneName.isValid(name) else {
            throw TextFormError(
                "\(Spelling.quoted(name)) is not the name of a time zone; names look like"
                    + " Europe/Berlin")
        }
        guard let bytes = SmallFile.bytes(at: "\(folder)/\(name)", limit: Zone.largestFile) else {
            guard errno == ENOENT || errno == ENOTDIR || errno == EISDIR else {
                throw TextFormError("cannot read \(name): \(String(cString: strerror(errno)))")
            }
            throw TextFormError("the system knows no time zone \(name)")
        }
        do {
            let zone = try Zone(name: name, tzif: bytes)
            known[name] = zone
            return zone
        } catch ZoneError.notTZif {
            throw TextFormError("the system knows no time zone \(name)")
        } catch {
            throw TextFormError("\(name): \(error)")
        }
    }

    /// The zone that the system is set to, as `ZoneFiles.systemZoneName` finds it: what /etc/localtime
    /// links to, else what /etc/timezone says.
    static func systemName() -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/etc/localtime", &target, target.count)
        if count > 0, count < target.count {
            let path = target[..<count].map { UInt8(bitPattern: $0) }
            if let name = ZoneName.inside(path: String(decoding: path, as: UTF8.self)) {
                return name
            }
        }
        guard let bytes = SmallFile.bytes(at: "/etc/timezone", limit: 4096) else { return nil }
        let name = String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
        return ZoneName.isValid(name) ? name : nil
    }
}
