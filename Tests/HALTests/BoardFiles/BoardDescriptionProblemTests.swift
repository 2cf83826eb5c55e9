import BoardFiles
import Foundation
import HAL
import Testing

@Suite("A broken board file")
struct BoardDescriptionProblemTests {
    @Test("gets one sentence of ours: where, what, and what is allowed", arguments: Self.broken)
    func oneSentence(json: String, sentence: String) {
        #expect(Self.problem(with: json) == sentence)
    }

    @Test("of any kind gets a sentence of one line, and never a crash")
    func damaged() throws {
        let whole = try [UInt8](Data(contentsOf: BoardDescriptionTests.shippedBoardFile))
        var state: UInt64 = 1
        // The generator of Knuth's MMIX; the seed is fixed, so failures are reproducible.
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let pieces = [
            "-1", "1e99", "null", "true", "\"\"", "[]", "{}", "0x", "99999999999999999999",
        ]
        var refused = 0
        for _ in 0..<2000 {
            var bytes = whole
            let start = random(bytes.count)
            let end = min(bytes.count, start + random(6))
            bytes.replaceSubrange(start..<end, with: Array(pieces[random(pieces.count)].utf8))
            guard let text = String(bytes: bytes, encoding: .utf8),
                let sentence = Self.problem(with: text)
            else { continue }
            refused += 1
            #expect(!sentence.isEmpty && sentence.utf8.count < 400)
            #expect(!sentence.contains("\n"))
        }
        #expect(refused > 1000)
    }

    /// nil for a file without a mistake.
    private static func problem(with text: String) -> String? {
        do throws(BoardDescription.Problem) {
            _ = try BoardFile.parse(text.utf8)
            return nil
        } catch {
            return error.description
        }
    }

    static let broken: [(String, String)] =
        wholeFile + displays
        + (parts + keys).map { (BoardDescriptionTests.board(extra: $0.0), $0.1) }

