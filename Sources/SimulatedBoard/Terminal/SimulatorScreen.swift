package import HAL

/// All that the simulator's terminal shows, as plain values.
///
/// Theory of operation of the terminal. Everything between the engine and the wire to the terminal
/// is a pure function: the program fills in a `SimulatorScreen`, `render` turns it into a
/// `TerminalFrame` for a size and a set of colours, and `TerminalDiff` turns two frames into the few
/// bytes that lead from one to the other. On the way back, bytes become `TerminalKey`s
/// (`TerminalKeyDecoder`) and keys become `SimulatorCommand`s (`SimulatorKeyboard`), with times
/// passed in. `Terminal` alone touches the system: it takes the terminal over, reads, writes, and
/// gives it back as it was on every way out.
///
/// Drawn are the segments that the chip's registers light, not the time that the engine believes
/// in: a wrong byte in the chip's memory looks wrong.
package struct SimulatorScreen: Hashable, Sendable {
    /// The board file's name of the board, and its display's part number.
    package var boardName: String
    package var display: Display
    package var clock: VirtualClock

    /// Date and zone: "Sun 29 Mar, Europe/Berlin".
    package var dateLine: String
    /// "07:30 Mon–Fri Work, in 7 h 32 min"; nil where none is ahead.
    package var nextAlarm: String?
    /// What stands in its place then: how one is set.
    package var noAlarm = "none"
    /// What noise is on: "Pink noise"; nil where it is off.
    package var noise: String?
    /// Why nobody can hear it: "no sound device"; nil: they can.
    package var silence: String?
    package var ringing: Ringing?

    /// What counts down or is paused, each a line: "Pizza rings in 11 min 58 s". Those first in the list are shown
    /// where there is no room for all.
    package var countdowns: [String] = []
    /// Each a line; those first in the list are shown where there is no room for all.
    package var health: [String] = []
    /// Oldest first; the last five are shown.
    package var messages: [Message] = []

    package var volume: Volume
    /// What the simulated light sensor is exposed to.
    package var light: Lux
    package var buttons: [Button]
    /// Nil where the board has none.
    package var battery: Battery?
    /// What the board has to wake with besides display and sound; only those that are lit are shown.
    package var lamps: [OutputLamp] = []
    /// Nil while it is closed.
    package var mixer: Mixer?
    package var isHelpShown = false

    package init(
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
    /// The display as its chip lights it at this moment.
    package struct Display: Hashable, Sendable {
        package var geometry: PanelGeometry
        package var picture: SegmentPicture
        /// The share of time that lit segments are on, 0...1; 0 is dark.
        package var duty: Double
        package var color: LEDColor

        package init(
            geometry: PanelGeometry, picture: SegmentPicture, duty: Double, color: LEDColor = .red
        ) {
            self.geometry = geometry
            self.picture = picture
            self.duty = duty.isFinite ? min(1, max(0, duty)) : 0
            self.color = color
        }
    }

    /// The run's own time.
    package struct VirtualClock: Hashable, Sendable {
        /// The virtual wall clock, to the second: "06:59:50".
        package var time: String
        /// Virtual seconds for each real one.
        package var speed: Int
        package var isPaused: Bool

        package init(time: String, speed: Int = 1, isPaused: Bool = false) {
            self.time = time
            self.speed = speed
            self.isPaused = isPaused
        }
    }

    /// An alarm that rings now.
    package struct Ringing: Hashable, Sendable {
        /// "Work".
        package var title: String
        /// Whether the title names more than one.
        package var isSeveral: Bool
        /// How long a snooze is: "9 min"; nil where the key does nothing.
        package var snooze: String?
        /// How long stop has to be held: "2 s"; nil where a press is enough.
        package var stopHold: String?

        package init(
            title: String, isSeveral: Bool = false, snooze: String?, stopHold: String? = nil
        ) {
            self.title = title
            self.isSeveral = isSeveral
            self.snooze = snooze
            self.stopHold = stopHold
        }
    }

    /// A battery that the board is said to have.
    package struct Battery: Hashable, Sendable {
        /// 0...100.
        package var percent: Int
        package var isCharging: Bool

        package init(percent: Int, isCharging: Bool = false) {
            self.percent = percent
            self.isCharging = isCharging
        }

        var text: String { "battery \(percent) %\(isCharging ? ", charging" : "")" }
    }

    package struct Message: Hashable, Sendable {
        package var time: String
        package var text: String

        package init(time: String, text: String) {
            self.time = time
            self.text = text
        }
    }

    /// What goes to the loudspeaker.
    package struct Volume: Hashable, Sendable {
        /// The clock's volume setting; nil where nothing plays that has one.
        package var percent: Int?
        /// The greatest and the root mean square amplitude of late, 0...1 of full scale.
        package var peak: Double
        package var rms: Double
        package var output: Output

        package init(
            percent: Int? = nil, peak: Double = 0, rms: Double = 0,
            output: Output = .device("default")
        ) {
            self.percent = percent
            self.peak = peak
            self.rms = rms
            self.output = output
        }
    }

    /// Where the sound goes.
    package enum Output: Hashable, Sendable {
        /// A device of the desktop, by its name.
        case device(String)
        /// None: frames pass in time, and nobody hears them.
        case nowhere
        case unplugged
        /// A device that takes frames and plays none.
        case frozen

        /// Why nobody hears what it is given; nil: somebody may.
        package var silence: String? {
            switch self {
            case .device: nil
            case .nowhere: "no sound device"
            case .unplugged: "the sound is unplugged"
            case .frozen: "the sound is frozen"
            }
        }
    }

    /// A motor, a buzzer, a lamp: on or off.
    package struct OutputLamp: Hashable, Sendable {
        package var name: String
        package var isLit: Bool

        package init(_ name: String, isLit: Bool) {
            self.name = name
            self.isLit = isLit
        }
    }

    package struct Button: Hashable, Sendable {
        package var button: SimulatorButton
        package var isDown: Bool
        /// Held by a key of its own, until that is pressed again.
        package var isLatched: Bool

        package init(_ button: SimulatorButton, isDown: Bool = false, isLatched: Bool = false) {
            self.button = button
            self.isDown = isDown
            self.isLatched = isLatched
        }

        package static let all = SimulatorButton.allCases.map { Button($0) }
    }
}

/// The buttons of a board, spelt as in its file.
package enum SimulatorButton: String, Hashable, Sendable, CaseIterable {
    case snooze, stop, noise, menu, minus, plus

    /// The key that taps it.
    package var key: Character {
        switch self {
        case .snooze: "s"
        case .stop: "t"
        case .noise: "n"
        case .menu: "m"
        case .minus: "-"
        case .plus: "+"
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
        }
    }
}

/// The colour of a display's light, spelt as in the board file.
package enum LEDColor: String, Hashable, Sendable, CaseIterable {
    case red, amber, yellow, green, blue, white

    var atFullLight: PictureColor {
        switch self {
        case .red: PictureColor(255, 44, 34)
        case .amber: PictureColor(255, 140, 20)
        case .yellow: PictureColor(255, 206, 52)
        case .green: PictureColor(62, 255, 104)
        case .blue: PictureColor(70, 128, 255)
        case .white: PictureColor(232, 240, 255)
        }
    }
}

/// The light that a person can set.
package enum LightScale {
    /// Keys 1 to 5: a dark room, a night light, a lamp, day, the sun at the window.
    package static let presets = [Lux(0.3), Lux(5), Lux(50), Lux(300), Lux(1000)]
    /// What those are called.
    static let presetNames = ["night", "dim", "lamp", "day", "sun"]

    /// 0.1 to 1000 lx in steps of a tenth of a decade: a step is what an eye just notices.
    package static let range = -1.0...3.0
    static let stepsPerDecade = 10.0

    /// 0...1 along the slider.
    static func position(of light: Lux) -> Double {
        let exponent = logarithm(max(light.value, 1e-9))
        let clamped = min(range.upperBound, max(range.lowerBound, exponent))
        return (clamped - range.lowerBound) / (range.upperBound - range.lowerBound)
    }

    /// `light` moved by so many steps of the slider, within its range.
    package static func stepped(_ light: Lux, by steps: Int) -> Lux {
        let span = (range.upperBound - range.lowerBound) * stepsPerDecade
        let step = (position(of: light) * span).rounded() + Double(max(-1000, min(1000, steps)))
        return Lux(powerOfTen(range.lowerBound + min(span, max(0, step)) / stepsPerDecade))
    }
}

/// How fast virtual time may run.
package enum SpeedScale {
    package static let speeds = [1, 2, 5, 10, 60, 300, 1800, 3600]

    package static func faster(than speed: Int) -> Int {
        speeds.first { $0 > speed } ?? speed
    }

    package static func slower(than speed: Int) -> Int {
        speeds.last { $0 < speed } ?? speed
    }
}
