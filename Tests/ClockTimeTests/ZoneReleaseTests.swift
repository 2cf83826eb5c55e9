import ClockTime
import Testing

@Suite("Releases of zone rules, and which folder comes first")
struct ZoneReleaseTests {
    @Test("A release is a year and letters, and the letters count up behind z")
    func order() throws {
        let releases = ["2025b", "2025c", "2025z", "2025za", "2025zb", "2026a"]
        let parsed = try releases.map { try #require(ZoneRelease($0)) }
        #expect(parsed.shuffled().sorted().map(\.description) == releases)
        for text in ["", "2025", "25b", "2025B", "2025b-3-g12", "2025b ", "a2025", "2025abcde"] {
            #expect(ZoneRelease(text) == nil, "\(text)")
        }
    }

    @Test("It stands in the first line of tzdata.zi, and nowhere else")
    func line() {
        #expect(ZoneRelease(inFile: Array("# version 2026a\n# more".utf8))?.description == "2026a")
        #expect(ZoneRelease(inFile: Array("# version 2026a".utf8))?.description == "2026a")
        for text in ["", "# Version 2026a\n", "\n# version 2026a\n", "# version 2026a extra\n"] {
            #expect(ZoneRelease(inFile: Array(text.utf8)) == nil, "\(text)")
        }
    }

    @Test("The updated folder comes first where it is newer, and only there")
    func folders() {
        let folders = ZoneFolders(system: "S", updated: "U")
        func order(system: String?, updated: String?) -> [String] {
            folders.inOrder { path, _ in
                (path == "S/tzdata.zi" ? system : path == "U/tzdata.zi" ? updated : nil)
                    .map { Array("# version \($0)\n".utf8) }
            }
        }
        #expect(order(system: "2025b", updated: "2026a") == ["U", "S"])
        #expect(order(system: "2026a", updated: "2026a") == ["S"])
        #expect(order(system: "2026b", updated: "2026a") == ["S"])
        #expect(order(system: nil, updated: "2026a") == ["S"])
        #expect(order(system: "2025b", updated: "broken") == ["S"])
        #expect(order(system: "2025b", updated: nil) == ["S"])
    }

    @Test("Whoever names a folder means no other")
    func only() {
        #expect(ZoneFolders(only: "/zones") == ZoneFolders(system: "/zones", updated: nil))
        #expect(ZoneFolders(only: nil).updated == "/var/lib/system-state/zones/tzdata/zoneinfo")
        #expect(ZoneFolders(only: "/zones").inOrder { _, _ in nil } == ["/zones"])
    }
}
