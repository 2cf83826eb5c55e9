import Glibc
import HAL
import LinuxHost
import LinuxWires
import Runtime

/// `--probe`: what is connected, and a board file that fits.
///
/// It looks and changes nothing: addresses are read, lines are asked for their users and not taken up, no
/// sound device is opened. What it found becomes a value (`ProbeFindings`), from which the report
/// (`ProbeReport`) and the proposal (`BoardProposal`) are worked out. The proposal goes to standard
/// output and the report to standard error, so that `noiseclockd --probe > board.json` keeps the one and
/// shows the other.
enum Probe {
    /// - Returns: the exit code: 69 (EX_UNAVAILABLE) where no display answers, so that a script sees it.
    static func run() throws(FirmwareError) -> Int32 {
        let findings = ProbeFindings.gather(i2c: KernelI2CCalls(), gpio: LibgpiodCalls())
        let proposal = BoardProposal(findings)
        let text = proposal.text
        // It is held to what the clock will hold it to, before anybody saves it.
        _ = try FirmwareBoard(Array(text.utf8), path: "the proposed board file")
        let report = ProbeReport(findings).lines + proposal.remarks
        let bytes = Array((report.joined(separator: "\n") + "\n").utf8)
        // Nobody can be told that standard error is gone.
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        print(text, terminator: "")
        return findings.display == nil ? FirmwareError.unavailable("").exitCode : 0
    }
}

/// All that a look at the machine's wires brings.
struct ProbeFindings {
    var buses: [Bus] = []
    var chips: [Chip] = []
    var cards: [SoundCard] = []
    /// Names of the kernel's clock chips, `rtc0` first.
    var clocks: [String] = []

    struct Bus {
        var name: I2CBusName
        var result: I2CSurvey.Result
        /// What the chips said that were asked what they are.
        var verdicts: [I2CAddress: ProbeIdentity.Verdict] = [:]

        /// The addresses that answer, the lowest first.
        var answering: [I2CAddress] {
            result.answers.filter { $0.value == .answers }.keys.sorted()
        }

        /// Whether a part may be at an address that answers.
        func mayHold(_ part: ProbePart, at address: I2CAddress) -> Bool {
            part.addresses.contains(address) && verdicts[address]?.allows(part) != false
        }
    }

    /// A GPIO chip.
    struct Chip {
        var path: String
        var label: String
        var lines: [LineState]
        /// Why it could not be looked at; an errno.
        var failure: Int32?

        var isHeader: Bool { ChipLabels.raspberryPi.contains(label) }

        /// A clock that runs has its buttons itself.
        func isFree(_ line: Int) -> Bool {
            lines.contains {
                $0.offset == line && ($0.user == nil || $0.user == LibgpiodCalls.consumer)
            }
        }
    }

    /// A chip at the place where it answers.
    struct Place: Equatable {
        var part: ProbePart
        var bus: Int
        var address: I2CAddress
    }

    static func gather(
        i2c: any I2CCalls, gpio: any GPIOCalls, root: String = ""
    ) -> ProbeFindings {
        var findings = ProbeFindings()
        let parts = ProbePart.all
        let addresses = Set(parts.flatMap(\.addresses)).sorted()
        let bearing = Set(parts.filter(\.bearsEmptyWrites).flatMap(\.addresses))
        for bus in i2c.buses().sorted(by: { $0.number < $1.number }) {
            findings.buses.append(survey(bus, i2c, at: addresses, bearing))
        }
        for path in gpio.chips().sorted() {
            var chip = Chip(path: path, label: "", lines: [])
            do throws(WireFailure) {
                chip.label = try gpio.label(ofChip: path)
                chip.lines = try gpio.lines(ofChip: path)
            } catch {
                chip.failure = error.errno
            }
            findings.chips.append(chip)
        }
        findings.cards = SoundCard.read(root: root)
        for number in 0..<4 {
            guard let name = text(at: "\(root)/sys/class/rtc/rtc\(number)/name") else { continue }
            findings.clocks.append(name.split(separator: "\n").first.map(String.init) ?? "")
        }
        return findings
    }

    private static func survey(
        _ name: I2CBusName, _ calls: any I2CCalls, at addresses: [I2CAddress],
        _ bearing: Set<I2CAddress>
    ) -> Bus {
        let bus = LinuxI2CBus(number: name.number, calls: calls)
        // A PC's memory modules listen there for the command that protects them from writing for ever.
        let isOfPC = name.name.hasPrefix("SMBus")
        let harmless = addresses.filter { !isOfPC || !(0x30...0x37).contains($0.value) }
        var found = Bus(
            name: name,
            result: I2CSurvey.look(on: bus, at: harmless, bearingEmptyWrites: bearing))
        for address in found.answering {
            found.verdicts[address] = ProbeIdentity.verdict(at: address, on: bus)
        }
        return found
    }

    /// Nil where there is no such file.
    static func text(at path: String) -> String? {
        guard let bytes = try? FileReading.bytes(at: path, limit: 64 * 1024) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The display to use, on the lowest bus: the first one of the catalog at its usual address, else the first
    /// one that may be there, at its lowest address. The catalog's order decides before the address, because
    /// other parts sit at the addresses of the rarer displays.
    var display: Place? { place(of: .display) }

    /// As `display`; on the display's bus, where there is one, because a board has one bus.
    var light: Place? { place(of: .light, onBus: display?.bus) }

    /// As `light`. Only a chip that says what it is counts.
    var motor: Place? {
        place(of: .motor, onBus: display?.bus).flatMap { place in
            let bus = buses.first { $0.name.number == place.bus }
            let verdict = bus?.verdicts[place.address]
            if case .confirmed = verdict { return place }
            return nil
        }
    }

    private func place(of role: ProbePart.Role, onBus wanted: Int? = nil) -> Place? {
        let parts = ProbePart.all.filter { $0.role == role }
        for bus in buses where wanted == nil || bus.name.number == wanted {
            let answering = bus.answering
            func place(_ part: ProbePart, among addresses: [I2CAddress]) -> Place? {
                addresses.first { bus.mayHold(part, at: $0) }.map {
                    Place(part: part, bus: bus.name.number, address: $0)
                }
            }
            for part in parts {
                let expected = answering.filter { $0 == part.addresses.first }
                if let place = place(part, among: expected) { return place }
            }
            for part in parts {
                if let place = place(part, among: answering) { return place }
            }
        }
        return nil
    }

    /// The drivers of all displays that may be at a place, the proposed one first.
    func displays(at place: Place) -> [String] {
        guard let bus = buses.first(where: { $0.name.number == place.bus }) else { return [] }
        let possible = ProbePart.all.filter {
            $0.role == .display && bus.mayHold($0, at: place.address)
        }
        return [place.part.driver] + possible.map(\.driver).filter { $0 != place.part.driver }
    }

    /// The chip of the 40-pin header; nil where there is none.
    var header: Chip? { chips.first { $0.isHeader } }

    /// The chip that keys hang on: the header's, or another machine's only one.
    var keyChip: Chip? { header ?? (chips.count == 1 ? chips.first : nil) }
}
