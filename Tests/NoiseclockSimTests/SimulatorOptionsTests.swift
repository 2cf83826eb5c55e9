import ClockTime
import ManualPage
import SimulatedBoard
import TestKit
import Testing

@testable import noiseclock_sim

@Suite("The simulator's options")
struct SimulatorOptionsTests {
    private static func parse(_ line: String) throws(UsageError) -> SimulatorRequest {
        try SimulatorRequest.parse(line.split(separator: " ").map(String.init))
    }

    private static func problem(_ arguments: [String]) -> String {
        do throws(UsageError) {
            return "no problem: \(try SimulatorRequest.parse(arguments))"
        } catch {
            return error.message
        }
    }

    @Test("without any show the clock on the default board, now, at its own speed")
    func none() throws {
        let options = SimulatorOptions()
        #expect(try Self.parse("") == .run(options))
        #expect(options.board == nil)
        #expect(options.speed == .times(1))
        #expect(options.seed == nil)
        #expect(options.audio == nil)
    }

    @Test("are all understood, with a space or an equals sign before the value")
    func all() throws {
        var expected = SimulatorOptions()
        expected.board = "b.json"
        expected.state = "s"
        expected.socket = "c.sock"
        expected.zone = "Europe/Berlin"
        expected.start = try RFC3339.parse("2026-03-29T00:59:50Z")
        expected.speed = .times(60)
        expected.duration = .minutes(90)
        expected.script = "k.jsonl"
        expected.recordScript = "r.jsonl"
        expected.events = "e.jsonl"
        expected.i2cTrace = "t.jsonl"
        expected.frames = "f.txt"
        expected.audio = .device("plughw:CARD=Device,DEV=0")
        expected.recordAudio = "a.wav"
        expected.seed = .max
        expected.battery = 80
        let pairs = [
            ("--board", "b.json"), ("--state", "s"), ("--socket", "c.sock"),
            ("--zone", "Europe/Berlin"), ("--at", "2026-03-29T00:59:50Z"), ("--speed", "60"),
            ("--for", "1h30m"), ("--script", "k.jsonl"), ("--record-script", "r.jsonl"),
            ("--events", "e.jsonl"), ("--i2c-trace", "t.jsonl"), ("--frames", "f.txt"),
            ("--audio", "plughw:CARD=Device,DEV=0"), ("--record-audio", "a.wav"),
            ("--seed", "18446744073709551615"), ("--battery", "80"),
        ]
        #expect(try SimulatorRequest.parse(pairs.flatMap { [$0.0, $0.1] }) == .run(expected))
        #expect(try SimulatorRequest.parse(pairs.map { "\($0.0)=\($0.1)" }) == .run(expected))
    }

    @Test("let a run jump from wake to wake, and end by itself")
    func headless() throws {
        var expected = SimulatorOptions()
        expected.start = WallTime(nanoseconds: 0)
        expected.until = WallTime(nanoseconds: 1_000_000_000)
        expected.speed = .max
        expected.isHeadless = true
        expected.audio = SimulatorOptions.Audio.silent
        let line =
            "--headless --speed max --audio none --at 1970-01-01T00:00:00Z "
            + "--until 1970-01-01T01:00:01+01:00"
        #expect(try Self.parse(line) == .run(expected))
    }

    @Test("start a clock that does not know the time, or that nobody has used")
    func start() throws {
        var expected = SimulatorOptions()
        expected.isTimeKnown = false
        expected.isFirstRun = true
        #expect(try Self.parse("--time unknown --first-run") == .run(expected))
    }

    @Test("--nights asks for something else, and takes a file or standard input")
    func nights() throws {
        #expect(try Self.parse("--nights n.jsonl") == .nights("n.jsonl", seed: 0))
        #expect(try Self.parse("--nights -") == .nights("-", seed: 0))
        #expect(try Self.parse("--nights=-") == .nights("-", seed: 0))
        #expect(try Self.parse("--seed 7 --nights -") == .nights("-", seed: 7))
    }

    @Test("--help and --version win over what follows them, not over what is wrong before")
    func help() throws {
        #expect(try Self.parse("--help --bogus") == .help)
        #expect(try Self.parse("-h") == .help)
        #expect(try Self.parse("--headless --version") == .version)
        #expect(try Self.parse("--manual") == .manual)
        #expect(throws: UsageError.self) { try Self.parse("--bogus --help") }
        #expect(UsageError.exitCode == 64)
    }

    @Test("The page noiseclock-sim(1) has every option and every key")
    func manual() {
        let page = SimulatorManual.page.text
        for option in SimulatorOption.allCases {
            let title = SimulatorHelp.title(option)
            #expect(page.contains("\n.TP\n\(ManualPage.usage(title))\n"), "\(title)")
        }
        for (keys, meaning) in KeyHelp.buttons + KeyHelp.lines + KeyHelp.mixer {
            let lines = "\(ManualPage.usage(keys))\n\(ManualPage.escaped(meaning))\n"
            #expect(page.contains(lines), "\(keys)")
        }
    }

    @Test(
        "man shows the page without a warning",
        .enabled(if: RenderedManual.isThere, "this machine has no man"))
    func renderedManual() throws {
        let shown = try RenderedManual.of(SimulatorManual.page.text)
        #expect(shown.warnings == "")
        #expect(shown.text.contains("--record-audio FILE.wav"))
    }

