package import Foundation
import Glibc

/// Runs many inputs through one parser, each with its own seed, counting up.
package struct FuzzRun {
    private let parser: FuzzParser
    private let corpus: [[UInt8]]

    package private(set) var inputs = 0
    package private(set) var accepted = 0
    /// Processor time of the slowest input, and its seed.
    package private(set) var slowest: (seconds: Double, seed: UInt64) = (0, 0)
    package private(set) var findings: [String] = []

    /// The processor time that one input may take, even under a sanitizer on a slow machine.
    private static let patience = 5.0
    private static let mostFindings = 10

    /// - Parameter corpora: the folder that holds a corpus folder for each parser.
    package init(_ parser: FuzzParser, corpora: URL) throws {
        self.parser = parser
        corpus = try Corpus.files(in: corpora.appending(path: parser.name))
    }

    /// - Parameter last: a file that always holds the current input, in case the process dies.
    package mutating func run(seed: UInt64, count: Int, last: URL? = nil) throws {
        let check = try parser.makeCheck()
        let mutator = Mutator(corpus: corpus, dictionary: parser.dictionary)
        let file = last.map { open($0.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) } ?? -1
        defer { if file >= 0 { close(file) } }
        for number in 0..<UInt64(count) where findings.count < FuzzRun.mostFindings {
            let seed = seed &+ number
            let input = mutator.input(seed: seed)
            if file >= 0 { FuzzRun.keep(input, in: file) }
            try look(at: input, seed: seed, check)
        }
        if let last, findings.isEmpty { unlink(last.path) }
    }

    /// Runs every file of the corpus unchanged. None may break a rule, and some must be accepted.
    package mutating func runCorpus() throws {
        let check = try parser.makeCheck()
        for input in corpus { try look(at: input, seed: 0, check) }
    }

    private mutating func look(
        at input: [UInt8], seed: UInt64, _ check: FuzzParser.Check
    ) throws {
        let start = FuzzRun.processorSeconds()
        inputs += 1
        do {
            if case .accepted = try check(input) { accepted += 1 }
        } catch {
            findings.append(
                "seed \(seed): \(error); the input in hexadecimal: "
                    + input.prefix(2_000).map {
                        String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
                    }
                    .joined())
        }
        let seconds = FuzzRun.processorSeconds() - start
        if seconds > slowest.seconds { slowest = (seconds, seed) }
        if seconds > FuzzRun.patience { findings.append("seed \(seed): it took \(seconds) s") }
    }

    /// The processor time of this thread.
    package static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func keep(_ input: [UInt8], in file: Int32) {
        _ = pwrite(file, input, input.count, 0)
        _ = ftruncate(file, input.count)
    }
}
