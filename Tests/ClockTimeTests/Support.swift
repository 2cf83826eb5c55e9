import ClockTime
import Foundation
import Testing

/// The folder of the system's compiled zones.
let zoneFolder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"

func zoneBytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: zoneFolder + "/" + name)))
}

func systemZone(_ name: String) throws -> Zone {
    try Zone(name: name, tzif: zoneBytes(name))
}

/// The names of all files below the zone folder that begin with the TZif magic.
func allZoneNames() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: zoneFolder)
    return names.sorted().filter { name in
        guard let file = FileHandle(forReadingAtPath: zoneFolder + "/" + name) else { return false }
        let start = try? file.read(upToCount: 4)
        try? file.close()
        return start == Data("TZif".utf8)
    }
}

func instant(_ text: String) throws -> Instant {
    try RFC3339.parse(text).instant
}

func date(_ text: String) throws -> CivilDate {
    try #require(CivilDate(text))
}

func time(_ text: String) throws -> TimeOfDay {
    try #require(TimeOfDay(text))
}
