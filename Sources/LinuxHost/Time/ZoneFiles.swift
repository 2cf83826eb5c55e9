import CLinux
package import ClockTime
import Glibc

/// Why a zone is not available.
package enum ZoneFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not a valid IANA name.
    case badName(String)
    /// The system's tzdata has no zone of this name.
    case unknown(String)
    /// The file exists, but cannot be read.
    case unreadable(FileError)
    /// The file exists, but holds no zone.
    case unusable(name: String, ZoneError)

    package var description: String {
        switch self {
        case .badName(let name):
            "\"\(name)\" isn't the name of a time zone, such as Europe/Berlin"
        case .unknown(let name): "the system has no time zone \(name)"
        case .unreadable(let error): error.description
        case .unusable(let name, let error): "\(name): \(error)"
        }
    }
}

/// The time zones: compiled files in a folder of the system's, and in one that an update of the zones alone may have
/// installed.
///
/// Each call compares the two release files to choose, so a new release takes effect without a restart (law, 4.2).
/// A zone that is missing or damaged in the first comes from the other. Debian 13 has files for old names such as
/// US/Pacific only in a package of their own, so a name without a file is looked up among the links of the release file.
package struct ZoneFiles: Sendable {
    private let places: ZoneFolders

    /// - Parameter folder: the only folder; nil uses the environment's TZDIR, else the usual ones.
    package init(folder: String? = nil) {
        self.init(ZoneFolders(only: folder ?? ZoneFiles.environment("TZDIR")))
    }

    package init(_ places: ZoneFolders) {
        self.places = places
    }

    private var folders: [String] {
        places.inOrder { FileReading.beginning(of: $0, count: $1) }
    }

    /// The bytes of a zone's file.
    package func bytes(of name: String) throws(ZoneFileError) -> [UInt8] {
        try first { (folder) throws(ZoneFileError) in try bytes(of: name, in: folder) }
    }

    private func bytes(of name: String, in folder: String) throws(ZoneFileError) -> [UInt8] {
        guard ZoneName.isValid(name) else { throw .badName(name) }
        do {
            return try FileReading.bytes(
                at: folder + "/" + name, limit: Zone.largestFile, links: .followed)
        } catch {
            switch error {
            case .failed(_, _, ENOENT), .failed(_, _, ENOTDIR), .notAFile:
                guard let target = ZoneFiles.list(in: folder).target(of: name) else {
                    throw .unknown(name)
                }
                do {
                    return try bytes(of: target, in: folder)
                } catch {
                    throw error == .unknown(target) ? .unknown(name) : error
                }
            case .failed, .tooLarge, .isLink: throw .unreadable(error)
            }
        }
    }

    /// Reads a zone again each time.
    package func zone(named name: String) throws(ZoneFileError) -> Zone {
        try first { (folder) throws(ZoneFileError) in try zone(named: name, in: folder) }
    }

    private func zone(named name: String, in folder: String) throws(ZoneFileError) -> Zone {
        let bytes = try bytes(of: name, in: folder)
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

    /// The result of the first folder that has one; else the error of the first that has the zone.
    private func first<Value>(
        _ read: (_ folder: String) throws(ZoneFileError) -> Value
    ) throws(ZoneFileError) -> Value {
        var failure: ZoneFileError?
        for folder in folders {
            do throws(ZoneFileError) {
                return try read(folder)
            } catch {
                switch failure {
                case nil, .unknown: failure = error
                case .badName, .unreadable, .unusable: break
                }
            }
        }
        throw failure ?? .unknown("")
    }

    /// Numbers of which at least one changes with the zone's file: when it is replaced or rewritten, even with the
    /// same age and size, as package managers set them, or when another folder comes first. Nil without a file.
    package func stamp(of name: String) -> [Int64]? {
        guard ZoneName.isValid(name) else { return nil }
        let stamps = folders.map { folder -> [Int64]? in
            var numbers = [Int64](repeating: 0, count: Int(NOISECLOCK_STAMP_NUMBERS))
            func reads(_ name: String) -> Bool {
                noiseclock_file_stamp(folder + "/" + name, &numbers) == 0
            }
            if reads(name) { return numbers }
            let target = ZoneFiles.list(in: folder).target(of: name)
            return target.map(reads) == true ? numbers : nil
        }
        guard stamps.contains(where: { $0 != nil }) else { return nil }
        return stamps.flatMap { $0 ?? [] }
    }

    /// The release of the rules in use, such as "2026a" (law, 10). Nil if unknown.
    package func version() -> String? {
        folders.first.flatMap {
            FileReading.beginning(
                of: "\($0)/\(ZoneFolders.releaseFile)", count: ZoneRelease.lineLength)
        }.flatMap { ZoneRelease(inFile: $0) }?.description
    }

    /// All zones in the system's tzdata, and their other names. Empty if the system has no release file.
    package func names() -> [String] {
        folders.first.map { ZoneFiles.list(in: $0).names } ?? []
    }

    private static func list(in folder: String) -> ZoneList {
        let bytes = try? FileReading.bytes(
            at: "\(folder)/\(ZoneFolders.releaseFile)", limit: ZoneList.largestFile,
            links: .followed)
        return ZoneList(bytes ?? [])
    }

    /// The system's zone: the target of /etc/localtime, else the content of /etc/timezone. Nil if neither names one.
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
