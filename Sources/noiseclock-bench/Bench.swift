import ClockTime
import Control
import Glibc

/// How fast the clock is, and how little it takes.
///
/// Theory of operation. A *measurement* is one file in `Measurements` with one registered value
/// (`Measurement.all`); it makes *rows*, each of which is a figure of ours or of a peer's that does the
/// same work. What can be calculated is timed as a `Race`: ours and the peers run in turn, several
/// times, so that whatever else the machine does meets all of them, and each figure is the median
/// with the least and the greatest beside it. Time is processor time, of this thread or of a finished
/// child process, because a clock shares its machine. A peer is a program of the system, run as a
/// child; where it is not installed its row says so. What is counted rather than timed (bytes on a bus,
/// wake-ups, memory) is counted once, over as long as was asked for.
///
/// Nothing here fails for a figure: a busy machine gives bad ones, and a test that failed for them would
/// teach people to run it again. Where the clock's design sets a bar, its row says whether it holds;
/// whoever reads compares ratios, which move far less than times.
enum Bench {
    /// Runs with the arguments that follow the program's name; returns its exit code.
    static func run(_ arguments: [String]) -> Int32 {
        do throws(BenchError) {
            switch try BenchRequest.parse(arguments, known: Measurement.all.map(\.name)) {
            case .help: print(BenchHelp.text, terminator: "")
            case .version: print("noiseclock-bench \(Product.version)")
            case .list: for line in BenchHelp.measurements { print(line) }
            case .run(let options): return try run(options)
            }
            return 0
        } catch {
            complain(error.message)
            return error.exitCode
        }
    }

    private static func run(_ options: BenchOptions) throws(BenchError) -> Int32 {
        let conditions = Conditions(seconds: options.seconds, firmware: try firmware(options))
        if isDebugBuild {
            complain("this is a debug build: its times say nothing about the clock's")
        }
        var rows: [Row] = []
        for measurement in Measurement.all where options.includes(measurement.name) {
            complain("measuring \(measurement.name)")
            let made = measurement.measure(conditions)
            if options.isJSON {
                for row in made { print(row.jsonLine(isDebugBuild: isDebugBuild)) }
            }
            rows += made
        }
        if !options.isJSON {
            for line in Table.lines(rows) { print(line) }
        }
        return rows.contains(where: \.isFailure) ? BenchError.failedExitCode : 0
    }

    /// Which `noiseclockd` to look at: the one named, which then must be there, or the one that was built
    /// beside this program.
    private static func firmware(_ options: BenchOptions) throws(BenchError) -> String? {
        if let path = options.firmware {
            guard access(path, X_OK) == 0 else {
                throw .noInput("--noiseclockd \(Spelling.quoted(path)): there is no such program")
            }
            return path
        }
        let path = "\(ChildProcess.ownFolder)/noiseclockd"
        return access(path, X_OK) == 0 ? path : nil
    }

    private static var isDebugBuild: Bool {
        // What a debug build alone evaluates.
        var isDebug = false
        func notice() -> Bool {
            isDebug = true
            return true
        }
        assert(notice())
        return isDebug
    }

    private static func complain(_ text: String) {
        let line = Array("noiseclock-bench: \(text)\n".utf8)
        // Nobody can be told that standard error is gone.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
