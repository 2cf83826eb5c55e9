import ClockTime
import Foundation
import Glibc
@testable import LinuxHost
import Testing

@Suite("Reading and writing files")
struct FilesTests {
    @Test("A file is read whole up to the limit and refused beyond it")
    func readsWithinLimit() throws {
        let folder = try TemporaryFolder()
        try folder.write("12345", to: "five")
        let path = folder.file("five")
        #expect(try FileReading.bytes(at: path, limit: 5) == Array("12345".utf8))
        #expect(throws: FileError.tooLarge(path: path, limit: 4)) {
            try FileReading.bytes(at: path, limit: 4)
        }
        try folder.write("", to: "none")
        #expect(try FileReading.bytes(at: folder.file("none"), limit: 0) == [])
    }

    @Test("Missing files, folders, devices and pipes are refused, and none of them hangs")
    func refusesOthers() throws {
        let folder = try TemporaryFolder()
        let missing = folder.file("missing")
        #expect(throws: FileError.failed(operation: "open", path: missing, errno: ENOENT)) {
            try FileReading.bytes(at: missing, limit: 10)
        }
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        for path in [folder.path, "/dev/zero", folder.file("pipe")] {
            #expect(throws: FileError.notAFile(path: path)) {
                try FileReading.bytes(at: path, limit: 10)
            }
        }
        let error = FileError.failed(operation: "open", path: missing, errno: ENOENT)
        #expect(error.description == "cannot open \(missing): No such file or directory")
    }

    @Test("Files of /proc, which say they are empty, are read")
    func readsProc() throws {
        #expect(try !FileReading.bytes(at: "/proc/self/status", limit: 65_536).isEmpty)
        #expect(throws: FileError.self) { try FileReading.bytes(at: "/proc/self/status", limit: 9) }
    }

    @Test("Lines come out in order, across many buffers, and an old file is replaced")
    func writesLines() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("trace")
        try folder.write("what was there before", to: "trace")
        let writer = try FileWriter(path: path)
        for number in 0..<20_000 { try writer.writeLine("line \(number)") }
        try writer.close()
        try writer.close()
        let text = String(
            decoding: try FileReading.bytes(at: path, limit: 1 << 20), as: UTF8.self)
        #expect(text.split(separator: "\n").enumerated().allSatisfy { $1 == "line \($0)" })
        #expect(text.hasSuffix("line 19999\n"))
        #expect(throws: FileError.failed(operation: "write", path: path, errno: EBADF)) {
            try writer.writeLine("too late")
        }
    }

    @Test("A header can be written again, and flushing shows what was written")
    func overwrites() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("recording")
        let writer = try FileWriter(path: path)
        try writer.write(Array("0000 data".utf8))
        try writer.overwrite(Array("0005".utf8), at: 0)
        try writer.write(Array("!".utf8))
        try writer.flush()
        #expect(try FileReading.bytes(at: path, limit: 100) == Array("0005 data!".utf8))
    }

    @Test("A full disk is an error, and stays one")
    func reportsFullDisk() throws {
        let writer = try FileWriter(path: "/dev/full")
        let error = FileError.failed(operation: "write", path: "/dev/full", errno: ENOSPC)
        try writer.writeLine("a line")
        #expect(throws: error) { try writer.flush() }
        #expect(throws: error) { try writer.writeLine("another") }
        #expect(throws: error) { try writer.close() }
    }

    @Test("A file in a folder that is not there cannot be written")
    func reportsMissingFolder() throws {
        let path = try TemporaryFolder().file("no/trace")
        #expect(throws: FileError.failed(operation: "write", path: path, errno: ENOENT)) {
            try FileWriter(path: path)
        }
    }

    @Test("The folder above a path")
    func knowsParents() {
        #expect(parentFolder(of: "/a/b") == "/a")
        #expect(parentFolder(of: "/a/b/") == "/a")
        #expect(parentFolder(of: "/a") == "/")
        #expect(parentFolder(of: "/") == "/")
        #expect(parentFolder(of: "a") == ".")
        #expect(parentFolder(of: "a/b") == "a")
    }
}

@Suite("Zone files")
struct ZoneFilesTests {
    @Test("Zones come from the system's tzdata by name")
    func readsZones() throws {
        let zone = try ZoneFiles().zone(named: "Europe/Berlin")
        #expect(zone.name == "Europe/Berlin")
        #expect(zone.offset(at: Instant(seconds: 1_774_745_989)).seconds == 3600)
    }

