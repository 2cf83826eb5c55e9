import ClockTime
import Control
import HAL

/// The simulator's command-line options.
struct SimulatorOptions: Equatable {
    enum Speed: Equatable {
        /// A multiple of real time.
        case times(Int)
        /// From wake to wake, as fast as the machine allows.
        case max
    }

    enum Audio: Equatable {
        /// A device by its ALSA name.
        case device(String)
        /// A sink that consumes frames in the run's time.
        case silent
    }

    /// The path in a checkout, relative to its folder, where the simulator is called.
    static let defaultBoard = "board/ht16k33-7seg.json"
    /// The installed path, relative to the program's folder (`bin` and `share` of one prefix).
    static let installedBoard = "../share/noiseclock/boards/ht16k33-7seg.json"
    /// The range of the terminal's keys, too.
    static let speeds = 1...3600

    /// Nil: the default board file, or else the installed one.
    var board: String?
    /// Nil: the XDG state directory; with a start time or for a first run, a new temporary one.
    var state: String?
    /// Nil: the simulator's default path.
    var socket: String?
    /// The port of noiseclock-web; nil: it is not started.
    var web: Int?
    /// Nil: the stored zone.
    var zone: String?
    /// The wall clock's start time; nil: the true time.
    var start: WallTime?
    /// Whether the clock knows the time each time it starts.
    var isTimeKnown = true
    /// Start as a clock that has never been used.
    var isFirstRun = false
    /// The charge of the board's battery, in per cent; nil: no battery.
    var battery: Int?
    var speed = Speed.times(1)
    /// The length of the run in its own time; nil: until the user ends it, or `until`.
    var duration: Duration?
    var until: WallTime?
    var isHeadless = false
    var script: String?
    /// The file of stories to simulate instead of a run.
    var nights: String?
    var recordScript: String?
    var events: String?
    var i2cTrace: String?
    var frames: String?
    /// Nil: not given.
    var audio: Audio?
    var recordAudio: String?
    /// Nil: not given; a headless run then uses 0.
    var seed: UInt64?
}

extension SimulatorOptions {
    /// The wall clock's start time. A clock that was never set starts in 1970, as the kernel's does.
    func start(from real: any TimeSource) -> WallTime {
        guard isTimeKnown else { return WallTime(nanoseconds: 0) }
        return start ?? real.now().wall
    }
}

/// What the simulator is asked to do.
enum SimulatorRequest: Equatable {
    case run(SimulatorOptions)
    /// Simulate the stories of this file; "-" is standard input.
    case nights(String, seed: UInt64)
    case help
    case version
    /// Print the manual page.
    case manual
}

extension SimulatorRequest {
    /// Parses the arguments after the program's name. `--help`, `--version` and `--manual` take precedence
    /// over whatever follows them.
    static func parse(_ arguments: [String]) throws(OptionError) -> SimulatorRequest {
        var options = SimulatorOptions()
        var reader = OptionReader<SimulatorOption>(arguments, of: "noiseclock-sim")
        while let (option, value) = try reader.next() {
            switch option {
            case .help: return .help
            case .version: return .version
            case .manual: return .manual
            default: try options.set(option, value)
            }
        }
        if let nights = options.nights {
            if let other = reader.given.first(where: { $0 != .nights && $0 != .seed }) {
                throw OptionError(
                    "--nights can't be combined with \(other.rawValue): the stories say everything."
                )
            }
            return .nights(nights, seed: options.seed ?? 0)
        }
        try options.checkTogether()
        return .run(options)
    }
}

