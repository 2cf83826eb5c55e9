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
    private static let defaultAddress = "0x70"
    private static let defaultBus = 1

    private static let buttons: [BoardDraft.Key] = [
        BoardDraft.Key(button: .snooze, line: 17), BoardDraft.Key(button: .stop, line: 27),
        BoardDraft.Key(button: .noise, line: 22), BoardDraft.Key(button: .menu, line: 23),
        BoardDraft.Key(button: .plus, line: 24), BoardDraft.Key(button: .minus, line: 25),
    ]

    /// JSON, as people would write it.
    var text: String { draft.text }

    /// What was found, for the file.
    var draft: BoardDraft {
        var draft = BoardDraft(
            bus: findings.display?.bus ?? findings.light?.bus ?? lowestBus, chip: chip,
            hasClockChip: !findings.clocks.isEmpty,
            // The kernel driver's name, which serves this family of chips.
            hasKnownClockChip: findings.clocks.contains { $0.contains("ds1307") })
        draft.display = BoardDraft.Display(
            driver: findings.display?.part.driver ?? BoardDraft.defaultDriver,
            addresses: [findings.display?.address ?? I2CAddress(0x70)].compactMap { $0 })
        draft.light = findings.light.map {
            BoardDescription.Chip(driver: $0.part.driver, address: $0.address)
        }
        draft.keys = freeButtons
        draft.card = SoundCard.best(of: findings.cards)?.id
        return draft
    }

    /// What a person should know of the file, a line each.
    var remarks: [String] {
        var remarks: [String] = []
        remarks += displayRemarks
        let taken = BoardProposal.buttons.filter { !freeButtons.contains($0) }
        let names = taken.map { "\($0.button.rawValue) (GPIO \($0.line))" }
            .joined(separator: ", ")
        if !taken.isEmpty {
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
        let place = "\(display.address) on I2C bus \(display.bus)"
        let others = findings.displays(at: display).dropFirst().joined(separator: ", ")
        var remarks =
            driver == BoardDraft.defaultDriver
            ? ["Proposed: the 0.56\" display at \(place). The 1.2\" one answers alike."]
            : ["Proposed: the display \(driver) at \(place)."]
        if !others.isEmpty {
            remarks.append(
                "An address does not tell displays apart; these may be there, too: \(others). Show a "
                    + "picture with the board file of each, until one is right: noiseclockd --try "
                    + "display text 12 --board FILE")
        }
        if driver == BoardProposal.smallOLED.driver {
            remarks.append(BoardProposal.smallOLED.remark)
        }
        if modules > 1 {
            remarks.append(
                "\(modules) addresses of an HT16K33 answer. If they are modules of 8x8 pixels in a row, take "
                    + "board/ht16k33-8x8-row.json and name them from left to right.")
        }
        return remarks
    }

    private static let smallOLED = (
        driver: "ssd1306-128x64",
        remark:
            "If most of the display shows noise, the chip is an SH1106: take sh1106-128x64. If every "
            + "other row is missing, take ssd1306-128x32."
    )

    /// At how many addresses on the display's bus an HT16K33 may be; 0 if the proposed display has another chip.
    private var modules: Int {
        guard let display = findings.display, display.part.name.hasPrefix("HT16K33 "),
            let bus = findings.buses.first(where: { $0.name.number == display.bus })
        else { return 0 }
        return bus.answering.count { bus.mayHold(display.part, at: $0) }
    }

    private var lowestBus: Int {
        let numbers = findings.buses.map(\.name.number)
        return numbers.contains(BoardProposal.defaultBus)
            ? BoardProposal.defaultBus : numbers.min() ?? BoardProposal.defaultBus
    }

    /// `auto` finds the Pi's own; another machine's only chip is named.
    private var chip: String {
        guard findings.header == nil, findings.chips.count == 1, let only = findings.chips.first
        else { return "auto" }
        return only.path.split(separator: "/").last.map(String.init) ?? "auto"
    }

    private var freeButtons: [BoardDraft.Key] {
        guard let chip = findings.keyChip, !chip.lines.isEmpty else { return BoardProposal.buttons }
        return BoardProposal.buttons.filter { chip.isFree($0.line) }
    }
}
