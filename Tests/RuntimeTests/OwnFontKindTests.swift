import ClockCore
import ClockFace
import English
import HAL
import Synchronization
import TestKit
import Testing

@testable import Runtime

/// What the library says about the kinds of files that people have.
@Suite("Own fonts of other people")
struct OwnFontKindTests {
    /// What people read when they import a file of this kind.
    private static func answer(_ kind: FontKind) -> Reply? {
        let storage = MemoryFonts()
        storage.passed.withLock { $0 = [kind.bytes] }
        let files = PassedFiles()
        var host = FontLibraryHost(
            storage, for: .pixels(PixelGeometry(columns: 32, rows: 8, depth: .one)),
            fonts: Published(FontLibrary.builtIn), files: files)
        _ = files.keep(PassedFile(0) { _ in }, for: RequestID(1))
        guard
            case .answered(_, let reply)? = host.answer(
                .importFile(name: nil), for: RequestID(1)
            ).last
        else { return nil }
        return reply
    }

    private static func words(_ kind: FontKind) -> String {
        switch answer(kind) {
        case .font(_, _, let ignored):
            ignored.isEmpty ? "read" : "read. " + FontRemark.text(ignored).dropLast()
        case .refused(let error): "refused. " + error.message
        default: "another answer"
        }
    }

    @Test("The table in the README says what is read and what is refused, and how")
    func table() throws {
        var text = "| A file with | Is |\n| --- | --- |\n"
        for kind in FontKind.read + FontKind.refused {
            text += "| \(kind.what) | \(OwnFontKindTests.words(kind)) |\n"
        }
        try Golden.expect(text, inReadme: "Tests/README.md", under: "### Fonts of other people")
    }

    @Test("A file that can be read is imported", arguments: FontKind.read)
    func read(_ kind: FontKind) {
        #expect(OwnFontKindTests.words(kind).hasPrefix("read"))
    }

    @Test("A file that cannot be read is refused", arguments: FontKind.refused)
    func refused(_ kind: FontKind) {
        #expect(OwnFontKindTests.words(kind).hasPrefix("refused"))
    }

    @Test("A name from a file is cut to what a name may have")
    func longName() throws {
        let family = String(repeating: "Open ", count: 30)
        let kind = FontKind(what: "a long name", text: TestFont.bdf(family: family))
        guard case .font(let font, _, _)? = OwnFontKindTests.answer(kind) else {
            Issue.record("it was not imported")
            return
        }
        #expect(family.hasPrefix(font.family))
        #expect(font.family.count == 40)
    }
}
