import ClockTime
import Control
import English

/// What `--help` prints, and what the manual page is made of.
enum WebHelp {
    static let usage = "noiseclock-web [OPTIONS]"
    static let example = "noiseclock-web --port 8080"

    static var text: String {
        """
        noiseclock-web lets phones and scripts on the network read and set a NoiseClock:

          \(example)

        Usage: \(usage)

        \(HelpText.columns(WebOption.allCases.map { ($0.title, $0.help) }, to: 80))

        \(HelpText.wrapped(rights, to: 80))

        \(HelpText.wrapped("Exit status: \(codes.map { "\($0) \($1)" }.joined(separator: "; ")).", to: 80))

        """
    }

    static let rights = """
        Everyone on the network can read what the clock shows. Whoever wants to change something must pair first, \
        with the code that the clock shows.
        """

    static let codes: [(Int32, String)] = [
        (0, "ended by a signal"), (OptionError.exitCode, "wrong arguments"),
        (WebProgram.systemRefused, "the system refused"),
    ]
}

extension WebOption {
    /// "--port N".
    var title: String {
        self == .help ? "-h, --help" : rawValue + (placeholder.map { " \($0)" } ?? "")
    }

    /// What it means.
    var help: String {
        switch self {
        case .port:
            "Listen on this port; 0 takes any free one. The first line on standard output is the address "
                + "that opens it. Without --port, the service manager hands a socket over"
        case .address: "Listen on this address only (default: on all, IPv4 and IPv6)"
        case .name:
            "Another name by which people open the clock, such as that of a proxy before it"
        case .socket: "The clock's socket for the network (default: \(WebOptions.usualSocket))"
        case .folder:
            "Folder that keeps a file while it is uploaded (default: \(WebOptions.usualFolder))"
        case .help: "Show this text"
        case .version: "Show the version"
        case .manual: "Print the manual page, noiseclock-web(8), in roff"
        }
    }
}
