import ClockTime
import Control
import English

/// The manual page noiseclock-web(8), made of what help is made of.
enum WebManual {
    static var page: ManualPage {
        var page = ManualPage(
            "noiseclock-web", section: 8, summary: "a NoiseClock on the network",
            version: "NoiseClock \(Product.version)")
        page.section("SYNOPSIS")
        page.synopsis([WebHelp.usage])
        page.section("DESCRIPTION")
        page.paragraph(description)
        page.paragraph(WebHelp.rights)
        page.section("OPTIONS")
        for option in WebOption.allCases { page.entry(option.title, option.help) }
        page.section("EXIT STATUS")
        for (code, meaning) in WebHelp.codes { page.entry("\(code)", meaning) }
        page.section("FILES")
        page.entry(
            WebOptions.usualSocket,
            "the clock's socket for programs that face the network; a change needs the token of a paired device"
        )
        page.entry(WebOptions.usualFolder, "keeps a file, without a name, while it is uploaded")
        page.section("EXAMPLES")
        page.paragraph("Serve a clock on this computer, and read what it shows:")
        page.examples([WebHelp.example, "curl http://localhost:8080/api/v1/status"])
        page.paragraph("See what the service logs:")
        page.examples(["journalctl -u noiseclock-web"])
        page.references([
            ("noiseclock", 1), ("noiseclock-sim", 1), ("noiseclockd", 8), ("journalctl", 1),
        ])
        return page
    }

    private static let description = """
        noiseclock-web speaks HTTP to phones and scripts, and asks noiseclockd(8). It keeps nothing and decides \
        nothing about the clock: it may end and start again at any time, and the clock rings without it. The \
        package starts it as a service when somebody first opens the clock on port 80.

        GET /api/v1/openapi.json describes each request. The routes follow from the commands of noiseclock(1): \
        "noiseclock alarm show 3" is GET /api/v1/alarm/3.

        SIGTERM, SIGINT or SIGHUP ends it.
        """
}
