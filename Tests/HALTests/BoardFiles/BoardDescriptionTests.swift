import BoardFiles
import Foundation
import HAL
import Testing

@Suite("A board file")
struct BoardDescriptionTests {
    @Test("says what is soldered, and the small one that we ship parses without a warning")
    func shippedBoard() throws {
        let board = try BoardFile.parse([UInt8](Data(contentsOf: Self.shippedBoardFile)))
        #expect(board.warnings == [])
        #expect(board.name == "Bedside 0.56in")
        #expect(board.i2cBus == 1)
        #expect(board.gpioChip == .automatic)
        let display = try #require(board.display)
        #expect(display.driver == "ht16k33-7seg")
        #expect(display.addresses.map(\.description) == ["0x70"])
        #expect(display.rotation == .upright)
        #expect(!display.isMirrored && !display.isTransposed)
        #expect(
            display.wiring
                == BoardDescription.SevenSegmentWiring(
                    digitBytes: [0, 2, 6, 8],
                    colon: BoardDescription.MemoryBits(byte: 4, mask: 2)))
        #expect(display.levels == 0...15)
        #expect(display.color == .red)
        let sensorAddress = try #require(I2CAddress(0x23))
        #expect(
            board.light
                == .chip(BoardDescription.Chip(driver: "bh1750", address: sensorAddress)))
        #expect(board.buttons.debounce == .milliseconds(15))
        #expect(board.buttons.longPress == .milliseconds(600))
        #expect(board.buttons.keys.count == 6)
        let snooze = BoardDescription.KeyLine(offset: 17, isActiveLow: true, pull: .up)
        #expect(board.buttons.keys[.snooze] == BoardDescription.Key(line: snooze))
        #expect(board.vibration == .line(BoardDescription.OutputLine(line: 12)))
        #expect(board.buzzer == BoardDescription.OutputLine(line: 13))
        #expect(
            board.audio
                == BoardDescription.Audio(
                    device: "plughw:CARD=MAX98357A,DEV=0", fallbacks: ["default"], rate: 48_000,
                    keepsOpen: true, usesI2S: true))
        #expect(board.battery == .automatic)
        #expect(board.realTimeClock == .automatic)
        #expect(board.overlays == ["i2s-max98357a", "i2c-400k"])
    }

    @Test("needs no more than a version and a word about the display; the rest is off")
    func smallestBoard() throws {
        let board = try Self.decode(#"{"version": 1, "display": {"driver": "none"}}"#)
        #expect(board.display == nil)
        #expect(board.light == .absent)
        #expect(board.buttons.keys.isEmpty)
        #expect(board.vibration == nil && board.buzzer == nil && board.audio == nil)
        #expect(board.battery == .absent && board.realTimeClock == .absent)
        #expect(board.i2cBus == 1)
        #expect(board.warnings == [])
    }

    @Test("may name a line that switches the amplifier, and how long that takes to wake")
    func amplifier() throws {
        func amplifier(_ section: String) throws -> BoardDescription.AmplifierLine? {
            let audio = #""audio": {"device": "default", "amplifier": \#(section)}"#
            let board = try Self.decode(Self.board(extra: audio))
            #expect(board.warnings == [])
            return board.audio?.amplifier
        }
        let line = BoardDescription.OutputLine(line: 5)
        #expect(
            try amplifier(#"{"gpio": 5}"#)
                == BoardDescription.AmplifierLine(line: line, wakeTime: .milliseconds(20)))
        let lowLine = BoardDescription.OutputLine(line: 5, isActiveLow: true)
        #expect(
            try amplifier(#"{"gpio": 5, "activeLow": true, "wakeMs": 0}"#)
                == BoardDescription.AmplifierLine(line: lowLine, wakeTime: .zero))
    }

    @Test("counts the cards of the usual overlays as users of the I2S lines")
    func cardsOnI2S() {
        for card in ["MAX98357A", "PCM5102A", "sndrpihifiberry"] {
            #expect(BoardDescription.Audio.isI2SCard("plughw:CARD=\(card),DEV=0"))
        }
        #expect(!BoardDescription.Audio.isI2SCard("plughw:CARD=Device,DEV=0"))
    }

    @Test("may name a chip on the bus that drives the vibration motor")
    func motorChip() throws {
        let address = try #require(I2CAddress(0x5A))
        for motor in BoardDescription.MotorChip.Motor.allCases {
            let section =
                #"{"driver": "drv2605l", "address": "0x5A", "motor": "\#(motor.rawValue)"}"#
            let board = try Self.decode(Self.board(extra: "\"vibration\": \(section)"))
            let chip = BoardDescription.MotorChip(
                driver: "drv2605l", address: address, motor: motor)
            #expect(board.vibration == .chip(chip))
            #expect(board.warnings == [])
        }
    }

    @Test("may name an LED of the kernel's as the bedside lamp")
    func bedsideLamp() throws {
        let board = try Self.decode(Self.board(extra: #""lamp": {"led": "bedside::reading"}"#))
        #expect(board.lamp == .led("bedside::reading"))
        let dimmed = try Self.decode(Self.board(extra: #""lamp": {"pwm": 1, "chip": 2}"#))
        #expect(dimmed.lamp == .pulses(chip: 2, channel: 1))
        #expect(board.warnings == [])
    }

    /// The audio section of a board with these words in it: the outputs' devices and the alarms' order.
    private static func audio(_ words: String) throws -> BoardDescription.Audio {
        let board = try decode(board(extra: #""audio": {\#(words)}"#))
        #expect(board.warnings == [])
        return try #require(board.audio)
    }

    @Test(
        "has an output for everything, one for each fallback, and one for alarms where they have a device"
    )
    func soundOutputs() throws {
        let one = try Self.audio(#""device": "a""#)
        #expect(one.outputs == [["a"]])
        #expect(one.alarmOrder == [0])
        let three = try Self.audio(#""device": "a", "fallback": ["b", "c"]"#)
        #expect(three.outputs == [["a", "b", "c"], ["b"], ["c"]])
        #expect(three.alarmOrder == [0, 1, 2])
        let own = try Self.audio(#""device": "a", "fallback": ["b"], "alarmDevice": "s""#)
        #expect(own.outputs == [["a", "b"], ["b"], ["s"]])
        #expect(own.alarmOrder == [2, 0, 1])
    }

    @Test(
        "gives each device one output: what is named twice, and alarms on a device that has one already"
    )
    func sharedSoundOutputs() throws {
        let fallback = try Self.audio(#""device": "a", "fallback": ["b", "c"], "alarmDevice": "c""#)
        #expect(fallback.outputs == [["a", "b", "c"], ["b"], ["c"]])
        #expect(fallback.alarmOrder == [2, 0, 1])
        let same = try Self.audio(
            #""device": "a", "fallback": ["a", "b", "b"], "alarmDevice": "a""#)
        #expect(same.outputs == [["a", "b"], ["b"]])
        #expect(same.alarmOrder == [0, 1])
    }

    @Test("knows an I2S card by its name, whichever of its devices it is")
    func i2sCards() throws {
        let card = "plughw:CARD=MAX98357A,DEV=0"
        #expect(try Self.audio(#""device": "\#(card)""#).usesI2S)
        #expect(try Self.audio(#""device": "a", "fallback": ["\#(card)"]"#).usesI2S)
        #expect(try Self.audio(#""device": "a", "alarmDevice": "\#(card)""#).usesI2S)
        #expect(try !Self.audio(#""device": "plughw:CARD=Device,DEV=0""#).usesI2S)
    }

    @Test(
        "may switch the amplifier of a MAX98357A whose overlay leaves it the line",
        arguments: ["i2s-max98357a", "max98357a,no-sdmode"])
    func amplifierLine(overlay: String) throws {
        let audio = #""audio": {"device": "default", "amplifier": {"gpio": 4}}"#
        let board = try Self.decode(
            Self.board(extra: audio + #", "overlays": ["\#(overlay)"]"#))
        #expect(board.audio?.amplifier?.line.line == 4)
    }

    @Test("may name the 1.2\" board's dots as lamps")
    func lamps() throws {
        let board = try Self.decode(
            Self.board(
                display: """
                    {"driver": "ht16k33-7seg-big", "addresses": ["0x70"], "points": false,
                     "digitBytes": [0, 2, 6, 8], "colon": [4, 2],
                     "rotation": 180, "color": "white",
                     "dots": {"pm": [4, 16], "alarm": [4, 8], "spare": [4, 4]}}
                    """))
        let wiring = try #require(board.display?.wiring)
        #expect(!wiring.hasPoints)
        #expect(wiring.lamps[.pm] == BoardDescription.MemoryBits(byte: 4, mask: 16))
        #expect(wiring.lamps[.alarm] == BoardDescription.MemoryBits(byte: 4, mask: 8))
        #expect(wiring.lamps[.spare] == BoardDescription.MemoryBits(byte: 4, mask: 4))
        #expect(board.display?.rotation == .half)
        #expect(board.display?.color == .white)
    }

    @Test("may use a decimal point as a lamp where nothing else is fitted")
    func pointAsLamp() throws {
        let board = try Self.decode(
            Self.board(
                display: """
                    {"driver": "x", "addresses": ["0x70"], "digitBytes": [0, 2, 6, 8],
                     "dots": {"alarm": [8, 128]}}
                    """))
        #expect(
            board.display?.wiring.lamps == [.alarm: BoardDescription.MemoryBits(byte: 8, mask: 128)]
        )
    }

    @Test("knows all sources of light", arguments: Self.lights)
    func light(json: String, expected: BoardDescription.Light) throws {
        #expect(try Self.decode(Self.board(extra: "\"light\": \(json)")).light == expected)
    }

    @Test("reads what the sensor sees of the display")
    func ownLight() throws {
        let light = #""light": {"source": "iio", "ownLux": 3.5}"#
        #expect(try Self.decode(Self.board(extra: light)).ownLight == Lux(3.5))
        let fixed = try Self.decode(Self.board(extra: #""light": {"source": "none", "ownLux": 3}"#))
        #expect(fixed.ownLight == Lux(0))
        #expect(fixed.warnings == ["light.ownLux is not known and is ignored"])
    }

    @Test("knows all sources of the battery's charge", arguments: Self.batteries)
    func battery(json: String, expected: BoardDescription.Battery) throws {
        #expect(try Self.decode(Self.board(extra: "\"battery\": \(json)")).battery == expected)
    }

    static let batteries: [(String, BoardDescription.Battery)] = [
        (#"{"source": "none"}"#, .absent), (#"{"source": "auto"}"#, .automatic),
        (#"{"source": "power-supply", "name": "bq27"}"#, .powerSupply(name: "bq27")),
    ]

    @Test("knows a battery gauge by its chip and address")
    func gauge() throws {
        let json = #""battery": {"source": "max17048", "address": "0x36"}"#
        let address = try #require(I2CAddress(0x36))
        #expect(
            try Self.decode(Self.board(extra: json)).battery
                == .gauge(BoardDescription.Chip(driver: "max17048", address: address)))
    }

    static let lights: [(String, BoardDescription.Light)] = [
        (#"{"source": "none"}"#, .absent),
        (#"{"source": "fixed", "lux": 12.5}"#, .fixed(Lux(12.5))),
        (#"{"source": "iio", "device": "tsl2591"}"#, .industrialIO(device: "tsl2591")),
        (#"{"source": "iio"}"#, .industrialIO(device: nil)),
        (
            #"{"source": "digital", "gpio": 26, "darkHigh": false}"#,
            .digital(line: 26, isDarkHigh: false)
        ),
    ]

    @Test("calibrates a light-dependent resistor in microseconds and lux")
    func resistor() throws {
        let board = try Self.decode(
            Self.board(
                extra: """
                    "light": {"source": "ldr", "gpio": 26, "capacitorNf": 100,
                              "calibration": [[18900, 0.1], [300.5, 100]]}
                    """))
        guard case .resistor(let resistor) = board.light else {
            Issue.record("the light is \(board.light)")
            return
        }
        #expect(resistor.line == 26)
        #expect(resistor.capacitorNanofarads == 100)
        #expect(
            resistor.calibration.map(\.chargeTime) == [
                .microseconds(18_900), .nanoseconds(300_500),
            ])
        #expect(resistor.calibration.map(\.illuminance) == [Lux(0.1), Lux(100)])
    }

    @Test("takes keys from lines or from the kernel's input layer")
    func keys() throws {
        let board = try Self.decode(
            Self.board(
                extra: """
                    "buttons": {"keys": {
                        "stop": {"gpio": 5, "activeLow": false, "pull": "down"},
                        "plus": {"evdev": 115}}}
                    """))
        #expect(
            board.buttons.keys == [
                .stop: BoardDescription.Key(
                    line: BoardDescription.KeyLine(offset: 5, isActiveLow: false, pull: .down)),
                .plus: BoardDescription.Key(codes: [115]),
            ])
    }

    @Test("warns of keys that nobody knows, wherever they stand")
    func unknownKeys() throws {
        let board = try Self.decode(
            """
            {"version": 1, "colour": "red", "i2c": {"bus": 1, "speed": 400},
             "display": {"driver": "x", "addresses": ["0x70"], "brightness": 3, "dots": {"am": [4, 4]}},
             "light": {"source": "fixed", "lux": 3, "gain": 2},
             "buttons": {"keys": {"sleep": {"gpio": 5}, "stop": {"gpio": 6, "hold": 2},
                                  "plus": {"evdev": 115, "pull": "up"}}}}
            """)
        #expect(
            board.warnings == [
                "i2c.speed is not known and is ignored",
                "display.dots.am is not known and is ignored",
                "display.brightness is not known and is ignored",
                "light.gain is not known and is ignored",
                "buttons.keys.stop.hold is not known and is ignored",
                "buttons.keys.plus.pull is not known and is ignored",
                "buttons.keys.sleep is not known and is ignored",
                "colour is not known and is ignored",
            ])
    }

    @Test("that is a foreign file does not flood the log")
    func warningsAreBounded() throws {
        let strangers = (0..<500).map { "\"key\($0)\": 1" }.joined(separator: ", ")
        let board = try Self.decode(Self.board(extra: strangers))
        #expect(board.warnings.count == 10)
    }

    @Test("cannot write lines of its own into the log through a key's name")
    func warningsAreOneLine() throws {
        let name = "a\\nb" + String(repeating: "c", count: 60)
        let board = try Self.decode(Self.board(extra: "\"\(name)\": 1"))
        let shown = "a\u{FFFD}b" + String(repeating: "c", count: 37)
        #expect(board.warnings == ["\(shown) is not known and is ignored"])
    }

    static func decode(_ json: String) throws -> BoardDescription {
        try BoardFile.parse(json.utf8)
    }

    static func board(
        display: String = #"{"driver": "none"}"#, extra: String = #""name": "test""#
    ) -> String {
        "{\"version\": 1, \"display\": \(display), \(extra)}"
    }

    static let shippedBoardFile = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("board/ht16k33-7seg.json")
}
