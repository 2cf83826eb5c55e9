import CLinux
package import ClockTime
import Glibc

/// A zone that could not be had.
package enum ZoneFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not the form of an IANA name.
    case badName(String)
    /// The system's tzdata has no zone of this name.
    case unknown(String)
    /// There is a file, but it cannot be read.
    case unreadable(FileError)
    /// There is a file, but it holds no zone.
    case unusable(name: String, ZoneError)

    package var description: String {
        switch self {
        case .badName(let name):
            "\"\(name)\" is not the name of a time zone; names look like Europe/Berlin"
        case .unknown(let name): "the system knows no time zone \(name)"
        case .unreadable(let error): error.description
        case .unusable(let name, let error): "\(name): \(error)"
        }
    }
}

/// The system's time zones: compiled files in one folder.
package struct ZoneFiles: Sendable {
    package let folder: String

    /// - Parameter folder: nil takes what the environment's TZDIR says, else /usr/share/zoneinfo.
    package init(folder: String? = nil) {
        self.folder = folder ?? ZoneFiles.environment("TZDIR") ?? ZoneName.systemFolder
    }

    /// The bytes of a zone's file.
    package func bytes(of name: String) throws(ZoneFileError) -> [UInt8] {
        guard ZoneName.isValid(name) else { throw .badName(name) }
        do {
            return try FileReading.bytes(
                at: folder + "/" + name, limit: Zone.largestFile, links: .followed)
        } catch {
            switch error {
            case .failed(_, _, ENOENT), .failed(_, _, ENOTDIR), .notAFile: throw .unknown(name)
            case .failed, .tooLarge, .isLink: throw .unreadable(error)
            }
        }
    }

    /// A zone, read anew each time, so that new tzdata counts without a restart (law, 4.2).
    package func zone(named name: String) throws(ZoneFileError) -> Zone {
        let bytes = try bytes(of: name)
        do {
            return try Zone(name: name, tzif: bytes)
        } catch {
            switch error {
            case .notTZif: throw .unknown(name)
            case .tooLarge, .truncated, .countsLeapSeconds, .malformed:
                throw .unusable(name: name, error)
            }
        }
    }

    /// Numbers of which one at least is another when the zone's file is: another in its place, or the same
    /// with other bytes, even of the same age and size, as a package manager sets them. Nil without one.
    package func stamp(of name: String) -> [Int64]? {
        guard ZoneName.isValid(name) else { return nil }
        var numbers = [Int64](repeating: 0, count: Int(NOISECLOCK_STAMP_NUMBERS))
        return noiseclock_file_stamp(folder + "/" + name, &numbers) == 0 ? numbers : nil
    }

    /// The release of the system's tzdata, such as "2026a" (law, 10): from the first line of tzdata.zi,
    /// "# version 2026a". Nil where the system does not say.
    package func version() -> String? {
        guard let bytes = releaseFile else { return nil }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let start = Array("# version ".utf8)
        let release = line.dropFirst(start.count)
        guard line.starts(with: start), (1...32).contains(release.count),
            release.allSatisfy(ZoneName.isNameByte)
        else { return nil }
        return String(decoding: release, as: UTF8.self)
    }

    /// All zones that the system's tzdata has rules for, and the other names that they go by: from the lines
    /// "Z NAME …" and "L NAME OTHER" of tzdata.zi. Empty where the system has no such file.
    package func names() -> [String] {
        guard let bytes = releaseFile else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
            let place: Int
            switch words.first.map({ Array($0) }) {
            case Array("Z".utf8): place = 1
            case Array("L".utf8): place = 2
            default: return nil
            }
            guard words.count > place else { return nil }
            let name = String(decoding: words[place], as: UTF8.self)
            return ZoneName.isValid(name) ? name : nil
        }
    }

    /// The file itself is some 100 kB; a larger one is not it.
    private var releaseFile: [UInt8]? {
        try? FileReading.bytes(at: folder + "/tzdata.zi", limit: 1 << 20, links: .followed)
    }

    /// The zone that the system is set to: what /etc/localtime links to, else what /etc/timezone says.
    /// Nil where neither names one.
    package static func systemZoneName() -> String? {
        systemZoneName(link: "/etc/localtime", file: "/etc/timezone")
    }

    static func systemZoneName(link: String, file: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &target, target.count)
        if count > 0, count < target.count {
            let path = String(
                decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if let name = ZoneName.inside(path: path) { return name }
        }
        guard let bytes = try? FileReading.bytes(at: file, limit: 4096, links: .followed) else {
            return nil
        }
        let line = bytes.prefix { $0 > UInt8(ascii: " ") }
        let name = String(decoding: line, as: UTF8.self)
        return ZoneName.isValid(name) ? name : nil
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
