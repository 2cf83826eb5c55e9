/// The options by name: their syntax and their meaning, in the order in which `--help` lists them.
enum SimulatorOption: String, CaseIterable {
    case board = "--board"
    case state = "--state"
    case socket = "--socket"
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
        case record = "What is written down"
        case sound = "Sound"
        case other = "Other"
    }

    var group: Group {
        switch self {
        case .board, .state, .socket, .zone, .firstRun, .battery: .clock
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
            "simulates the board of this file (default: \(SimulatorOptions.defaultBoard), or else the "
                + "one that was installed with this program)"
        case .state:
            "keeps alarms and settings in this folder (default: the XDG state directory; with --at, "
                + "--time or --first-run a new folder, which is gone at the end)"
        case .socket:
            "lets the noiseclock client find this clock here (default: a place of your own)"
        case .zone:
            "shows the time of this IANA zone, like Europe/Berlin, and not of the stored one"
        case .firstRun: "starts as a clock that nobody has used yet: no alarms, no settings"
        case .battery:
            "gives the board a battery with this charge; the screen shows it, the clock does not "
                + "read it yet"
        case .at: "sets the clock to this instant at the start, like 2026-03-29T00:59:50Z"
        case .time: "starts without knowing the time, until somebody sets it"
        case .speed:
            "lets time run N times as fast, 1 to \(SimulatorOptions.speeds.upperBound); max jumps from "
                + "one thing to the next (with --headless and --for or --until)"
        case .duration: "stops after this much of the clock's time, like 90s, 50m, 1h30m or 2d"
        case .until: "stops when the clock has come to this instant"
        case .headless: "runs without a terminal and draws nothing"
        case .seed: "draws all chance from this number (default with --headless: 0)"
        case .script:
            "does what this script says: JSON lines like {\"at\": \"+1.5s\", \"press\": \"snooze\"}"
        case .nights:
            "tells many short stories instead of one run: reads JSON lines from the file or from "
                + "standard input, and writes for each what rang and what was missed; goes with no "
                + "other option than --seed, which decides how late each wake-up is"
        case .recordScript: "writes what you press and set as such a script"
        case .events: "writes events as JSON lines: alarms, noise, health, pages"
        case .i2cTrace: "writes each transfer on the I2C bus as a JSON line"
        case .frames: "writes the lit picture as text after each change"
        case .audio:
            "plays on this ALSA device, or on none (default: default, in the terminal; none with "
                + "--headless)"
        case .recordAudio: "writes what all outputs play to a WAV file, whatever the devices"
        case .help: "shows this text"
        case .version: "shows the version"
        case .manual: "prints the page noiseclock-sim(1) of the manual, in roff"
        }
    }
}
