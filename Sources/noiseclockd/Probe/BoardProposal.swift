import HAL
import LinuxWires

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
    private static let defaultAddress = "0x70"
    private static let defaultBus = 1

    private static let buttons: [BoardDescription.Button: Int] = [
        .snooze: 17, .stop: 27, .noise: 22, .menu: 23, .plus: 24, .minus: 25,
    ]

    /// What was found, for the file.
    var draft: BoardDraft {
        let (display, light) = (findings.display, findings.light)
        var draft = BoardDraft(
            bus: (display ?? light)?.busNumber ?? usualBus, chip: chip,
            hasClockChip: !findings.clocks.isEmpty,
            // The kernel driver's name, which serves this family of chips.
            hasKnownClockChip: findings.clocks.contains { $0.contains("ds1307") })
        draft.display = BoardDraft.Display(
            driver: display?.part.driver ?? BoardDraft.defaultDriver,
            address: display?.address.description ?? BoardProposal.defaultAddress)
        draft.light = light.map {
            BoardDescription.Chip(driver: $0.part.driver, address: $0.address)
        }
        draft.keys = BoardProposal.buttons.filter { isFree($0.value) }
        draft.device = findings.rankedCards.first?.device
        return draft
    }

    /// What a person should know of the file, a line each.
    var remarks: [String] {
        var remarks = displayRemarks
        let taken = BoardDescription.Button.allCases.compactMap { button in
            BoardProposal.buttons[button].flatMap {
                isFree($0) ? nil : "\(button.rawValue) (GPIO \($0))"
            }
        }
        if !taken.isEmpty {
            let names = taken.joined(separator: ", ")
            remarks.append("Left out, because something else has the line: \(names).")
        }
        remarks.append(
            "Buttons cannot be found out: they stand as the README wires them. Motor and buzzer are "
                + "left out; add them when they are soldered (\"vibration\", \"buzzer\").")
        if let motor = findings.motor {
            remarks.append(
                "The \(motor.part.name) at \(motor.address) does not tell which kind of motor it has. Add a "
                    + "rotating one (\"erm\", else \"lra\") by \"vibration\": { \"driver\": "
                    + "\"\(motor.part.driver)\", \"address\": \"\(motor.address)\", \"motor\": \"erm\" }"
            )
        }
        return remarks
    }

    private var displayRemarks: [String] {
        guard let display = findings.display else {
            return [
                "No display answers. Proposed: the usual one, at \(BoardProposal.defaultAddress); it is "
                    + "taken up when it comes."
            ]
        }
        let driver = display.part.driver
        let place = "\(display.address) on I2C bus \(display.busNumber)"
        var remarks =
            driver == BoardDraft.defaultDriver
            ? ["Proposed: the 0.56\" display at \(place). The 1.2\" one answers alike."]
            : ["Proposed: the display \(driver) at \(place)."]
        let others = display.displays.dropFirst().joined(separator: ", ")
        if !others.isEmpty {
            remarks.append(
                "An address does not tell displays apart; these may be there, too: \(others). Show a "
                    + "picture with the board file of each, until one is right: noiseclockd --try "
                    + "display text 12 --board FILE")
        }
        if driver == "ssd1306-128x64" {
            remarks.append(
                "If most of the display shows noise, the chip is an SH1106: take sh1106-128x64. If every "
                    + "other row is missing, take ssd1306-128x32.")
        }
        let modules = display.bus.answering.count {
            display.bus.parts(at: $0).contains(display.part)
        }
        if display.part.name.hasPrefix("HT16K33 "), modules > 1 {
            remarks.append(
                "\(modules) addresses of an HT16K33 answer. If they are modules of 8x8 pixels in a row, take "
                    + "board/ht16k33-8x8-row.json and name them from left to right.")
        }
        return remarks
    }

    private var usualBus: Int {
        let numbers = findings.buses.map(\.name.number)
        return numbers.contains(BoardProposal.defaultBus)
            ? BoardProposal.defaultBus : numbers.min() ?? BoardProposal.defaultBus
    }

    /// `auto` finds the Pi's own; another machine's only chip is named.
    private var chip: String {
        guard findings.header == nil, let only = findings.keyChip else { return "auto" }
        return only.path.split(separator: "/").last.map(String.init) ?? "auto"
    }

    /// Where lines cannot be looked at, nothing speaks against one.
    private func isFree(_ line: Int) -> Bool {
        guard let chip = findings.keyChip, !chip.lines.isEmpty else { return true }
        return chip.isFree(line)
    }
}