    /// Outside the test, because Swift 6.0.3 crashes on interpolation among a macro's arguments.
    private static let wrong: [([String], String)] = [
        (["--spede", "3"], #"there is no option "--spede"; did you mean --speed?"#),
        (["--quiet=1"], #"there is no option "--quiet"; --help shows all"#),
        (["-x"], #"there is no option "-x"; --help shows all"#),
        (["now"], #""now" is not expected here; options begin with --"#),
        ([""], #""" is not expected here; options begin with --"#),
        (["--zone"], "--zone needs a value: --zone NAME"),
        (["--zone", "--headless"], "--zone needs a value: --zone NAME"),
        (["--zone="], "--zone needs a value: --zone NAME"),
        (["--zone", ""], "--zone needs a value: --zone NAME"),
        (["--headless=yes"], "--headless takes no value"),
        (
            ["--time", "07:30"],
            #"--time "07:30" cannot be used. Only unknown is allowed; --at sets a time."#
        ),
        (
            ["--battery", "101"],
            #"--battery "101" cannot be used. A whole number from 0 to 100 is allowed."#
        ),
        (["--seed", "1", "--seed=1"], "--seed is given twice"),
        (
            ["--seed", "-1"],
            #"--seed "-1" cannot be used. A whole number from 0 to 18446744073709551615 is "#
                + "allowed."
        ),
        (
            ["--speed", "0"],
            #"--speed "0" cannot be used. A whole number from 1 to 3600 is allowed, or max."#
        ),
        (
            ["--speed", "1.5"],
            #"--speed "1.5" cannot be used. A whole number from 1 to 3600 is allowed, or max."#
        ),
        (["--for", "90"], #"--for "90" cannot be used. \#(DurationText.allowed)"#),
        (["--for", "0s"], #"--for "0s" cannot be used. It must be more than 0s."#),
        (["--at", "now"], #"--at "now" cannot be used. \#(RFC3339.allowed)"#),
        (["--until=a\nb"], "--until \"a\u{FFFD}b\" cannot be used. \(RFC3339.allowed)"),
        (
            ["--socket", String(repeating: "s", count: 108)],
            "--socket \"\(String(repeating: "s", count: 60))…\": the path has 108 bytes; "
                + "at most 107 are allowed"
        ),
    ]

    @Test("that are wrong are named, with what is allowed", arguments: wrong)
    func problems(arguments: [String], message: String) {
        #expect(Self.problem(arguments) == message)
    }

    @Test(
        "that do not go together are named",
        arguments: [
            (
                "--for 1s --until 2026-01-01T00:00:00Z",
                "--for and --until cannot be given together: each ends the run"
            ),
            (
                "--at 2026-01-01T00:00:00Z --until 2026-01-01T01:00:00+01:00",
                "--until 2026-01-01T00:00:00.000Z must come after --at 2026-01-01T00:00:00.000Z"
            ),
            (
                "--time unknown --at 2026-01-01T00:00:00Z",
                "--time unknown goes without --at and --until: they need a time that is known"
            ),
            (
                "--first-run --state s",
                "--first-run and --state cannot be given together: a first run has no state"
            ),
            (
                "--speed max --for 1h",
                "--speed max needs --headless: nobody could watch it"
            ),
            (
                "--speed max --headless",
                "--speed max needs --for or --until: it would never end"
            ),
            (
                "--speed max --headless --for 1h --audio hw:0",
                #"--audio "hw:0" cannot play at --speed max; --record-audio writes down what would "#
                    + "be heard"
            ),
            (
                "--headless --record-script r.jsonl",
                "--record-script needs the terminal: with --headless nobody presses anything"
            ),
            (
                "--nights n.jsonl --speed max",
                "--nights and --speed cannot be given together: the stories say all"
            ),
            (
                "--script s.jsonl --record-script s.jsonl",
                #"--script and --record-script name the same file, "s.jsonl""#
            ),
            (
                "--frames board/ht16k33-7seg.json",
                #"--board and --frames name the same file, "board/ht16k33-7seg.json""#
            ),
            (
                "--frames x --events x",
                #"--events and --frames name the same file, "x""#
            ),
        ])
    func together(line: String, message: String) {
        #expect(Self.problem(line.split(separator: " ").map(String.init)) == message)
    }

    @Test("may write several things to one device")
    func devices() {
        #expect(throws: Never.self) {
            try Self.parse("--frames /dev/stdout --events /dev/stdout")
        }
    }
}

@Suite("The simulator's help")
struct SimulatorHelpTests {
    private let text = SimulatorHelp.text

    @Test("fits 80 columns, without blanks at the ends of lines")
    func width() {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(line.count <= 80, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
        #expect(text.hasSuffix("\n"))
    }

    @Test("names each option with its value, and each key")
    func complete() {
        for option in SimulatorOption.allCases {
            #expect(text.contains("\(option.rawValue) \(option.placeholder ?? "")"))
        }
        for line in KeyHelp.buttons + KeyHelp.lines + KeyHelp.mixer {
            #expect(text.contains("\n  \(line.keys)  "))
            #expect(text.contains(line.meaning))
        }
    }

    @Test("gives examples that are understood")
    func examples() throws {
        for example in SimulatorHelp.examples {
            let words = example.command.split(separator: " ").map(String.init)
            #expect(words.first == "noiseclock-sim")
            #expect(throws: Never.self) { try SimulatorRequest.parse(Array(words.dropFirst())) }
            #expect(text.contains("\n  \(example.command)\n      \(example.meaning)\n"))
        }
    }
}
