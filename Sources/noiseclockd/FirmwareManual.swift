import Control
import ManualPage

/// The page noiseclockd(8) of the manual, made of what help is made of.
enum FirmwareManual {
    static var page: ManualPage {
        var page = ManualPage(
            "noiseclockd", section: 8, summary: "the firmware of a NoiseClock, a bedside clock",
            date: "\(Product.madeOn)", version: "NoiseClock \(Product.version)")
        page.section("SYNOPSIS")
        page.synopsis(FirmwareHelp.usages)
        page.section("DESCRIPTION")
        page.paragraph(description)
        page.section("OPTIONS")
        for option in FirmwareOption.allCases {
            page.entry(option.title, option.help.joined(separator: " "))
        }
        page.section("EXIT STATUS")
        for (code, meaning) in FirmwareHelp.codes { page.entry("\(code)", meaning) }
        page.section("ENVIRONMENT")
        for (name, meaning) in environment { page.entry(name, meaning) }
        page.section("FILES")
        for (path, meaning) in files { page.entry(path, meaning) }
        page.section("EXAMPLES")
        page.paragraph(
            "What is connected to this Pi, as a board file, and whether a file is right:")
        page.examples(["noiseclockd --probe > board.json", "noiseclockd --check-board board.json"])
        page.paragraph("What the clock says, where it runs as a service:")
        page.examples(["systemctl status noiseclockd", "journalctl -u noiseclockd"])
        page.references([
            ("noiseclock", 1), ("noiseclock-sim", 1), ("systemctl", 1), ("journalctl", 1),
        ])
        return page
    }

    private static let description = """
        noiseclockd is the clock itself: it drives the display, reads the buttons, plays noise and rings. It runs \
        as a service, which the package starts with the system, and is told what to do by noiseclock(1) through \
        its socket. It has no network.

        A board file says which parts are connected to which wires. A part that is missing does not keep it from \
        starting: it says so ("noiseclock status") and takes the part up when it comes. Where the board file is \
        wrong, it starts with the last good one.

        SIGTERM and SIGINT end it. Alarms, settings and what plays outlive that, and a power cut.

        An option and its value may be joined: --zone=Europe/Berlin.
        """

    private static let environment = [
        ("STATE_DIRECTORY", "where alarms and settings are kept, where --state names no folder"),
        ("NOTIFY_SOCKET", "where the service manager is told that the clock runs"),
    ]

    private static let files = [
        (FirmwareOptions.defaultBoard, "the board file"),
        ("/usr/share/noiseclock/boards", "the board files that come with the clock"),
        (FirmwareOptions.defaultState, "alarms, settings, own sounds and the history"),
        (ControlSocketPath.device, "the socket; whoever is in the group noiseclock may use it"),
    ]
}