extension SimulatorOptions {
    fileprivate mutating func set(
        _ option: SimulatorOption, _ value: String
    ) throws(OptionError) {
        switch option {
        case .board: board = value
        case .state: state = value
        case .socket:
            socket = try option.socket(value, longest: ControlSocketPath.longestOfClock)
        case .web: web = try option.number(value, in: 0...65_535)
        case .zone: zone = value
        case .at: start = try SimulatorOptions.time(option, value)
        case .time:
            guard value == "unknown" else {
                throw .wrong(option, value, "Give unknown, or set a time with --at.")
            }
            isTimeKnown = false
        case .battery: battery = try option.number(value, in: Battery.allowed)
        case .speed: speed = try SimulatorOptions.speed(value)
        case .duration:
            let length = try SimulatorOptions.duration(value)
            guard length > .zero else {
                throw .wrong(option, value, "Give more than 0s.")
            }
            duration = length
        case .until: until = try SimulatorOptions.time(option, value)
        case .seed: seed = try option.number(value, in: 0...UInt64.max)
        case .script: script = value
        case .nights: nights = value
        case .recordScript: recordScript = value
        case .events: events = value
        case .i2cTrace: i2cTrace = value
        case .frames: frames = value
        case .audio: audio = value == "none" ? Audio.silent : .device(value)
        case .recordAudio: recordAudio = value
        case .headless: isHeadless = true
        case .firstRun: isFirstRun = true
        case .help, .version, .manual: break
        }
    }

    private static func time(
        _ option: SimulatorOption, _ value: String
    ) throws(OptionError) -> WallTime {
        do throws(TextFormError) {
            return try RFC3339.parse(value)
        } catch {
            throw .wrong(option, value, error.message)
        }
    }

    private static func duration(_ value: String) throws(OptionError) -> Duration {
        do throws(TextFormError) {
            return try DurationText.parse(value)
        } catch {
            throw .wrong(SimulatorOption.duration, value, error.message)
        }
    }

    private static func speed(_ value: String) throws(OptionError) -> Speed {
        if value == "max" { return .max }
        guard let times = Int(value), speeds.contains(times) else {
            throw .wrong(
                SimulatorOption.speed, value,
                "Give a whole number from \(speeds.lowerBound) to \(speeds.upperBound), or max.")
        }
        return .times(times)
    }

    /// Refuses combinations of options that exclude each other.
    fileprivate func checkTogether() throws(OptionError) {
        if duration != nil, until != nil {
            throw OptionError("--for and --until both end the run. Give one of them.")
        }
        if let start, let until, until <= start {
            throw OptionError(
                "--until \(RFC3339.format(until)) must come after --at \(RFC3339.format(start)).")
        }
        if !isTimeKnown, start != nil || until != nil {
            throw OptionError(
                "--time unknown can't be combined with --at or --until.")
        }
        if isFirstRun, state != nil {
            throw OptionError(
                "--first-run can't be combined with --state: a new clock has none.")
        }
        if speed == .max {
            guard isHeadless else {
                throw OptionError("--speed max needs --headless: it is too fast to watch.")
            }
            guard duration != nil || until != nil else {
                throw OptionError("--speed max needs --for or --until: it would never end.")
            }
            guard web == nil else {
                throw OptionError("--web can't be combined with --speed max, which has no socket.")
            }
            if case .device(let name) = audio {
                throw OptionError(
                    "--audio \(Spelling.quoted(name)) can't play at --speed max. Write the sound to a "
                        + "file with --record-audio.")
            }
        }
        if recordScript != nil, isHeadless {
            throw OptionError(
                "--record-script can't be combined with --headless: nobody presses a key.")
        }
        try checkFiles()
    }

    /// An output file can serve only one purpose. Devices (`/dev/stdout`) may serve several.
    private func checkFiles() throws(OptionError) {
        let written: [(SimulatorOption, String?)] = [
            (.recordScript, recordScript), (.events, events), (.i2cTrace, i2cTrace),
            (.frames, frames), (.recordAudio, recordAudio),
        ]
        var taken: [String: SimulatorOption] = [board ?? SimulatorOptions.defaultBoard: .board]
        if let script { taken[script] = .script }
        for case (let option, let path?) in written where !path.hasPrefix("/dev/") {
            if let other = taken[path] {
                throw OptionError(
                    "\(other.rawValue) and \(option.rawValue) name the same file, "
                        + "\(Spelling.quoted(path)). Give two.")
            }
            taken[path] = option
        }
    }
}