    @Test(
        "Names that are none, or lead elsewhere, are refused unread",
        arguments: [
            "", "/etc/passwd", "../../../etc/passwd", "Europe/../Berlin", "Europe//Berlin",
            "Europe/Berlin/", "Europe/Berlin.txt", "Europe/Bérlin", "a b", "a\u{0}b",
            String(repeating: "a", count: 65),
        ])
    func refusesNames(name: String) {
        #expect(!ZoneName.isValid(name))
        #expect(throws: ZoneFileError.badName(name)) { try ZoneFiles().bytes(of: name) }
    }

    @Test(
        "Names that occur are valid",
        arguments: [
            "UTC", "Etc/GMT+12", "America/Argentina/ComodRivadavia", "America/Port-au-Prince",
            "Asia/Ust-Nera", "EST5EDT", "GMT-0",
        ])
    func acceptsNames(name: String) {
        #expect(ZoneName.isValid(name))
    }

    @Test("Unknown zones, folders and damaged files are told apart")
    func reportsTroubles() throws {
        let folder = try TemporaryFolder()
        let zones = ZoneFiles(folder: folder.path)
        #expect(throws: ZoneFileError.unknown("Mars")) { try zones.zone(named: "Mars") }
        #expect(mkdir(folder.file("Europe"), 0o700) == 0)
        #expect(throws: ZoneFileError.unknown("Europe")) { try zones.zone(named: "Europe") }
        try folder.write("not a zone", to: "Odd")
        #expect(throws: ZoneFileError.unknown("Odd")) { try zones.zone(named: "Odd") }
        try folder.write("TZif2", to: "Cut")
        #expect(throws: ZoneFileError.unusable(name: "Cut", .truncated)) {
            try zones.zone(named: "Cut")
        }
        try folder.write(String(repeating: "x", count: 70_000), to: "Huge")
        #expect(throws: ZoneFileError.self) { try zones.zone(named: "Huge") }
    }

    @Test("The release of tzdata is read where the system says it, and otherwise unknown")
    func knowsVersion() throws {
        let folder = try TemporaryFolder()
        let zones = ZoneFiles(folder: folder.path)
        #expect(zones.version() == nil)
        try folder.write(
            "# version 2026a\n# This zic input file is in the public domain.\n", to: "tzdata.zi")
        #expect(zones.version() == "2026a")
        try folder.write("# Version\n", to: "tzdata.zi")
        #expect(zones.version() == nil)
    }

    @Test(
        "Another file in a zone's place has another stamp, and so has another folder in that of all"
    )
    func stamps() throws {
        let folder = try TemporaryFolder()
        for name in ["one", "two"] { #expect(mkdir(folder.file(name), 0o700) == 0) }
        #expect(symlink(folder.file("one"), folder.file("zones")) == 0)
        let zones = ZoneFiles(folder: folder.file("zones"))
        #expect(zones.stamp(of: "Home") == nil)
        #expect(zones.stamp(of: "../one/Home") == nil)
        try folder.write("TZif", to: "one/Home")
        var stamps = [try #require(zones.stamp(of: "Home"))]
        #expect(zones.stamp(of: "Home") == stamps[0])
        // The same bytes with the same age, as packages install them.
        var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
        for name in ["one/new", "two/Home"] {
            try folder.write("TZif", to: name)
            #expect(utimes(folder.file(name), &times) == 0)
        }
        #expect(rename(folder.file("one/new"), folder.file("one/Home")) == 0)
        stamps.append(try #require(zones.stamp(of: "Home")))
        #expect(unlink(folder.file("zones")) == 0)
        #expect(symlink(folder.file("two"), folder.file("zones")) == 0)
        stamps.append(try #require(zones.stamp(of: "Home")))
        #expect(Set(stamps).count == 3)
    }

    /// Two folders, each with a zone Home: UTC+1 in the system's rules, UTC+2 in the updated ones.
    private func twoFolders(updated release: String) throws -> (TemporaryFolder, ZoneFiles) {
        let folder = try TemporaryFolder()
        for (name, zone, release) in [
            ("system", "Etc/GMT-1", "2025b"), ("updated", "Etc/GMT-2", release),
        ] {
            #expect(mkdir(folder.file(name), 0o700) == 0)
            try folder.write("# version \(release)\n", to: "\(name)/tzdata.zi")
            let bytes = try ZoneFiles().bytes(of: zone)
            try Data(bytes).write(to: URL(fileURLWithPath: folder.file("\(name)/Home")))
        }
        let places = ZoneFolders(
            system: folder.file("system"), updated: folder.file("updated"))
        return (folder, ZoneFiles(places))
    }

    private func hours(_ zones: ZoneFiles) throws -> Int {
        try zones.zone(named: "Home").offset(at: Instant(seconds: 0)).seconds / 3600
    }

    @Test("Newer rules that an update brought count while the clock runs, older ones never")
    func updatedRules() throws {
        let (folder, zones) = try twoFolders(updated: "2025a")
        #expect(try hours(zones) == 1)
        #expect(zones.version() == "2025b")
        let before = try #require(zones.stamp(of: "Home"))
        try folder.write("# version 2026a\n", to: "updated/tzdata.zi")
        #expect(try hours(zones) == 2)
        #expect(zones.version() == "2026a")
        #expect(try #require(zones.stamp(of: "Home")) != before)
        // The system's release has caught up.
        try folder.write("# version 2026b\n", to: "system/tzdata.zi")
        #expect(try hours(zones) == 1)
    }

    @Test("A zone that the newer rules lack or have damaged comes from the others")
    func brokenUpdate() throws {
        let (folder, zones) = try twoFolders(updated: "2026a")
        let good = try #require(zones.stamp(of: "Home"))
        try folder.write("TZif2", to: "updated/Home")
        #expect(try hours(zones) == 1)
        #expect(try #require(zones.stamp(of: "Home")) != good)
        #expect(unlink(folder.file("updated/Home")) == 0)
        #expect(try hours(zones) == 1)
        #expect(throws: ZoneFileError.unknown("Mars")) { try zones.zone(named: "Mars") }
        try folder.write("TZif2", to: "updated/Mars")
        #expect(throws: ZoneFileError.unusable(name: "Mars", .truncated)) {
            try zones.zone(named: "Mars")
        }
        // Without a release number the updated folder is ignored.
        #expect(unlink(folder.file("updated/tzdata.zi")) == 0)
        #expect(throws: ZoneFileError.unknown("Mars")) { try zones.zone(named: "Mars") }
    }

    @Test("The zones and their other names are those that tzdata.zi lists, if there is one")
    func listsZones() throws {
        let folder = try TemporaryFolder()
        let zones = ZoneFiles(folder: folder.path)
        #expect(zones.names().isEmpty)
        try folder.write(
            "# version 2026a\nR X 1916 o - May 14 23s 1 S\nZ Europe/Berlin 0:53:28 - LMT 1893 Ap\n"
                + "1 X CE%sT\nL Europe/Berlin Arctic/Longyearbyen\nL Etc/UTC\nZ ../etc 0 - -\n\n",
            to: "tzdata.zi")
        #expect(zones.names() == ["Europe/Berlin", "Arctic/Longyearbyen"])
    }

    @Test("An old name without a file means the zone that tzdata.zi links it to")
    func oldNames() throws {
        let folder = try TemporaryFolder()
        let zones = ZoneFiles(folder: folder.path)
        try folder.write(
            "# version 2026a\nZ Now 1 - +01\nL Now Once\nL Once Round\nL Gone Lost\n",
            to: "tzdata.zi")
        try Data(ZoneFiles().bytes(of: "Etc/GMT-1")).write(
            to: URL(filePath: folder.file("Now")))
        #expect(try zones.zone(named: "Once").name == "Once")
        #expect(try zones.zone(named: "Once").offset(at: Instant(seconds: 0)).seconds == 3600)
        #expect(zones.stamp(of: "Once") == zones.stamp(of: "Now"))
        for name in ["Round", "Lost", "Mars"] {
            #expect(throws: ZoneFileError.unknown(name)) { try zones.zone(named: name) }
            #expect(zones.stamp(of: name) == nil)
        }
    }

    @Test("The system's zone is what its link names, else what its file says, else nothing")
    func findsSystemZone() throws {
        let folder = try TemporaryFolder()
        let (link, file) = (folder.file("localtime"), folder.file("timezone"))
        #expect(ZoneFiles.systemZoneName(link: link, file: file) == nil)
        try folder.write("Asia/Tokyo\n", to: "timezone")
        #expect(ZoneFiles.systemZoneName(link: link, file: file) == "Asia/Tokyo")
        #expect(symlink("../usr/share/zoneinfo/America/Argentina/Ushuaia", link) == 0)
        #expect(
            ZoneFiles.systemZoneName(link: link, file: file) == "America/Argentina/Ushuaia")
        #expect(unlink(link) == 0 && symlink("/somewhere/else", link) == 0)
        #expect(ZoneFiles.systemZoneName(link: link, file: file) == "Asia/Tokyo")
        try folder.write("../../etc/passwd\n", to: "timezone")
        #expect(ZoneFiles.systemZoneName(link: link, file: file) == nil)
    }
}
