import Foundation
import Testing

@testable import noiseclock

@Suite("A pager for long texts")
struct PagerTests {
    private func command(_ environment: [String: String], having programs: [String]) -> String? {
        Pager(environment: environment) { programs.contains($0) }?.command
    }

    @Test("It is the person's own, else less, else more, else none")
    func choice() {
        let path = ["PATH": "/a:/b"]
        let own = path.merging(["PAGER": "most -s"]) { $1 }
        #expect(command(own, having: ["/b/most", "/a/less"]) == "most -s")
        #expect(command(own, having: ["/a/less"]) == "less -FRX")
        #expect(command(path, having: ["/a/less", "/a/more"]) == "less -FRX")
        #expect(command(path, having: ["/b/more"]) == "more")
        #expect(command(path, having: []) == nil)
        #expect(command(["PAGER": "/opt/pager"], having: ["/opt/pager"]) == "/opt/pager")
        #expect(command([:], having: ["/usr/bin/less"]) == "less -FRX")
    }

    @Test("Whoever says cat, or nothing, gets none", arguments: ["", "cat"])
    func none(own: String) {
        #expect(command(["PAGER": own, "PATH": "/a"], having: ["/a/less", "/a/cat"]) == nil)
    }

    @Test("It gets the whole text, and one that reads none of it does no harm")
    func shows() throws {
        let path = NSTemporaryDirectory() + "pager-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = String(repeating: "a line\n", count: 100_000)
        let keeping = try #require(Pager(environment: ["PAGER": "/bin/cat > \(path)"]))
        #expect(keeping.show(text))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        let closing = try #require(Pager(environment: ["PAGER": "/bin/true"]))
        #expect(closing.show(text))
    }

    @Test("Where the shell cannot start it, the text is still to be printed")
    func fails() throws {
        let missing = try #require(Pager(environment: ["PAGER": "/no/such"]) { _ in true })
        #expect(!missing.show(""))
    }

    @Test("What is no terminal has neither columns nor rows")
    func pipe() {
        let file = open("/dev/null", O_RDONLY)
        defer { close(file) }
        #expect(Screen(of: file, columns: "40") == Screen.none)
    }
}
