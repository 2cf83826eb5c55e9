import HAL
import LinuxWires
import Runtime

/// A board file for what was found.
///
/// What cannot be found out is proposed as board/README.md wires it, if nothing speaks against it: buttons,
/// because an input with a pull-up harms nothing. Outputs are left out: a line that drives whatever else
/// hangs on it may destroy it, so a person has to write that down.
struct BoardProposal {
    private let findings: ProbeFindings

    init(_ findings: ProbeFindings) {
        self.findings = findings
    }

    /// The usual one, where none answers: the clock takes it up when it comes.
    private static let defaultDisplay = "0x70"
    private static let defaultDriver = "ht16k33-7seg"
    private static let defaultBus = 1
    /// The id of the amplifier's card.
    private static let amplifier = "MAX98357A"

    private static let buttons: [(key: String, line: Int)] = [
        ("snooze", 17), ("stop", 27), ("noise", 22), ("menu", 23), ("plus", 24), ("minus", 25),
    ]

    /// JSON, as people would write it.
    var text: String {
        let bus = findings.display?.bus ?? findings.light?.bus ?? lowestBus
        let keys = freeButtons.map { #"      "\#($0.key)": { "gpio": \#($0.line) }"# }
        let clock = findings.clocks.isEmpty ? "none" : "auto"
        return """
            {
              "version": 1,
              "name": "Bedside clock",
              "i2c": { "bus": \(bus) },
              "gpio": { "chip": \(BoardProposal.quoted(chip)) },
              "display": {
            \(display.map { "    " + $0 }.joined(separator: ",\n"))
              },
              "light": \(light),
              "buttons": {
                "keys": {
            \(keys.joined(separator: ",\n"))
                }
              },
              "audio": \(audio),
              "battery": { "source": "none" },
              "rtc": { "source": "\(clock)" },
              "overlays": [\(overlays)]
            }

            """
    }

    /// The members of the display's section. Only digits have wiring that the file describes.
    private var display: [String] {
        let driver = findings.display?.part.driver ?? BoardProposal.defaultDriver
        let address = findings.display?.address.description ?? BoardProposal.defaultDisplay
        let members = [
            "\"driver\": \(BoardProposal.quoted(driver))", "\"addresses\": [\"\(address)\"]",
        ]
        guard driver == BoardProposal.defaultDriver else { return members }
        return members + [
            "\"digitBytes\": [0, 2, 6, 8]", "\"colon\": [4, 2]", "\"points\": true",
        ]
    }

    /// What a person should know of the file, a line each.
    var remarks: [String] {
        var remarks: [String] = []
        if let display = findings.display, display.part.driver != BoardProposal.defaultDriver {
            let alike = KnownPart.displays.filter { display.part.name.hasPrefix($0.part + " ") }
                .map(\.driver).joined(separator: ", ")
            remarks.append(
                "Proposed: the display \(display.part.driver) at \(display.address) on I2C bus "
                    + "\(display.bus). An address does not tell boards apart; with this chip there are "
                    + "\(alike).")
        } else if let display = findings.display {
            remarks.append(
                "Proposed: the 0.56\" display at \(display.address) on I2C bus \(display.bus). The 1.2\" one "
                    + "answers alike: for it take board/ht16k33-7seg-big.json.")
        } else {
            remarks.append(
                "No display answers. Proposed: the usual one, at \(BoardProposal.defaultDisplay); it is "
                    + "taken up when it comes.")
        }
        let taken = BoardProposal.buttons.filter { button in
            !freeButtons.contains { $0.key == button.key }
        }
        let names = taken.map { "\($0.key) (GPIO \($0.line))" }.joined(separator: ", ")
        if !taken.isEmpty {
            remarks.append("Left out, because something else has the line: \(names).")
        }
        remarks.append(
            "Buttons cannot be found out: they stand as the README wires them. Motor and buzzer are "
                + "left out; add them when they are soldered (\"vibration\", \"buzzer\").")
        return remarks
    }

    private var lowestBus: Int {
        let numbers = findings.buses.map(\.name.number)
        return numbers.contains(BoardProposal.defaultBus)
            ? BoardProposal.defaultBus : numbers.min() ?? BoardProposal.defaultBus
    }

    /// Those that the image needs for the same parts.
    private var overlays: String {
        var names = ["i2c-400k"]
        if SoundCard.best(of: findings.cards)?.id == BoardProposal.amplifier {
            names.append("i2s-max98357a")
        }
        // The driver's name, which serves this family of chips.
        if findings.clocks.contains(where: { $0.contains("ds1307") }) { names.append("rtc-ds3231") }
        return names.map { #""\#($0)""# }.joined(separator: ", ")
    }

    /// `auto` finds the Pi's own; another machine's only chip is named.
    private var chip: String {
        guard findings.header == nil, findings.chips.count == 1, let only = findings.chips.first
        else { return "auto" }
        return only.path.split(separator: "/").last.map(String.init) ?? "auto"
    }

    private var freeButtons: [(key: String, line: Int)] {
        let chip = findings.header ?? (findings.chips.count == 1 ? findings.chips.first : nil)
        guard let chip, !chip.lines.isEmpty else { return BoardProposal.buttons }
        return BoardProposal.buttons.filter { button in
            // A clock that runs has its buttons itself.
            chip.lines.contains {
                $0.offset == button.line && ($0.user == nil || $0.user == LibgpiodCalls.consumer)
            }
        }
    }

    private var light: String {
        guard let light = findings.light else { return #"{ "source": "none" }"# }
        return #"{ "source": "\#(light.part.driver)", "address": "\#(light.address)" }"#
    }

    private var audio: String {
        guard let card = SoundCard.best(of: findings.cards) else {
            return #"{ "device": "default" }"#
        }
        // This amplifier clicks when a stream starts.
        let keepsOpen = card.id == BoardProposal.amplifier ? #", "keepOpen": true"# : ""
        return
            #"{ "device": "plughw:CARD=\#(card.id),DEV=0", "fallback": ["default"]\#(keepsOpen) }"#
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }
        return "\"\(escaped.joined())\""
    }
}
