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

    var lines: [String] { i2c + gpio + sound + clocks }

    // MARK: - I2C

    private var i2c: [String] {
        guard !findings.buses.isEmpty else {
            return [
                "I2C: no bus. Switch it on: put dtparam=i2c_arm=on into "
                    + "\(ProbeReport.configuration), i2c-dev into /etc/modules, and restart."
            ]
        }
        return findings.buses.flatMap(lines(of:))
    }

    private func lines(of bus: ProbeFindings.Bus) -> [String] {
        let name = bus.name.name.isEmpty ? "" : " (\(Spelling.quoted(bus.name.name)))"
        let title = "I2C bus \(bus.name.number)\(name)"
        var lines: [String] = []
        for address in bus.result.answers.keys.sorted() {
            switch bus.result.answers[address] {
            case .answers:
                lines.append("  \(address): answers; \(ProbeReport.what(at: address, on: bus))")
            case .taken(let driver):
                let owner = driver.map { "the kernel's driver \(Spelling.quoted($0))" }
                lines.append(
                    "  \(address): taken by \(owner ?? "a kernel driver"); the clock leaves it alone"
                )
            case nil: continue
            }
        }
        if let failure = bus.result.failure {
            lines.append("  \(ProbeReport.text(failure))")
        } else if lines.isEmpty {
            lines.append("  nothing answers: look at SDA (pin 3), SCL (pin 5), ground and supply")
        }
        return ["\(title):"] + lines
    }

    private static func what(at address: I2CAddress, on bus: ProbeFindings.Bus) -> String {
        let verdict = bus.verdicts[address]
        let names = ProbePart.names(at: address, verdict).joined(separator: ", or ")
        switch verdict {
        case nil: return names
        case .confirmed: return "\(names), as its ID says"
        case .excluded(let part):
            return "\(names.isEmpty ? "an unknown chip" : names); not \(part), whose ID is another"
        }
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

    // MARK: - The others

    private var gpio: [String] {
        guard !findings.chips.isEmpty else {
            return ["GPIO: no chip. On a Raspberry Pi there always is one; is this one?"]
        }
        var lines: [String] = []
        for chip in findings.chips {
            let label = chip.label.isEmpty ? "" : " \(Spelling.quoted(chip.label))"
            let header = chip.isHeader ? ", the 40-pin header" : ""
            lines.append("GPIO chip \(chip.path)\(label)\(header): \(chip.lines.count) lines")
            if let failure = chip.failure {
                lines.append("  \(ProbeReport.refusal(failure, group: "gpio"))")
            }
            for line in chip.lines {
                guard let user = line.user else { continue }
                let name = line.name.isEmpty ? "" : " \(Spelling.quoted(line.name))"
                let owner = user.isEmpty ? "somebody without a name" : Spelling.quoted(user)
                lines.append("  line \(line.offset)\(name): taken by \(owner)")
            }
        }
        return lines
    }

    private var sound: [String] {
        let players = findings.cards.filter(\.canPlay)
        guard !players.isEmpty else {
            return [
                "Sound: no card that plays. Switch one on: put dtoverlay=max98357a (or "
                    + "hifiberry-dac; with both dtparam=audio=off) into "
                    + "\(ProbeReport.configuration) and restart, or plug in a USB one."
            ]
        }
        return players.map { "Sound card \($0.id): \(Spelling.quoted($0.name))" }
    }

    private var clocks: [String] {
        guard !findings.clocks.isEmpty else {
            return [
                "Clock chip: none; without a network the time is not known after a power cut. Switch "
                    + "one on: put dtoverlay=i2c-rtc,ds3231 into \(ProbeReport.configuration) and restart."
            ]
        }
        return findings.clocks.enumerated().map { "Clock chip rtc\($0): \(Spelling.quoted($1))" }
    }
}
