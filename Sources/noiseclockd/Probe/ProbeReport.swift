import ClockTime
import Glibc
import HAL
import LinuxHost
import LinuxWires

/// What was found, in lines for people; where a part of the machine is missing, how to switch it on.
struct ProbeReport {
    private let findings: ProbeFindings

    init(_ findings: ProbeFindings) {
        self.findings = findings
    }

    private static let configuration = "/boot/firmware/config.txt"

    var lines: [String] {
        let buses = findings.buses.flatMap(ProbeReport.lines)
        let chips = findings.chips.flatMap(ProbeReport.lines)
        let cards = findings.cards.map { "Sound card \($0.id): \(Spelling.quoted($0.description))" }
        let clocks = findings.clocks.enumerated().map {
            "Clock chip rtc\($0): \(Spelling.quoted($1))"
        }
        let kinds = [
            (
                buses,
                "I2C: no bus. Switch it on: put dtparam=i2c_arm=on into "
                    + "\(ProbeReport.configuration), i2c-dev into /etc/modules, and restart."
            ),
            (chips, "GPIO: no chip. On a Raspberry Pi there always is one; is this one?"),
            (
                cards,
                "Sound: no card that plays. Switch one on: put dtoverlay=max98357a (or "
                    + "hifiberry-dac; with both dtparam=audio=off) into "
                    + "\(ProbeReport.configuration) and restart, or plug in a USB one."
            ),
            (
                clocks,
                "Clock chip: none; without a network the time is not known after a power cut. Switch "
                    + "one on: put dtoverlay=i2c-rtc,ds3231 into \(ProbeReport.configuration) and restart."
            ),
        ]
        return kinds.flatMap { found, help in found.isEmpty ? [help] : found }
    }

    private static func lines(of bus: ProbeFindings.Bus) -> [String] {
        var lines = bus.result.answers.sorted { $0.key < $1.key }.map { address, answer in
            switch answer {
            case .answers: "  \(address): answers; \(what(at: address, on: bus))"
            case .taken(let driver):
                "  \(address): taken by "
                    + (driver.map { "the kernel's driver \(Spelling.quoted($0))" }
                        ?? "a kernel driver") + "; the clock leaves it alone"
            }
        }
        if let failure = bus.result.failure {
            lines.append("  \(text(failure))")
        } else if lines.isEmpty {
            lines.append("  nothing answers: look at SDA (pin 3), SCL (pin 5), ground and supply")
        }
        let name = bus.name.name.isEmpty ? "" : " (\(Spelling.quoted(bus.name.name)))"
        return ["I2C bus \(bus.name.number)\(name):"] + lines
    }

    /// The names of all that may be there, each once.
    private static func what(at address: I2CAddress, on bus: ProbeFindings.Bus) -> String {
        var names: [String] = []
        for part in bus.parts(at: address) where !names.contains(part.name) {
            names.append(part.name)
        }
        let text = names.isEmpty ? "an unknown chip" : names.joined(separator: ", or ")
        guard let verdict = bus.verdicts[address] else { return text }
        return verdict.isConfirmed
            ? "\(text), as its ID says" : "\(text); not \(verdict.part), whose ID is another"
    }

    private static func text(_ failure: I2CError) -> String {
        switch failure {
        case .timedOut: "it hangs: something holds SDA or SCL low"
        case .busGone: "it is gone"
        case .io(let errno): refusal(errno, group: "i2c")
        case .nack, .taken: "it cannot be looked at"
        }
    }

    private static func refusal(_ errno: Int32, group: String) -> String {
        guard errno == EACCES || errno == EPERM else {
            return "it cannot be opened: \(systemMessage(errno))"
        }
        return "it may not be opened: be in the group \(group) (sudo usermod -aG \(group) NAME), "
            + "or use sudo"
    }

    private static func lines(of chip: ProbeFindings.Chip) -> [String] {
        let label = chip.label.isEmpty ? "" : " \(Spelling.quoted(chip.label))"
        let header = chip.isHeader ? ", the 40-pin header" : ""
        let title = "GPIO chip \(chip.path)\(label)\(header): \(chip.lines.count) lines"
        let failure = chip.failure.map { "  \(refusal($0, group: "gpio"))" }
        let taken = chip.lines.compactMap { line in
            line.user.map { user in
                "  line \(line.offset)\(line.name.isEmpty ? "" : " \(Spelling.quoted(line.name))"): taken by "
                    + (user.isEmpty ? "somebody without a name" : Spelling.quoted(user))
            }
        }
        return [title] + [failure].compactMap { $0 } + taken
    }
}
