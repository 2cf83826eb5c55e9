import BoardFiles
import ClockCore
import ClockTime
import HAL
import LinuxWires
import Runtime
import SimulatedBoard
import TestKit
import Testing

@testable import noiseclockd

@Suite("The wizard, on a simulated board")
struct WizardTests {
    private static let matrix = """
        {"version": 1, "name": "Matrix", "i2c": {"bus": 1},
         "display": {"driver": "is31fl3731-16x9", "addresses": ["0x74"], "rotation": 180}}
        """
    private static let digits = """
        {"version": 1, "name": "Digits", "i2c": {"bus": 1},
         "display": {"driver": "ht16k33-7seg", "addresses": ["0x70"], "digitBytes": [0, 2, 6, 8],
                     "colon": [4, 2], "points": true}}
        """

    private func findings(_ answering: [Int]) throws -> ProbeFindings {
        var answers: [I2CAddress: I2CSurvey.Answer] = [:]
        for value in answering { answers[try #require(I2CAddress(value))] = .answers }
        let bus = ProbeFindings.Bus(
            name: I2CBusName(number: 1, name: "bcm"), result: I2CSurvey.Result(answers: answers))
        let lines = (0..<28).map { LineState(offset: $0, name: "", user: $0 == 16 ? "w1" : nil) }
        let chip = ProbeFindings.Chip(
            path: "/dev/gpiochip0", label: "pinctrl-bcm2711", lines: lines)
        return ProbeFindings(
            buses: [bus], chips: [chip], cards: ProbeTests.cards, clocks: [])
    }

    private func wizard(
        _ answering: [Int], on board: String, _ answers: [String]
    ) throws -> Wizard<ScriptedConsole> {
        Wizard(
            try findings(answering), console: try ScriptedConsole(board, answers: answers))
    }

    private func run(
        _ wizard: inout Wizard<ScriptedConsole>, isThere: Bool = false
    ) throws -> String {
        try wizard.run(for: "board.json", isThere: isThere)
    }

    @Test("A matrix that hangs upside down, with bad answers on the way, gets a file that fits it")
    func matrix() throws {
        var wizard = try wizard(
            [0x74, 0x23], on: Self.matrix,
            [
                "?", "maybe", "Y", "sideways", "?", "down", "y", "", "17", "?", "x", "27",
                "",
                "5", "", "", "n", "y", "99", "?", "12", "y", "",
            ])
        let text = try run(&wizard)
        #expect(wizard.console.isDark)
        #expect(wizard.console.answers.isEmpty)
        let board = try FirmwareBoard(Array(text.utf8), path: "board.json").description
        #expect(board.display?.driver == "is31fl3731-16x9")
        #expect(board.display?.rotation == .half)
        #expect(board.buttons.keys.count == 3)
        #expect(board.audio?.device == "plughw:CARD=Headphones,DEV=0")
        #expect(
            board.vibration == .line(BoardDescription.OutputLine(line: 12)) && board.buzzer == nil)
        try Golden.expect(wizard.console.transcript + "\n" + text, "Wizard/matrix.txt")
    }

    @Test(
        "Large digits are asked about, and a file that is there is replaced only when it is meant")
    func digits() throws {
        let answers = ["y", "y", "y", "", "", "", "", "", "", "y", "", ""]
        var wizard = try wizard([0x70], on: Self.digits, answers)
        _ = try run(&wizard, isThere: true)
        #expect(wizard.console.isDark)
        #expect(wizard.draft.display?.driver == "ht16k33-7seg-big")
        var other = try self.wizard([0x70], on: Self.digits, ["n"])
        #expect(throws: WizardEnded.self) { try run(&other, isThere: true) }
    }

    @Test("Wherever the input ends, nothing is lit and there is no file")
    func ends() throws {
        let answers = ["y", "n", "", "", "", "", "", "", "", "y", "12", "y"]
        for count in answers.indices {
            var wizard = try wizard(
                [0x70, 0x23], on: Self.digits, Array(answers.prefix(count)))
            #expect(throws: WizardEnded.self) { try run(&wizard) }
            #expect(wizard.console.isDark, "after \(count) answers")
        }
    }

    @Test("Without a display, or with none that is right, the person decides")
    func withoutDisplay() throws {
        var none = try wizard([], on: Self.digits, ["n"])
        #expect(throws: WizardEnded.self) { try run(&none) }
        let noes = Array(repeating: "n", count: 6)
        var wrong = try wizard(
            [0x70], on: Self.digits,
            noes + ["y"] + Array(repeating: "", count: 6) + ["n", "n", "n", "", ""])
        let text = try run(&wrong)
        #expect(wrong.console.isDark)
        let board = try FirmwareBoard(Array(text.utf8), path: "b").description
        #expect(board.display == nil && board.audio?.device == "default")
    }
}

/// A person with prepared answers, in front of a simulated display.
private struct ScriptedConsole: WizardConsole {
    var answers: [String]
    var transcript = ""
    private var seen: LitPicture?
    private let bus: SimulatedI2CBus
    private let display: BoardDescription.Display

    init(_ board: String, answers: [String]) throws {
        let clock = VirtualClock(
            Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
        let description = try BoardFile.parse(Array(board.utf8))
        bus = SimulatedI2CBus(clock: clock)
        display = try #require(description.display)
        _ = bus.attachChips(of: description, seed: 5)
        self.answers = answers
    }

    /// Before the first picture the chip holds what it had at power-up, and is off.
    var isDark: Bool { bus.litPicture(of: display)?.isDark != false }

    mutating func say(_ text: String) { transcript += text + "\n" }

    mutating func answer(
        to question: String, orPress lines: [Int], ofChip path: String?
    ) -> String? {
        let picture = bus.litPicture(of: display)
        if picture != seen, !isDark {
            for line in picture?.asciiArt ?? [] { transcript += "    |\(line)\n" }
        }
        seen = picture
        guard !answers.isEmpty else { return nil }
        let answer = answers.removeFirst()
        transcript += "\(question) > \(answer)\n"
        return answer
    }

    func bus(_ number: Int) -> any I2CBus { bus }

    mutating func playTone(on device: String) -> String? {
        transcript += "    (a tone on \(device))\n"
        return nil
    }

    mutating func tryOutput(_ line: Int, of board: BoardDescription) -> String? {
        transcript += "    (GPIO \(line) is on and off for 2 s)\n"
        return nil
    }
}
