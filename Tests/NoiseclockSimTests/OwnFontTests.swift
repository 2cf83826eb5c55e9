import ClockCore
import Foundation
import TestKit
import Testing

/// The whole way of an own font, as a person does it: the client, the clock and its display (product, C9).
@Suite("A font of one's own, on a running clock")
struct OwnFontTests {
    @Test("is imported, chosen, there after a restart, and deleted; damage costs only the font")
    func wholeLife() throws {
        let workspace = try Workspace()
        try workspace.write(TestFont.bdf(), to: "open.bdf")
        try workspace.write(TestFont.bdf(family: "Huge Open", scale: 9), to: "huge.bdf")
        try workspace.write("a letter to a friend\n", to: "letter.bdf")
        let clock = try LiveClock(
            at: "2026-01-10T12:00:00Z", in: workspace, "--board", "board/ht16k33-8x8-row.json")
        let letter = try clock.ask("font", "import", "letter.bdf")
        #expect(letter.exitCode == 1)
        let words = "\"letter.bdf\": line 1: a BDF file begins with"
        #expect(letter.error.contains(words), "\(letter.error)")
        let imported = try clock.ask("font", "import", "open.bdf")
        #expect(imported.exitCode == 0, "\(imported.error)")
        #expect(imported.output.contains("Choose it: noiseclock style set --family Open"))
        let huge = try clock.ask("font", "import", "huge.bdf")
        #expect(huge.output.contains("too large for this display"), "\(huge.output)")
        #expect(try clock.ask("style", "set", "--family", "open").exitCode == 0)
        let before = try Self.fonts(clock)
        #expect(before == ["Huge Open", "Open"])

        try clock.killAndStart(at: "2026-01-10T12:10:00Z")
        let again = try clock.ask("font")
        #expect(again.exitCode == 0, "\(again.error) \(clock.program.error)")
        #expect(try Self.fonts(clock) == before)
        let list = try clock.ask("font").output
        #expect(list.contains("chosen") && list.contains("too large"), "\(list)")

        try workspace.write("STARTFONT 2.1\n", to: "state/own-fonts/own-open.bdf")
        try clock.killAndStart(at: "2026-01-10T12:20:00Z")
        let hasNotice = try clock.waitForStatus { status in
            "\(status)".contains("line 2: the file ends here")
        }
        #expect(hasNotice)
        #expect(try clock.ask("font").output.contains("isn't there"))
        #expect(try clock.ask("font", "remove", "huge open").exitCode == 0)
        let refused = try clock.ask("font", "remove", "Huge Open")
        #expect(refused.exitCode == 1 && refused.error.contains("no fonts"), "\(refused.error)")
        #expect(try clock.ask("font", "import", "open.bdf").exitCode == 0)
        let deleted = try clock.ask("font", "remove", "Open")
        #expect(deleted.output.contains("has the built-in font now"), "\(deleted.output)")
        #expect(try Self.fonts(clock) == [])
    }

    /// The families that the clock lists.
    private static func fonts(_ clock: LiveClock) throws -> [String] {
        let fonts = try #require(try clock.json("font", "list")["fonts"] as? [[String: Any]])
        return fonts.compactMap { $0["family"] as? String }
    }
}
