import ClockTime
import Control

/// What the bench is called for.
enum BenchRequest: Equatable {
    case run(BenchOptions)
    case list
    case help
    case version
}

struct BenchOptions: Equatable {
    /// Beyond an hour nobody waits for it; below a hundredth the timer's own cost shows.
    static let lengths = 0.01...3600.0

    /// Measurements whose name begins with one of these; empty: all.
    var names: [String] = []
    /// How long each figure is measured; nil: as each measurement has it.
    var seconds: Double?
    /// The program to look at; nil: the one beside this.
    var firmware: String?
    var isJSON = false

    func includes(_ name: String) -> Bool {
        names.isEmpty || names.contains { name.hasPrefix($0) }
    }
}

/// The options by name, as they are written.
enum BenchOption: String, ProgramOption {
    case list = "--list"
    case seconds = "--seconds"
    case json = "--json"
    case firmware = "--noiseclockd"
    case help = "--help"
    case version = "--version"

    /// What stands for the value in messages; nil for an option without one.
    var placeholder: String? {
        switch self {
        case .seconds: "N"
        case .firmware: "PATH"
        case .list, .json, .help, .version: nil
        }
    }
}

/// Why nothing can be measured: one line for people and an exit code of sysexits.h.
enum BenchError: Error, Equatable {
    case usage(String)
    case noInput(String)

    /// EX_SOFTWARE: some figure could not be had that should have been.
    static let failedExitCode: Int32 = 70

    var message: String {
        switch self {
        case .usage(let text), .noInput(let text): text
        }
    }

    /// EX_USAGE, EX_NOINPUT.
    var exitCode: Int32 {
        switch self {
        case .usage: 64
        case .noInput: 66
        }
    }
}

extension BenchRequest {
    /// Reads the arguments that follow the program's name. `--help`, `--version` and `--list` win over
    /// what follows them.
    ///
    /// - Parameter known: the names of the measurements.
    static func parse(_ arguments: [String], known: [String]) throws(BenchError) -> BenchRequest {
        var options = BenchOptions()
        var reader = OptionReader<BenchOption>(arguments, of: "noiseclock-bench")
        do throws(OptionError) {
            while true {
                if let word = reader.word(if: { !$0.hasPrefix("-") }) {
                    options.names.append(try name(word, known: known))
                    continue
                }
                guard let (option, value) = try reader.next() else { return .run(options) }
                switch option {
                case .help: return .help
                case .version: return .version
                case .list: return .list
                case .json: options.isJSON = true
                case .seconds: options.seconds = try seconds(value)
                case .firmware: options.firmware = value
                }
            }
        } catch {
            throw .usage(error.message)
        }
    }

    /// The beginning of a measurement's name is enough.
    private static func name(_ word: String, known: [String]) throws(OptionError) -> String {
        guard !word.isEmpty, known.contains(where: { $0.hasPrefix(word) }) else {
            let hint = Spelling.suggestion(for: word, among: known).map { "Did you mean \($0)?" }
            throw OptionError(
                "There is no measurement \(Spelling.quoted(word)). "
                    + (hint ?? "There are \(known.joined(separator: ", ")).")
            )
        }
        return word
    }

    private static func seconds(_ value: String) throws(OptionError) -> Double {
        let lengths = BenchOptions.lengths
        guard let seconds = Double(value), lengths.contains(seconds) else {
            throw .wrong(
                BenchOption.seconds, value,
                "Give a number from \(lengths.lowerBound) to \(Int(lengths.upperBound)).")
        }
        return seconds
    }
}

enum BenchHelp {
    /// One line for each measurement: its name, and what it is about.
    static var measurements: [String] {
        let width = Measurement.all.map(\.name.count).max() ?? 0
        return Measurement.all.map {
            $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary
        }
    }

    static var text: String {
        """
        noiseclock-bench measures how fast a NoiseClock is and how little it takes, beside
        programs of the system that do the same work, where they are installed.

        Usage: noiseclock-bench [OPTIONS] [NAME…]

          NAME                 only measurements whose name begins with it (default: all)
          --seconds N          how long each figure is measured, \
        \(BenchOptions.lengths.lowerBound) to \(Int(BenchOptions.lengths.upperBound)) (default:
                               \(Conditions.defaultSeconds) s for what is calculated, \
        \(Conditions.defaultIdleSeconds) s for an idle program)
          --json               one JSON object per line, a figure each, and no table
          --noiseclockd PATH   the firmware to look at (default: beside this program)
          --list               show the measurements
          -h, --help           show this text
          --version            show the version

        Measurements:
        \(measurements.map { "  \($0)\n" }.joined())
        Times are processor time. Each figure is the median of \(Race.runs) runs, in which ours
        and the peers take turns. Exit codes: 0 done; 64 wrong arguments; 66 no such
        program; 70 a figure could not be had.

        """
    }
}
