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
        guard let bytes = SystemZones.bytes(at: "\(folder)/\(name)", limit: Zone.largestFile) else {
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
        guard let bytes = bytes(at: "/etc/timezone", limit: 4096) else { return nil }
        let name = String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
        return ZoneName.isValid(name) ? name : nil
    }

    /// The bytes of a file, and one more than `limit` at most, so that who reads them sees that there
    /// are too many; nil, with `errno`, where it cannot be read.
    private static func bytes(at path: String, limit: Int) -> [UInt8]? {
        // Non-blocking, or opening a pipe that nobody writes to would hang.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var filled = 0
        var reason: Int32 = 0
        while filled <= limit, reason == 0 {
            let count = bytes.withUnsafeMutableBytes {
                read(file, $0.baseAddress?.advanced(by: filled), limit + 1 - filled)
            }
            if count == 0 { break }
            if count > 0 { filled += count } else if errno != EINTR { reason = errno }
        }
        close(file)
        errno = reason
        return reason == 0 ? Array(bytes[..<filled]) : nil
    }
}
