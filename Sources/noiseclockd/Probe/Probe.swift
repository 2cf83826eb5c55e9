import ClockTime
import Glibc
import HAL
import LinuxHost
import LinuxWires

/// `--probe`: what is connected, and a board file that fits.
///
/// It looks and changes nothing: addresses are read, lines are asked for their users and not taken up, no
/// stream of sound is opened. What it found becomes a value (`ProbeFindings`), from which the report
/// (`ProbeReport`) and the proposal (`BoardProposal`) are worked out. The proposal goes to standard
/// output and the report to standard error, so that `noiseclockd --probe > board.json` keeps the one and
/// shows the other.
enum Probe {
    /// - Returns: the exit code: 69 (EX_UNAVAILABLE) where no display answers, so that a script sees it.
    static func run() throws(FirmwareError) -> Int32 {
        let findings = ProbeFindings.gather()
        let proposal = BoardProposal(findings)
        let text = proposal.draft.text
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
    /// Those that play.
    var cards: [PlaybackCard] = []
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

        /// All parts that may be at an address that answers.
        func parts(at address: I2CAddress) -> [ProbePart] {
            ProbePart.all.filter {
                $0.addresses.contains(address) && verdicts[address]?.allows($0) != false
            }
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
    struct Place {
        var part: ProbePart
        var bus: Bus
        var address: I2CAddress

        var busNumber: Int { bus.name.number }

        /// The drivers of all displays that it may be, the proposed one first.
        var displays: [String] {
            let others = bus.parts(at: address).filter { $0.role == .display && $0 != part }
            return [part.driver] + others.map(\.driver)
        }
    }

    static func gather(
        i2c: any I2CCalls = KernelI2CCalls(), gpio: any GPIOCalls = LibgpiodCalls(),
        cards: [PlaybackCard] = ALSADeviceList().otherCards(than: []), root: String = ""
    ) -> ProbeFindings {
        var findings = ProbeFindings(cards: cards)
        findings.buses = i2c.buses().sorted { $0.number < $1.number }.map { survey($0, i2c) }
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
        findings.clocks = (0..<4).compactMap { number in
            let path = "\(root)/sys/class/rtc/rtc\(number)/name"
            guard let name = try? FileReading.bytes(at: path, limit: 4096) else { return nil }
            return String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
        return findings
    }

    private static func survey(_ name: I2CBusName, _ calls: any I2CCalls) -> Bus {
        let bus = LinuxI2CBus(number: name.number, calls: calls)
        let parts = ProbePart.all
        // A PC's memory modules listen there for the command that protects them from writing for ever.
        let isOfPC = name.name.hasPrefix("SMBus")
        let harmless = Set(parts.flatMap(\.addresses)).sorted()
            .filter { !isOfPC || !(0x30...0x37).contains($0.value) }
        let bearing = Set(parts.filter(\.bearsEmptyWrites).flatMap(\.addresses))
        var found = Bus(
            name: name,
            result: I2CSurvey.look(on: bus, at: harmless, bearingEmptyWrites: bearing))
        for address in found.answering {
            found.verdicts[address] = ProbeIdentity.verdict(at: address, on: bus)
        }
        return found
    }

    /// The display to use, on the lowest bus: the first one of the catalog at its usual address, else the first
    /// one that may be there, at its lowest address. The catalog's order decides before the address, because
    /// other parts sit at the addresses of the rarer displays.
    var display: Place? { place(of: .display) }

    /// As `display`; on the display's bus, where there is one, because a board has one bus.
    var light: Place? { place(of: .light, onBus: display?.bus) }

    /// As `light`. Only a chip that says what it is counts.
    var motor: Place? {
        place(of: .motor, onBus: display?.bus).flatMap {
            $0.bus.verdicts[$0.address]?.isConfirmed == true ? $0 : nil
        }
    }

    private func place(of role: ProbePart.Role, onBus wanted: Bus? = nil) -> Place? {
        for bus in wanted.map({ [$0] }) ?? buses {
            let places = ProbePart.all.filter { $0.role == role }.flatMap { part in
                bus.answering.filter { bus.parts(at: $0).contains(part) }
                    .map { Place(part: part, bus: bus, address: $0) }
            }
            let usual = places.first { $0.address == $0.part.addresses.first }
            if let place = usual ?? places.first { return place }
        }
        return nil
    }

    /// The chip of the 40-pin header; nil where there is none.
    var header: Chip? { chips.first { $0.isHeader } }

    /// The chip that keys hang on: the header's, or another machine's only one.
    var keyChip: Chip? { header ?? (chips.count == 1 ? chips.first : nil) }

    /// The cards, the best for a bedside clock first; of equal ones, the one that the kernel lists first.
    var rankedCards: [PlaybackCard] {
        (0...4).flatMap { rank in cards.filter { $0.rank == rank } }
    }
}

extension PlaybackCard {
    /// A name that can be opened in any format.
    var device: String { names.last ?? "" }
    /// What device names say, like `MAX98357A`: numbers move between boots, ids do not.
    var id: String { SoundDeviceName(device).card?.replacing("hw:CARD=", with: "") ?? device }

    fileprivate var rank: Int {
        if isSoundless { return 4 }
        if BoardDescription.Audio.isI2SCard(device) { return 0 }
        if id == "Headphones" { return 2 }
        // A television is no bedside clock's loudspeaker.
        return id.hasPrefix("vc4hdmi") || id.hasPrefix("HDMI") ? 3 : 1
    }
}
