import Foundation
import FuzzKit
import Testing

/// Fuzzes every parser of outside bytes with random inputs.
///
/// The suite gives each parser some inputs. `board/fuzz` gives each a million, or as many as it is asked for,
/// under the address sanitizer, and prints the results; a failure names its seed, which
/// `board/fuzz --parser NAME --seed N --count 1` repeats.
@Suite("Parsers of outside bytes, fuzzed")
struct FuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let asked = environment["NOISECLOCK_FUZZ"].flatMap(Int.init)
    private static let seed = environment["NOISECLOCK_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// In the order of the README of the tests.
    static let all: [FuzzParser] = [
        .request, .board, .catalogue, .state, .history, .script, .story, .tzif, .ics, .mixCode,
        .wave, .audio, .index, .bdf, .when, .setup, .backup,
    ]

    static let chosen = all.filter { parser in
        environment["NOISECLOCK_FUZZ_PARSER"].map { $0 == parser.name } ?? true
    }

    @Test("No input breaks a rule, and none takes long", arguments: chosen)
    func byChance(parser: FuzzParser) throws {
        var run = try FuzzRun(parser, corpora: FuzzTests.folder.appending(path: "Corpus"))
        let start = FuzzRun.processorSeconds()
        let last = FuzzTests.environment["NOISECLOCK_FUZZ_FOLDER"].map {
            URL(filePath: $0).appending(path: "\(parser.name).last-input")
        }
        try run.run(seed: FuzzTests.seed, count: FuzzTests.asked ?? 500, last: last)
        for finding in run.findings { Issue.record("\(parser.name): \(finding)") }
        if FuzzTests.asked == nil {
            #expect(run.accepted > 0, "nothing was accepted: the corpus is of no use")
            #expect(run.accepted < run.inputs, "nothing was refused")
        } else {
            print(FuzzTests.line(run, parser.name, FuzzRun.processorSeconds() - start))
        }
    }

    @Test("Each file of the corpus breaks no rule, and some are accepted", arguments: chosen)
    func corpus(parser: FuzzParser) throws {
        var run = try FuzzRun(parser, corpora: FuzzTests.folder.appending(path: "Corpus"))
        try run.runCorpus()
        #expect(run.findings == [])
        #expect(run.accepted > 0)
    }

    @Test("Each folder of the corpus has its parser")
    func folders() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: FuzzTests.folder.appending(path: "Corpus").path)
        #expect(Set(names) == Set(FuzzTests.all.map(\.name)))
    }

    private static func line(_ run: FuzzRun, _ name: String, _ seconds: Double) -> String {
        "\(name): \(run.inputs) inputs, \(run.accepted) accepted, \(Int(seconds)) s of processor time, "
            + "slowest \(Int(run.slowest.seconds * 1000)) ms (seed \(run.slowest.seed)), "
            + "\(run.findings.count) findings"
    }
}
