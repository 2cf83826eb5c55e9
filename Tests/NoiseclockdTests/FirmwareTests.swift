import English
import Foundation
import Glibc
import TestKit
import Testing

@testable import noiseclockd

/// The firmware as a process on the test machine, which has no clock hardware. In case it does, the
/// tests name a bus and a chip that no machine has, so that real ones are left alone.
@Suite("The firmware without any of its parts", .serialized)
struct FirmwareTests {
    let bench: Workbench

    init() throws {
        bench = try Workbench()
        var board = try String(contentsOfFile: Workbench.board, encoding: .utf8)
        board.replace(#""bus": 1"#, with: #""bus": 99"#)
        board.replace(#""chip": "auto""#, with: #""chip": "no-such-chip""#)
        board.replace("CARD=MAX98357A", with: "CARD=NoSuchCard")
        board.replace(#""fallback": ["default"]"#, with: #""fallback": ["hw:CARD=NorThis"]"#)
        try board.write(toFile: bench.file("board.json"), atomically: false, encoding: .utf8)
    }

    func start(environment: [String: String] = [:]) throws -> LiveFirmware {
        try LiveFirmware(bench, ["--board", "board.json"], environment: environment)
    }

    @Test("It comes up, says in its health what is missing, and ends cleanly by SIGTERM")
    func comesUp() throws {
        let firmware = try start()
        let isKnown = try firmware.waitForStatus(
            "Display: The display is on a bus that is gone",
            "The light sensor is on a bus that is gone",
            "Buttons: The GPIO lines of the buttons can't be used: there is no GPIO chip no-such-chip",
            "outputs: The GPIO lines of the vibration and the buzzer can't be used",
            "Sound: The sound device is gone")
        let status = try firmware.words("status")
        #expect(isKnown, "\(status); \(firmware.log)")
        #expect(firmware.end(by: SIGTERM) == 0)
        #expect(!FileManager.default.fileExists(atPath: bench.file("c.sock")))
        // Each line begins with the journal's priority.
        #expect(firmware.log.count >= 6)
        for line in firmware.log { #expect(line.contains(#/^<[3-6]>\S/#), "\(line)") }
        #expect(firmware.log.last == "<6>noiseclockd ended by a signal")
    }

    @Test(
        "An alarm that it should have rung while it was off rings when it starts, and stops when told"
    )
    func rings() throws {
        // The simulator leaves the state of a clock that was set half an hour ago.
        let now = Date()
        func text(_ date: Date) -> String { date.ISO8601Format() }
        let due = now.addingTimeInterval(-120)
        let clock = due.ISO8601Format().split(separator: "T")[1].prefix(5)
        try bench.write(
            #"{"at": "+1s", "noiseclock": "alarm add \#(clock)"}"# + "\n", to: "script.jsonl")
        let simulated = try bench.run(
            "noiseclock-sim",
            [
                "--headless", "--speed", "max", "--zone", "UTC", "--state", "state", "--at",
                text(now.addingTimeInterval(-1800)), "--for", "10s", "--board", Workbench.board,
                "--script", "script.jsonl",
            ])
        #expect(simulated.status == 0, "\(bench.text("noiseclock-sim.err"))")
        let firmware = try start()
        #expect(
            eventually { firmware.log.contains { $0.contains("event=alarm.fired") } },
            "\(firmware.log)")
        _ = try firmware.words("alarm", "stop")
        #expect(eventually { firmware.log.contains { $0.contains("event=alarm.stopped") } })
        #expect(firmware.end(by: SIGINT) == 0)
    }

    @Test("The service manager hears of it: ready, how it is, alive again and again, and the end")
    func tellsTheServiceManager() throws {
        let manager = try Manager(bench.file("notify"))
        let firmware = try start(environment: [
            "NOTIFY_SOCKET": bench.file("notify"), "WATCHDOG_USEC": "100000",
        ])
        var heard: [String] = []
        func hears(_ condition: () -> Bool) -> Bool {
            eventually {
                heard += manager.receive()
                return condition()
            }
        }
        #expect(hears { heard.count { $0 == "WATCHDOG=1" } >= 5 }, "\(heard)")
        #expect(heard.first == "READY=1")
        #expect(hears { heard.contains { $0.hasPrefix("STATUS=no alarm ahead") } })
        #expect(hears { heard.contains { $0.contains("the display is on a bus that is gone") } })
        // A socket holds ten messages, and a firmware that ends slowly goes on telling that it is alive.
        firmware.send(SIGTERM)
        #expect(hears { heard.contains("STOPPING=1") })
        #expect(firmware.waitForEnd() == 0)
        #expect(heard.count { $0 == "READY=1" } == 1)
    }

    @Test("With another process's watchdog it says that it is ready and feeds nothing")
    func foreignWatchdog() throws {
        let manager = try Manager(bench.file("notify"))
        let firmware = try start(environment: [
            "NOTIFY_SOCKET": bench.file("notify"), "WATCHDOG_USEC": "10000", "WATCHDOG_PID": "1",
        ])
        var heard: [String] = []
        #expect(
            eventually {
                heard += manager.receive()
                return heard.contains { $0.contains("the display is on a bus") }
            })
        #expect(firmware.end(by: SIGTERM) == 0)
        #expect(!heard.contains("WATCHDOG=1"))
    }

    @Test("A broken board file is no reason to be dark: the last good copy runs, and says so")
    func lastGoodCopy() throws {
        let first = try start()
        #expect(try first.waitForStatus("Display: "))
        #expect(first.end(by: SIGTERM) == 0)
        try bench.write("{", to: "board.json")
        let second = try start()
        #expect(
            try second.waitForStatus(
                "Firmware: board.json: the board file", "The clock runs with the last good copy",
                "no-such-chip"))
        #expect(second.end(by: SIGTERM) == 0)
    }

    @Test("Without a usable folder or socket it runs, says so, and takes the folder when it can")
    func noFolder() throws {
        try bench.write("x", to: "plain")
        let board = ["--board", "board.json"]
        let firmware = try LiveFirmware(bench, board, state: "plain/state")
        #expect(
            try firmware.waitForStatus(
                "Alarms and settings can't be read: the disk failed (Not a directory). The clock",
                "Can't use the folder plain/state: Not a directory"))
        #expect(try firmware.words("alarm", "add", "7:30").contains("Not saved: can't use"))
        // Nor does it need a socket to ring.
        let deaf = try LiveFirmware(bench, board, state: "other", socket: "plain/c.sock")
        #expect(
            eventually {
                deaf.log.contains { $0.contains("nobody can command the clock: cannot ") }
                    && deaf.log.contains { $0.contains("runs with the board") }
            })
        #expect(deaf.end(by: SIGTERM) == 0)
        try FileManager.default.removeItem(atPath: bench.file("plain"))
        #expect(
            eventually {
                (try? firmware.words("alarm", "off", "1"))?.contains("Not saved") == false
            })
        #expect(firmware.end(by: SIGTERM) == 0)
    }

    @Test("What cannot be carried out gets one line and the exit code that says why")
    func refusals() throws {
        try bench.write(#"{"version": 1, "display": {"driver": "nix"}}"#, to: "bad.json")
        let good = Workbench.board
        let cases: [(arguments: [String], status: Int32, words: String)] = [
            (["--bord", "x"], 64, "There is no option \"--bord\". Did you mean --board?"),
            (["--board"], 64, "--board needs a value: --board FILE."),
            (["--zone=A", "--zone", "B"], 64, "--zone is there twice. Give it once."),
            (["--version=1"], 64, "--version takes no value"),
            (["now"], 64, "\"now\" is one word too many"),
            (
                ["--check-board", good, "--zone", "UTC"], 64,
                "--check-board can't be combined with --zone."
            ),
            (["--probe", "--board", good], 64, "--probe can't be combined with --board."),
            (["--try", "x"], 64, "--try can't be \"x\". Give vibration, buzzer or display."),
            (["--try"], 64, "--try needs a value: --try vibration|buzzer|display"),
            (["--try", "display"], 64, "--try display: Which picture? Give all, rows,"),
            (
                ["--try", "display", "rows", "--board", good], 64,
                "--try display: This display has segments, not pixels."
            ),
            (
                ["--try", "display", "all", "--board", "board.json"], 69,
                "the display is on a bus that is gone"
            ),
            (
                ["--switch-off", "--socket", "x"], 64,
                "--switch-off can't be combined with --socket."
            ),
            (
                ["--switch-off", "--try", "buzzer"], 64,
                "--switch-off can't be combined with --try."
            ),
            (
                ["--try", "buzzer", "--board", "board.json"], 69,
                "the GPIO lines of the buzzer can't be used"
            ),
            (
                ["--switch-off", "--board", "board.json"], 69,
                "the vibration and the buzzer can't be used"
            ),
            (
                ["--calibrate-light", "--board", "board.json"], 78,
                "board.json: light.source is not \"ldr\""
            ),
            (["--zone", "Mars/Base"], 64, "--zone Mars/Base: the system has no time zone"),
            (["--socket", String(repeating: "x", count: 100)], 64, "Give a path of at most 99."),
            (["--board", "none.json", "--state", "s"], 78, "cannot open none.json"),
            (["--board", "bad.json", "--state", "s"], 78, "bad.json: "),
            (["--overlays"], 64, "--overlays needs --check-board FILE."),
            (["--probe", "--overlays"], 64, "--probe can't be combined with --overlays."),
            (["--check-board", "bad.json", "--overlays"], 78, "bad.json: "),
            (["--check-board", "none.json"], 66, "cannot open none.json"),
            (["--check-board", "bad.json"], 78, "bad.json: "),
        ]
        for (arguments, status, words) in cases {
            let run = try bench.run("noiseclockd", arguments)
            let said = bench.text("noiseclockd.err")
            #expect(run.status == status, "\(arguments): \(said)")
            #expect(said.hasPrefix("<3>noiseclockd: "), "\(arguments): \(said)")
            #expect(said.contains(words), "\(arguments): \(said)")
            #expect(said.split(separator: "\n").count == 1, "\(arguments): \(said)")
        }
    }

    @Test("A motor behind a chip is tried and switched off on its bus, and not beside a clock")
    func motorChip() throws {
        try bench.write(
            """
            {"version": 1, "i2c": {"bus": 99}, "display": {"driver": "none"},
             "vibration": {"driver": "drv2605l", "address": "0x5A", "motor": "erm"}}
            """, to: "motor.json")
        let gone = "the chip of the vibration is on a bus that is gone"
        for arguments in [["--try", "vibration"], ["--switch-off"]] {
            let run = try bench.run("noiseclockd", arguments + ["--board", "motor.json"])
            #expect(run.status == 69)
            #expect(bench.text("noiseclockd.err").contains(gone))
        }
        let firmware = try start()
        #expect(try firmware.waitForStatus("Display: "))
        for output in ["vibration", "buzzer"] {
            let run = try bench.run(
                "noiseclockd", ["--try", output, "--board", "motor.json", "--socket", "c.sock"])
            #expect(run.status == 75)
            let said = bench.text("noiseclockd.err")
            #expect(said.contains("a clock runs and has the \(output). Stop the clock first"))
        }
        #expect(firmware.end(by: SIGTERM) == 0)
    }

    @Test("A second one on the same state is refused, and the first goes on")
    func second() throws {
        let firmware = try start()
        #expect(try firmware.waitForStatus("Display: "))
        let run = try bench.run(
            "noiseclockd", ["--board", "board.json", "--state", "state", "--socket", "d.sock"])
        #expect(run.status == 75)
        // It names the process that holds the lock.
        #expect(bench.text("noiseclockd.err").contains("(noiseclockd)"))
        #expect(try firmware.json("status") != nil)
        #expect(firmware.end(by: SIGTERM) == 0)
    }

    @Test("A right board file is called right, and what the clock will not serve is a warning")
    func checksBoard() throws {
        var text = try String(contentsOfFile: Workbench.board, encoding: .utf8)
        let right = try bench.run("noiseclockd", ["--check-board", Workbench.board])
        #expect(right.status == 0)
        #expect(right.output == "\(Workbench.board): correct. It describes \"Bedside 0.56in\"\n")
        text.replace(#""menu": { "gpio": 23 }"#, with: #""menu": { "evdev": 28 }, "tilt": {}"#)
        text.replace(
            #""source": "bh1750", "address": "0x23""#,
            with: #""source": "digital", "gpio": 16"#)
        try bench.write(text, to: "odd.json")
        let odd = try bench.run("noiseclockd", ["--check-board", "odd.json"])
        #expect(odd.status == 0, "\(bench.text("noiseclockd.err"))")
        #expect(odd.output.contains("tilt"), "\(odd.output)")
    }

    @Test("The overlays that a board file names are printed one a line, and nothing beside them")
    func listsOverlays() throws {
        let shipped = try bench.run(
            "noiseclockd", ["--check-board", Workbench.board, "--overlays"])
        #expect(shipped.status == 0)
        #expect(shipped.output == "i2s-max98357a\ni2c-400k\n")
        try bench.write(
            #"{"version": 1, "display": {"driver": "none"}, "tilt": 1}"#, to: "bare.json")
        let bare = try bench.run("noiseclockd", ["--overlays", "--check-board=bare.json"])
        #expect(bare.status == 0 && bare.output.isEmpty, "\(bare.output)")
    }

    @Test("A crash ends it by its own signal, as if nobody had caught it")
    func crashes() throws {
        for signal in [SIGSEGV, SIGABRT, SIGQUIT] {
            let firmware = try start(environment: ["SWIFT_BACKTRACE": "enable=no"])
            #expect(try firmware.waitForStatus("Display: "))
            #expect(firmware.die(by: signal) == signal)
        }
    }

    @Test("It tells how it is called")
    func help() throws {
        let help = try bench.run("noiseclockd", ["--help", "--nonsense"])
        #expect(help.status == 0)
        for option in FirmwareOption.allCases {
            #expect(help.output.contains(option.rawValue))
        }
        let lines = help.output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 90 })
        let version = try bench.run("noiseclockd", ["--version"])
        #expect(version.output.contains(#/^noiseclockd [\w.+]+\n$/#))
        let page = try bench.run("noiseclockd", ["--manual"])
        #expect(page.status == 0 && page.output == FirmwareManual.page.text)
    }

    @Test("The page noiseclockd(8) has every option and every exit code")
    func manual() {
        let page = FirmwareManual.page.text
        for option in FirmwareOption.allCases {
            #expect(page.contains("\n.TP\n\(ManualPage.usage(option.title))\n"), "\(option.title)")
        }
        for (code, _) in FirmwareHelp.codes { #expect(page.contains("\n.TP\n\(code)\n")) }
        let errors: [FirmwareError] = [
            .usage(""), .noInput(""), .unavailable(""), .system(""), .inUse(""),
            .board(""),
        ]
        #expect(errors.map(\.exitCode) == FirmwareHelp.codes.dropFirst().map { Int32($0.0) })
    }

    @Test(
        "man shows the page without a warning",
        .enabled(if: RenderedManual.isThere, "this machine has no man"))
    func renderedManual() throws {
        let shown = try RenderedManual.of(FirmwareManual.page.text)
        #expect(shown.warnings == "")
        #expect(shown.text.contains("noiseclockd --try vibration|buzzer [--board FILE]"))
    }
}

/// A datagram socket like a service manager's.
private final class Manager {
    private let number: Int32

    init(_ path: String) throws {
        number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { [number] in
                bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(number) }

    /// The lines of all datagrams so far.
    func receive() -> [String] {
        var lines: [String] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(number, &bytes, bytes.count, 0)
            guard count >= 0 else { return lines }
            lines += String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
                .map(String.init)
        }
    }
}
