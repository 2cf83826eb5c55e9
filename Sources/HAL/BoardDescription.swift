/// What is soldered to one clock: the content of a board file (`board/*.json`).
///
/// A board file is data about wires and nothing else; no part of it is compiled in. A part that is
/// missing is off and the clock runs without it; a key that nobody knows is a warning, so that a
/// file of tomorrow still starts a clock of today; a value that cannot be right is an error that
/// says where it stands and what is allowed, because a clock on the wrong pins looks broken and is
/// not. How the JSON is read stands in BoardDescriptionDecoding.swift, what is checked across parts
/// in BoardDescriptionChecks.swift.
///
/// Whether a driver exists for a part that is named here is not known here: the catalog of Drivers
/// says so.
package struct BoardDescription: Hashable, Sendable {
    /// The version of the format that this program reads and writes.
    package static let formatVersion = 1

    /// What people call this board, for the log and the screen.
    package var name: String
    /// The number of the I2C bus: 1 is `/dev/i2c-1`.
    package var i2cBus = 1
    package var gpioChip = GPIOChip.automatic
    /// nil where the board says that it has none.
    package var display: Display?
    package var light = Light.absent
    package var buttons = Buttons()
    package var vibration: OutputLine?
    package var buzzer: OutputLine?
    /// The kernel's name of the LED that is the bedside lamp, as in `/sys/class/leds`.
    package var lamp: String?
    package var audio: Audio?
    package var battery = AutomaticSource.absent
    package var realTimeClock = AutomaticSource.absent
    /// What the kernel must be told of these wires: names of the device tree overlays that the image
    /// puts in. The clock itself does nothing with them.
    package var overlays: [String] = []
    /// One sentence for each key that this program does not know.
    package var warnings: [String] = []

    package init(name: String) {
        self.name = name
    }

    /// Which GPIO chip the line numbers belong to.
    package enum GPIOChip: Hashable, Sendable {
        /// Found by its label; numbers of chips moved between kernels.
        case automatic
        case named(String)
    }

    /// A part that is either not there or found by looking.
    package enum AutomaticSource: String, Hashable, Sendable, CaseIterable {
        case absent = "none"
        case automatic = "auto"
    }

    /// A GPIO line that switches something.
    package struct OutputLine: Hashable, Sendable {
        /// BCM number.
        package var line: Int
        package var isActiveLow: Bool

        package init(line: Int, isActiveLow: Bool = false) {
            self.line = line
            self.isActiveLow = isActiveLow
        }
    }

    /// Where sound goes.
    package struct Audio: Hashable, Sendable {
        /// ALSA device names: the wanted one, and what to try when it is not there.
        package var device: String
        package var fallbacks: [String]
        /// Where alarms are played before anywhere else; nil: where everything is.
        package var alarmDevice: String?
        /// Frames a second that are preferred: 44100 or 48000.
        package var rate: Int
        /// Feed silence while nothing plays, for amplifiers that click when a stream starts.
        package var keepsOpen: Bool
        /// The card hangs on the I2S pins, which nothing else may use then.
        package var usesI2S: Bool

        package init(
            device: String, fallbacks: [String] = [], alarmDevice: String? = nil,
            rate: Int = 48_000, keepsOpen: Bool = false, usesI2S: Bool = false
        ) {
            self.device = device
            self.fallbacks = fallbacks
            self.alarmDevice = alarmDevice
            self.rate = rate
            self.keepsOpen = keepsOpen
            self.usesI2S = usesI2S
        }

        /// What each sound output tries, in its order, and each name once. On the first plays everything,
        /// on the wanted device or on what stands in for it. The others are for alarms alone: each
        /// fallback by itself, and the alarms' device, unless it is one of those before.
        package var outputs: [[String]] {
            var standIns: [String] = []
            for name in fallbacks where name != device && !standIns.contains(name) {
                standIns.append(name)
            }
            var outputs = [[device] + standIns] + standIns.map { [$0] }
            if let alarmDevice, alarmDevice != device, !standIns.contains(alarmDevice) {
                outputs.append([alarmDevice])
            }
            return outputs
        }

        /// The places in `outputs` in the order in which an alarm tries them.
        package var alarmOrder: [Int] {
            let outputs = outputs
            let own = alarmDevice.flatMap { name in
                name == device ? nil : outputs.indices.dropFirst().first { outputs[$0] == [name] }
            }
            return [own].compactMap { $0 } + outputs.indices.filter { $0 != own }
        }
    }

    /// Why a board file cannot be used: where in it, and what is wrong and allowed there.
    package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// As in `display.addresses[0]`; empty for the file as a whole.
        package var path: String
        /// Goes after the path: `is 300; allowed are whole numbers from 0 to 255`.
        package var explanation: String

        package init(path: String, explanation: String) {
            self.path = path
            self.explanation = explanation
        }

        /// One line for the log.
        package var description: String {
            path.isEmpty ? "the board file \(explanation)" : "\(path) \(explanation)"
        }
    }
}

