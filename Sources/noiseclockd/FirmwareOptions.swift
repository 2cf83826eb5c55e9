import ClockTime
import Control
import HAL
import LinuxHost

/// What the command line asks of the firmware.
enum FirmwareRequest: Equatable {
    case run(FirmwareOptions)
    /// Look at a board file and say what is wrong with it.
    case checkBoard(path: String)
    /// Print the device tree overlays that a board file names, for whoever puts them in.
    case listOverlays(path: String)
    /// Look for what is connected, and propose a board file.
    case probe
    /// Ask a person about each part, and write a board file.
    case wizard(output: String)
    /// Switch the board's outputs off, and end.
    case switchOff(FirmwareOptions)
    /// Switch one output on for a moment.
    case tryOutput(BoardOutput, FirmwareOptions)
    /// Show a test picture on the display for a while.
    case tryDisplay(TestPictureWords, FirmwareOptions)
    /// Measure the light-dependent resistor, and print its calibration.
    case calibrateLight(FirmwareOptions)
    case help
    case version
    /// Print the manual's page.
    case manual
}

struct FirmwareOptions: Equatable {
    static let defaultBoard = "/etc/noiseclock/board.json"
    static let defaultState = "/var/lib/noiseclock"

    var board = FirmwareOptions.defaultBoard
    var state = FirmwareOptions.defaultState
    var socket = ControlSocketPath.device
    /// Nil: the stored zone, or at first the system's.
    var zone: String?
}

/// What a board may switch, as messages and `--try` name it.
enum BoardOutput: String, CaseIterable {
    case vibration, buzzer, amplifier

    /// Those that a person can feel or hear by themselves.
    static let triable = [vibration, buzzer]
}

/// The options by name, as they are written.
enum FirmwareOption: String, ProgramOption {
    case board = "--board"
    case state = "--state"
    case socket = "--socket"
    case zone = "--zone"
    case checkBoard = "--check-board"
    case overlays = "--overlays"
    case probe = "--probe"
    case wizard = "--wizard"
    case output = "--output"
    case tryOutput = "--try"
    case switchOff = "--switch-off"
    case calibrateLight = "--calibrate-light"
    case help = "--help"
    case version = "--version"
    case manual = "--manual"

    /// What stands for the value in messages; nil for an option without one.
    var placeholder: String? {
        switch self {
        case .board, .checkBoard, .output: "FILE"
        case .state: "DIR"
        case .socket: "PATH"
        case .zone: "NAME"
        case .tryOutput: FirmwareOption.triable.joined(separator: "|")
        case .overlays, .probe, .wizard, .switchOff, .calibrateLight, .help, .version, .manual: nil
        }
    }

    /// What `--try` calls the display.
    static let display = "display"
    /// What can be tried.
    static let triable = BoardOutput.triable.map(\.rawValue) + [display]

    /// The options that may stand beside this one; nil for one that asks for nothing by itself.
    fileprivate var companions: Set<FirmwareOption>? {
        switch self {
        case .checkBoard: [.overlays]
        case .probe: [.wizard, .output]
        case .switchOff, .calibrateLight: [.board, .state]
        case .tryOutput: [.board, .state, .socket]
        case .board, .state, .socket, .zone, .overlays, .wizard, .output, .help, .version,
            .manual:
            nil
        }
    }
}

extension FirmwareOption {
    /// Whether an argument is one of these options. All others after `--try display` describe the picture.
    fileprivate static func begins(_ argument: String) -> Bool {
        let name = argument.prefix { $0 != "=" }
        return argument == "-h" || FirmwareOption(rawValue: String(name)) != nil
    }
}

