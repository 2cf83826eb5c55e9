import ClockTime
import Glibc

/// The system's time zones, each read once. LinuxHost's `ZoneFiles` does the same for the clock. The client
/// does not use it, because that target would link the sound library. An old name without a file is replaced by the
/// present one, which every system has.
struct ZoneDatabase: ZoneReader {
    /// The variable that selects another folder.
    static let variable = "TZDIR"

    /// The folders that the clock searches, in the same order.
    private let folders: [String]
    private var known: [String: Zone] = [:]

    init(environment: [String: String]) {
        let other = environment[ZoneDatabase.variable].flatMap { $0.isEmpty ? nil : $0 }
        self.init(ZoneFolders(only: other))
    }

    init(_ places: ZoneFolders) {
        folders = places.inOrder { path, count in
            SmallFile.beginning(of: path, count: count)
        }
    }

    mutating func zone(named name: String) throws(TextFormError) -> Zone {
        if let zone = known[name] { return zone }
        guard ZoneName.isValid(name) else {
            throw TextFormError(
                "\(Spelling.quoted(name)) isn't the name of a time zone, such as Europe/Berlin")
        }
        var failure: TextFormError?
        for folder in folders {
            do throws(TextFormError) {
                let zone = try ZoneDatabase.zone(named: name, in: folder)
                known[name] = zone
                return zone
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? ZoneDatabase.unknown(name)
    }

    /// The zone names that the system lists: one for each region with its own time since 1970, and at least
    /// one for each country.
    var names: [String] {
        for folder in folders {
            let tables = ["zone1970.tab", "zone.tab"].compactMap {
                SmallFile.bytes(at: "\(folder)/\($0)", limit: 128 * 1024)
            }
            guard !tables.isEmpty else { continue }
            return Set(tables.flatMap(ZoneDatabase.names)).sorted()
        }
        return []
    }

    private static func names(in table: [UInt8]) -> [String] {
        String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t")
            return line.hasPrefix("#") || columns.count < 3 ? nil : String(columns[2])
        }
    }

    private static func unknown(_ name: String) -> TextFormError {
        TextFormError("the system has no time zone \(name)")
    }

    private static func zone(
        named name: String, in folder: String
    ) throws(TextFormError) -> Zone {
        guard let bytes = SmallFile.bytes(at: "\(folder)/\(name)", limit: Zone.largestFile) else {
            guard errno == ENOENT || errno == ENOTDIR || errno == EISDIR else {
                throw TextFormError("cannot read \(name): \(String(cString: strerror(errno)))")
            }
            let list = SmallFile.bytes(
                at: "\(folder)/\(ZoneFolders.releaseFile)", limit: ZoneList.largestFile)
            guard let target = ZoneList(list ?? []).target(of: name) else { throw unknown(name) }
            do {
                return try zone(named: target, in: folder)
            } catch {
                throw error.message == unknown(target).message ? unknown(name) : error
            }
        }
        do {
            return try Zone(name: name, tzif: bytes)
        } catch ZoneError.notTZif {
            throw unknown(name)
        } catch {
            throw TextFormError("\(name): \(error)")
        }
    }

    /// The system's zone, found like `ZoneFiles.systemZoneName`: the target of /etc/localtime, or else the
    /// content of /etc/timezone.
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
