import ClockTime
import Control

/// What the command line asks of the program.
enum WebRequest: Equatable {
    case run(WebOptions)
    case help
    case version
    /// Print the manual page.
    case manual
}

struct WebOptions: Equatable {
    /// The clock's socket for programs that face the network.
    var socket = WebOptions.usualSocket
    /// Nil: the service manager hands a socket over.
    var port: UInt16?
    /// Nil for all addresses.
    var address: String?
    /// A name of the clock besides the machine's own.
    var name: String?
    /// Where an upload is kept while it comes.
    var folder = WebOptions.usualFolder

    static let usualSocket = ControlSocketPath.network(beside: ControlSocketPath.device)
    static let usualFolder = "/var/tmp"
}

/// The options by name, as they are written.
enum WebOption: String, ProgramOption {
    case socket = "--socket"
    case port = "--port"
    case address = "--address"
    case name = "--name"
    case folder = "--folder"
    case help = "--help"
    case version = "--version"
    case manual = "--manual"

    var placeholder: String? {
        switch self {
        case .socket: "PATH"
        case .port: "N"
        case .address: "ADDRESS"
        case .name: "NAME"
        case .folder: "PATH"
        case .help, .version, .manual: nil
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
            case .manual: return .manual
            case .socket:
                options.socket = try option.socket(value, longest: ControlSocketPath.longest)
            case .port: options.port = try option.number(value, in: 0...UInt16.max)
            case .address: options.address = value
            case .name:
                guard let name = Authority(value), name.port == nil else {
                    throw .wrong(option, value, "Give a name without a port: clock.example.org")
                }
                options.name = name.name
            case .folder: options.folder = value
            }
        }
        guard options.address == nil || options.port != nil else {
            throw OptionError("--address needs --port N.")
        }
        return .run(options)
    }
}
