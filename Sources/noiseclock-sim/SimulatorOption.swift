import ClockTime

/// The options by name: their syntax and their meaning, in the order in which `--help` lists them.
enum SimulatorOption: String, ProgramOption {
    case board = "--board"
    case state = "--state"
    case socket = "--socket"
    case web = "--web"
    case zone = "--zone"
    case firstRun = "--first-run"
    case battery = "--battery"
    case at = "--at"
    case time = "--time"
    case speed = "--speed"
    case duration = "--for"
    case until = "--until"
    case headless = "--headless"
    case seed = "--seed"
    case script = "--script"
    case nights = "--nights"
    case recordScript = "--record-script"
    case events = "--events"
    case i2cTrace = "--i2c-trace"
    case frames = "--frames"
    case audio = "--audio"
    case recordAudio = "--record-audio"
    case help = "--help"
    case version = "--version"
    case manual = "--manual"

    enum Group: String, CaseIterable {
        case clock = "The clock"
        case time = "Its time"
        case run = "The run"
        case record = "Recording"
        case sound = "Sound"
        case other = "Other"
    }

    var group: Group {
        switch self {
        case .board, .state, .socket, .web, .zone, .firstRun, .battery: .clock
        case .at, .time, .speed, .duration, .until: .time
        case .headless, .seed, .script, .nights: .run
        case .recordScript, .events, .i2cTrace, .frames: .record
        case .audio, .recordAudio: .sound
        case .help, .version, .manual: .other
        }
    }

    /// The placeholder of the value in `--help`; nil for an option without a value.
    var placeholder: String? {
        switch self {
        case .board, .script, .recordScript, .events, .i2cTrace, .frames: "FILE"
        case .nights: "FILE|-"
        case .state: "DIR"
        case .socket: "PATH"
        case .web: "PORT"
        case .zone: "NAME"
        case .at, .until: "TIME"
        case .time: "unknown"
        case .battery: "PERCENT"
        case .speed: "N|max"
        case .duration: "DURATION"
        case .seed: "N"
        case .audio: "DEVICE|none"
        case .recordAudio: "FILE.wav"
        case .firstRun, .headless, .help, .version, .manual: nil
        }
    }

    var help: String {
        switch self {
        case .board:
            "Board file: which parts the clock has (default: \(SimulatorOptions.defaultBoard), or else the "
                + "one that was installed with this program)"
        case .state:
            "Folder for alarms and settings (default: the XDG state directory; with --at, --time or "
                + "--first-run a new folder, which the end of the run deletes)"
        case .socket:
            "Socket on which the noiseclock client finds this clock (default: one of your own)"
        case .web:
            "Also start noiseclock-web on this port, for phones, browsers and scripts in the network; 0 "
                + "takes a free one. Shows the address"
        case .zone: "IANA time zone, like Europe/Berlin, instead of the saved one"
        case .firstRun: "Start like a new clock, without alarms and settings"
        case .battery:
            "Give the board a battery with this charge, which keys and scripts change"
        case .at: "Time at the start, like 2026-03-29T00:59:50Z"
        case .time: "Start without knowing the time, until somebody sets it"
        case .speed:
            "How fast time runs, 1 to \(SimulatorOptions.speeds.upperBound); max jumps from event to "
                + "event (with --headless, and --for or --until)"
        case .duration: "Stop after this much of the clock's time, like 90s, 50m, 1h30m or 2d"
        case .until: "Stop when the clock reaches this time"
        case .headless: "Run without a terminal, and draw nothing"
        case .seed: "Seed of everything random (default with --headless: 0)"
        case .script: "Run a script of JSON lines like {\"at\": \"+1.5s\", \"press\": \"snooze\"}"
        case .nights:
            "Simulate many short stories instead of one run. Read them as JSON lines from a file, or "
                + "from standard input; write for each what rang and what was missed. Of the other "
                + "options it takes only --seed, which decides how late each wake-up is"
        case .recordScript: "Write your key presses and changes as a script"
        case .events: "Write events as JSON lines: alarms, noise, health, pages"
        case .i2cTrace: "Write each transfer on the I2C bus as a JSON line"
        case .frames: "Write the display as text after each change"
        case .audio:
            "ALSA device to play on, or none (default: the device \"default\"; none with --headless)"
        case .recordAudio: "Write what all outputs play to a WAV file, even if no device plays it"
        case .help: "Show this text"
        case .version: "Show the version"
        case .manual: "Print the manual page, noiseclock-sim(1), in roff"
        }
    }
}
