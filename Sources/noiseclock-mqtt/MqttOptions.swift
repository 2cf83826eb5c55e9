import ClockTime
import Control

/// What the command line asks of the program.
enum MqttRequest: Equatable {
    case run(MqttOptions)
    case help
    case version
    /// Print the manual page.
    case manual
}

struct MqttOptions: Equatable {
    /// The clock's socket for programs that face the network.
    var socket = MqttOptions.usualSocket
    /// Where the program keeps its token.
    var folder = MqttOptions.usualFolder
    var passwordFile = MqttOptions.usualPasswordFile
    /// Of the authorities that the broker's certificate comes from, besides those of the system.
    var authorityFile = MqttOptions.usualAuthorityFile
    /// Nil: the machine's.
    var serial: String?

    static let usualSocket = ControlSocketPath.network(beside: ControlSocketPath.device)
    static let usualFolder = "/var/lib/noiseclock-mqtt"
    static let usualPasswordFile = "/etc/noiseclock/mqtt-password"
    static let usualAuthorityFile = "/etc/noiseclock/mqtt-ca.pem"
}

/// The options by name, as they are written.
enum MqttOption: String, ProgramOption {
    case socket = "--socket"
    case state = "--state"
    case passwordFile = "--password-file"
    case authorityFile = "--ca-file"
    case serial = "--serial"
    case help = "--help"
    case version = "--version"
    case manual = "--manual"

    var placeholder: String? {
        switch self {
        case .socket, .state, .passwordFile, .authorityFile: "PATH"
        case .serial: "TEXT"
        case .help, .version, .manual: nil
        }
    }
}

extension MqttRequest {
    /// Reads the arguments that follow the program's name.
    static func parse(_ arguments: [String]) throws(OptionError) -> MqttRequest {
        var options = MqttOptions()
        var reader = OptionReader<MqttOption>(arguments, of: "noiseclock-mqtt")
        while let (option, value) = try reader.next() {
            switch option {
            case .help: return .help
            case .version: return .version
            case .manual: return .manual
            case .socket:
                options.socket = try option.socket(value, longest: ControlSocketPath.longest)
            case .state: options.folder = value
            case .passwordFile: options.passwordFile = value
            case .authorityFile: options.authorityFile = value
            case .serial:
                guard (1...40).contains(value.count), value.allSatisfy(Identity.isWordSign) else {
                    throw .wrong(option, value, "Give 1 to 40 letters, digits, \"-\" or \"_\".")
                }
                options.serial = value
            }
        }
        return .run(options)
    }
}
