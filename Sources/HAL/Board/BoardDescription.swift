/// The hardware of one clock: the content of a board file (`board/*.json`).
///
/// A board file is plain data about wiring; none of it is compiled in. A missing part is off, and the clock runs
/// without it. BoardFiles reads the JSON.
///
/// This type does not know whether a named part has a driver; the catalog in Drivers does.
package struct BoardDescription: Hashable, Sendable {
    /// The format version that this program reads and writes.
    package static let formatVersion = 1

    /// The board's name for people, in the log and on the screen.
    package var name: String
    /// The I2C bus number: 1 is `/dev/i2c-1`.
    package var i2cBus = 1
    package var gpioChip = GPIOChip.automatic
    /// nil if the board says that it has none.
    package var display: Display?
    package var light = Light.absent
    /// What the light sensor sees of the display at its greatest light.
    package var ownLight = Lux(0)
    package var buttons = Buttons()
    package var vibration: Vibration?
    package var buzzer: OutputLine?
    package var lamp: BedsideLamp?
    package var audio: Audio?
    package var battery = Battery.absent
    package var realTimeClock = AutomaticSource.absent
    /// Device tree overlays that tell the kernel about this wiring, each in the form that `Overlay` takes. The image
    /// installs them; the clock itself ignores them.
    package var overlays: [String] = []
    /// One sentence per unknown key.
    package var warnings: [String] = []

    package init(name: String) {
        self.name = name
    }

    /// BCM numbers of the lines on the 40-pin header.
    package static let gpioLines = 0...27

    /// BCLK, LRCLK, DIN and DOUT.
    package static let i2sLines = 18...21

    /// The GPIO chip that the line numbers refer to.
    package enum GPIOChip: Hashable, Sendable {
        /// Found by its label, because chip numbers have changed between kernels.
        case automatic
        case named(String)
    }

    /// A part that is either absent or detected automatically.
    package enum AutomaticSource: String, Hashable, Sendable, CaseIterable {
        case absent = "none"
        case automatic = "auto"
    }

    /// A lamp beside the bed, which the kernel can dim.
    package enum BedsideLamp: Hashable, Sendable {
        /// The kernel's name of an LED, as in `/sys/class/leds`.
        case led(String)
        /// A channel of a chip that modulates the width of pulses, as in `/sys/class/pwm`.
        case pulses(chip: Int, channel: Int)
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

    /// What makes the clock shake.
    package enum Vibration: Hashable, Sendable {
        /// A motor or bed shaker behind a transistor.
        case line(OutputLine)
        /// A chip on the I2C bus that drives a motor.
        case chip(MotorChip)
    }

    package struct MotorChip: Hashable, Sendable {
        /// The driver's name in the catalog.
        package var driver: String
        package var address: I2CAddress
        package var motor: Motor

        package init(driver: String, address: I2CAddress, motor: Motor) {
            self.driver = driver
            self.address = address
            self.motor = motor
        }

        /// How the motor shakes. Each kind needs a current of its own.
        package enum Motor: String, Hashable, Sendable, CaseIterable {
            /// An eccentric mass that rotates.
            case rotating = "erm"
            /// A mass on a spring that swings at its resonance.
            case swinging = "lra"
        }
    }

    /// A line that switches an amplifier on, and how long the amplifier then needs until it plays.
    package struct AmplifierLine: Hashable, Sendable {
        package var line: OutputLine
        package var wakeTime = Duration.milliseconds(20)

        package init(line: OutputLine, wakeTime: Duration = .milliseconds(20)) {
            self.line = line
            self.wakeTime = wakeTime
        }
    }

    /// The sound output.
    package struct Audio: Hashable, Sendable {
        /// ALSA device names: the preferred one, and the fallbacks when it is missing.
        package var device: String
        package var fallbacks: [String]
        /// The device that alarms try first; nil for the same as everything else.
        package var alarmDevice: String?
        /// The preferred frames per second: 44100 or 48000.
        package var rate: Int
        /// Play silence while idle, for amplifiers that click when a stream starts.
        package var keepsOpen: Bool
        /// Noise has nothing below that many Hz, 20 to 40; 0 leaves it whole.
        package var lowCut: Int
        /// The card uses the I2S pins, which are then reserved for it.
        package var usesI2S: Bool
        /// What switches the amplifier behind `device`, if a line does.
        package var amplifier: AmplifierLine?

        package init(
            device: String, fallbacks: [String] = [], alarmDevice: String? = nil,
            rate: Int = 48_000, keepsOpen: Bool = false, lowCut: Int = 20, usesI2S: Bool = false,
            amplifier: AmplifierLine? = nil
        ) {
            self.amplifier = amplifier
            self.device = device
            self.fallbacks = fallbacks
            self.alarmDevice = alarmDevice
            self.rate = rate
            self.keepsOpen = keepsOpen
            self.lowCut = lowCut
            self.usesI2S = usesI2S
        }

        /// The devices that each sound output tries, in order, each name once. The first output plays everything,
        /// on the preferred device or its fallbacks. The others are for alarms only: one for each fallback, and
        /// one for the alarms' device unless an earlier output covers it.
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

        /// Indices into `outputs` in the order in which an alarm tries them.
        package var alarmOrder: [Int] {
            let outputs = outputs
            let own = alarmDevice.flatMap { name in
                name == device ? nil : outputs.indices.dropFirst().first { outputs[$0] == [name] }
            }
            return [own].compactMap { $0 } + outputs.indices.filter { $0 != own }
        }

        /// The ids of such cards.
        package static let i2sCards = [
            "MAX98357A", "PCM5102A", "sndrpihifiberry", "IQaudIO", "sndrpii2s",
        ]

        /// Cards of the common overlays that use the I2S pins. A board with another one says `"i2s": true`.
        package static func isI2SCard(_ device: String) -> Bool {
            i2sCards.contains {
                device.split(whereSeparator: { ":=,".contains($0) }).contains($0[...])
            }
        }
    }

    /// Why a board file is unusable: where the problem is, what is wrong and what is allowed there.
    package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// For example `display.addresses[0]`; empty for the whole file.
        package var path: String
        /// "300 is not allowed; it must be a whole number from 0 to 255".
        package var explanation: String

        package init(path: String, explanation: String) {
            self.path = path
            self.explanation = explanation
        }

        /// One line for the log.
        package var description: String {
            path.isEmpty ? "the board file \(explanation)" : "\(path): \(explanation)"
        }
    }
}

