import ClockCore
import ClockFace
import English
import HAL
import Synchronization
import TestKit
import Testing

@testable import Runtime

@Suite("The library of own fonts")
struct OwnFontTests {
    private let storage = MemoryFonts()
    private let published = Published(FontLibrary.builtIn)
    private let files = PassedFiles()
    private let display = PanelGeometry.pixels(
        PixelGeometry(columns: 32, rows: 8, depth: .one))

    private func host() -> FontLibraryHost {
        FontLibraryHost(storage, for: display, fonts: published, files: files)
    }

    /// Imports a file's text; what the host reports, the reply last.
    private func add(
        _ text: String, name: String? = nil, to host: inout FontLibraryHost
    ) -> [Event] {
        let number = storage.passed.withLock { passed in
            passed.append(Array(text.utf8))
            return passed.count - 1
        }
        let id = RequestID(UInt64(number))
        _ = files.keep(PassedFile(Int32(number)) { _ in }, for: id)
        return host.answer(.importFile(name: name), for: id)
    }

    private static func reply(_ events: [Event]) -> Reply? {
        guard case .answered(_, let reply)? = events.last else { return nil }
        return reply
    }

    private static func refusal(_ events: [Event]) -> String? {
        guard case .refused(let error)? = reply(events) else { return nil }
        #expect(events.count == 1)
        if case .wrongState(let reason) = error { return reason.text }
        if case .invalid(let field, let fault) = error { return "\(field): \(fault.text)" }
        return "\(error)"
    }

    private static func fonts(_ events: [Event]) -> [OwnFont]? {
        for case .fontsChanged(let fonts) in events { return fonts }
        return nil
    }

    private static func problem(_ events: [Event]) -> String?? {
        for case .health(let report) in events where report.part == .fonts { return report.problem }
        return nil
    }

    private static let small = OwnFont(
        family: "Open", design: .default, weight: .regular, rows: 5, columns: 4, fits: true)
    private static let large = OwnFont(
        family: "Open", design: .default, weight: .regular, rows: 10, columns: 8, fits: false)

    @Test("A font is imported, on the face, there after a restart, replaced and deleted")
    func wholeLife() {
        var host = host()
        #expect(host.begin().isEmpty)
        var events = add(TestFont.bdf(), to: &host)
        #expect(Self.reply(events) == .font(Self.small, replaced: false))
        #expect(Self.fonts(events) == [Self.small])
        events = add(TestFont.bdf(scale: 2), name: "open", to: &host)
        var other = Self.large
        other.family = "open"
        #expect(Self.fonts(events) == [Self.small, other])
        events = add(TestFont.bdf(scale: 2), name: "Open", to: &host)
        #expect(Self.reply(events) == .font(Self.large, replaced: true))
        #expect(storage.files.withLock { $0.keys.sorted() } == ["own-open", "own-open-2"])

        var again = self.host()
        let known = published.value.figureHeights(
            family: "Open", design: .default, weight: .regular)
        #expect(known == Array(stride(from: 5, through: 60, by: 5)))
        published.value = .builtIn
        #expect(again.begin() == [.fontsChanged([Self.small, Self.large])])
        #expect(
            published.value.figureHeights(family: "Open", design: .default, weight: .bold)
                == known)
        events = again.answer(.delete("Open", isChosen: true), for: RequestID(9))
        let gone = Event.answered(RequestID(9), .fontRemoved("Open", wasChosen: true))
        #expect(events == [.fontsChanged([]), gone])
        #expect(storage.files.withLock { $0.isEmpty })
    }

    @Test("What cannot be a font of the clock is refused with its place, and nothing changes")
    func refused() {
        var host = host()
        let broken = TestFont.bdf().replacing("BBX 4 5 0 0\n", with: "", maxReplacements: 1)
        for (text, name, words) in [
            ("a letter\n", nil, "file: line 1: a BDF file begins with"),
            (broken, nil, "file: line 15: BBX must come before BITMAP"),
            (TestFont.bdf(characters: "012345A"), nil, "file: lacks the figures 6, 7, 8, 9."),
            (TestFont.bdf(family: ""), nil, "name: is needed, because the file has no FAMILY_NAME"),
            (TestFont.bdf(family: "built-in"), nil, "name: \"built-in\" means"),
        ] as [(String, String?, String)] {
            let refusal = Self.refusal(add(text, name: name, to: &host)) ?? ""
            #expect(refusal.contains(words), "\(refusal)")
        }
        let orphan = host.answer(.importFile(name: nil), for: RequestID(99))
        #expect(Self.refusal(orphan)?.contains("SCM_RIGHTS") == true)
        storage.failure.withLock { $0 = .full }
        let full = Self.refusal(add(TestFont.bdf(), to: &host))
        #expect(full == "the disk is full. Delete something first")
        #expect(storage.files.withLock { $0.isEmpty })
        #expect(
            published.value.figureHeights(family: "Open", design: .default, weight: .bold)
                == Array(FontLibrary.builtInFigureHeights))
    }

    @Test("Sixteen fonts are allowed, and one of them can still be replaced")
    func full() {
        var host = host()
        for number in 1...OwnFontQuota.count {
            let events = add(TestFont.bdf(), name: "Font \(number)", to: &host)
            #expect(Self.fonts(events)?.count == number)
        }
        let refusal = Self.refusal(add(TestFont.bdf(), name: "More", to: &host))
        #expect(refusal?.contains("16 fonts") == true)
        let replaced = add(TestFont.bdf(), name: "font 3", to: &host)
        guard case .font(_, replaced: true, _)? = Self.reply(replaced) else {
            Issue.record("\(replaced)")
            return
        }
    }

    @Test("A damaged file is reported, the others serve, and an import of that font mends it")
    func damage() {
        let good = Array(TestFont.bdf(family: "Good").utf8)
        let bad = Array(TestFont.bdf().utf8.prefix(300))
        storage.files.withLock { $0 = ["own-good": good, "own-open": bad] }
        var host = host()
        let events = host.begin()
        #expect(Self.fonts(events)?.map(\.family) == ["Good"])
        let problem = (Self.problem(events) ?? nil) ?? ""
        #expect(problem.hasPrefix("own-open.bdf can't be used: line "), "\(problem)")
        #expect(problem.hasSuffix(". Import that font again"), "\(problem)")
        let mended = add(TestFont.bdf(), to: &host)
        #expect(Self.problem(mended) == .some(nil))
        #expect(Self.fonts(mended)?.map(\.family) == ["Good", "Open"])
        #expect(storage.files.withLock { $0.count } == 2)
    }

    @Test("A folder that cannot be read is reported, and leaves the built-in fonts")
    func unreadable() {
        storage.failure.withLock { $0 = .failed("cannot list it") }
        var host = host()
        let events = host.begin()
        #expect(Self.problem(events) == "cannot list it")
        #expect(Self.fonts(events) == [])
    }

    @Test("A clock without room for files says so")
    func noRoom() throws {
        let bench = try Bench(at: "2026-01-10T12:00:00Z", hasLight: false)
        guard case .refused(.wrongState(let reason))? = bench.ask(.font(.importFile(name: "A")))
        else {
            Issue.record("it was not refused")
            return
        }
        #expect(reason.text.contains("can't read files"))
    }
}
