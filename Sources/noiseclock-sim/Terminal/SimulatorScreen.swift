import ClockCore
import HAL
import SimulatedBoard

/// Everything that the simulator's terminal shows, as plain values.
///
/// Theory of operation of the terminal. Everything between the engine and the terminal's byte stream is a pure
/// function. The program fills in a `SimulatorScreen`; `render` turns it into a `TerminalFrame` for a size and a
/// set of colours; `TerminalDiff` turns two frames into the few bytes that lead from one to the other. In the
/// other direction, bytes become `TerminalKey`s (`TerminalKeyDecoder`) and keys become `SimulatorCommand`s
/// (`SimulatorKeyboard`), with times passed in. Only `Terminal` touches the system: it takes the terminal over,
/// reads, writes, and restores it on every way out.
///
/// The screen draws the segments that the chip's registers light, not the time that the engine assumes: a wrong
/// byte in the chip's memory looks wrong.
struct SimulatorScreen: Hashable, Sendable {
    /// The board's name from its file, and its display's part number.
    var boardName: String
    var display: Display
    var clock: VirtualClock

    /// Date and zone: "Sun 29 Mar, Europe/Berlin".
    var dateLine: String
    /// "07:30 Mon–Fri Work, in 7 h 32 min"; nil if no alarm is ahead.
    var nextAlarm: String?
    /// The text shown instead: how to set one.
    var noAlarm = "none"
    /// The noise that is on: "Pink noise"; nil if off.
    var noise: String?
    /// Why nobody can hear it: "no sound device"; nil if it is audible.
    var silence: String?
    var ringing: Ringing?

    /// Running and paused countdowns, one line each: "Pizza rings in 11 min 58 s". If there is not room for all,
    /// the first ones are shown.
    var countdowns: [String] = []
    /// One line each. If there is not room for all, the first ones are shown.
    var health: [String] = []
    /// Oldest first; the last five are shown.
    var messages: [Message] = []

    var volume: Volume
    /// The illuminance at the simulated light sensor.
    var light: Lux
    var buttons: [Button]
    /// Whether the board has a rotary encoder.
    var hasKnob = false
    /// Nil if the board has none.
    var battery: Battery?
    /// Other outputs that the board can wake with. Only lit ones are shown.
    var lamps: [OutputLamp] = []
    /// Nil while the mixer is closed.
    var mixer: Mixer?
    var isHelpShown = false

    init(
        boardName: String, display: Display, clock: VirtualClock, dateLine: String,
        volume: Volume = Volume(), light: Lux = Lux(50), buttons: [Button] = Button.all
    ) {
        self.boardName = boardName
        self.display = display
        self.clock = clock
        self.dateLine = dateLine
        self.volume = volume
        self.light = light
        self.buttons = buttons
    }
}

extension SimulatorScreen {
    /// The display as its chip lights it now.
    struct Display: Hashable, Sendable {
        var geometry: PanelGeometry
        var lit: LitPicture
        var color: BoardDescription.Display.Color

        init(geometry: PanelGeometry, lit: LitPicture, color: BoardDescription.Display.Color = .red)
        {
            self.geometry = geometry
            self.lit = lit
            self.color = color
        }
    }

    /// The run's own time.
    struct VirtualClock: Hashable, Sendable {
        /// The virtual wall clock, to the second: "06:59:50".
        var time: String
        /// Virtual seconds per real second.
        var speed: Int
        var isPaused: Bool

        init(time: String, speed: Int = 1, isPaused: Bool = false) {
            self.time = time
            self.speed = speed
            self.isPaused = isPaused
        }
    }

    /// A ringing alarm.
    struct Ringing: Hashable, Sendable {
        /// "Work".
        var title: String
        /// Whether the title names several alarms.
        var isSeveral: Bool
        /// Length of a snooze: "9 min"; nil if the key does nothing.
        var snooze: String?
        /// What ends it.
        var stops: [StopWay]

        init(
            title: String, isSeveral: Bool = false, snooze: String?,
            stops: [StopWay] = [StopWay(keys: [.stop], length: .zero)]
        ) {
            self.title = title
            self.isSeveral = isSeveral
            self.snooze = snooze
            self.stops = stops
        }
    }

    /// The board's simulated battery.
    struct Battery: Hashable, Sendable {
        /// 0...100.
        var percent: Int
        var isCharging: Bool

        init(percent: Int, isCharging: Bool = false) {
            self.percent = percent
            self.isCharging = isCharging
        }

        var text: String { "battery \(percent) %\(isCharging ? ", charging" : "")" }
    }