// MARK: - Display

extension BoardDescription {
    package struct Display: Hashable, Sendable {
        /// The driver's name in the catalog.
        package var driver: String
        /// In visual order, left to right.
        package var addresses: [I2CAddress]
        /// How the panel is mounted. Drivers refuse a rotation that they do not support.
        package var rotation = Rotation.upright
        package var isMirrored = false
        package var isTransposed = false
        /// The pixels that a bezel hides, as the viewer sees them.
        package var safeArea = Insets()
        package var wiring = SevenSegmentWiring(digitBytes: [])
        /// The usable dimming steps of the chip; nil for all.
        package var levels: ClosedRange<Int>?
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

        /// The colour of the light, for drawing a picture of the panel.
        package enum Color: String, Hashable, Sendable, CaseIterable {
            case red, amber, yellow, green, blue, white
        }
    }

    /// Which bits of a display chip's memory light which part of a seven-segment board. Within a digit's byte the
    /// segments are ordered as in `Segments.sevenSegmentByte`. On fourteen segments a digit has two bytes, of which the
    /// first is named here, and the order is that of `Segments`.
    package struct SevenSegmentWiring: Hashable, Sendable {
        /// The byte index of each digit, left to right.
        package var digitBytes: [Int]
        package var colon: MemoryBits?
        package var lamps: [Lamp: MemoryBits]
        /// Each digit has a decimal point after it.
        package var hasPoints = true

        package init(
            digitBytes: [Int], colon: MemoryBits? = nil, lamps: [Lamp: MemoryBits] = [:]
        ) {
            self.digitBytes = digitBytes
            self.colon = colon
            self.lamps = lamps
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

// MARK: - Light and battery

extension BoardDescription {
    /// Where the battery's charge comes from.
    package enum Battery: Hashable, Sendable {
        case absent
        /// The kernel's first battery, if there is one.
        case automatic
        /// The kernel's battery of this name, a folder in /sys/class/power_supply.
        case powerSupply(name: String)
        /// A gauge on the I2C bus.
        case gauge(Chip)
    }

    /// A chip on the I2C bus.
    package struct Chip: Hashable, Sendable {
        /// The driver's name in the catalog.
        package var driver: String
        package var address: I2CAddress

        package init(driver: String, address: I2CAddress) {
            self.driver = driver
            self.address = address
        }
    }

    /// The source of the room's brightness.
    package enum Light: Hashable, Sendable {
        case absent
        /// An I2C sensor, by its driver's name in the catalog.
        case chip(Chip)
        /// A light-dependent resistor that charges a capacitor.
        case resistor(LightResistor)
        /// A comparator module that only distinguishes dark from bright.
        case digital(line: Int, isDarkHigh: Bool)
        /// A sensor with a kernel driver, by its IIO device name; nil takes the first that measures light.
        case industrialIO(device: String?)
        /// No sensor; the room always counts as this bright.
        case fixed(Lux)
    }

    package struct LightResistor: Hashable, Sendable {
        package var line: Int
        package var capacitorNanofarads: Int
        /// Points measured next to a light meter.
        package var calibration: [CalibrationPoint]

        package init(line: Int, capacitorNanofarads: Int, calibration: [CalibrationPoint] = []) {
            self.line = line
            self.capacitorNanofarads = capacitorNanofarads
            self.calibration = calibration
        }

        package struct CalibrationPoint: Hashable, Sendable {
            /// The time that the capacitor took to charge.
            package var chargeTime: Duration
            package var illuminance: Lux

            package init(chargeTime: Duration, illuminance: Lux) {
                self.chargeTime = chargeTime
                self.illuminance = illuminance
            }
        }
    }
}
