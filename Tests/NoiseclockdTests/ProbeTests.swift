import Foundation
import HAL
import LinuxWires
import Synchronization
import TestKit
import Testing

@testable import noiseclockd

@Suite("What the probe finds, says and proposes")
struct ProbeTests {
    static let cards = ["vc4hdmi0", "Headphones", "Device"].map {
        PlaybackCard(
            names: ["hw:CARD=\($0),DEV=0", "plughw:CARD=\($0),DEV=0"], description: "card \($0)")
    }

    private func address(_ value: Int) throws -> I2CAddress { try #require(I2CAddress(value)) }

    private func bus(
        _ number: Int, _ answers: [Int: I2CSurvey.Answer], failure: I2CError? = nil
    ) throws -> ProbeFindings.Bus {
        var found: [I2CAddress: I2CSurvey.Answer] = [:]
        for (value, answer) in answers { found[try address(value)] = answer }
        return ProbeFindings.Bus(
            name: I2CBusName(number: number, name: "adapter \(number)"),
            result: I2CSurvey.Result(answers: found, failure: failure))
    }

    private func chip(_ label: String, taken: [Int: String] = [:]) -> ProbeFindings.Chip {
        ProbeFindings.Chip(
            path: "/dev/gpiochip0", label: label,
            lines: (0..<54).map { LineState(offset: $0, name: "GPIO\($0)", user: taken[$0]) })
    }

    private func report(_ findings: ProbeFindings) -> String {
        ProbeReport(findings).lines.joined(separator: "\n")
    }

    /// The board that the proposal describes, after the checks of `--check-board`.
    private func board(_ findings: ProbeFindings) throws -> BoardDescription {
        let board = try FirmwareBoard(
            Array(BoardProposal(findings).draft.text.utf8), path: "the proposal")
        #expect(board.problems == [])
        return board.description
    }

    @Test("With nothing there it says what is missing and how each is switched on")
    func nothing() throws {
        let findings = ProbeFindings()
        let report = report(findings)
        for words in [
            "I2C: no bus", "dtparam=i2c_arm=on", "GPIO: no chip", "Sound: no card",
            "dtoverlay=max98357a", "Clock chip: none", "dtoverlay=i2c-rtc,ds3231",
            "/boot/firmware/config.txt",
        ] { #expect(report.contains(words), "\(words) in \(report)") }
        let board = try board(findings)
        #expect(board.display?.addresses.map(\.description) == ["0x70"])
        #expect(board.buttons.keys.count == 6)
        #expect(board.vibration == nil && board.buzzer == nil)
        #expect(board.overlays == ["i2c-400k"])
    }

    @Test("Each combination of parts gets a board file that passes the checks")
    func combinations() throws {
        let displays: [[Int: I2CSurvey.Answer]] = [
            [:], [0x70: .answers], [0x77: .answers, 0x71: .answers], [0x70: .taken(by: "ht16k33")],
        ]
        let sensors: [[Int: I2CSurvey.Answer]] = [
            [:], [0x23: .answers], [0x5C: .answers], [0x23: .answers, 0x5C: .answers],
            [0x23: .taken(by: nil)],
        ]
        let chips = [
            [], [chip("pinctrl-rp1")], [chip("pinctrl-bcm2711", taken: [17: "w1", 27: ""])],
            [chip("a \"quoted\" one")], [chip("one"), chip("other")],
        ]
        let amplifier = PlaybackCard(names: ["plughw:CARD=MAX98357A,DEV=0"], description: "")
        for number in [1, 0, 22] {
            for display in displays {
                for sensor in sensors {
                    let bus = try bus(number, display.merging(sensor) { $1 })
                    for chips in chips {
                        for cards in [[], ProbeTests.cards, [amplifier]] {
                            let findings = ProbeFindings(
                                buses: [bus], chips: chips, cards: cards,
                                clocks: cards.isEmpty ? [] : ["rtc-ds1307"])
                            let board = try board(findings)
                            #expect(board.i2cBus == number)
                            if case .chip(let chip) = board.light {
                                #expect(chip.driver == "bh1750")
                            } else {
                                #expect(!sensor.values.contains(.answers))
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("What answers is named by all that it may be, and what a kernel driver has by the driver")
    func answers() throws {
        var findings = ProbeFindings()
        findings.buses = [
            try bus(1, [0x70: .answers, 0x68: .taken(by: "rtc-ds1307"), 0x23: .answers]),
            try bus(20, [:], failure: .timedOut), try bus(21, [:], failure: .io(errno: EACCES)),
            try bus(22, [:]),
        ]
        let report = report(findings)
        for words in [
            "I2C bus 1 (\"adapter 1\"):", "0x23: answers; BH1750FVI light sensor",
            "0x68: taken by the kernel's driver \"rtc-ds1307\"",
            "0x70: answers; HT16K33 display, or PCA9548 bus switch",
            "it hangs: something holds SDA or SCL low", "be in the group i2c",
            "nothing answers: look at SDA (pin 3)",
        ] { #expect(report.contains(words), "\(words) in \(report)") }
        #expect(try findings.display?.address == address(0x70))
        #expect(try findings.light?.address == address(0x23))
    }

    @Test(
        "A motor driver that says what it is gets a line to add; its motor is for a person to name")
    func motorDriver() throws {
        var findings = ProbeFindings()
        findings.buses = [try bus(1, [0x5A: .answers])]
        #expect(report(findings).contains("0x5A: answers; DRV2605L motor driver"))
        #expect(findings.motor == nil)
        findings.buses[0].verdicts[try address(0x5A)] = ProbeIdentity.Verdict(
            part: "DRV2605L", isConfirmed: true)
        #expect(findings.motor?.part.driver == "drv2605l")
        let remarks = BoardProposal(findings).remarks.joined(separator: "\n")
        #expect(
            remarks.contains(
                #""vibration": { "driver": "drv2605l", "address": "0x5A", "motor": "erm" }"#))
        #expect(try board(findings).vibration == nil)
    }

    @Test("A display of another chip is proposed with its driver, and the usual one before it")
    func otherDisplays() throws {
        var findings = ProbeFindings()
        findings.buses = [try bus(1, [0x30: .answers])]
        let color = try board(findings)
        #expect(color.display?.driver == "is31fl3741-13x9")
        #expect(color.display?.addresses.map(\.description) == ["0x30"])
        #expect(report(findings).contains("0x30: answers; IS31FL3741 display"))
        // 0x32 may be another part's.
        findings.buses = [try bus(1, [0x32: .answers, 0x70: .answers])]
        let usual = try board(findings)
        #expect(usual.display?.driver == "ht16k33-7seg")
        #expect(usual.display?.addresses.map(\.description) == ["0x70"])
        #expect(report(findings).contains("0x32: answers; IS31FL3741 display, or PiSugar 2"))
    }

    @Test(
        "A chip that says what it is is believed, and one that is not what it seems is not proposed"
    )
    func identities() throws {
        var findings = ProbeFindings()
        var bus = try bus(1, [0x30: .answers, 0x29: .answers])
        bus.verdicts = [
            try address(0x30): ProbeIdentity.Verdict(part: "IS31FL3741", isConfirmed: true),
            try address(0x29): ProbeIdentity.Verdict(part: "TSL2591", isConfirmed: false),
        ]
        findings.buses = [bus]
        #expect(findings.display?.part.driver == "is31fl3741-13x9")
        #expect(findings.light == nil)
        let report = report(findings)
        for words in [
            "0x30: answers; IS31FL3741 display, as its ID says",
            "0x29: answers; LTR-303 light sensor, or TSL2561 light sensor; not TSL2591, whose ID is another",
        ] { #expect(report.contains(words), "\(words) in \(report)") }
        bus.verdicts = [
            try address(0x30): ProbeIdentity.Verdict(part: "IS31FL3741", isConfirmed: false),
            try address(0x29): ProbeIdentity.Verdict(part: "TSL2591", isConfirmed: true),
        ]
        findings.buses = [bus]
        #expect(findings.display == nil)
        #expect(findings.light?.part.driver == "tsl2591")
        #expect(self.report(findings).contains("0x30: answers; an unknown chip; not IS31FL3741"))
    }

    @Test("Only chips are asked what they are at whose addresses no other is disturbed")
    func asks() throws {
        let asked = AskedBus(answers: [0x31: 0x62, 0x33: 0, 0x29: 0x50, 0x5A: 0xE2])
        func verdict(_ value: Int) throws -> ProbeIdentity.Verdict? {
            ProbeIdentity.verdict(at: try address(value), on: asked)
        }
        #expect(try verdict(0x31) == ProbeIdentity.Verdict(part: "IS31FL3741", isConfirmed: true))
        #expect(try verdict(0x33) == ProbeIdentity.Verdict(part: "IS31FL3741", isConfirmed: false))
        #expect(try verdict(0x32) == nil)
        #expect(try verdict(0x29) == ProbeIdentity.Verdict(part: "TSL2591", isConfirmed: true))
        #expect(try verdict(0x5A) == ProbeIdentity.Verdict(part: "DRV2605L", isConfirmed: true))
        for value in 0x08...0x77 where ![0x29, 0x30, 0x31, 0x32, 0x33, 0x5A].contains(value) {
            #expect(try verdict(value) == nil)
        }
        let written = asked.written.withLock { $0 }
        #expect(written == [[0xFC], [0xFC], [0xFC], [0xB2], [0x00]])
    }

    @Test(
        "Of displays with one address, the one that has it from the factory is proposed, and all others are named",
        arguments: [
            (0x74, "is31fl3731-16x9", "ht16k33-7seg, ht16k33-7seg-big"),
            (0x75, "ht16k33-7seg", "is31fl3731-16x9"), (0x3C, "ssd1306-128x64", "sh1106-128x64"),
            (0x3D, "ssd1306-128x64", "ssd1306-128x32"),
        ])
    func sharedAddresses(_ value: Int, driver: String, others: String) throws {
        var findings = ProbeFindings()
        findings.buses = [try bus(1, [value: .answers])]
        #expect(try board(findings).display?.driver == driver)
        let remarks = BoardProposal(findings).remarks.joined(separator: "\n")
        #expect(remarks.contains(others) && remarks.contains("--try display text 12"), "\(remarks)")
        #expect(remarks.contains("SH1106") == driver.hasPrefix("ssd1306"))
        findings.buses = [try bus(1, [value: .answers, 0x70: .answers])]
        #expect(try board(findings).display?.driver == "ht16k33-7seg")
    }

    @Test("Several modules of a row are told")
    func modules() throws {
        var findings = ProbeFindings()
        findings.buses = [try bus(1, [0x70: .answers, 0x71: .answers, 0x72: .answers])]
        let remarks = BoardProposal(findings).remarks.joined(separator: "\n")
        #expect(remarks.contains("3 addresses of an HT16K33 answer"), "\(remarks)")
        findings.buses = [try bus(1, [0x70: .answers])]
        #expect(!BoardProposal(findings).remarks.joined().contains("in a row"))
    }

    @Test("Lines that something has are named with who, and no button is proposed on them")
    func takenLines() throws {
        var findings = ProbeFindings()
        findings.chips = [chip("pinctrl-rp1", taken: [17: "w1", 22: "noiseclock", 4: ""])]
        #expect(report(findings).contains("line 17 \"GPIO17\": taken by \"w1\""))
        #expect(report(findings).contains("line 4 \"GPIO4\": taken by somebody without a name"))
        let board = try board(findings)
        #expect(board.buttons.keys[.snooze] == nil)
        #expect(board.buttons.keys[.noise] != nil)
        #expect(BoardProposal(findings).remarks.joined().contains("snooze (GPIO 17)"))
    }

    @Test("Of the cards that play, a loudspeaker's comes before a socket's and a television's")
    func soundCards() throws {
        var findings = ProbeFindings(cards: ProbeTests.cards)
        let loopback = PlaybackCard(
            names: ["plughw:CARD=Loopback,DEV=0"], description: "", isSoundless: true)
        findings.cards.insert(loopback, at: 0)
        #expect(
            findings.rankedCards.map(\.id) == ["Device", "Headphones", "vc4hdmi0", "Loopback"])
        #expect(report(findings).contains("Sound card Headphones: \"card Headphones\""))
        #expect(try board(findings).audio?.device == "plughw:CARD=Device,DEV=0")
    }

    @Test("It gathers from the kernel's files and calls, and a chip that refuses is told")
    func gathers() throws {
        let bench = try Workbench()
        try FileManager.default.createDirectory(
            atPath: bench.file("sys/class/rtc/rtc0"), withIntermediateDirectories: true)
        try bench.write("rtc-ds1307 1-0068\n", to: "sys/class/rtc/rtc0/name")
        let findings = ProbeFindings.gather(
            i2c: ClosedBuses(), gpio: RefusingChip(), cards: [], root: bench.path)
        #expect(findings.buses.map(\.name.number) == [1, 3])
        #expect(findings.display == nil)
        #expect(findings.clocks == ["rtc-ds1307 1-0068"])
        #expect(report(findings).contains("be in the group gpio"))
        #expect(report(findings).contains("be in the group i2c"))
    }

    @Test("The program prints a file that it calls right itself")
    func program() throws {
        let bench = try Workbench()
        let probe = try bench.run("noiseclockd", ["--probe"])
        #expect([0, 69].contains(probe.status))
        #expect(bench.text("noiseclockd.err").contains("Proposed"))
        try bench.write(probe.output, to: "board.json")
        let check = try bench.run("noiseclockd", ["--check-board", "board.json"])
        #expect(check.status == 0, "\(bench.text("noiseclockd.err"))")
        #expect(check.output.split(separator: "\n").count == 1, "\(check.output)")
    }
}

/// A bus whose chips answer one byte each; the others are silent.
private final class AskedBus: I2CBus {
    private let answers: [UInt8: UInt8]
    let written = Mutex<[[UInt8]]>([])

    init(answers: [UInt8: UInt8]) { self.answers = answers }

    func transfer(
        to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(I2CError) -> [UInt8] {
        written.withLock { $0.append(bytes) }
        guard let answer = answers[address.value] else { throw .nack }
        return [answer]
    }
}

/// Two buses without permission to open them.
private struct ClosedBuses: I2CCalls {
    func buses() -> [I2CBusName] {
        [I2CBusName(number: 3, name: ""), I2CBusName(number: 1, name: "bcm")]
    }

    func open(_ path: String) throws(WireFailure) -> Int32 { throw WireFailure(errno: EACCES) }

    func close(_ file: Int32) {}

    func select(_ address: I2CAddress, on file: Int32) throws(WireFailure) {}

    func transfer(
        _ file: Int32, to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(WireFailure) -> [UInt8] { [] }

    func ask(_ file: Int32) throws(WireFailure) {}

    func driver(ofBus bus: Int, at address: I2CAddress) -> String? { nil }
}

/// A chip without permission to open it.
private struct RefusingChip: GPIOCalls {
    func chips() -> [String] { ["/dev/gpiochip0"] }

    func label(ofChip path: String) throws(WireFailure) -> String {
        throw WireFailure(errno: EACCES)
    }

    func lines(ofChip path: String) throws(WireFailure) -> [LineState] { [] }

    func requestInputs(
        _ lines: [InputLine], ofChip path: String
    ) throws(WireFailure) -> any InputRequest { throw WireFailure(errno: EACCES) }

    func requestOutput(
        _ offset: Int, isActiveLow: Bool, ofChip path: String
    ) throws(WireFailure) -> any OutputRequest { throw WireFailure(errno: EACCES) }

    func requestCharge(
        _ offset: Int, ofChip path: String
    ) throws(WireFailure) -> any ChargeRequest { throw WireFailure(errno: EACCES) }

    func bootMinusMonotonic() -> Int64 { 0 }
}
