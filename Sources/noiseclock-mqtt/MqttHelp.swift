import ClockTime
import Control
import English

/// What `--help` prints, and what the manual page is made of.
enum MqttHelp {
    static let usage = "noiseclock-mqtt [OPTIONS]"

    static var text: String {
        """
        noiseclock-mqtt connects a NoiseClock to a broker of MQTT, where Home Assistant finds it.

        Usage: \(usage)

        \(HelpText.columns(MqttOption.allCases.map { ($0.title, $0.help) }, to: 80))

        \(HelpText.wrapped(rights, to: 80))

        \(HelpText.wrapped("Exit status: \(codes.map { "\($0) \($1)" }.joined(separator: "; ")).", to: 80))

        """
    }

    static let rights = """
        The clock has the settings: "noiseclock mqtt set --broker homeassistant.local". Whoever may write to the \
        broker can do what a paired device can.
        """

    static let codes: [(Int32, String)] = [
        (OptionError.exitCode, "wrong arguments"),
        (MqttProgram.systemRefused, "the system refused"),
    ]

    static var manual: ManualPage {
        var page = ManualPage(
            "noiseclock-mqtt", section: 8, summary: "a NoiseClock in Home Assistant, by MQTT",
            version: "NoiseClock \(Product.version)")
        page.section("SYNOPSIS")
        page.synopsis([usage])
        page.section("DESCRIPTION")
        page.paragraph(description)
        page.paragraph(rights)
        page.section("OPTIONS")
        for option in MqttOption.allCases { page.entry(option.title, option.help) }
        page.section("EXIT STATUS")
        for (code, meaning) in codes { page.entry("\(code)", meaning) }
        page.section("FILES")
        page.entry(
            MqttOptions.usualPasswordFile,
            "the broker's password for the clock, in one line; only root reads it, and hands it to the service"
        )
        page.entry(
            MqttOptions.usualAuthorityFile,
            "certificates of authorities, in PEM; the broker's must come from one of them. Without the file, "
                + "the system's authorities count"
        )
        page.entry(
            MqttOptions.usualSocket,
            "the clock's socket for programs that face the network; a change needs the token of a paired device"
        )
        page.entry(MqttOptions.usualFolder, "keeps this program's token")
        page.section("EXAMPLES")
        page.paragraph("Connect the clock to a broker that asks for a password:")
        page.examples([
            "sudo install -D -m 600 /dev/stdin /etc/noiseclock/mqtt-password",
            "sudo systemctl restart noiseclock-mqtt",
            "noiseclock mqtt set --broker homeassistant.local --user clock",
            "noiseclock mqtt status",
        ])
        page.paragraph("See what the service logs:")
        page.examples(["journalctl -u noiseclock-mqtt"])
        page.references([
            ("noiseclock", 1), ("noiseclockd", 8), ("noiseclock-web", 8), ("journalctl", 1),
        ])
        return page
    }

    private static let description = """
        noiseclock-mqtt publishes what the clock does, and takes messages to noiseclockd(8). It decides nothing about \
        the clock: it may end and start again at any time, and the clock rings without it. While MQTT is off, it \
        waits.

        It is a paired device like any other: "noiseclock device list" shows it. It joins by itself once after each \
        "noiseclock mqtt set", within ten minutes, and never after somebody removed it.

        SIGTERM, SIGINT or SIGHUP ends it.
        """
}

extension MqttOption {
    /// "--socket PATH".
    var title: String {
        self == .help ? "-h, --help" : rawValue + (placeholder.map { " \($0)" } ?? "")
    }

    /// What it means.
    var help: String {
        switch self {
        case .socket: "The clock's socket for the network (default: \(MqttOptions.usualSocket))"
        case .state: "Folder that keeps the token (default: \(MqttOptions.usualFolder))"
        case .passwordFile:
            "The broker's password, in one line (default: \(MqttOptions.usualPasswordFile)); "
                + "an empty or missing file is none"
        case .authorityFile:
            "The authorities of the broker's certificate (default: \(MqttOptions.usualAuthorityFile)); "
                + "an empty or missing file: the system's"
        case .serial: "What tells this clock from others (default: the machine's serial number)"
        case .help: "Show this text"
        case .version: "Show the version"
        case .manual: "Print the manual page, noiseclock-mqtt(8), in roff"
        }
    }
}
