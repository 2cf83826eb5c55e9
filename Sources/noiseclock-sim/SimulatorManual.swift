import Control
import ManualPage
import SimulatedBoard

/// The page noiseclock-sim(1) of the manual, made of what help is made of.
enum SimulatorManual {
    static var page: ManualPage {
        var page = ManualPage(
            "noiseclock-sim", section: 1,
            summary: "a NoiseClock on a simulated board, in a terminal",
            date: "\(Product.madeOn)", version: "NoiseClock \(Product.version)")
        page.section("SYNOPSIS")
        page.synopsis(["noiseclock-sim [OPTIONS]"])
        page.section("DESCRIPTION")
        page.paragraph(description)
        page.section("OPTIONS")
        for group in SimulatorOption.Group.allCases {
            page.part(group.rawValue)
            for option in SimulatorOption.allCases where option.group == group {
                page.entry(SimulatorHelp.title(option), option.help)
            }
        }
        page.section("KEYS")
        for (keys, meaning) in KeyHelp.lines { page.entry(keys, meaning) }
        page.part("While the mixer is open")
        page.paragraph("The other keys do what they do without it.")
        for (keys, meaning) in KeyHelp.mixer { page.entry(keys, meaning) }
        page.section("EXIT STATUS")
        page.entry("0", "the run came to its end, or a person ended it")
        page.entry("\(UsageError.exitCode)", "wrong arguments")
        page.section("FILES")
        for (path, meaning) in files { page.entry(path, meaning) }
        page.section("EXAMPLES")
        for example in SimulatorHelp.examples {
            page.paragraph(example.meaning)
            page.examples([example.command])
        }
        page.references([("noiseclock", 1), ("noiseclockd", 8)])
        return page
    }

    private static let description = """
        noiseclock-sim shows a NoiseClock, a bedside clock, on a simulated board in this terminal. The drivers are \
        those of the real one; only the chips are not there. From another terminal, noiseclock(1) talks to it.

        An option and its value may be joined: --speed=60. Existing files are overwritten.
        """

    private static let files = [
        (
            "$XDG_STATE_HOME/noiseclock",
            "alarms and settings; without that variable, in ~/.local/state"
        ),
        ("$XDG_RUNTIME_DIR/noiseclock/control.sock", "the socket by which the client finds it"),
        ("/usr/share/noiseclock/boards", "the boards that were installed with it"),
    ]
}
