import HAL

/// A board file in the making, and its text as people would write it.
struct BoardDraft {
    var bus: Int
    /// `auto`, or the name of the machine's only GPIO chip.
    var chip: String
    /// Nil for a clock without a display.
    var display: Display?
    var light: BoardDescription.Chip?
    /// GPIO lines.
    var keys: [BoardDescription.Button: Int] = [:]
    var vibration: Int?
    var buzzer: Int?
    /// The sound device; nil: whatever the system plays on.
    var device: String?
    var hasClockChip: Bool
    /// The clock chip is of the family of the overlay `rtc-ds3231`.
    var hasKnownClockChip: Bool

    struct Display {
        var driver: String
        var address: String
        /// In degrees.
        var rotation = 0
        var isMirrored = false
    }

    /// The usual display, which is proposed where none answers.
    static let defaultDriver = "ht16k33-7seg"
    static let largeDriver = "ht16k33-7seg-big"

    var text: String {
        """
        {
          "version": 1,
          "name": "Bedside clock",
          "i2c": { "bus": \(bus) },
          "gpio": { "chip": "\(chip)" },
          "display": {
            \(displayMembers.joined(separator: ",\n    "))
          },
          "light": { \(lightMembers) },
          "buttons": {
            "keys": {
              \(keyMembers.joined(separator: ",\n      "))
            }
          },
          \(outputs)"audio": { \(audioMembers) },
          "battery": { "source": "none" },
          "rtc": { "source": "\(hasClockChip ? "auto" : "none")" },
          "overlays": [\(overlays)]
        }

        """
    }

    private var displayMembers: [String] {
        guard let display else { return [#""driver": "none""#] }
        let members = [
            #""driver": "\#(display.driver)""#, #""addresses": ["\#(display.address)"]"#,
            display.rotation == 0 ? nil : #""rotation": \#(display.rotation)"#,
            display.isMirrored ? #""mirror": true"# : nil, BoardDraft.wiring[display.driver],
        ]
        return members.compactMap { $0 }
    }

    /// How the usual boards of segments are wired; displays of pixels have their map in the driver.
    private static let wiring = [
        defaultDriver: #""digitBytes": [0, 2, 6, 8], "colon": [4, 2], "points": true"#,
        largeDriver: """
        "digitBytes": [0, 2, 6, 8], "colon": [4, 2], "points": false,
            "dots": { "pm": [4, 16], "alarm": [4, 8], "spare": [4, 4] }
        """,
        "ht16k33-14seg": #""digitBytes": [0, 2, 4, 6], "points": true"#,
    ]

    private var lightMembers: String {
        light.map { #""source": "\#($0.driver)", "address": "\#($0.address)""# }
            ?? #""source": "none""#
    }

    private var keyMembers: [String] {
        BoardDescription.Button.allCases.compactMap { button in
            keys[button].map { #""\#(button.rawValue)": { "gpio": \#($0) }"# }
        }
    }

    private var outputs: String {
        let motor = vibration.map { #""vibration": { "driver": "gpio", "gpio": \#($0) }"# }
        let buzzer = buzzer.map { #""buzzer": { "gpio": \#($0) }"# }
        return [motor, buzzer].compactMap { $0 }.map { "\($0),\n  " }.joined()
    }

    private var hasUsualAmplifier: Bool { device?.contains("CARD=MAX98357A,") == true }

    private var audioMembers: String {
        guard let device else { return #""device": "default""# }
        // This amplifier clicks when a stream starts.
        let keepsOpen = hasUsualAmplifier ? #", "keepOpen": true"# : ""
        return #""device": "\#(device)", "fallback": ["default"]\#(keepsOpen)"#
    }

    /// Those that the image needs for the same parts.
    private var overlays: String {
        var names = [#""i2c-400k""#]
        if hasUsualAmplifier { names.append(#""i2s-max98357a""#) }
        if hasKnownClockChip { names.append(#""rtc-ds3231""#) }
        return names.joined(separator: ", ")
    }
}
