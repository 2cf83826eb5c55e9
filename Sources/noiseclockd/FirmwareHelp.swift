import Control
import English

/// What `--help` prints, and what the manual's page is made of.
enum FirmwareHelp {
    static let usages = [
        "noiseclockd [OPTIONS]", "noiseclockd --check-board FILE [--overlays]",
        "noiseclockd --probe > FILE", "noiseclockd --probe --wizard --output FILE",
        "noiseclockd --try vibration|buzzer [--board FILE]",
        "noiseclockd --try display PICTURE [--for LENGTH] [--board FILE]",
        "noiseclockd --switch-off [--board FILE]",
        "noiseclockd --calibrate-light [--board FILE]",
    ]

    static var text: String {
        """
        noiseclockd runs a NoiseClock, a bedside clock on a Raspberry Pi.

        Usage: \(usages.joined(separator: "\n       "))

        \(HelpText.columns(FirmwareOption.allCases.map { ($0.title, $0.help) }, to: 80))

        If a part is missing, the clock starts without it, says so in "noiseclock
        status", and uses the part as soon as it appears. SIGTERM or SIGINT ends it.

        \(HelpText.wrapped("Exit status: \(codes.map { "\($0) \($1)" }.joined(separator: "; ")).", to: 80))

        """
    }

    /// What the program ends with: codes of sysexits.h, as `FirmwareError` has them.
    static let codes: [(Int, String)] = [
        (0, "done, or ended by a signal"), (64, "wrong arguments"), (66, "no such file"),
        (69, "a part or the display is not available, or the probe found no display"),
        (71, "the system refused"),
        (75, "another clock uses the state folder, the socket or the display"),
        (78, "the board file is wrong, and there is no earlier copy to use"),
    ]
}

extension FirmwareOption {
    /// "--board FILE".
    var title: String {
        switch self {
        case .help: "-h, --help"
        case .tryOutput: "\(rawValue) PART"
        case .board, .state, .socket, .zone, .checkBoard, .overlays, .probe, .wizard, .output,
            .switchOff, .calibrateLight, .version, .manual:
            rawValue + (placeholder.map { " \($0)" } ?? "")
        }
    }

    /// What it means.
    var help: String {
        switch self {
        case .board:
            "Board file: which parts this clock has (default: \(FirmwareOptions.defaultBoard))"
        case .state:
            "Folder for alarms and settings (default: the service manager's $STATE_DIRECTORY, else "
                + "\(FirmwareOptions.defaultState))"
        case .socket:
            "Socket on which the noiseclock client finds this clock (default: "
                + "\(ControlSocketPath.device))"
        case .zone: "IANA time zone, like Europe/Berlin, instead of the saved one"
        case .checkBoard: "Check a board file"
        case .overlays:
            "With --check-board: print only the device tree overlays that the file names, one per line"
        case .probe:
            "Look for connected parts; print a board file that fits them, and on standard error what "
                + "was found"
        case .wizard:
            "With --probe: ask about each part, show and play what is to be seen and heard, and write "
                + "the board file that results"
        case .output: "With --wizard: the board file to write"
        case .tryOutput:
            "Switch the vibration or the buzzer on for 2 s, or show a picture on the display: one of "
                + "those that \"noiseclock display test --help\" lists, for 10 s unless --for says "
                + "otherwise"
        case .switchOff:
            "Switch both, the lamp and the amplifier off, for example after the clock was killed"
        case .calibrateLight:
            "Measure a light-dependent resistor in the dark and under a lamp; print the calibration for "
                + "the board file"
        case .help: "Show this text"
        case .version: "Show the version"
        case .manual: "Print the manual page, noiseclockd(8), in roff"
        }
    }
}
