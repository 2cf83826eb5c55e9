import Testing

@testable import noiseclock_bench

@Suite("The bench's command line")
struct BenchOptionsTests {
    static let known = ["noise", "frame"]

    static func parse(_ words: String...) throws(BenchError) -> BenchRequest {
        try BenchRequest.parse(words, known: known)
    }

    @Test("Without arguments everything is measured for as long as it wants")
    func nothing() throws {
        let request = try BenchOptionsTests.parse()
        #expect(request == .run(BenchOptions()))
        #expect(BenchOptions().includes("noise"))
        let conditions = Conditions()
        #expect(conditions.raceSeconds == 1)
        #expect(conditions.idleSeconds == 60)
    }

    @Test("Options and the beginnings of names stand in any order, values joined or apart")
    func everything() throws {
        let request = try BenchOptionsTests.parse(
            "fr", "--seconds=0.5", "--json", "--noiseclockd", "a/b", "noise")
        var options = BenchOptions()
        options.names = ["fr", "noise"]
        options.seconds = 0.5
        options.isJSON = true
        options.firmware = "a/b"
        #expect(request == .run(options))
        options.names = ["fr"]
        #expect(options.includes("frame") && !options.includes("noise"))
    }

    @Test("Help, version and list win over what follows them")
    func questions() throws {
        #expect(try BenchOptionsTests.parse("--list", "--nonsense") == .list)
        #expect(try BenchOptionsTests.parse("-h") == .help)
        #expect(try BenchOptionsTests.parse("--json", "--help") == .help)
        #expect(try BenchOptionsTests.parse("--version") == .version)
    }

    @Test(
        "What cannot be carried out is refused with what is wrong and what is allowed",
        arguments: [
            (["--second", "1"], #"There is no option "--second". Did you mean --seconds?"#),
            (["--seconds"], "--seconds needs a value: --seconds N."),
            (["--seconds", "--json"], "--seconds needs a value: --seconds N."),
            (["--seconds", "0"], #"--seconds can't be "0". Give a number from 0.01 to 3600."#),
            (["--seconds", "nan"], #"--seconds can't be "nan". Give a number from 0.01 to 3600."#),
            (["--json=yes"], "--json takes no value."),
            (["--json", "--json"], "--json is there twice. Give it once."),
            (["niose"], #"There is no measurement "niose". Did you mean noise?"#),
            (["x"], #"There is no measurement "x". There are noise, frame."#),
        ])
    func refusals(words: [String], message: String) {
        #expect(throws: BenchError.usage(message)) {
            try BenchRequest.parse(words, known: BenchOptionsTests.known)
        }
        #expect(BenchError.usage(message).exitCode == 64)
    }

    @Test("The help names every option and every measurement, and fits a terminal")
    func help() {
        let lines = BenchHelp.text.split(separator: "\n")
        for option in BenchOption.allCases {
            #expect(BenchHelp.text.contains(option.rawValue))
        }
        for measurement in Measurement.all {
            #expect(lines.contains { $0.hasPrefix("  \(measurement.name) ") })
        }
        #expect(lines.allSatisfy { $0.count <= 90 }, "\(lines.filter { $0.count > 90 })")
    }

    @Test("No measurement's name begins with another's: each can be asked for alone")
    func namesAreApart() {
        let names = Measurement.all.map(\.name)
        for name in names { #expect(names.filter { $0.hasPrefix(name) } == [name]) }
    }
}
