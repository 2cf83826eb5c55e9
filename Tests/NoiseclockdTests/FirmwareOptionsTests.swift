import English
import TestKit
import Testing

@testable import noiseclockd

@Suite("The firmware's options")
struct FirmwareOptionsTests {
    private static let wrongLines = [
        "--bord x", "--bogus", "--board", "--zone=A --zone B", "--version=1", "now",
        "--check-board b.json --zone UTC", "--probe --board b.json", "--probe --wizard",
        "--probe --output x", "--wizard",
        "--try x", "--try",
        "--try display", "--try display row", "--try display all --json",
        "--try display all --for 1h",
        "--switch-off --socket x", "--overlays",
    ]

    private static func problem(_ line: String) -> String {
        do throws(FirmwareError) {
            let words = line.split(separator: " ").map(String.init)
            return "no problem: \(try FirmwareRequest.parse(words, stateDirectory: nil))"
        } catch {
            return error.message
        }
    }

    @Test("are explained as printed.txt has it, and so is what is wrong with them")
    func printed() throws {
        let problems = Self.wrongLines.map {
            "$ noiseclockd \($0)\n"
                + HelpText.wrapped("noiseclockd: \(Self.problem($0))", to: PrintedPage.columns)
        }
        try PrintedPage.firmware.expect([FirmwareHelp.text] + problems)
    }
}
