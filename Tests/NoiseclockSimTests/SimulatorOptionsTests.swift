import ClockTime
import English
import TestKit
import Testing

@testable import noiseclock_sim

@Suite("The simulator's options")
struct SimulatorOptionsTests {
    private static func parse(_ line: String) throws(OptionError) -> SimulatorRequest {
        try SimulatorRequest.parse(line.split(separator: " ").map(String.init))
    }

    private static func problem(_ arguments: [String]) -> String {
        do throws(OptionError) {
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
        #expect(throws: OptionError.self) { try Self.parse("--bogus --help") }
        #expect(OptionError.exitCode == 64)
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
        (["--spede", "3"], #"There is no option "--spede". Did you mean --speed?"#),
        (["--quiet=1"], #"There is no option "--quiet". List them: noiseclock-sim --help"#),
        (["-x"], #"There is no option "-x". List them: noiseclock-sim --help"#),
        (["now"], #""now" is one word too many. Options begin with --."#),
        ([""], #""" is one word too many. Options begin with --."#),
        (["--zone"], "--zone needs a value: --zone NAME."),
        (["--zone", "--headless"], "--zone needs a value: --zone NAME."),
        (["--zone="], "--zone needs a value: --zone NAME."),
        (["--zone", ""], "--zone needs a value: --zone NAME."),
        (["--headless=yes"], "--headless takes no value."),
        (
            ["--time", "07:30"],
            #"--time can't be "07:30". Give unknown, or set a time with --at."#
        ),
        (
            ["--battery", "101"],
            #"--battery can't be "101". Give a whole number from 0 to 100."#
        ),
        (["--seed", "1", "--seed=1"], "--seed is there twice. Give it once."),
        (
            ["--seed", "-1"],
            #"--seed can't be "-1". Give a whole number from 0 to 18446744073709551615."#
        ),
        (
            ["--speed", "0"],
            #"--speed can't be "0". Give a whole number from 1 to 3600, or max."#
        ),
        (
            ["--speed", "1.5"],
            #"--speed can't be "1.5". Give a whole number from 1 to 3600, or max."#
        ),
        (["--for", "90"], #"--for can't be "90". \#(DurationText.allowed)"#),
        (["--for", "0s"], #"--for can't be "0s". Give more than 0s."#),
        (["--at", "now"], #"--at can't be "now". \#(RFC3339.allowed)"#),
        (["--until=a\nb"], "--until can't be \"a\u{FFFD}b\". \(RFC3339.allowed)"),
        (
            ["--socket", String(repeating: "s", count: 100)],
            "--socket \"\(String(repeating: "s", count: 60))…\" is too long: 100 bytes. "
                + "Give a path of at most 99."
        ),
    ]

    @Test("that are wrong are named, with what is allowed", arguments: wrong)
    func problems(arguments: [String], message: String) {
        #expect(Self.problem(arguments) == message)
    }

    private static let wrongTogether: [(String, String)] = [
        (
            "--for 1s --until 2026-01-01T00:00:00Z",
            "--for and --until both end the run. Give one of them."
        ),
        (
            "--at 2026-01-01T00:00:00Z --until 2026-01-01T01:00:00+01:00",
            "--until 2026-01-01T00:00:00.000Z must come after --at 2026-01-01T00:00:00.000Z."
        ),
        (
            "--time unknown --at 2026-01-01T00:00:00Z",
            "--time unknown can't be combined with --at or --until."
        ),
        (
            "--first-run --state s",
            "--first-run can't be combined with --state: a new clock has none."
        ),
        (
            "--speed max --for 1h",
            "--speed max needs --headless: it is too fast to watch."
        ),
        (
            "--speed max --headless",
            "--speed max needs --for or --until: it would never end."
        ),
        (
            "--speed max --headless --for 1h --audio hw:0",
            #"--audio "hw:0" can't play at --speed max. Write the sound to a file with "#
                + "--record-audio."
        ),
        (
            "--headless --record-script r.jsonl",
            "--record-script can't be combined with --headless: nobody presses a key."
        ),
        (
            "--nights n.jsonl --speed max",
            "--nights can't be combined with --speed: the stories say everything."
        ),
        (
            "--script s.jsonl --record-script s.jsonl",
            #"--script and --record-script name the same file, "s.jsonl". Give two."#
        ),
        (
            "--frames board/ht16k33-7seg.json",
            #"--board and --frames name the same file, "board/ht16k33-7seg.json". Give two."#
        ),
        (
            "--frames x --events x",
            #"--events and --frames name the same file, "x". Give two."#
        ),
    ]

    @Test("that do not go together are named", arguments: wrongTogether)
    func together(line: String, message: String) {
        #expect(Self.problem(line.split(separator: " ").map(String.init)) == message)
    }

    @Test("are explained as printed.txt has it, and so is what is wrong with them")
    func printed() throws {
        let lines =
            Self.wrong.map(\.0)
            + Self.wrongTogether.map { line, _ in
                line.split(separator: " ").map(String.init)
            }
        let problems = lines.filter { !$0.contains { $0.count > 60 || $0.contains("\n") } }.map {
            "$ \((["noiseclock-sim"] + $0.map { $0 == "" ? "''" : $0 }).joined(separator: " "))\n"
                + HelpText.wrapped(
                    "noiseclock-sim: \(Self.problem($0))", to: PrintedPage.columns)
        }
        try PrintedPage.simulator.expect([SimulatorHelp.text] + problems)
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
