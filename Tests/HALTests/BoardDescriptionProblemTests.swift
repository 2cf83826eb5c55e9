import Foundation
import HAL
import Testing

@Suite("A broken board file")
struct BoardDescriptionProblemTests {
    @Test("gets one sentence of ours: where, what, and what is allowed", arguments: Self.broken)
    func oneSentence(json: String, sentence: String) throws {
        let error = try #require(Self.error(decoding: json))
        #expect(BoardDescription.Problem(error).description == sentence)
        guard case .dataCorrupted(let context) = error as? DecodingError else {
            Issue.record("the error is \(error)")
            return
        }
        #expect(context.debugDescription == sentence)
    }

    @Test("that is no JSON at all gets a sentence of ours too", arguments: ["", "{", "version: 1"])
    func notJSON(text: String) throws {
        let error = try #require(Self.error(decoding: text))
        #expect(
            BoardDescription.Problem(error).description
                == "the board file is not JSON; it must be one JSON object in UTF-8")
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
                let error = Self.error(decoding: text)
            else { continue }
            refused += 1
            let sentence = BoardDescription.Problem(error).description
            #expect(!sentence.isEmpty && sentence.utf8.count < 400)
            #expect(!sentence.contains("\n"))
        }
        #expect(refused > 1000)
    }

    private static func error(decoding text: String) -> (any Error)? {
        do {
            _ = try BoardDescriptionTests.decode(text)
            return nil
        } catch {
            return error
        }
    }

    static let broken: [(String, String)] =
        wholeFile + displays
        + (parts + keys).map { (BoardDescriptionTests.board(extra: $0.0), $0.1) }

    private static let wholeFile: [(String, String)] = [
        ("[1]", "the board file must be one JSON object"),
        ("{}", "version is missing; it must be a whole number from 1 to 2147483647"),
        (#"{"version": 2}"#, "version is 2; this program reads version 1"),
        (#"{"version": "1"}"#, "version must be a whole number from 1 to 2147483647"),
        (
            #"{"version": 1}"#,
            "display is missing; a clock without one says { \"driver\": \"none\" }"
        ),
        (#"{"version": 1, "display": 7}"#, "display must be an object { }"),
        (#"{"version": 1, "display": []}"#, "display must be an object { }"),
    ]

    private static let codes =
        "a key code from 1 to 767, or the kernel's name of one, as \"KEY_STOPCD\"; "
        + "or a list of 1 to 8 different ones"

    private static let keys: [(String, String)] = [
        (
            #""buttons": {"keys": {"stop": {"evdev": "KEY_STOPP"}}}"#,
            "buttons.keys.stop.evdev is \"KEY_STOPP\"; it must be \(codes)"
        ),
        (
            #""buttons": {"keys": {"stop": {"evdev": 768}}}"#,
            "buttons.keys.stop.evdev is 768; it must be \(codes)"
        ),
        (
            #""buttons": {"keys": {"stop": {"evdev": []}}}"#,
            "buttons.keys.stop.evdev must be \(codes)"
        ),
        (
            #""buttons": {"keys": {"snooze": {"evdev": [1, 166]}, "stop": {"evdev": "KEY_STOPCD"}}}"#,
            "buttons.keys.stop.evdev has the code KEY_STOPCD (166), which is taken by "
                + "buttons.keys.snooze.evdev; each code has one button"
        ),
        (
            #""buttons": {"encoder": {"a": 9}}"#,
            "buttons.encoder.b is missing; it must be a whole number from 0 to 27"
        ),
        (
            #""buttons": {"keys": {"stop": {"gpio": 9}}, "encoder": {"a": 9, "b": 10}}"#,
            "buttons.encoder.a is 9, which is taken by buttons.keys.stop.gpio; each line has one use"
        ),
        (
            #""buttons": {"encoder": {"a": 9, "b": 10, "clockwise": "minus"}}"#,
            "buttons.encoder.counterclockwise is \"minus\", as is clockwise; "
                + "the two directions differ"
        ),
        (
            #""buttons": {"encoder": {"a": 19, "b": 10}}, "audio": {"device": "plughw:CARD=MAX98357A"}"#,
            "buttons.encoder.a is 19, which is taken by the I2S sound card; each line has one use"
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
    private static let bits =
        "[byte, mask]: a memory byte from 0 to 15 and its bits from 1 to 255"

    private static let displays: [(String, String)] = [
        (
            BoardDescriptionTests.board(display: #"{"driver": "x"}"#),
            "display.addresses is missing; it must be a list of 1 to 8 texts, each \(address)"
        ),
        (
            BoardDescriptionTests.board(display: #"{"driver": "x", "addresses": []}"#),
            "display.addresses must be a list of 1 to 8 texts, each \(address)"
        ),
        (
            BoardDescriptionTests.board(display: #"{"driver": "x", "addresses": [112]}"#),
            "display.addresses must be a list of 1 to 8 texts, each \(address)"
        ),
        (
            BoardDescriptionTests.board(
                display: #"{"driver": "x", "addresses": ["0x70", "0x78"]}"#),
            "display.addresses[1] is \"0x78\"; it must be \(address)"
        ),
        (
            BoardDescriptionTests.board(display: #"{"driver": "x", "addresses": ["0x+9"]}"#),
            "display.addresses[0] is \"0x+9\"; it must be \(address)"
        ),
        (
            BoardDescriptionTests.board(
                display: #"{"driver": "x", "addresses": ["0x70", "0x70"]}"#),
            "display.addresses[1] is 0x70, which is taken by display.addresses[0]; "
                + "each address has one chip"
        ),
        (
            BoardDescriptionTests.board(display: #"{"driver": ""}"#),
            "display.driver must be a text of 1 to 128 characters, none of them a control character"
        ),
        (display(#""rotation": 45"#), "display.rotation is 45; allowed are 0, 90, 180 and 270"),
        (display(#""mirror": 1"#), "display.mirror must be true or false"),
        (display(#""colon": [4]"#), "display.colon is [4]; it must be \(bits)"),
        (display(#""colon": [4, 0]"#), "display.colon is [4, 0]; it must be \(bits)"),
        (display(#""dots": {"pm": [16, 1]}"#), "display.dots.pm is [16, 1]; it must be \(bits)"),
        (
            display(#""colon": [4, 2], "dots": {"pm": [4, 6]}"#),
            "display.dots.pm is [4, 6], of which a digit or another dot already has bits; "
                + "each bit lights one thing"
        ),
        (
            display(#""colon": [2, 1]"#),
            "display.colon is [2, 1], of which a digit or another dot already has bits; "
                + "each bit lights one thing"
        ),
        (
            display(#""levels": {"min": 0, "max": 256}"#),
            "display.levels.max is 256; it must be a whole number from 0 to 255"
        ),
        (
            display(#""safeArea": {"left": -1}"#),
            "display.safeArea.left is -1; it must be a whole number from 0 to 127"
        ),
        (
            display(#""levels": {"min": 1.5, "max": 3}"#),
            "display.levels.min must be a whole number from 0 to 255"
        ),
        (
            display(#""levels": {"min": 9, "max": 3}"#),
            "display.levels has the min 9 above the max 3; allowed is min <= max"
        ),
        (
            display(#""color": "pink""#),
            "display.color is \"pink\"; it must be one of red, amber, yellow, green, blue, white"
        ),
        (
            BoardDescriptionTests.board(
                display: #"{"driver": "x", "addresses": ["0x70"], "digitBytes": [0, 0]}"#),
            "display.digitBytes is [0, 0]; it must be a list of at most 16 different whole numbers "
                + "from 0 to 15"
        ),
    ]

    private static let parts: [(String, String)] = [
        (#""i2c": {"bus": 256}"#, "i2c.bus is 256; it must be a whole number from 0 to 255"),
        (
            #""name": "two\nlines""#,
            "name must be a text of 1 to 128 characters, none of them a control character"
        ),
        (
            #""light": {"source": "moon"}"#,
            "light.source is \"moon\"; it must be one of none, fixed, ldr, digital, iio, bh1750, "
                + "veml7700, tsl2591, tsl2561, ltr303"
        ),
        (
            #""light": {"source": "bh1750"}"#,
            "light.address is missing; it must be \(address)"
        ),
        (
            #""light": {"source": "fixed", "lux": -1}"#,
            "light.lux is -1.0; it must be a number from 0.0 to 100000.0"
        ),
        (
            #""light": {"source": "ldr", "gpio": 26, "capacitorNf": 100, "calibration": [[1]]}"#,
            "light.calibration must be a list of at most 16 pairs of numbers [a, b]"
        ),
        (
            #""light": {"source": "ldr", "gpio": 26, "capacitorNf": 100, "calibration": [[0, 1]]}"#,
            "light.calibration[0] is [0.0, 1.0]; allowed are a charge time of 1 to 10000000 "
                + "microseconds and 0 to 100000 lux"
        ),
        (
            #""buttons": {"keys": {"stop": {}}}"#,
            "buttons.keys.stop.gpio is missing; a key needs gpio (0 to 27) or evdev (a code)"
        ),
        (
            #""buttons": {"keys": {"stop": {"gpio": 28}}}"#,
            "buttons.keys.stop.gpio is 28; it must be a whole number from 0 to 27"
        ),
        (
            #""buttons": {"keys": {"stop": {"gpio": 5}, "snooze": {"gpio": 5}}}"#,
            "buttons.keys.stop.gpio is 5, which is taken by buttons.keys.snooze.gpio; "
                + "each line has one use"
        ),
        (
            #""buttons": {"keys": {"stop": {"gpio": 2}}}, "light": {"source": "bh1750", "address": "0x23"}"#,
            "buttons.keys.stop.gpio is 2, which is taken by I2C bus 1; each line has one use"
        ),
        (
            #""buzzer": {"gpio": 18}, "audio": {"device": "plughw:CARD=MAX98357A,DEV=0"}"#,
            "buzzer.gpio is 18, which is taken by the I2S sound card; each line has one use"
        ),
        (
            #""vibration": {"driver": "gpio", "gpio": 21}, "audio": {"device": "hw:DAC", "i2s": true}"#,
            "vibration.gpio is 21, which is taken by the I2S sound card; each line has one use"
        ),
        (
            #""vibration": {"driver": "horn"}"#,
            "vibration.driver is \"horn\"; it must be one of gpio, drv2605l, none"
        ),
        (
            #""vibration": {"driver": "drv2605l", "address": "0x5A"}"#,
            "vibration.motor is missing; it must be one of erm, lra"
        ),
        (
            #""vibration": {"driver": "drv2605l", "address": "0x23", "motor": "lra"}, "light": {"source": "bh1750", "address": "0x23"}"#,
            "vibration.address is 0x23, which is taken by light.address; each address has one chip"
        ),
        (
            #""lamp": {"led": "x", "pwm": 0}"#,
            "lamp.led stands beside pwm; a lamp has one or the other"
        ),
        (
            #""lamp": {"pwm": 16}"#, "lamp.pwm is 16; it must be a whole number from 0 to 15"
        ),
        (
            #""lamp": {"led": "../../x"}"#,
            "lamp.led is \"../../x\"; allowed are names of folders in /sys/class/leds"
        ),
        (
            #""audio": {"device": "default", "amplifier": {"gpio": 5, "wakeMs": 501}}"#,
            "audio.amplifier.wakeMs is 501; it must be a whole number from 0 to 500"
        ),
        (
            #""buzzer": {"gpio": 5}, "audio": {"device": "default", "amplifier": {"gpio": 5}}"#,
            "audio.amplifier.gpio is 5, which is taken by buzzer.gpio; each line has one use"
        ),
        (
            #""audio": {"device": "default", "amplifier": {"gpio": 4}}, "overlays": ["max98357a"]"#,
            "audio.amplifier.gpio is 4, which is taken by the overlay max98357a; each line has one use"
        ),
        (
            #""audio": {"device": "plughw:0,0"}"#,
            "audio.device is \"plughw:0,0\", which names the card by its number, and that changes; "
                + "allowed is its id, as in plughw:CARD=vc4hdmi,DEV=0"
        ),
        (
            #""audio": {"device": "default", "fallback": ["null", "sysdefault:CARD=1"]}"#,
            "audio.fallback[1] is \"sysdefault:CARD=1\", which names the card by its number, and that changes; "
                + "allowed is its id, as in plughw:CARD=vc4hdmi,DEV=0"
        ),
        (
            #""audio": {"device": "default", "alarmDevice": "hw:1"}"#,
            "audio.alarmDevice is \"hw:1\", which names the card by its number, and that changes; "
                + "allowed is its id, as in plughw:CARD=vc4hdmi,DEV=0"
        ),
        (
            #""audio": {"device": "default", "rate": 44000}"#,
            "audio.rate is 44000; allowed are 44100 and 48000"
        ),
        (
            #""audio": {"device": "default", "lowCut": 12}"#,
            "audio.lowCut is 12; allowed are 20 to 40, and 0 for none"
        ),
        (
            #""audio": {"device": "default", "alarmDevice": ""}"#,
            "audio.alarmDevice must be a text of 1 to 128 characters, none of them a control character"
        ),
        (
            #""audio": {}"#,
            "audio.device is missing; it must be a text of 1 to 128 characters, none of them a "
                + "control character"
        ),
        (
            #""battery": {"source": "sun"}"#,
            "battery.source is \"sun\"; it must be one of none, auto, power-supply, max17048"
        ),
        (
            #""overlays": "i2c-400k""#,
            "overlays must be a list of at most 8 overlays, each \(overlay)"
        ),
        (
            #""overlays": ["1", "2", "3", "4", "5", "6", "7", "8", "9"]"#,
            "overlays must be a list of at most 8 overlays, each \(overlay)"
        ),
        (
            #""overlays": ["i2c-400k", "../config"]"#,
            "overlays[1] is \"../config\"; it must be \(overlay)"
        ),
        (#""overlays": ["-rf"]"#, "overlays[0] is \"-rf\"; it must be \(overlay)"),
        (
            #""overlays": ["i2c-400k", "i2c-400k"]"#,
            "overlays[1] is \"i2c-400k\", which stands before it already; each overlay is named once"
        ),
        (
            #""overlays": ["pwm", "pwm,pin=13"]"#,
            "overlays[1] is \"pwm\", which stands before it already; each overlay is named once"
        ),
        (#""overlays": ["pwm,"]"#, "overlays[0] is \"pwm,\"; it must be \(overlay)"),
        (#""overlays": ["pwm,pin="]"#, "overlays[0] is \"pwm,pin=\"; it must be \(overlay)"),
        (
            #""overlays": ["pwm,pin=1 dtoverlay=x"]"#,
            "overlays[0] is \"pwm,pin=1 dtoverlay=x\"; it must be \(overlay)"
        ),
        (
            #""buzzer": {"gpio": 13}, "overlays": ["pwm,pin=13,func=4"]"#,
            "buzzer.gpio is 13, which is taken by the overlay pwm; each line has one use"
        ),
        (
            #""buzzer": {"gpio": 5}, "overlays": ["gpio-ir"]"#,
            "buzzer.gpio is 5, which is taken by the overlay gpio-ir; each line has one use"
        ),
    ]
}
