import ClockTime
import Control
import English

/// The manual page noiseclock-sim(1), generated from the same data as help.
enum SimulatorManual {
    static var page: ManualPage {
        var page = ManualPage(
            "noiseclock-sim", section: 1,
            summary: "show a NoiseClock, with simulated chips, in a terminal",
            version: "NoiseClock \(Product.version)")
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
        page.part("Buttons of the clock")
        for (keys, meaning) in KeyHelp.buttons { page.entry(keys, meaning) }
        page.part("Other keys")
        for (keys, meaning) in KeyHelp.lines { page.entry(keys, meaning) }
        page.part("While the mixer is open")
        page.paragraph("The other keys work as without it.")
        for (keys, meaning) in KeyHelp.mixer { page.entry(keys, meaning) }
        page.section("EXIT STATUS")
        page.entry("0", "The run is over, or somebody ended it.")
        page.entry("\(OptionError.exitCode)", "The arguments are wrong.")
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
        noiseclock-sim shows a NoiseClock, a bedside clock, in this terminal. It simulates the chips; the rest is \
        the program of the real clock. From another terminal, noiseclock(1) controls it.

        You can join an option and its value: --speed=60. Files that exist are overwritten.
        """

    private static let files = [
        (
            "$XDG_STATE_HOME/noiseclock",
            "holds alarms and settings; without that variable, ~/.local/state/noiseclock does"
        ),
        (
            "$XDG_RUNTIME_DIR/noiseclock/control.sock",
            "is the socket by which the client finds the clock"
        ),
        ("/usr/share/noiseclock/boards", "has the boards that were installed with the program"),
    ]
}
