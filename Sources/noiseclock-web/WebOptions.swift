import ClockTime
import Control

/// What the command line asks of the program.
enum WebRequest: Equatable {
    case run(WebOptions)
    case help
    case version
}

struct WebOptions: Equatable {
    /// The clock's socket for programs that face the network.
    var socket = WebOptions.usualSocket
    /// Nil: the service manager hands a socket over.
    var port: UInt16?
    /// Nil for all addresses.
    var address: String?
    /// Names of the clock besides the machine's own.
    var names: [String] = []
    /// Where an upload is kept while it comes.
    var folder = "/var/tmp"

    static let usualSocket = ControlSocketPath.network(beside: ControlSocketPath.device)
}

/// The options by name, as they are written.
enum WebOption: String, ProgramOption {
    case socket = "--socket"
    case port = "--port"
    case address = "--address"
    case name = "--name"
    case folder = "--folder"
    case version = "--version"
    case help = "--help"

    var placeholder: String? {
        switch self {
        case .socket: "PATH"
        case .port: "N"
        case .address: "ADDRESS"
        case .name: "NAME"
        case .folder: "PATH"
        case .version, .help: nil
        }
    }
}

extension WebRequest {
    /// Reads the arguments that follow the program's name.
    static func parse(_ arguments: [String]) throws(OptionError) -> WebRequest {
        var options = WebOptions()
        var reader = OptionReader<WebOption>(arguments, of: "noiseclock-web")
        while let (option, value) = try reader.next() {
            switch option {
            case .help: return .help
            case .version: return .version
            case .socket:
                options.socket = try option.socket(value, longest: ControlSocketPath.longest)
            case .port: options.port = try option.number(value, in: 0...UInt16.max)
            case .address: options.address = value
            case .name:
                guard let name = Authority(value), name.port == nil else {
                    throw .wrong(option, value, "Give a name without a port: clock.example.org")
                }
                options.names.append(name.name)
            case .folder: options.folder = value
            }
        }
        guard options.address == nil || options.port != nil else {
            throw OptionError("--address needs --port N.")
        }
        return .run(options)
    }
}

enum WebHelp {
    static let text = """
        noiseclock-web lets phones and scripts on the network read and set a NoiseClock:

          noiseclock-web --port 8080

        Usage: noiseclock-web [OPTIONS]

          --port N           Listen on this port; 0 takes any free one. The first line on
                             standard output is the address that opens it. Without
                             --port, the service manager hands a socket over.
          --address ADDRESS  Listen on this address only (default: on all, IPv4 and IPv6)
          --name NAME        Another name by which people open the clock, such as that of
                             a proxy before it
          --socket PATH      The clock's socket for the network
                             (default: \(WebOptions.usualSocket))
          --folder PATH      Where a file is kept while it is uploaded (default: /var/tmp)
          --version          Show the version
          -h, --help         Show this text

        Everyone on the network can read what the clock shows. Whoever wants to change
        something must pair first, with the code that the clock shows.

        Exit status: 0 ended by a signal; 64 wrong arguments; 71 the system refused.

        """
}
