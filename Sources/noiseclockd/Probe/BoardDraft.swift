import HAL
import Runtime

/// A board file in the making, and its text as people would write it.
struct BoardDraft: Equatable {
    var bus: Int
    /// `auto`, or the name of the machine's only GPIO chip.
    var chip: String
    /// Nil for a clock without a display.
    var display: Display?
    var light: BoardDescription.Chip?
    var keys: [Key] = []
    /// GPIO lines.
    var vibration: Int?
    var buzzer: Int?
    /// The id of the sound card; nil: whatever the system plays on.
    var card: String?
    var hasClockChip: Bool
    /// The clock chip is of the family of the overlay `rtc-ds3231`.
    var hasKnownClockChip: Bool

    struct Display: Equatable {
        var driver: String
        var addresses: [I2CAddress]
        var rotation = BoardDescription.Display.Rotation.upright
        var isMirrored = false
    }

    struct Key: Equatable {
        var button: BoardDescription.Button
        var line: Int
    }

    /// The usual display, which is proposed where none answers.
    static let defaultDriver = "ht16k33-7seg"
    static let largeDriver = "ht16k33-7seg-big"
    /// The id of the usual amplifier's card.
    static let amplifier = "MAX98357A"

    var text: String {
        let name = "Bedside clock"
        var sections = [
            "\"version\": 1", "\"name\": \(BoardDraft.quoted(name))",
            "\"i2c\": { \"bus\": \(bus) }",
            "\"gpio\": { \"chip\": \(BoardDraft.quoted(chip)) }",
            "\"display\": {\n\(BoardDraft.lines(displayMembers, indent: 4))\n  }",
            "\"light\": \(lightText)",
            "\"buttons\": {\n    \"keys\": {\n\(BoardDraft.lines(keyMembers, indent: 6))\n    }\n  }",
        ]
        if let vibration {
            sections.append("\"vibration\": { \"driver\": \"gpio\", \"gpio\": \(vibration) }")
        }
        if let buzzer { sections.append("\"buzzer\": { \"gpio\": \(buzzer) }") }
        sections += [
            "\"audio\": \(audioText)", "\"battery\": { \"source\": \"none\" }",
            "\"rtc\": { \"source\": \"\(hasClockChip ? "auto" : "none")\" }",
            "\"overlays\": [\(overlays)]",
        ]
        return "{\n\(BoardDraft.lines(sections, indent: 2))\n}\n"
    }

    private static func lines(_ members: [String], indent: Int) -> String {
        let space = String(repeating: " ", count: indent)
        return members.map { space + $0 }.joined(separator: ",\n")
    }

    private var displayMembers: [String] {
        guard let display else { return [#""driver": "none""#] }
        let addresses = display.addresses.map { "\"\($0)\"" }.joined(separator: ", ")
        var members = [
            "\"driver\": \(BoardDraft.quoted(display.driver))", "\"addresses\": [\(addresses)]",
        ]
        if display.rotation != .upright {
            members.append("\"rotation\": \(display.rotation.rawValue)")
        }
        if display.isMirrored { members.append("\"mirror\": true") }
        return members + (BoardDraft.wiring[display.driver] ?? [])
    }

    /// How the usual boards of segments are wired; displays of pixels have their map in the driver.
    private static let wiring = [
        defaultDriver: [
            "\"digitBytes\": [0, 2, 6, 8]", "\"colon\": [4, 2]", "\"points\": true",
        ],
        largeDriver: [
            "\"digitBytes\": [0, 2, 6, 8]", "\"colon\": [4, 2]",
            "\"dots\": { \"pm\": [4, 16], \"alarm\": [4, 8], \"spare\": [4, 4] }",
            "\"points\": false",
        ],
        "ht16k33-14seg": ["\"digitBytes\": [0, 2, 4, 6]", "\"points\": true"],
    ]

    private var keyMembers: [String] {
        keys.map { "\"\($0.button.rawValue)\": { \"gpio\": \($0.line) }" }
    }

    private var lightText: String {
        guard let light else { return #"{ "source": "none" }"# }
        return #"{ "source": "\#(light.driver)", "address": "\#(light.address)" }"#
    }

    private var audioText: String {
        guard let card else { return #"{ "device": "default" }"# }
        // This amplifier clicks when a stream starts.
        let keepsOpen = card == BoardDraft.amplifier ? #", "keepOpen": true"# : ""
        return
            #"{ "device": "\#(BoardDraft.device(ofCard: card))", "fallback": ["default"]\#(keepsOpen) }"#
    }

    static func device(ofCard card: String) -> String { "plughw:CARD=\(card),DEV=0" }

    /// Those that the image needs for the same parts.
    private var overlays: String {
        var names = ["i2c-400k"]
        if card == BoardDraft.amplifier { names.append("i2s-max98357a") }
        if hasKnownClockChip { names.append("rtc-ds3231") }
        return names.map { #""\#($0)""# }.joined(separator: ", ")
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }
        return "\"\(escaped.joined())\""
    }
}
