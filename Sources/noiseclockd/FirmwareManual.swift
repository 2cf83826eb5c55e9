import Control
import English

/// The page noiseclockd(8) of the manual, made of what help is made of.
enum FirmwareManual {
    static var page: ManualPage {
        var page = ManualPage(
            "noiseclockd", section: 8, summary: "the firmware of a NoiseClock, a bedside clock",
            version: "NoiseClock \(Product.version)")
        page.section("SYNOPSIS")
        page.synopsis(FirmwareHelp.usages)
        page.section("DESCRIPTION")
        page.paragraph(description)
        page.section("OPTIONS")
        for option in FirmwareOption.allCases {
            page.entry(option.title, option.help)
        }
        page.section("EXIT STATUS")
        for (code, meaning) in FirmwareHelp.codes { page.entry("\(code)", meaning) }
        page.section("ENVIRONMENT")
        for (name, meaning) in environment { page.entry(name, meaning) }
        page.section("FILES")
        for (path, meaning) in files { page.entry(path, meaning) }
        page.section("EXAMPLES")
        page.paragraph(
            "Find out what is connected to this Pi, and check the board file:")
        page.examples(["noiseclockd --probe > board.json", "noiseclockd --check-board board.json"])
        page.paragraph("See what the clock logs when it runs as a service:")
        page.examples(["systemctl status noiseclockd", "journalctl -u noiseclockd"])
        page.references([
            ("noiseclock", 1), ("noiseclock-sim", 1), ("noiseclock-web", 8), ("systemctl", 1),
            ("journalctl", 1),
        ])
        return page
    }

    private static let description = """
        noiseclockd is the clock itself: it drives the display, reads the buttons, plays noise and rings. The \
        package starts it as a service with the system. noiseclock(1) controls it through its socket. It uses no \
        network; noiseclock-web(8) does.

        A board file says which parts are connected to which wires. If a part is missing, the clock starts \
        without it, says so in "noiseclock status", and uses the part as soon as it appears. If the board file is \
        wrong, the clock uses the last good one.

        SIGTERM or SIGINT ends it. Alarms, settings and what plays survive that, and a power cut.

        You can join an option and its value: --zone=Europe/Berlin.
        """

    private static let environment = [
        ("STATE_DIRECTORY", "folder for alarms and settings, unless --state names one"),
        ("NOTIFY_SOCKET", "socket on which the service manager hears that the clock runs"),
    ]

    private static let files = [
        (FirmwareOptions.defaultBoard, "the board file"),
        ("/usr/share/noiseclock/boards", "the board files that come with the clock"),
        (FirmwareOptions.defaultState, "alarms, settings, own sounds and the history"),
        (ControlSocketPath.device, "the socket; members of the group noiseclock may use it"),
        (
            ControlSocketPath.network(beside: ControlSocketPath.device),
            "the socket of noiseclock-web; a change needs the token of a paired device"
        ),
    ]
}