    private static let wholeFile: [(String, String)] = [
        ("[1]", "the board file must be one JSON object"),
        ("{}", "version: is missing; it must be a whole number from 1 to 2147483647"),
        (#"{"version": 2}"#, "version: 2 is not allowed; this program reads version 1"),
        (
            #"{"version": "1"}"#,
            "version: \"1\" is not allowed; it must be a whole number from 1 to 2147483647"
        ),
        (
            #"{"version": 1}"#,
            "display: is missing; a clock without one says { \"driver\": \"none\" }"
        ),
        (#"{"version": 1, "display": 7}"#, "display: 7 is not allowed; it must be an object"),
        (
            #"{"version": 1, "display": []}"#,
            "display: this list is not allowed; it must be an object"
        ),
    ]

    private static let codes =
        "a key code from 1 to 767, or the kernel's name of one, as \"KEY_STOPCD\"; "
        + "or a list of 1 to 8 different ones"

    private static let keys: [(String, String)] = [
        (
            #""buttons": {"keys": {"stop": {"evdev": "KEY_STOPP"}}}"#,
            "buttons.keys.stop.evdev: \"KEY_STOPP\" is not allowed; it must be \(codes)"
        ),
        (
            #""buttons": {"keys": {"stop": {"evdev": 768}}}"#,
            "buttons.keys.stop.evdev: 768 is not allowed; it must be \(codes)"
        ),
        (
            #""buttons": {"keys": {"stop": {"evdev": []}}}"#,
            "buttons.keys.stop.evdev: this list is not allowed; it must be \(codes)"
        ),
        (
            #""buttons": {"keys": {"snooze": {"evdev": [1, 166]}, "stop": {"evdev": "KEY_STOPCD"}}}"#,
            "buttons.keys.stop.evdev: the code KEY_STOPCD (166) is taken by "
                + "buttons.keys.snooze.evdev; each code has one button"
        ),
        (
            #""buttons": {"encoder": {"a": 9}}"#,
            "buttons.encoder.b: is missing; it must be a whole number from 0 to 27"
        ),
        (
            #""buttons": {"keys": {"stop": {"gpio": 9}}, "encoder": {"a": 9, "b": 10}}"#,
            "buttons.encoder.a: 9 is taken by buttons.keys.stop.gpio; each line has one use"
        ),
        (
            #""buttons": {"encoder": {"a": 9, "b": 10, "clockwise": "minus"}}"#,
            "buttons.encoder.counterclockwise: is \"minus\", as is clockwise; "
                + "the two directions differ"
        ),
        (
            #""buttons": {"encoder": {"a": 19, "b": 10}}, "audio": {"device": "plughw:CARD=MAX98357A"}"#,
            "buttons.encoder.a: 19 is taken by the I2S sound card; each line has one use"
        ),
    ]

    private static func display(_ extra: String) -> String {
        BoardDescriptionTests.board(
            display: """
                {"driver": "x", "addresses": ["0x70"], "digitBytes": [0, 2, 6, 8], \(extra)}
                """)
    }

    private static let address = "an I2C address from \"0x08\" to \"0x77\", as in \"0x70\""
    private static let overlay =
        "a name of 1 to 32 letters a to z, digits and hyphens, the first of them no hyphen, perhaps with "
        + "parameters, as in \"gpio-ir,gpio_pin=5\"; at most 80 characters in all"
    private static let point =
        "[a, b]: a charge time of 1 to 10000000 microseconds, and 0 to 100000 lux at it"
    private static let bits =
        "[byte, mask]: a memory byte from 0 to 15 and its bits from 1 to 255"

    private static let displays: [(String, String)] = [
        (
            BoardDescriptionTests.board(display: #"{"driver": "x"}"#),
            "display.addresses: is missing; it must be a list with 1 to 8 entries, each \(address)"
        ),
        (
            BoardDescriptionTests.board(display: #"{"driver": "x", "addresses": []}"#),
            "display.addresses: this list is not allowed; it must be a list with 1 to 8 entries, each \(address)"
        ),
        (
            BoardDescriptionTests.board(display: #"{"driver": "x", "addresses": [112]}"#),
            "display.addresses[0]: 112 is not allowed; it must be \(address)"
        ),
        (
            BoardDescriptionTests.board(
                display: #"{"driver": "x", "addresses": ["0x70", "0x78"]}"#),
            "display.addresses[1]: \"0x78\" is not allowed; it must be \(address)"
        ),
        (
            BoardDescriptionTests.board(display: #"{"driver": "x", "addresses": ["0x+9"]}"#),
            "display.addresses[0]: \"0x+9\" is not allowed; it must be \(address)"
        ),
        (
            BoardDescriptionTests.board(
                display: #"{"driver": "x", "addresses": ["0x70", "0x70"]}"#),
            "display.addresses[1]: 0x70 is taken by display.addresses[0]; "
                + "each address has one chip"
        ),
        (
            BoardDescriptionTests.board(display: #"{"driver": ""}"#),
            "display.driver: \"\" is not allowed; it must be a text of 1 to 128 characters, none of them a control character"
        ),
        (
            display(#""rotation": 45"#),
            "display.rotation: 45 is not allowed; it must be 0, 90, 180 or 270"
        ),
        (display(#""mirror": 1"#), "display.mirror: 1 is not allowed; it must be true or false"),
        (display(#""colon": [4]"#), "display.colon: this list is not allowed; it must be \(bits)"),
        (
            display(#""colon": [4, 0]"#),
            "display.colon: this list is not allowed; it must be \(bits)"
        ),
        (
            display(#""dots": {"pm": [16, 1]}"#),
            "display.dots.pm: this list is not allowed; it must be \(bits)"
        ),
        (
            display(#""colon": [4, 2], "dots": {"pm": [4, 6]}"#),
            "display.dots.pm: a digit or another dot already has bits of [4, 6]; "
                + "each bit lights one thing"
        ),
        (
            display(#""colon": [2, 1]"#),
            "display.colon: a digit or another dot already has bits of [2, 1]; "
                + "each bit lights one thing"
        ),
        (
            display(#""levels": {"min": 0, "max": 256}"#),
            "display.levels.max: 256 is not allowed; it must be a whole number from 0 to 255"
        ),
        (
            display(#""safeArea": {"left": -1}"#),
            "display.safeArea.left: -1 is not allowed; it must be a whole number from 0 to 127"
        ),
        (
            display(#""levels": {"min": 1.5, "max": 3}"#),
            "display.levels.min: 1.5 is not allowed; it must be a whole number from 0 to 255"
        ),
        (
            display(#""levels": {"min": 9, "max": 3}"#),
            "display.levels: the min 9 is above the max 3; it must be min <= max"
        ),
        (
            display(#""color": "pink""#),
            "display.color: \"pink\" is not allowed; it must be one of red, amber, yellow, green, blue, white"
        ),
        (
            BoardDescriptionTests.board(
                display: #"{"driver": "x", "addresses": ["0x70"], "digitBytes": [0, 0]}"#),
            "display.digitBytes: this list is not allowed; it must be a list of at most 16 different whole numbers "
                + "from 0 to 15"
        ),
    ]

    private static let parts: [(String, String)] = [
        (
            #""i2c": {"bus": 256}"#,
            "i2c.bus: 256 is not allowed; it must be a whole number from 0 to 255"
        ),
        (
            #""name": "two\nlines""#,
            "name: \"two\u{FFFD}lines\" is not allowed; it must be a text of 1 to 128 characters, none of them a control character"
        ),
        (
            #""light": {"source": "moon"}"#,
            "light.source: \"moon\" is not allowed; it must be one of none, fixed, ldr, digital, iio, bh1750, "
                + "veml7700, tsl2591"
        ),
        (
            #""light": {"source": "bh1750"}"#,
            "light.address: is missing; it must be \(address)"
        ),
        (
            #""light": {"source": "fixed", "lux": -1}"#,
            "light.lux: -1 is not allowed; it must be a number from 0 to 100000"
        ),
        (
            #""light": {"source": "ldr", "gpio": 26, "capacitorNf": 100, "calibration": [[1]]}"#,
            "light.calibration[0]: this list is not allowed; it must be \(point)"
        ),
        (
            #""light": {"source": "ldr", "gpio": 26, "capacitorNf": 100, "calibration": [[0, 1]]}"#,
            "light.calibration[0]: this list is not allowed; it must be \(point)"
        ),
        (
            #""buttons": {"keys": {"stop": {}}}"#,
            "buttons.keys.stop.gpio: is missing; a key needs gpio (0 to 27) or evdev (a code)"
        ),
        (
            #""buttons": {"keys": {"stop": {"gpio": 28}}}"#,
            "buttons.keys.stop.gpio: 28 is not allowed; it must be a whole number from 0 to 27"
        ),
        (
            #""buttons": {"keys": {"stop": {"gpio": 5}, "snooze": {"gpio": 5}}}"#,
            "buttons.keys.stop.gpio: 5 is taken by buttons.keys.snooze.gpio; "
                + "each line has one use"
        ),
        (
            #""buttons": {"keys": {"stop": {"gpio": 2}}}, "light": {"source": "bh1750", "address": "0x23"}"#,
            "buttons.keys.stop.gpio: 2 is taken by I2C bus 1; each line has one use"
        ),
        (
            #""buzzer": {"gpio": 18}, "audio": {"device": "plughw:CARD=MAX98357A,DEV=0"}"#,
            "buzzer.gpio: 18 is taken by the I2S sound card; each line has one use"
        ),
        (
            #""vibration": {"driver": "gpio", "gpio": 21}, "audio": {"device": "hw:DAC", "i2s": true}"#,
            "vibration.gpio: 21 is taken by the I2S sound card; each line has one use"
        ),
        (
            #""vibration": {"driver": "horn"}"#,
            "vibration.driver: \"horn\" is not allowed; it must be one of gpio, drv2605l, none"
        ),
        (
            #""vibration": {"driver": "drv2605l", "address": "0x5A"}"#,
            "vibration.motor: is missing; it must be one of erm, lra"
        ),
        (
            #""vibration": {"driver": "drv2605l", "address": "0x23", "motor": "lra"}, "light": {"source": "bh1750", "address": "0x23"}"#,
            "vibration.address: 0x23 is taken by light.address; each address has one chip"
        ),
        (
            #""lamp": {"led": "x", "pwm": 0}"#,
            "lamp.led: stands beside pwm; a lamp has one or the other"
        ),
        (
            #""lamp": {"pwm": 16}"#,
            "lamp.pwm: 16 is not allowed; it must be a whole number from 0 to 15"
        ),
        (
            #""lamp": {"led": "../../x"}"#,
            "lamp.led: \"../../x\" is not allowed; it must be the name of a folder in /sys/class/leds"
        ),
        (
            #""audio": {"device": "default", "amplifier": {"gpio": 5, "wakeMs": 501}}"#,
            "audio.amplifier.wakeMs: 501 is not allowed; it must be a whole number from 0 to 500"
        ),
        (
            #""buzzer": {"gpio": 5}, "audio": {"device": "default", "amplifier": {"gpio": 5}}"#,
            "audio.amplifier.gpio: 5 is taken by buzzer.gpio; each line has one use"
        ),
        (
            #""audio": {"device": "default", "amplifier": {"gpio": 4}}, "overlays": ["max98357a"]"#,
            "audio.amplifier.gpio: 4 is taken by the overlay max98357a; each line has one use"
        ),
        (
            #""audio": {"device": "plughw:0,0"}"#,
            "audio.device: is \"plughw:0,0\", which names the card by its number, and that changes; "
                + "allowed is its id, as in plughw:CARD=vc4hdmi,DEV=0"
        ),
        (
            #""audio": {"device": "default", "fallback": ["null", "sysdefault:CARD=1"]}"#,
            "audio.fallback[1]: is \"sysdefault:CARD=1\", which names the card by its number, and that changes; "
                + "allowed is its id, as in plughw:CARD=vc4hdmi,DEV=0"
        ),
        (
            #""audio": {"device": "default", "alarmDevice": "hw:1"}"#,
            "audio.alarmDevice: is \"hw:1\", which names the card by its number, and that changes; "
                + "allowed is its id, as in plughw:CARD=vc4hdmi,DEV=0"
        ),
        (
            #""audio": {"device": "default", "rate": 44000}"#,
            "audio.rate: 44000 is not allowed; it must be 44100 or 48000"
        ),
        (
            #""audio": {"device": "default", "lowCut": 12}"#,
            "audio.lowCut: 12 is not allowed; it must be a whole number from 20 to 40, or 0 for none"
        ),
        (
            #""audio": {"device": "default", "alarmDevice": ""}"#,
            "audio.alarmDevice: \"\" is not allowed; it must be a text of 1 to 128 characters, none of them a control character"
        ),
        (
            #""audio": {}"#,
            "audio.device: is missing; it must be a text of 1 to 128 characters, none of them a "
                + "control character"
        ),
        (
            #""battery": {"source": "sun"}"#,
            "battery.source: \"sun\" is not allowed; it must be one of none, auto, power-supply, max17048"
        ),
        (
            #""overlays": "i2c-400k""#,
            "overlays: \"i2c-400k\" is not allowed; it must be a list with at most 8 entries, each \(overlay)"
        ),
        (
            #""overlays": ["1", "2", "3", "4", "5", "6", "7", "8", "9"]"#,
            "overlays: this list is not allowed; it must be a list with at most 8 entries, each \(overlay)"
        ),
        (
            #""overlays": ["i2c-400k", "../config"]"#,
            "overlays[1]: \"../config\" is not allowed; it must be \(overlay)"
        ),
        (#""overlays": ["-rf"]"#, "overlays[0]: \"-rf\" is not allowed; it must be \(overlay)"),
        (
            #""overlays": ["i2c-400k", "i2c-400k"]"#,
            "overlays[1]: \"i2c-400k\" stands before it already; each overlay is named once"
        ),
        (
            #""overlays": ["pwm", "pwm,pin=13"]"#,
            "overlays[1]: \"pwm\" stands before it already; each overlay is named once"
        ),
        (#""overlays": ["pwm,"]"#, "overlays[0]: \"pwm,\" is not allowed; it must be \(overlay)"),
        (
            #""overlays": ["pwm,pin="]"#,
            "overlays[0]: \"pwm,pin=\" is not allowed; it must be \(overlay)"
        ),
        (
            #""overlays": ["pwm,pin=1 dtoverlay=x"]"#,
            "overlays[0]: \"pwm,pin=1 dtoverlay=x\" is not allowed; it must be \(overlay)"
        ),
        (
            #""buzzer": {"gpio": 13}, "overlays": ["pwm,pin=13,func=4"]"#,
            "buzzer.gpio: 13 is taken by the overlay pwm; each line has one use"
        ),
        (
            #""buzzer": {"gpio": 5}, "overlays": ["gpio-ir"]"#,
            "buzzer.gpio: 5 is taken by the overlay gpio-ir; each line has one use"
        ),
    ]
}
