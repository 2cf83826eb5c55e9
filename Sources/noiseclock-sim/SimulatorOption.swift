/// The options by name: how they are written and what they mean, in the order in which `--help` shows
/// them.
enum SimulatorOption: String, CaseIterable {
    case board = "--board"
    case state = "--state"
    case socket = "--socket"
    case zone = "--zone"
    case at = "--at"
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
        case .board, .state, .socket, .zone: .clock
        case .at, .speed, .duration, .until: .time
        case .headless, .seed, .script, .nights: .run
        case .recordScript, .events, .i2cTrace, .frames: .record
        case .audio, .recordAudio: .sound
        case .help, .version, .manual: .other
        }
    }

    /// What stands for the value in `--help`; nil for an option without one.
    var placeholder: String? {
        switch self {
        case .board, .script, .recordScript, .events, .i2cTrace, .frames: "FILE"
        case .nights: "FILE|-"
        case .state: "DIR"
        case .socket: "PATH"
        case .zone: "NAME"
        case .at, .until: "TIME"
        case .speed: "N|max"
        case .duration: "DURATION"
        case .seed: "N"
        case .audio: "DEVICE|none"
        case .recordAudio: "FILE.wav"
        case .headless, .help, .version, .manual: nil
        }
    }

    var help: String {
        switch self {
        case .board:
            "the board to simulate (default: \(SimulatorOptions.defaultBoard); where there is none, the "
                + "one that was installed with this program)"
        case .state:
            "where alarms and settings are kept (default: the XDG state directory; with --at, a "
                + "fresh temporary one)"
        case .socket: "where the noiseclock client finds this clock (default: a place of your own)"
        case .zone: "IANA time zone, like Europe/Berlin, in place of the stored one"
        case .at: "set the clock to this instant at the start, like 2026-03-29T00:59:50Z"
        case .speed:
            "time runs N times as fast, 1 to \(SimulatorOptions.speeds.upperBound); max jumps from "
                + "one thing to the next (with --headless and --for or --until)"
        case .duration: "stop after this much of its time, like 90s, 50m, 1h30m or 2d"
        case .until: "stop when its clock has come to this instant"
        case .headless: "no terminal; draws nothing"
        case .seed: "all chance comes from this number (default with --headless: 0)"
        case .script:
            "do what this script says: JSON lines like {\"at\": \"+1.5s\", \"press\": \"snooze\"}"
        case .nights:
            "tell many short stories instead: JSON lines in, from the file or standard input, and for "
                + "each what rang and was missed; goes with no other option than --seed, from which it "
                + "draws how late each wake-up is"
        case .recordScript: "write what you press and set as such a script"
        case .events: "what came of it, as JSON lines: alarms, noise, health, pages"
        case .i2cTrace: "each transfer on the I2C bus, as JSON lines"
        case .frames: "the lit picture as text after each change"
        case .audio:
            "the ALSA device to play on, or none (default: default, in the terminal; none with "
                + "--headless)"
        case .recordAudio: "write what all outputs play to a WAV file, whatever the devices"
        case .help: "show this text"
        case .version: "show the version"
        case .manual: "print the manual's page, noiseclock-sim(1), in roff"
        }
    }
}
