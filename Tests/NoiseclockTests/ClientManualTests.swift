import Control
import English
import TestKit
import Testing

@testable import noiseclock

@Suite("The page noiseclock(1)")
struct ClientManualTests {
    @Test("It is printed, and asked for in no other words")
    func printing() throws {
        let page = try printed(["manual"])
        #expect(
            page.hasPrefix(
                ".TH NOISECLOCK 1 \"\" \"NoiseClock \(Product.version)\" \"NoiseClock\"\n"
            ))
        #expect(page == ClientManual.page.text)
        #expect(try printed(["manual", "--help"]).hasPrefix("Usage: noiseclock manual\n"))
        let error = try thrown(UsageError.self) { try action(["manual", "noise"]) }
        #expect(error.message == "\"noise\" is one word too many.")
    }

    @Test("It has the sections that people look for")
    func sections() {
        let sections = ClientManual.page.text.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
        #expect(
            sections.map { $0.dropFirst(4).replacing("\"", with: "") } == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "EXIT STATUS",
                "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO",
            ])
    }

    @Test("Every command is on it with its options and their meanings")
    func everyCommand() throws {
        let page = ClientManual.page.text
        for command in CommandBook.typed {
            let entry = "\n.TP\n\(ManualPage.usage(command.usage))\n.br\n"
            let start = try #require(page.firstRange(of: entry), "\(command.name)")
            let rest = page[start.upperBound...]
            for option in command.options {
                let lines =
                    "\n.TP\n\(ManualPage.usage(option.optionUsage))\n"
                    + "\(ManualPage.escaped(option.help))\n"
                #expect(rest.contains(lines), "\(command.name) \(option.name)")
            }
        }
        for command in [ClientHelp.whenCommand, ClientHelp.setupCommand, ClientHelp.importCommand] {
            #expect(page.contains("\n\(ManualPage.usage(command.usages[0]))\n"))
        }
    }

    @Test(
        "man shows it without a warning",
        .enabled(if: RenderedManual.isThere, "this machine has no man"))
    func rendering() throws {
        let shown = try RenderedManual.of(ClientManual.page.text)
        #expect(shown.warnings == "")
        for part in ["alarm add TIME [DAYS]", "--snooze-limit 1-100|none", "noiseclock noise\n"] {
            #expect(shown.text.contains(part), "\(part)")
        }
        // Only JSON is wider than the terminal: it stands on one line.
        for line in shown.text.split(separator: "\n") where line.count > 80 {
            #expect(line.contains("{") || line.contains("}"), "\(line)")
        }
    }
}
