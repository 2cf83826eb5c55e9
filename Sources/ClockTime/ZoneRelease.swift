/// A release of the zone rules, such as 2026a: a year, and letters that count up within it (a … z, za, …).
package struct ZoneRelease: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let description: String

    /// Enough bytes for the first line of tzdata.zi, whatever the release.
    package static let lineLength = 64

    /// Nil for anything else: versions between two releases cannot be compared.
    package init?(_ text: String) {
        let year = text.utf8.prefix(4)
        let letters = text.utf8.dropFirst(4)
        guard year.count == 4, year.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            (1...4).contains(letters.count),
            letters.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains)
        else { return nil }
        description = text
    }

    /// Parses the first line of tzdata.zi, "# version 2026a".
    ///
    /// - Parameter file: the file, or its beginning.
    package init?(inFile file: some Collection<UInt8>) {
        let line = file.prefix { $0 != UInt8(ascii: "\n") }
        let start = Array("# version ".utf8)
        guard line.starts(with: start) else { return nil }
        self.init(String(decoding: line.dropFirst(start.count), as: UTF8.self))
    }

    package static func < (one: ZoneRelease, other: ZoneRelease) -> Bool {
        Array(one.description.utf8).lexicographicallyPrecedes(Array(other.description.utf8))
    }
}

/// The folders with zone rules: the system's, and that of separate zone updates, because governments change clocks more
/// often than a clock gets a new system.
package struct ZoneFolders: Hashable, Sendable {
    package var system: String
    /// Nil: there is only the system's folder.
    package var updated: String?

    package init(system: String, updated: String?) {
        self.system = system
        self.updated = updated
    }

    /// - Parameter only: the value of TZDIR: whoever sets it means that folder and no other.
    package init(only: String?) {
        self.init(
            system: only ?? ZoneName.systemFolder,
            updated: only == nil ? ZoneName.updatedFolder : nil)
    }

    /// The file in each folder that states its release.
    package static let releaseFile = "tzdata.zi"

    /// The folders in the order in which to look for a zone. The updated folder is used, and comes first, only if both
    /// folders state their release and it is the newer one. The system's folder then still supplies what it lacks.
    ///
    /// - Parameter beginning: the first bytes of a file, at most this many; nil if it cannot be read.
    package func inOrder(
        _ beginning: (_ path: String, _ count: Int) -> [UInt8]?
    ) -> [String] {
        guard let updated else { return [system] }
        let releases = [updated, system].map { folder in
            beginning("\(folder)/\(ZoneFolders.releaseFile)", ZoneRelease.lineLength)
                .flatMap { ZoneRelease(inFile: $0) }
        }
        guard let new = releases[0], let old = releases[1], old < new else { return [system] }
        return [updated, system]
    }
}
