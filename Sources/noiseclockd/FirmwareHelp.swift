import Control
import ManualPage

/// What `--help` prints, and what the manual's page is made of.
enum FirmwareHelp {
    static let usages = [
        "noiseclockd [OPTIONS]", "noiseclockd --check-board FILE [--overlays]",
        "noiseclockd --probe > FILE", "noiseclockd --try vibration|buzzer [--board FILE]",
        "noiseclockd --switch-off [--board FILE]",
    ]

    static var text: String {
        """
        noiseclockd is the firmware of a NoiseClock, a bedside clock on a Raspberry Pi.

        Usage: \(usages.joined(separator: "\n       "))

        \(FirmwareOption.allCases.map(row).joined(separator: "\n"))

        A part that is missing does not keep it from starting: it says so (noiseclock status)
        and takes the part up when it comes. SIGTERM and SIGINT end it.

        \(HelpText.wrapped("Exit codes: \(codes.map { "\($0) \($1)" }.joined(separator: "; ")).", to: 80))

        """
    }

    /// What the program ends with: codes of sysexits.h, as `FirmwareError` has them.
    static let codes: [(Int, String)] = [
        (0, "ended by a signal, or done"), (64, "wrong arguments"), (66, "no such file"),
        (69, "an output cannot be had, or the probe found no display"),
        (71, "the system refuses"), (74, "the state cannot be kept"),
        (75, "another clock has the state folder or the socket"),
        (78, "the board file is wrong, and there is no earlier copy of it"),
    ]

    /// Where the meanings begin.
    private static let column = 23

    private static func row(_ option: FirmwareOption) -> String {
        let left = "  " + option.title
        let gap = String(repeating: " ", count: column - left.count)
        let margin = "\n" + String(repeating: " ", count: column)
        return left + gap + option.help.joined(separator: margin)
    }
}

extension FirmwareOption {
    /// "--board FILE".
    var title: String {
        switch self {
        case .help: "-h, --help"
        case .tryOutput: "\(rawValue) OUTPUT"
        case .board, .state, .socket, .zone, .checkBoard, .overlays, .probe, .switchOff, .version,
            .manual:
            rawValue + (placeholder.map { " \($0)" } ?? "")
        }
    }

    /// What it means, in the lines of help.
    var help: [String] {
        switch self {
        case .board:
            [
                "what is soldered to this clock",
                "(default: \(FirmwareOptions.defaultBoard))",
            ]
        case .state:
            [
                "where alarms and settings are kept (default: the service",
                "manager's $STATE_DIRECTORY, else \(FirmwareOptions.defaultState))",
            ]
        case .socket:
            [
                "where the noiseclock client finds this clock",
                "(default: \(ControlSocketPath.device))",
            ]
        case .zone: ["IANA time zone, like Europe/Berlin, in place of the stored one"]
        case .checkBoard: ["say what is wrong with a board file, and end"]
        case .overlays:
            [
                "with --check-board: print the device tree overlays that the",
                "file names, one a line, and nothing else",
            ]
        case .probe:
            [
                "look for what is connected; a board file that fits goes to",
                "standard output, what was found to standard error",
            ]
        case .tryOutput: ["switch the vibration or the buzzer on for two seconds"]
        case .switchOff: ["switch both off, after a clock that was killed"]
        case .help: ["show this text"]
        case .version: ["show the version"]
        case .manual: ["print the manual's page, noiseclockd(8), in roff"]
        }
    }
}
