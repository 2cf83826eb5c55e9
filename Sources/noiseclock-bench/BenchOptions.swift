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
enum BenchOption: String, CaseIterable {
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
        var given: Set<BenchOption> = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                options.names.append(try name(argument, known: known))
                continue
            }
            let (option, attached) = try option(argument)
            guard given.insert(option).inserted else {
                throw .usage("\(option.rawValue) is given twice")
            }
            guard let placeholder = option.placeholder else {
                guard attached == nil else { throw .usage("\(option.rawValue) takes no value") }
                switch option {
                case .help: return .help
                case .version: return .version
                case .list: return .list
                case .json, .seconds, .firmware: options.isJSON = true
                }
                continue
            }
            // A value that looks like an option is a value that was forgotten.
            let value = attached ?? (rest.first?.hasPrefix("-") == false ? rest.popFirst() : nil)
            guard let value, !value.isEmpty else {
                throw .usage("\(option.rawValue) needs a value: \(option.rawValue) \(placeholder)")
            }
            switch option {
            case .seconds: options.seconds = try seconds(value)
            case .firmware: options.firmware = value
            case .list, .json, .help, .version: break
            }
        }
        return .run(options)
    }

    /// The beginning of a measurement's name is enough.
    private static func name(_ word: String, known: [String]) throws(BenchError) -> String {
        guard !word.isEmpty, known.contains(where: { $0.hasPrefix(word) }) else {
            let hint = Spelling.suggestion(for: word, among: known).map {
                "; did you mean \($0)?"
            }
            throw .usage(
                "there is no measurement \(Spelling.quoted(word))"
                    + (hint ?? "; there are \(known.joined(separator: ", "))"))
        }
        return word
    }

    private static func seconds(_ value: String) throws(BenchError) -> Double {
        guard let seconds = Double(value), BenchOptions.lengths.contains(seconds) else {
            throw .usage(
                "--seconds \(Spelling.quoted(value)) cannot be used; "
                    + "\(BenchOptions.lengths.lowerBound) to \(Int(BenchOptions.lengths.upperBound))"
                    + " are allowed")
        }
        return seconds
    }

    /// The option that an argument begins with, and what follows its equals sign.
    private static func option(_ argument: String) throws(BenchError) -> (BenchOption, String?) {
        if argument == "-h" { return (.help, nil) }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = BenchOption(rawValue: name) else {
            let names = BenchOption.allCases.map(\.rawValue)
            let hint = Spelling.suggestion(for: name, among: names).map { "; did you mean \($0)?" }
            throw .usage(
                "there is no option \(Spelling.quoted(name))\(hint ?? "; --help shows all")")
        }
        return (option, parts.count > 1 ? String(parts[1]) : nil)
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