    struct Message: Hashable, Sendable {
        var time: String
        var text: String

        init(time: String, text: String) {
            self.time = time
            self.text = text
        }
    }

    /// The level at the loudspeaker.
    struct Volume: Hashable, Sendable {
        /// The clock's volume setting; nil if nothing with such a setting plays.
        var percent: Int?
        /// Recent peak and root mean square amplitude, 0...1 of full scale.
        var peak: Double
        var rms: Double
        var output: Output

        init(
            percent: Int? = nil, peak: Double = 0, rms: Double = 0,
            output: Output = .device("default")
        ) {
            self.percent = percent
            self.peak = peak
            self.rms = rms
            self.output = output
        }
    }

    /// The destination of the sound.
    enum Output: Hashable, Sendable {
        /// A desktop device, by name.
        case device(String)
        /// No device: frames are consumed in time, but nobody hears them.
        case nowhere
        case unplugged
        /// A device that accepts frames and plays none.
        case frozen

        /// Why nobody hears this output; nil if somebody may.
        var silence: String? {
            switch self {
            case .device: nil
            case .nowhere: "no sound device"
            case .unplugged: "the sound is unplugged"
            case .frozen: "the sound is frozen"
            }
        }
    }

    /// A motor, a buzzer or a lamp, on or off.
    struct OutputLamp: Hashable, Sendable {
        var name: String
        var isLit: Bool

        init(_ name: String, isLit: Bool) {
            self.name = name
            self.isLit = isLit
        }
    }

    struct Button: Hashable, Sendable {
        var button: SimulatorButton
        var isDown: Bool
        /// Held down by a separate key until that key is pressed again.
        var isLatched: Bool

        init(_ button: SimulatorButton, isDown: Bool = false, isLatched: Bool = false) {
            self.button = button
            self.isDown = isDown
            self.isLatched = isLatched
        }

        static let all = SimulatorButton.usual.map { Button($0) }
    }
}

/// The buttons of a board, spelt as in the board file.
enum SimulatorButton: String, Hashable, Sendable, CaseIterable {
    case snooze, stop, noise, menu, minus, plus, lamp, goodNight

    /// Those that the screen shows of every board. The others it shows where the board has them.
    static let usual: [SimulatorButton] = [.snooze, .stop, .noise, .menu, .minus, .plus]

    /// The key that taps this button.
    var key: Character {
        switch self {
        case .snooze: "s"
        case .stop: "t"
        case .noise: "n"
        case .menu: "m"
        case .minus: "-"
        case .plus: "+"
        case .lamp: "l"
        case .goodNight: "g"
        }
    }

    var title: String {
        switch self {
        case .snooze: "Snooze"
        case .stop: "Stop"
        case .noise: "Noise"
        case .menu: "Menu"
        case .minus: "Minus"
        case .plus: "Plus"
        case .lamp: "Lamp"
        case .goodNight: "Good night"
        }
    }
}

/// The room light that a person can set.
enum LightScale {
    /// Keys 1 to 5: a dark room, a night light, a lamp, day, the sun at the window.
    static let presets = [Lux(0.3), Lux(5), Lux(50), Lux(300), Lux(1000)]
    /// The names of the presets.
    static let presetNames = ["night", "dim", "lamp", "day", "sun"]

    /// 0.1 to 1000 lx in steps of a tenth of a decade, which the eye just notices.
    static let range = -1.0...3.0
    static let stepsPerDecade = 10.0

    /// The slider position, 0...1.
    static func position(of light: Lux) -> Double {
        let exponent = logarithm(max(light.value, 1e-9))
        let clamped = min(range.upperBound, max(range.lowerBound, exponent))
        return (clamped - range.lowerBound) / (range.upperBound - range.lowerBound)
    }

    /// `light` moved by this many slider steps, within the slider's range.
    static func stepped(_ light: Lux, by steps: Int) -> Lux {
        let span = (range.upperBound - range.lowerBound) * stepsPerDecade
        let step = (position(of: light) * span).rounded() + Double(max(-1000, min(1000, steps)))
        return Lux(powerOfTen(range.lowerBound + min(span, max(0, step)) / stepsPerDecade))
    }
}

/// The available speeds of virtual time.
enum SpeedScale {
    static let speeds = [1, 2, 5, 10, 60, 300, 1800, 3600]

    static func faster(than speed: Int) -> Int {
        speeds.first { $0 > speed } ?? speed
    }

    static func slower(than speed: Int) -> Int {
        speeds.last { $0 < speed } ?? speed
    }
}
