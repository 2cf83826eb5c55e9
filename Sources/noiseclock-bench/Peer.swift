/// A program of the system that does the same work, so many times as it is told to.
struct Peer: Sendable {
    /// The program's name on the PATH, or that of Python's module.
    let name: String
    /// What it does, and how that differs from what ours does.
    let remark: String
    /// Its arguments for doing it so many times.
    let arguments: @Sendable (Int) -> [String]
    /// The smaller of the two numbers of times whose difference is measured: enough for everything that
    /// is done but once.
    let start: Int
    /// The greatest number of times that makes sense.
    let limit: Int
    var environment: [String: String] = [:]
    /// How many times as much as ours it is to need at the least; nil where nobody set it.
    var leastRatio: Double?
    /// It is no program of its own but a module for Python.
    var isModule = false

    private static let python = "python3"

    /// How many times as long as the shorter run the longer one takes at the least: what starting a
    /// process costs varies by half, and must not be seen in the difference.
    private static let leastContrast = 10.0

    /// The peer as a contender; an error says why it is not to be had here.
    ///
    /// Its figure comes from the difference of two runs, so that starting the process does not count.
    ///
    /// - Parameters:
    ///   - seconds: what the longer ones of all runs together may take, if that is long enough to tell.
    ///   - figure: makes the figure of the nanoseconds that one time takes.
    func contender(
        seconds: Double, figure: @escaping (Double) -> Double = { $0 }
    ) throws(RunFailure) -> Contender {
        let path = try Peer.path(of: name, isModule: isModule)
        let more = longerRun(path, budget: seconds * 1e9 / Double(Race.runs))
        return Contender(peer: name, remark: remark, leastRatio: leastRatio) {
            cost(path, start).flatMap { short in
                cost(path, start + more).map { long in figure((long - short) / Double(more)) }
            }
        }
    }

    /// How many times more than `start` the longer run does it; 1 for a peer that fails, of which the race
    /// will tell.
    private func longerRun(_ path: String, budget: Double) -> Int {
        guard let short = try? cost(path, start).get() else { return 1 }
        let budget = max(budget, short * Peer.leastContrast)
        return RunLength.find(budget: budget, atMost: limit - start) { count in
            // What fails now will fail in the race; no need to make it longer.
            (try? cost(path, start + count).get()).map { $0 - short } ?? budget
        }
    }

    /// The path of the program, or of the one that runs the module; an error says what is missing.
    static func path(of name: String, isModule: Bool) throws(RunFailure) -> String {
        let program = isModule ? python : name
        guard let path = ChildProcess.find(program) else {
            throw RunFailure(reason: "\(program) is not installed")
        }
        if isModule {
            let trial = try ChildProcess(path, ["-c", "import \(name)"])
            guard trial.wait().problem == nil else {
                throw RunFailure(reason: "\(program) has no module \(name)")
            }
        }
        return path
    }

    /// Nanoseconds of processor time for doing it so many times.
    private func cost(_ path: String, _ count: Int) -> Result<Double, RunFailure> {
        do throws(RunFailure) {
            let child = try ChildProcess(path, arguments(count), environment: environment)
            let end = child.wait()
            if let problem = end.problem { throw RunFailure(reason: "\(name) \(problem)") }
            return .success(end.nanoseconds)
        } catch {
            return .failure(error)
        }
    }
}

extension Race {
    /// Ours against those peers that are installed; the others get a row that says so.
    static func run(
        _ name: String, _ unit: Unit, ours: Contender, against peers: [Peer], seconds: Double,
        bar: Double? = nil, figure: @escaping (Double) -> Double = { $0 }
    ) -> [Row] {
        var contenders = [ours]
        var missing: [Row] = []
        for peer in peers {
            do throws(RunFailure) {
                contenders.append(try peer.contender(seconds: seconds, figure: figure))
            } catch {
                missing.append(
                    Row(name: name, peer: peer.name, unit: unit, outcome: .skipped(error.reason)))
            }
        }
        return Race(unit: unit, contenders: contenders, bar: bar).run(name) + missing
    }
}