// MARK: - Display

extension BoardDescription {
    package struct Display: Hashable, Sendable {
        /// The catalog's name of the driver.
        package var driver: String
        /// In visual order, left to right.
        package var addresses: [I2CAddress]
        /// How the panel is mounted; drivers refuse what they cannot turn.
        package var rotation = Rotation.upright
        package var isMirrored = false
        package var isTransposed = false
        package var wiring = SevenSegmentWiring(digitBytes: [])
        /// Dimming steps of the chip that may be used; nil for all that it has.
        package var levels: ClosedRange<Int>?
        /// In a dark room the display goes off rather than to its lowest step.
        package var isOffWhenDark = false
        package var color = Color.red

        package init(driver: String, addresses: [I2CAddress]) {
            self.driver = driver
            self.addresses = addresses
        }

        /// Clockwise, in degrees.
        package enum Rotation: Int, Hashable, Sendable, CaseIterable {
            case upright = 0
            case quarter = 90
            case half = 180
            case threeQuarters = 270
        }

        /// The colour of the light, for whoever draws a picture of the panel.
        package enum Color: String, Hashable, Sendable, CaseIterable {
            case red, amber, yellow, green, blue, white
        }
    }

    /// Which bits of a display chip's memory light what on a seven-segment board. Within a digit's
    /// byte the segments lie as in `Segments`.
    package struct SevenSegmentWiring: Hashable, Sendable {
        /// The byte of each digit, left to right.
        package var digitBytes: [Int]
        package var colon: MemoryBits?
        package var lamps: [Lamp: MemoryBits]
        /// A decimal point is fitted behind each digit.
        package var hasPoints: Bool

        package init(
            digitBytes: [Int], colon: MemoryBits? = nil, lamps: [Lamp: MemoryBits] = [:],
            hasPoints: Bool = true
        ) {
            self.digitBytes = digitBytes
            self.colon = colon
            self.lamps = lamps
            self.hasPoints = hasPoints
        }
    }

    /// Bits of one byte in a display chip's memory.
    package struct MemoryBits: Hashable, Sendable {
        package var byte: Int
        package var mask: UInt8

        package init(byte: Int, mask: UInt8) {
            self.byte = byte
            self.mask = mask
        }
    }
}

// MARK: - Light and buttons

extension BoardDescription {
    /// Where the room's brightness comes from.
    package enum Light: Hashable, Sendable {
        case absent
        /// A sensor on the I2C bus, by the catalog's name of its driver.
        case chip(LightChip)
        /// A light-dependent resistor that charges a capacitor.
        case resistor(LightResistor)
        /// A comparator module that only tells dark from bright.
        case digital(line: Int, isDarkHigh: Bool)
        /// A sensor that a kernel driver serves, by its IIO device name.
        case industrialIO(device: String)
        /// No sensor; the room counts as always this bright.
        case fixed(Lux)
    }

    package struct LightChip: Hashable, Sendable {
        package var driver: String
        package var address: I2CAddress

        package init(driver: String, address: I2CAddress) {
            self.driver = driver
            self.address = address
        }
    }

    package struct LightResistor: Hashable, Sendable {
        package var line: Int
        package var capacitorNanofarads: Int
        /// What was measured beside a light meter.
        package var calibration: [CalibrationPoint]

        package struct CalibrationPoint: Hashable, Sendable {
            /// Time that the capacitor took to charge.
            package var chargeTime: Duration
            package var illuminance: Lux
        }
    }

    package enum Button: String, Hashable, Sendable, CaseIterable {
        case snooze, stop, noise, menu, plus, minus
    }

    package struct Buttons: Hashable, Sendable {
        /// How long a line must be steady before an edge counts.
        package var debounce = Duration.milliseconds(15)
        package var longPress = Duration.milliseconds(600)
        package var keys: [Button: Key] = [:]
    }

    package enum Key: Hashable, Sendable {
        case line(Int, isActiveLow: Bool, pull: Pull)
        /// A key code of the kernel's input layer.
        case inputEvent(code: Int)
    }

    package enum Pull: String, Hashable, Sendable, CaseIterable {
        case up, down, off
    }
}