extension FirmwareRequest {
    /// Reads the arguments that follow the program's name. `--help`, `--version` and `--manual` win over
    /// what follows them.
    ///
    /// - Parameter stateDirectory: what the service manager says, who separates several by colons.
    static func parse(
        _ arguments: [String], stateDirectory: String?
    ) throws(FirmwareError) -> FirmwareRequest {
        var options = FirmwareOptions()
        if let folder = stateDirectory?.split(separator: ":").first {
            options.state = String(folder)
        }
        var boardToCheck = ""
        var output = ""
        /// What to try, and the words of its picture.
        var trial: (name: String, words: [String]) = ("", [])
        var reader = OptionReader<FirmwareOption>(arguments, of: "noiseclockd")
        do throws(OptionError) {
            while true {
                if trial.name == FirmwareOption.display,
                    let word = reader.word(if: { !FirmwareOption.begins($0) })
                {
                    trial.words.append(word)
                    continue
                }
                guard let (option, value) = try reader.next() else { break }
                switch option {
                case .help: return .help
                case .version: return .version
                case .manual: return .manual
                case .board: options.board = value
                case .state: options.state = value
                case .socket:
                    options.socket = try option.socket(
                        value, longest: ControlSocketPath.longestOfClock)
                case .zone: options.zone = value
                case .checkBoard: boardToCheck = value
                case .tryOutput: trial.name = value
                case .output: output = value
                case .overlays, .probe, .wizard, .switchOff, .calibrateLight: break
                }
            }
        } catch {
            throw .usage(error.message)
        }
        let given = reader.given
        switch try FirmwareRequest.purpose(of: given) {
        case .checkBoard:
            return given.contains(.overlays)
                ? .listOverlays(path: boardToCheck) : .checkBoard(path: boardToCheck)
        case .probe where given.contains(.wizard):
            guard !output.isEmpty else { throw .usage("--wizard needs --output FILE.") }
            return .wizard(output: output)
        case .probe:
            guard output.isEmpty else { throw .usage("--output needs --wizard.") }
            return .probe
        case .switchOff: return .switchOff(options)
        case .calibrateLight: return .calibrateLight(options)
        case .tryOutput: return try FirmwareRequest.trial(trial.name, trial.words, options)
        default: return .run(options)
        }
    }

    /// The option that says what to do in place of running a clock; nil where there is none.
    private static func purpose(
        of given: [FirmwareOption]
    ) throws(FirmwareError) -> FirmwareOption? {
        guard let purpose = given.first(where: { $0.companions != nil }),
            let companions = purpose.companions
        else {
            if given.contains(.overlays) {
                throw .usage("--overlays needs --check-board FILE.")
            }
            if let part = given.first(where: { $0 == .wizard || $0 == .output }) {
                throw .usage("\(part.rawValue) needs --probe.")
            }
            return nil
        }
        if let stranger = given.first(where: { $0 != purpose && !companions.contains($0) }) {
            throw .usage("\(purpose.rawValue) can't be combined with \(stranger.rawValue).")
        }
        return purpose
    }

    /// - Parameter words: those of the display's test picture.
    private static func trial(
        _ name: String, _ words: [String], _ options: FirmwareOptions
    ) throws(FirmwareError) -> FirmwareRequest {
        if let output = BoardOutput.triable.first(where: { $0.rawValue == name }) {
            return .tryOutput(output, options)
        }
        guard name == FirmwareOption.display else {
            let names = FirmwareOption.triable.dropLast().joined(separator: ", ")
            throw .usage(
                "--try can't be \(Spelling.quoted(name)). Give \(names) or \(FirmwareOption.display)."
            )
        }
        do throws(UsageError) {
            return .tryDisplay(try TestPictureWords(words), options)
        } catch {
            throw .usage("--try display: \(error.message)")
        }
    }
}

/// Why the firmware cannot start: one line for people and an exit code of sysexits.h.
enum FirmwareError: Error, Equatable {
    case usage(String)
    case noInput(String)
    case unavailable(String)
    case system(String)
    /// Another clock has the state folder or the socket.
    case inUse(String)
    case board(String)

    init(_ error: HostError) {
        self = .system("\(error.operation) failed: \(systemMessage(error.errno))")
    }

    var message: String {
        switch self {
        case .usage(let text), .noInput(let text), .unavailable(let text), .system(let text),
            .inUse(let text), .board(let text):
            text
        }
    }

    /// EX_USAGE, EX_NOINPUT, EX_UNAVAILABLE, EX_OSERR, EX_TEMPFAIL, EX_CONFIG.
    var exitCode: Int32 {
        switch self {
        case .usage: 64
        case .noInput: 66
        case .unavailable: 69
        case .system: 71
        case .inUse: 75
        case .board: 78
        }
    }
}
